import Vide, { Show } from "@rbxts/vide";
import { theme } from "../../../ui/theme";
import type { Side } from "../../editor/editor";
import type { Library } from "../../library/library";
import type { Timeline } from "../timeline";
import { FitPanel } from "./fit-panel";
import { KeyPanel } from "./key-panel";
import { LayerPanel } from "./layer-panel";
import { MarkerPanel } from "./marker-panel";
import { ToolPanel } from "./tool-panel";

/**
 * The panel at the right of the lanes: the chosen item, the fitting of keys, or an edit of a take. In a narrow dock it
 * covers lanes.
 */
export function SidePanel({ library, timeline }: { library: Library; timeline: Timeline }) {
	const { layout } = timeline;
	const { side } = library.editor;
	const is = (wanted: Side, contents: () => Vide.Node) => <Show when={() => side() === wanted}>{contents}</Show>;
	/** If it covers lanes, it ends above the status line. Otherwise it reaches the bottom, beside that line. */
	const height = () => layout().height - layout().toolbar - (layout().coversLanes ? math.max(layout().status, 0) : 0);
	return (
		<frame
			Name="Side"
			Visible={() => side() !== "none"}
			Position={() => UDim2.fromOffset(layout().width - layout().side, layout().toolbar)}
			Size={() => UDim2.fromOffset(layout().side, height())}
			BackgroundColor3={() => theme().header}
			BorderSizePixel={0}
			Active={true}
			ClipsDescendants={true}
			ZIndex={6}
		>
			<frame
				Name="SideEdge"
				Size={new UDim2(0, 1, 1, 0)}
				BackgroundColor3={() => theme().border}
				BorderSizePixel={0}
				ZIndex={2}
			/>
			{is("key", () => (
				<KeyPanel library={library} timeline={timeline} />
			))}
			{is("fit", () => (
				<FitPanel library={library} timeline={timeline} />
			))}
			{is("layer", () => (
				<LayerPanel library={library} timeline={timeline} />
			))}
			{is("marker", () => (
				<MarkerPanel library={library} timeline={timeline} />
			))}
			{is("tool", () => (
				<ToolPanel library={library} timeline={timeline} />
			))}
		</frame>
	);
}
