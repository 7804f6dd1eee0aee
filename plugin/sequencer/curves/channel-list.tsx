import Vide, { derive, Index } from "@rbxts/vide";
import { Icon } from "../../../ui/icon";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE } from "../../../ui/text-style";
import { theme } from "../../../ui/theme";
import { tooltip } from "../../../ui/tooltip";
import { channelColor, ChannelSpec, CHANNELS, writeValue } from "./channels";
import type { CurveGraph } from "./curve-graph";

const ROW = 24;

type ListRow = { group: string } | { spec: ChannelSpec };

function rowsOf(graph: CurveGraph): Array<ListRow> {
	const rows = new Array<ListRow>();
	let group: string | undefined;
	for (const spec of CHANNELS) {
		if (spec.group !== undefined && spec.group !== group) rows.push({ group: spec.group });
		group = spec.group;
		if (group === undefined || !graph.folded().has(group)) rows.push({ spec });
	}
	return rows;
}

/** The curves by name, each with its visibility and its value at the playhead. */
export function ChannelList({ graph }: { graph: CurveGraph }) {
	const { editor, layout } = graph.timeline;
	const isNarrow = () => layout().headers < 200;
	const rows = derive(() => rowsOf(graph));
	const specAt = (row: ListRow) => ("spec" in row ? row.spec : undefined);
	const isVisible = (spec: ChannelSpec | undefined) => spec !== undefined && graph.visible().has(spec.channel);
	const valueOf = (spec: ChannelSpec | undefined) => {
		const values = graph.values();
		if (!spec || !values || !values.has(spec.channel)) return "";
		return writeValue(spec.channel, values.at(spec.channel, editor.playback.position()));
	};
	return (
		<scrollingframe
			Name="ChannelList"
			Size={UDim2.fromScale(1, 1)}
			CanvasSize={() => UDim2.fromOffset(0, rows().size() * ROW + 8)}
			ScrollBarThickness={4}
			ScrollBarImageColor3={() => theme().scrollBar}
			ScrollingDirection="Y"
			BackgroundTransparency={1}
			BorderSizePixel={0}
		>
			<Index each={rows}>
				{(row: () => ListRow, index: number) => {
					const spec = () => specAt(row());
					const isGroup = () => spec() === undefined;
					const group = () => {
						const shown = row();
						return "group" in shown ? shown.group : "";
					};
					const left = () => (isGroup() ? 8 : spec()?.group === undefined ? 8 : isNarrow() ? 16 : 28);
					const nameAt = () => (isGroup() ? 28 : left() + (isNarrow() ? 40 : 44));
					/** In a narrow list, long names leave no room for a value. */
					const hasValue = () => !isNarrow() || spec()?.group !== undefined;
					const ink = () => (isGroup() || isVisible(spec()) ? theme().text : theme().subText);
					return (
						<textbutton
							Name={() => (isGroup() ? `Group-${group()}` : `Channel-${spec()!.name}`)}
							Text=""
							AutoButtonColor={false}
							Position={UDim2.fromOffset(0, 4 + (index - 1) * ROW)}
							Size={new UDim2(1, 0, 0, ROW)}
							BackgroundTransparency={1}
							action={tooltip(() =>
								isGroup() ? "Folds the group, or opens it" : isVisible(spec()) ? "Hides the curve" : "Shows the curve",
							)}
							Activated={() => {
								const shown = specAt(row());
								if (shown) graph.toggle(shown.channel);
								else graph.fold(group());
							}}
						>
							<Icon
								icon={() => (isGroup() ? (graph.folded().has(group()) ? "right" : "down") : "eye")}
								color={() => (isGroup() || isVisible(spec()) ? theme().text : theme().disabledText)}
								anchor={new Vector2(0, 0.5)}
								position={() => new UDim2(0, left(), 0.5, 0)}
								size={isGroup() ? 12 : 16}
							/>
							<frame
								Name="Swatch"
								Visible={() => !isGroup()}
								Position={() => UDim2.fromOffset(left() + 24, ROW / 2 - 1)}
								Size={UDim2.fromOffset(12, 3)}
								BackgroundColor3={() => {
									const shown = spec();
									return shown && isVisible(shown) ? channelColor(shown.channel) : theme().surface;
								}}
								BorderSizePixel={0}
							/>
							<textlabel
								Name="ChannelName"
								Position={() => UDim2.fromOffset(nameAt(), 0)}
								Size={() => new UDim2(1, -nameAt() - (isGroup() || !hasValue() ? 4 : isNarrow() ? 52 : 66), 1, 0)}
								Text={() => spec()?.name ?? group()}
								FontFace={() => (isGroup() ? SEMIBOLD : REGULAR)}
								TextSize={SMALL_TEXT_SIZE}
								TextColor3={ink}
								TextXAlignment="Left"
								TextTruncate="AtEnd"
								BackgroundTransparency={1}
							/>
							<textlabel
								Name="ChannelValue"
								AnchorPoint={new Vector2(1, 0)}
								Position={new UDim2(1, -8, 0, 0)}
								Size={UDim2.fromOffset(80, ROW)}
								Visible={hasValue}
								Text={() => valueOf(spec())}
								FontFace={REGULAR}
								TextSize={14}
								TextColor3={() => theme().subText}
								TextXAlignment="Right"
								BackgroundTransparency={1}
							/>
						</textbutton>
					);
				}}
			</Index>
		</scrollingframe>
	);
}
