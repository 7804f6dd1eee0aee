import { untrack } from "@rbxts/vide";
import type { TimelineClip } from "../editor/timeline-items";
import type { PointerPlace } from "./pointer";
import type { Timeline } from "./timeline";

/** The item of the lanes under the pointer. */
export type Hit =
	| { kind: "key" | "marker" | "cut"; id: string; seconds: number }
	| { kind: "layer"; id: string; seconds: number }
	| { kind: "clip"; id: string; clip: TimelineClip; seconds: number }
	| { kind: "end"; id: string; clip: TimelineClip; side: "start" | "finish"; seconds: number };

/** Half the width of a target for the pointer, in pixels. */
const REACH = 6;
/** The assumed width of a marker's tag. */
const TAG_WIDTH = 60;

function nearest<T extends { seconds: number; id: string }>(
	timeline: Timeline,
	items: ReadonlyArray<T>,
	x: number,
	after = REACH,
): T | undefined {
	let best: T | undefined;
	let least = math.huge;
	for (const item of items) {
		const distance = x - timeline.xOf(item.seconds);
		if (distance < -REACH || distance > after || math.abs(distance) >= least) continue;
		best = item;
		least = math.abs(distance);
	}
	return best;
}

/** Returns the marker at a position on the ruler or the lane of markers. */
export function markerAt(timeline: Timeline, x: number): Hit | undefined {
	const found = nearest(timeline, untrack(timeline.editor.markers), x, TAG_WIDTH);
	return found && { kind: "marker", id: found.id, seconds: found.seconds };
}

/** Returns the item at a position on the lanes. */
export function hitTest(timeline: Timeline, { x, y }: Pick<PointerPlace, "x" | "y">): Hit | undefined {
	const { editor } = timeline;
	const lane = timeline.laneAt(y);
	if (!lane) return undefined;
	if (lane.kind === "markers") return markerAt(timeline, x);
	if (lane.kind === "camera" || lane.kind === "lens") {
		const key = nearest(timeline, untrack(editor.keys), x);
		return key && { kind: "key", id: key.id, seconds: key.seconds };
	}
	if (lane.kind === "layer") {
		const layer = untrack(editor.layers).find(({ id }) => id === lane.name);
		const isIn = layer && x >= timeline.xOf(layer.start) && x <= timeline.xOf(layer.finish ?? math.huge);
		return isIn ? { kind: "layer", id: layer.id, seconds: layer.start } : undefined;
	}
	if (lane.kind !== "clips") return undefined;
	const seconds = timeline.secondsOf(x);
	const clips = untrack(editor.clips);
	for (const clip of clips) {
		const id = `clip:${clip.index}`;
		const hasFollowing = clip.index + 1 < clips.size();
		const toFinish = x - timeline.xOf(clip.finish);
		if (toFinish >= -REACH && toFinish <= (hasFollowing ? 0 : REACH)) {
			return { kind: "end", id, clip, side: "finish", seconds: clip.finish };
		}
		const toStart = x - timeline.xOf(clip.start);
		if (toStart >= (clip.index > 0 ? 0 : -REACH) && toStart <= REACH) {
			return { kind: "end", id, clip, side: "start", seconds: clip.start };
		}
	}
	const cut = nearest(
		timeline,
		untrack(editor.cuts).filter(({ index }) => index > 0),
		x,
	);
	if (cut) return { kind: "cut", id: cut.id, seconds: cut.seconds };
	const clip = clips.find(({ start, finish }) => seconds >= start && seconds <= finish);
	return clip && { kind: "clip", id: `clip:${clip.index}`, clip, seconds };
}
