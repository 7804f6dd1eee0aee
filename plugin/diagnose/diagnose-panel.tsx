import Vide, { For } from "@rbxts/vide";
import type { Diagnosis } from "../../src";
import { Button } from "../../ui/button";
import { Label } from "../../ui/label";
import { Column, Row } from "../../ui/stack";
import { theme } from "../../ui/theme";
import { Overlay } from "../../ui/tooltip";
import { Panel } from "../panel";
import type { DiagnoseSession } from "./diagnose-session";

/** One check: its name, its result, and what to do. */
function DiagnosisRow({ line, order }: { line: Diagnosis; order: number }) {
	return (
		<Column name={`Diagnosis${order}`} order={order} gap={2}>
			<Label
				name={`DiagnosisName${order}`}
				order={1}
				bold={true}
				text={`${line.ok ? "Yes" : "No"}: ${line.name}`}
				color={() => (line.ok ? theme().text : theme().warning)}
			/>
			<Label name={`DiagnosisText${order}`} order={2} small={true} text={line.text} color={() => theme().subText} />
		</Column>
	);
}

/** Lists what Studio and this place let Dolly do. */
export function DiagnosePanel({ session }: { session: DiagnoseSession }) {
	return (
		<>
			<Panel name="Diagnose">
				<Row name="DiagnoseButtons" order={1}>
					<Button
						name="DiagnoseButton"
						isMain={true}
						text="Diagnose"
						tip="Checks what Studio lets Dolly do in this place. Takes a few seconds"
						enabled={() => !session.isBusy()}
						onPress={() => session.run()}
					/>
				</Row>
				<Label
					name="DiagnoseNote"
					order={2}
					small={true}
					visible={() => session.lines().isEmpty()}
					text={() =>
						session.isBusy()
							? "Asking…"
							: "Press Diagnose to see what works in this place, and what to do about the rest. Studio may ask whether Dolly may add scripts."
					}
					color={() => theme().subText}
				/>
				<Column name="Diagnoses" order={3} gap={10}>
					<For each={() => session.lines()}>
						{(line: Diagnosis, index: () => number) => <DiagnosisRow line={line} order={index()} />}
					</For>
				</Column>
			</Panel>
			<Overlay />
		</>
	);
}
