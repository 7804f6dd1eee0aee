import Vide, { Index, Show } from "@rbxts/vide";
import { theme } from "../../ui/theme";
import { DifferenceLane } from "./difference-lane";
import {
	CameraLane,
	ClipLane,
	CutLines,
	LaneGround,
	LensLane,
	MarkerTags,
	MarkerTicks,
	SpeedLane,
	SubjectLane,
	ValueInLane,
} from "./lanes";
import { LayerLane } from "./layer-lane";
import type { Lane, LaneKind } from "./layout";
import type { Timeline } from "./timeline";

function LaneContents({ timeline, lane }: { timeline: Timeline; lane: () => Lane }) {
	const is = (kind: LaneKind, contents: () => Vide.Node) => <Show when={() => lane().kind === kind}>{contents}</Show>;
	return (
		<LaneGround lane={lane}>
			{is("markers", () => (
				<MarkerTags timeline={timeline} height={() => lane().height} />
			))}
			{is("clips", () => (
				<ClipLane timeline={timeline} lane={lane} />
			))}
			{is("camera", () => (
				<CameraLane timeline={timeline} lane={lane} />
			))}
			{is("lens", () => (
				<LensLane timeline={timeline} lane={lane} />
			))}
			{is("speed", () => (
				<SpeedLane timeline={timeline} lane={lane} />
			))}
			{is("layer", () => (
				<LayerLane timeline={timeline} lane={lane} />
			))}
			{is("subject", () => (
				<SubjectLane timeline={timeline} lane={lane} />
			))}
			{is("difference", () => (
				<DifferenceLane timeline={timeline} lane={lane} />
			))}
			{timeline.isSmall ? <ValueInLane timeline={timeline} lane={lane} /> : undefined}
		</LaneGround>
	);
}

/** The line at the time to which a drag has snapped, and the selection box. */
export function DragMarks({ timeline }: { timeline: Timeline }) {
	return (
		<>
			<frame
				Name="SnapLine"
				Visible={() => timeline.snapped() !== undefined}
				Position={() => UDim2.fromOffset(timeline.xOf(timeline.snapped() ?? 0), 0)}
				Size={new UDim2(0, 1, 1, 0)}
				BackgroundColor3={() => theme().accentLine}
				BorderSizePixel={0}
				ZIndex={4}
			/>
			<frame
				Name="ChoiceBox"
				Visible={() => timeline.box() !== undefined}
				Position={() => {
					const box = timeline.box();
					return box ? UDim2.fromOffset(math.min(box.x0, box.x1), math.min(box.y0, box.y1)) : new UDim2();
				}}
				Size={() => {
					const box = timeline.box();
					return box ? UDim2.fromOffset(math.abs(box.x1 - box.x0), math.abs(box.y1 - box.y0)) : new UDim2();
				}}
				BackgroundColor3={() => theme().accentLine}
				BackgroundTransparency={0.85}
				BorderSizePixel={0}
				ZIndex={4}
			>
				<uistroke Color={() => theme().accentLine} />
			</frame>
		</>
	);
}

/** All lanes with their items, which scroll. */
export function LaneRows({ timeline }: { timeline: Timeline }) {
	return (
		<>
			<frame
				Name="LaneRows"
				Position={() => UDim2.fromOffset(0, -timeline.scrolled())}
				Size={UDim2.fromScale(1, 1)}
				BackgroundTransparency={1}
			>
				<Index each={() => timeline.lanes()}>
					{(lane: () => Lane) => <LaneContents timeline={timeline} lane={lane} />}
				</Index>
			</frame>
			{timeline.isSmall ? <MarkerTicks timeline={timeline} /> : undefined}
			<CutLines timeline={timeline} />
			<DragMarks timeline={timeline} />
		</>
	);
}
