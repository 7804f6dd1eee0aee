import Vide, { Index, Show } from "@rbxts/vide";
import { formatClock } from "../../ui/format";
import { SEMIBOLD } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import { LaneText, MarkerTags } from "./lanes";
import { rulerTicks, Tick, timeWidth } from "./ruler";
import type { Timeline } from "./timeline";

const TAG = { width: 48, height: 17 };

/** Returns the left edge of the tag, so that it stays visible at the first and last frame. */
function tagX(timeline: Timeline): number {
	const x = timeline.xOf(timeline.editor.playback.position());
	return math.clamp(x - TAG.width / 2, 0, timeline.lanesWidth() - TAG.width);
}

/** Times, ticks and the playhead's tag, and markers if the dock is low. */
export function RulerBar({ timeline }: { timeline: Timeline }) {
	const { editor, layout } = timeline;
	/** Hides a time that the playhead's tag would cover in part. */
	const timeOf = ({ time, fraction }: Tick) => {
		if (time === undefined || timeline.isSmall || editor.shown() === undefined) return time ?? "";
		const x = fraction * timeline.lanesWidth();
		const tag = tagX(timeline);
		return x + timeWidth(time) > tag && x < tag + TAG.width ? "" : time;
	};
	const ticks = () => {
		const first = timeline.secondsOf(0);
		const width = timeline.lanesWidth();
		const view = { start: first, span: width / timeline.scale() };
		// Read here, so that ticks follow the view.
		editor.view();
		return rulerTicks(view, width, editor.rate());
	};
	const labelHeight = () => (layout().hasMarkersInRuler ? 15 : 14);
	return (
		<frame Name="Ruler" Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1} ClipsDescendants={true}>
			<Index each={ticks}>
				{(tick: () => Tick) => {
					const isLarge = () => tick().time !== undefined;
					return (
						<frame
							Name="Tick"
							Position={() => UDim2.fromScale(tick().fraction, 0)}
							Size={new UDim2(0, 60, 1, 0)}
							BackgroundTransparency={1}
						>
							<frame
								Name="Line"
								AnchorPoint={new Vector2(0, 1)}
								Position={UDim2.fromScale(0, 1)}
								Size={() => UDim2.fromOffset(1, isLarge() ? 10 : 4)}
								BackgroundColor3={() => (isLarge() ? theme().subText : theme().disabledText)}
								BorderSizePixel={0}
							/>
							<LaneText
								name="TickTime"
								text={() => timeOf(tick())}
								position={UDim2.fromOffset(4, 0)}
								size={() => UDim2.fromOffset(timeWidth(tick().time ?? ""), labelHeight())}
								color={() => theme().subText}
							/>
						</frame>
					);
				}}
			</Index>
			<Show when={() => layout().hasMarkersInRuler}>
				{() => (
					<frame
						Name="RulerMarkers"
						Position={UDim2.fromOffset(0, 13)}
						Size={new UDim2(1, 0, 1, -13)}
						BackgroundTransparency={1}
					>
						<MarkerTags timeline={timeline} height={() => layout().ruler - 13} />
					</frame>
				)}
			</Show>
		</frame>
	);
}

/** The playhead: its time on the ruler, and a line through all lanes. */
export function Playhead({ timeline }: { timeline: Timeline }) {
	const { editor, layout } = timeline;
	const x = () => timeline.xOf(editor.playback.position());
	const isShown = () => editor.shown() !== undefined && x() >= -1 && x() <= timeline.lanesWidth() + 1;
	return (
		<frame Name="PlayheadGround" Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1} ZIndex={5} Visible={isShown}>
			<frame
				Name="Playhead"
				Position={() => UDim2.fromOffset(x() - 1, layout().ruler - 4)}
				Size={() => new UDim2(0, 2, 1, 4 - layout().ruler)}
				BackgroundColor3={() => theme().text}
				BorderSizePixel={0}
			/>
			{timeline.isSmall ? (
				// The transport shows the time, because a tag would hide much of this short ruler.
				<frame
					Name="PlayheadHandle"
					AnchorPoint={new Vector2(0.5, 1)}
					Position={() => UDim2.fromOffset(x(), layout().ruler)}
					Size={UDim2.fromOffset(10, 8)}
					BackgroundColor3={() => theme().text}
					BorderSizePixel={0}
				>
					<uicorner CornerRadius={new UDim(0, 3)} />
				</frame>
			) : (
				<textlabel
					Name="PlayheadTime"
					Position={() => UDim2.fromOffset(tagX(timeline), (layout().ruler - TAG.height) / 2)}
					Size={UDim2.fromOffset(TAG.width, TAG.height)}
					Text={() => formatClock(editor.playback.position())}
					FontFace={SEMIBOLD}
					TextSize={14}
					TextColor3={() => theme().background}
					BackgroundColor3={() => theme().text}
				>
					<uicorner CornerRadius={new UDim(0, 3)} />
				</textlabel>
			)}
		</frame>
	);
}
