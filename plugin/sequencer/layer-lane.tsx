import Vide, { Show } from "@rbxts/vide";
import { formatClock } from "../../ui/format";
import { Icon, IconName } from "../../ui/icon";
import { REGULAR, SEMIBOLD } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import type { TimelineLayer } from "../editor/film-layers";
import { soundFacts } from "../editor/sound-lengths";
import { LANE_TEXT, LaneProps, LaneText } from "./lanes";
import type { Timeline } from "./timeline";

const ICONS: { [K in TimelineLayer["layer"]["kind"]]: IconName } = { music: "music", rig: "person", replay: "history" };

/** Returns the layer of a lane. The lane's name is the layer's id. */
function layerOf(timeline: Timeline, id: string): TimelineLayer | undefined {
	return timeline.editor.layers().find((layer) => layer.id === id);
}

export function layerIcon(timeline: Timeline, id: string): IconName {
	return ICONS[layerOf(timeline, id)?.layer.kind ?? "music"];
}

/** Returns the name of a layer's lane: the rig, the replay, or the kind. */
export function layerName(timeline: Timeline, id: string): string {
	const found = layerOf(timeline, id);
	if (!found) return "";
	if (found.layer.kind === "music") return "Music";
	return found.layer.kind === "rig" ? (found.layer.target.split(".").pop() ?? "Rig") : found.title;
}

export function isMusic(timeline: Timeline, id: string): boolean {
	return layerOf(timeline, id)?.layer.kind === "music";
}

/** Returns the text at the right of a layer's name: a sound's length, or the kind. */
export function layerValue(timeline: Timeline, id: string): string {
	const found = layerOf(timeline, id);
	if (!found) return "";
	if (found.layer.kind !== "music") return found.layer.kind;
	const finish = finishOf(found);
	return finish === undefined ? "" : formatClock(finish - found.start);
}

/** Returns the end of a layer: a sound's own end if no length is set. */
function finishOf({ layer, start, finish }: TimelineLayer): number | undefined {
	if (finish !== undefined || layer.kind !== "music") return finish;
	const facts = soundFacts(layer.soundId);
	return facts && start + math.max(facts.duration - (layer.offset ?? 0), 0);
}

function detailOf(found: TimelineLayer): string {
	const { layer } = found;
	if (layer.kind === "replay") return `${layer.recording.subjects.size()} subjects`;
	if (layer.kind === "rig") return layer.loop ? `${formatClock(layer.duration)}, looped` : formatClock(layer.duration);
	return "";
}

/** Music, a rig's clip or a replay beside the camera. */
export function LayerLane({ timeline, lane }: LaneProps) {
	const { editor } = timeline;
	const found = () => layerOf(timeline, lane().name);
	const isChosen = () => editor.selection.has(lane().name);
	const filmEnd = () => editor.playback.duration();
	const start = () => found()?.start ?? 0;
	const finish = () => {
		const layer = found();
		return (layer && finishOf(layer)) ?? filmEnd();
	};
	const goesOn = () => finish() > filmEnd() + 1e-3;
	const ink = () => (isChosen() ? theme().selectedText : theme().text);
	return (
		<>
			<frame
				Name="LayerBar"
				Position={() => UDim2.fromOffset(timeline.xOf(start()), 4)}
				Size={() => {
					const width = goesOn() ? timeline.lanesWidth() : timeline.xOf(finish()) - timeline.xOf(start());
					return UDim2.fromOffset(math.max(width, 4), lane().height - 8);
				}}
				BackgroundColor3={() => (isChosen() ? theme().selected : theme().clip)}
				BorderSizePixel={0}
				ClipsDescendants={true}
			>
				<uicorner CornerRadius={new UDim(0, 3)} />
				<uistroke Color={() => (isChosen() ? theme().accentLine : theme().subText)} Transparency={0.4} />
				<uilistlayout
					FillDirection="Horizontal"
					VerticalAlignment="Center"
					SortOrder="LayoutOrder"
					Padding={new UDim(0, 8)}
				/>
				<uipadding PaddingLeft={new UDim(0, 8)} />
				<textlabel
					Name="LayerTitle"
					LayoutOrder={1}
					Text={() => found()?.title ?? ""}
					FontFace={SEMIBOLD}
					TextSize={LANE_TEXT}
					TextColor3={ink}
					BackgroundTransparency={1}
					Size={UDim2.fromScale(0, 1)}
					AutomaticSize="X"
				/>
				<textlabel
					Name="LayerDetail"
					LayoutOrder={2}
					Text={() => {
						const layer = found();
						return layer ? detailOf(layer) : "";
					}}
					FontFace={REGULAR}
					TextSize={LANE_TEXT}
					TextColor3={ink}
					BackgroundTransparency={1}
					Size={UDim2.fromScale(0, 1)}
					AutomaticSize="X"
				/>
			</frame>
			<Show when={goesOn}>
				{() => (
					<>
						<LaneText
							name="GoesOn"
							text={() => `goes on to ${formatClock(finish())}`}
							position={new UDim2(1, -168, 0, 4)}
							size={() => UDim2.fromOffset(140, lane().height - 8)}
							align="Right"
						/>
						<Icon
							icon="right"
							color={() => theme().subText}
							anchor={new Vector2(1, 0.5)}
							position={new UDim2(1, -4, 0.5, 0)}
						/>
					</>
				)}
			</Show>
		</>
	);
}
