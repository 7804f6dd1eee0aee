import Vide, { For } from "@rbxts/vide";
import { Button } from "../../ui/button";
import { Label } from "../../ui/label";
import { Column } from "../../ui/stack";
import { theme } from "../../ui/theme";
import type { ImportSession } from "./import-session";
import type { ReportLine } from "./report";

/** What the last import could not carry over, with a way to what each line is about. */
export function ReportSection({ session, order }: { session: ImportSession; order: number }) {
	const lines = () => session.report();
	return (
		<Column name="Report" order={order} gap={4} visible={() => !lines().isEmpty()}>
			<Label name="ReportTitle" order={1} bold={true} text={() => `Not carried over (${lines().size()})`} />
			<Column name="ReportLines" order={2} gap={4}>
				<For each={lines}>
					{(line: ReportLine, index: () => number) => (
						<Column name="Line" order={index()} gap={2}>
							<Label name={`Report${index()}`} order={1} small={true} text={line.text} color={() => theme().warning} />
							<Button
								name={`Show${index()}`}
								order={2}
								text={line.targets.size() === 1 ? "Select it" : `Select ${line.targets.size()}`}
								tip="Selects what the line names in Studio."
								enabled={!line.targets.isEmpty()}
								onPress={() => session.select(line.targets)}
							/>
						</Column>
					)}
				</For>
			</Column>
		</Column>
	);
}
