import Vide, { For, Show } from "@rbxts/vide";
import { Badge } from "../../ui/badge";
import { Label } from "../../ui/label";
import { legible } from "../../ui/legible";
import { PanelButton } from "../../ui/panel-button";
import { Column } from "../../ui/stack";
import { theme } from "../../ui/theme";
import type { ImportSession } from "./import-session";
import { plainLine } from "./plain-words";
import type { ReportLine } from "./report";

/** The width of a line's button, and its gap to the text, in pixels. */
const BUTTON = 80;
const GAP = 8;

/** A line of the report: the problem, its items, and a button that selects them. */
function Line({ session, line, order }: { session: ImportSession; line: ReportLine; order: number }) {
	const { title, places } = plainLine(line.text, session.contents()?.main);
	const count = line.targets.size();
	return (
		<frame Name="Line" LayoutOrder={order} BackgroundTransparency={1} Size={UDim2.fromScale(1, 0)} AutomaticSize="Y">
			<frame
				Name="Words"
				BackgroundTransparency={1}
				Position={UDim2.fromOffset(24, 0)}
				Size={new UDim2(1, -24 - (count > 0 ? BUTTON + GAP : 0), 0, 28)}
				AutomaticSize="Y"
			>
				<uilistlayout SortOrder="LayoutOrder" VerticalAlignment="Center" />
				<Label name={`Report${order}`} order={1} small={true} text={title} />
				<Label
					name={`Places${order}`}
					order={2}
					small={true}
					visible={places !== ""}
					text={places}
					color={() => theme().subText}
				/>
			</frame>
			<Show when={() => count > 0}>
				{() => (
					<frame
						Name="Way"
						BackgroundTransparency={1}
						AnchorPoint={new Vector2(1, 0.5)}
						Position={UDim2.fromScale(1, 0.5)}
						Size={UDim2.fromOffset(BUTTON, 28)}
					>
						<PanelButton
							name={`Show${order}`}
							text={count === 1 ? "Select" : `Select ${count}`}
							tip="Selects these objects in Studio."
							width={BUTTON}
							onPress={() => session.select(line.targets)}
						/>
					</frame>
				)}
			</Show>
		</frame>
	);
}

/** A heading with an icon at its left and a value at its right. */
function Heading(props: {
	name: string;
	order: number;
	sign: string;
	color: () => Color3;
	text: () => string;
	detail?: () => string;
}) {
	const { name, order, sign, color, text, detail } = props;
	return (
		<frame Name={`${name}Heading`} LayoutOrder={order} BackgroundTransparency={1} Size={new UDim2(1, 0, 0, 24)}>
			<Badge name="Sign" text={sign} color={color} position={UDim2.fromOffset(1, 5)} />
			<frame Name="Left" BackgroundTransparency={1} Position={UDim2.fromOffset(24, 2)} Size={new UDim2(1, -24, 0, 18)}>
				<Label name={name} bold={true} narrow={true} text={text} />
			</frame>
			{detail === undefined ? undefined : (
				<frame
					Name="Right"
					BackgroundTransparency={1}
					Position={UDim2.fromOffset(124, 3)}
					Size={new UDim2(1, -124, 0, 18)}
				>
					<Label
						name={`${name}Detail`}
						small={true}
						oneLine={true}
						right={true}
						text={detail}
						color={() => theme().subText}
					/>
				</frame>
			)}
		</frame>
	);
}

/** The result of the last import: what is in the place, and each problem with a button that selects its instances. */
export function ReportSection({ session, order }: { session: ImportSession; order: number }) {
	const lines = () => session.report();
	const isDone = () => session.done() !== undefined;
	return (
		<Column name="Report" order={order} gap={8} visible={() => isDone() || !lines().isEmpty()}>
			<Column name="Outcome" order={1} gap={8} visible={isDone}>
				<Heading
					name="OutcomeTitle"
					order={1}
					sign="✓"
					color={() => legible(theme().accent, theme().background)}
					text={() => "Imported"}
					detail={() => session.outcome()}
				/>
			</Column>
			<Column name="Lost" order={2} gap={4} visible={() => !lines().isEmpty()}>
				<Heading
					name="ReportTitle"
					order={0}
					sign="!"
					color={() => legible(theme().warning, theme().background)}
					text={() => `Not carried over: ${lines().size()}`}
				/>
				<For each={lines}>
					{(line: ReportLine, index: () => number) => <Line session={session} line={line} order={index()} />}
				</For>
			</Column>
		</Column>
	);
}
