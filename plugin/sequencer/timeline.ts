import { derive, source, untrack } from "@rbxts/vide";
import { isRecording } from "../../src/camera";
import type { Editor } from "../editor/editor";
import { onFrame } from "../editor/key-edits";
import type { TimelineClip } from "../editor/timeline-items";
import { followView, moveView, zoomView } from "../editor/time-view";
import {
	AFTER_LAST,
	BEFORE_FIRST,
	BEFORE_FIRST_OF_CURVES,
	Lane,
	LaneKind,
	layoutOf,
	OVERVIEW,
	SMALL_EDGE,
	smallLayoutOf,
	stackLanes,
} from "./layout";

/** The lanes of the small timeline, with their values. */
const SMALL_LANES: ReadonlyArray<LaneKind> = ["camera", "lens", "speed"];

/** Max distance in pixels at which a drag snaps. */
const SNAP = 6;

/** A subject of a replay on the timeline. */
export interface TimelineSubject {
	readonly name: string;
	readonly spans: ReadonlyArray<{ start: number; finish: number }>;
}

function subjectsOf(clips: ReadonlyArray<TimelineClip>): Array<TimelineSubject> {
	const found = new Map<string, Array<{ start: number; finish: number }>>();
	const names = new Array<string>();
	for (const { recording, start } of clips) {
		if (!isRecording(recording, "replay")) continue;
		for (const { name, kind, spans } of recording.subjects) {
			if (kind === "camera") continue;
			const list = found.get(name) ?? [];
			if (list.isEmpty()) names.push(name);
			const { rate } = recording;
			for (const { first, last } of spans) list.push({ start: start + first / rate, finish: start + last / rate });
			found.set(name, list);
		}
	}
	return names.map((name) => ({ name, spans: found.get(name)! }));
}

/** The geometry of the timeline: seconds and pixels, lanes, and snapping. */
export class Timeline {
	public readonly width = source(1200);
	public readonly height = source(320);
	public readonly layout = derive(() =>
		this.isSmall ? smallLayoutOf(this.width(), this.height()) : layoutOf(this.width(), this.height()),
	);
	/** The time to which the current drag has snapped. */
	public readonly snapped = source<number | undefined>(undefined);
	/** The selection box: corners in pixels of the lanes. */
	public readonly box = source<{ x0: number; y0: number; x1: number; y1: number } | undefined>(undefined);
	/** The scroll position of the lanes. */
	public readonly scrolled = source(0);

	public readonly lanesWidth = derive(() => {
		const { width, headers, side, coversLanes } = this.layout();
		const taken = this.editor.side() === "none" || coversLanes ? 0 : side;
		return math.max(width - headers - taken, 100);
	});
	/** The visible part of that width: in a narrow dock, the panel at the right covers the rest. */
	public readonly shownWidth = derive(() => {
		const { side, coversLanes } = this.layout();
		const covered = coversLanes && this.editor.side() !== "none" ? side : 0;
		return math.max(this.lanesWidth() - covered, 100);
	});
	/** The height that is left for lanes. */
	public readonly room = derive(() => {
		const { height, toolbar, ruler, status } = this.layout();
		return math.max(height - toolbar - ruler - status - OVERVIEW, 0);
	});
	/** The subjects of the open replays and when each is present, in seconds of the timeline. */
	public readonly subjects = derive(() => subjectsOf(this.editor.clips()));
	public readonly lanes = derive(() => stackLanes(this.wanted(), this.room()));
	/** Pixels before the first visible frame. Curves show the numbers of their values there. */
	public readonly before = derive(() => {
		if (this.isSmall) return SMALL_EDGE;
		return this.editor.mode() === "curves" ? BEFORE_FIRST_OF_CURVES : BEFORE_FIRST;
	});
	/** Pixels per second. */
	public readonly scale = derive(() => {
		const after = this.isSmall ? SMALL_EDGE : AFTER_LAST;
		return math.max(this.lanesWidth() - this.before() - after, 1) / this.editor.view().span;
	});

	constructor(
		public readonly editor: Editor,
		public readonly isSmall = false,
	) {}

	/** Returns the position of a time, in pixels from the left of the lanes. */
	public xOf(seconds: number): number {
		return this.before() + (seconds - this.editor.view().start) * this.scale();
	}

	public secondsOf(x: number): number {
		return untrack(this.editor.view).start + (x - untrack(this.before)) / untrack(this.scale);
	}

	/** Returns the time of the frame at a position, not before the start. */
	public frameOf(x: number): number {
		return onFrame(this.secondsOf(x), untrack(this.editor.rate));
	}

	/** Returns the visible range of time, edge to edge. */
	public inView(): { first: number; last: number } {
		return { first: this.secondsOf(0), last: this.secondsOf(untrack(this.lanesWidth)) };
	}

	public lane(kind: LaneKind, name = ""): Lane | undefined {
		return this.lanes().find((lane) => lane.kind === kind && lane.name === name);
	}

	/** Returns the lane at a height. */
	public laneAt(y: number): Lane | undefined {
		const at = y + untrack(this.scrolled);
		return untrack(this.lanes).find((lane) => at >= lane.y && at < lane.y + lane.height);
	}

	/** Snaps a dragged time to something near, or to a frame. `isFree` turns off snapping to anything but frames. */
	public snap(seconds: number, isFree: boolean, isOwn: (id: string) => boolean): number {
		const framed = onFrame(seconds, untrack(this.editor.rate));
		this.snapped(undefined);
		if (isFree || !untrack(this.editor.snaps)) return framed;
		const reach = SNAP / untrack(this.scale);
		let best: number | undefined;
		const consider = (at: number) => {
			const distance = math.abs(at - seconds);
			if (distance <= reach && (best === undefined || distance < math.abs(best - seconds))) best = at;
		};
		for (const { id, seconds: at } of untrack(this.editor.keys)) if (!isOwn(id)) consider(at);
		for (const { id, seconds: at } of untrack(this.editor.markers)) if (!isOwn(id)) consider(at);
		for (const { id, seconds: at } of untrack(this.editor.cuts)) if (!isOwn(id)) consider(at);
		for (const { start, finish } of untrack(this.editor.clips)) {
			consider(start);
			consider(finish);
		}
		if (!isOwn("playhead")) consider(untrack(this.editor.playback.position));
		if (best !== undefined) this.snapped(best);
		return best ?? framed;
	}

	/** Scales the span by a factor. The time at `x` keeps its position. */
	public zoom(factor: number, x?: number): void {
		const { editor } = this;
		const around = x === undefined ? untrack(editor.playback.position) : this.secondsOf(x);
		const duration = untrack(editor.playback.duration);
		editor.view(zoomView(untrack(editor.view), factor, around, duration, untrack(editor.rate)));
	}

	/** Returns the zoom, from 0 for the whole timeline to 1 for ten frames. */
	public zoomShare(): number {
		const { span } = this.editor.view();
		const [most, least] = this.spans();
		return math.clamp(math.log(most / span) / math.log(most / least), 0, 1);
	}

	/** Sets the zoom, around the playhead. */
	public zoomToShare(share: number): void {
		const [most, least] = this.spans();
		this.zoom((most * (least / most) ** share) / untrack(this.editor.view).span);
	}

	private spans(): LuaTuple<[most: number, least: number]> {
		return $tuple(math.max(untrack(this.editor.playback.duration), 1), 10 / untrack(this.editor.rate));
	}

	public pan(seconds: number): void {
		const view = untrack(this.editor.view);
		this.editor.view(moveView(view, view.start + seconds, untrack(this.editor.playback.duration)));
	}

	/** Turns the page if a time is not visible. */
	public follow(seconds: number): void {
		const { editor } = this;
		const view = untrack(editor.view);
		const turned = followView(view, seconds, untrack(editor.playback.duration));
		if (turned !== view) editor.view(turned);
	}

	public scroll(pixels: number): void {
		const lanes = untrack(this.lanes);
		const last = lanes[lanes.size() - 1];
		const most = last ? math.max(last.y + last.height - untrack(this.room), 0) : 0;
		this.scrolled(math.clamp(untrack(this.scrolled) + pixels, 0, most));
	}

	private wanted(): Array<Pick<Lane, "kind" | "name">> {
		if (this.isSmall) return SMALL_LANES.map((kind) => ({ kind, name: "" }));
		const kinds: Array<LaneKind> = ["clips", "camera"];
		if (!this.layout().hasMarkersInRuler) kinds.unshift("markers");
		const side = this.editor.side();
		if (side === "fit" || (side === "tool" && this.editor.takeWork.tool()?.moves)) kinds.push("difference");
		kinds.push("lens", "speed");
		const lanes = kinds.map((kind) => ({ kind, name: "" }));
		const subjects = this.subjects().map(({ name }) => ({ kind: "subject" as const, name }));
		return [...lanes, ...subjects, ...this.editor.layers().map(({ id }) => ({ kind: "layer" as const, name: id }))];
	}
}
