import Vide, { untrack } from "@rbxts/vide";
import { isRecording } from "../../src/camera";
import { addKeyAt } from "../editor/edits";
import type { TimelineClip } from "../editor/timeline-items";
import type { Library } from "../library/library";
import { dragChosen, dragClip, dragCut, dragEnd, dragLayer } from "./drags";
import { Hit, hitTest, markerAt } from "./hit-test";
import { chosenItems, clipItems, easingItems, keyItems, rulerItems } from "./lane-menus";
import { createPointer, DragTarget, PointerPlace } from "./pointer";
import type { TakeTool } from "../editor/take-tools";
import type { Timeline } from "./timeline";

/** The factor of the span for each step of the wheel. */
const WHEEL = 0.8;
/** Per step of the wheel: the pixels that lanes scroll, and the fraction of the view that it pans. */
const LANE_STEP = 24;
const PAN_SHARE = 0.1;

interface SurfaceProps {
	library: Library;
	timeline: Timeline;
	onFit: () => void;
	onTool: (tool: TakeTool) => void;
	children?: Vide.Node;
}

/** Pans the view during a drag. */
export function panDrag(timeline: Timeline, start: PointerPlace): DragTarget {
	let last = start.x;
	return {
		onMove: ({ x }) => {
			timeline.pan((last - x) / untrack(timeline.scale));
			last = x;
		},
	};
}

export function wheel(timeline: Timeline, at: PointerPlace, steps: number): void {
	if (at.alt) timeline.scroll(-steps * LANE_STEP);
	else if (at.shift) timeline.pan(-steps * PAN_SHARE * untrack(timeline.editor.view).span);
	else timeline.zoom(steps > 0 ? WHEEL : 1 / WHEEL, at.x);
}

/** Moves the playhead during a drag. */
function scrubDrag(timeline: Timeline): DragTarget {
	const { playback } = timeline.editor;
	return {
		isImmediate: true,
		onMove: ({ x, shift }) => {
			const seconds = timeline.snap(timeline.secondsOf(x), shift, (id) => id === "playhead");
			playback.scrub(seconds);
		},
		onEnd: () => {
			timeline.snapped(undefined);
			playback.endScrub();
		},
	};
}

/** The ruler: a press or a drag moves the playhead. Markers in it can be dragged. */
export function RulerSurface({ library, timeline, children }: Omit<SurfaceProps, "onFit" | "onTool">) {
	const { editor } = timeline;
	let ground: Frame | undefined;
	const pointer = createPointer(() => ground, {
		onPress: (at) => {
			const isLow = untrack(timeline.layout).hasMarkersInRuler;
			const hit = isLow && at.y >= 14 ? markerAt(timeline, at.x) : undefined;
			if (!hit) return scrubDrag(timeline);
			if (!editor.selection.has(hit.id)) editor.selection.set([hit.id]);
			return dragChosen(timeline, at, hit.seconds);
		},
		onMenu: (at) => {
			editor.playback.seek(timeline.frameOf(at.x));
			library.showMenuOfOpened(rulerItems(editor));
		},
		onPan: (at) => panDrag(timeline, at),
		onWheel: (at, steps) => wheel(timeline, at, steps),
	});
	return (
		<frame
			Name="RulerSurface"
			action={(instance) => (ground = instance)}
			Size={UDim2.fromScale(1, 1)}
			BackgroundTransparency={1}
			Active={true}
			InputBegan={pointer.began}
			InputChanged={pointer.changed}
		>
			{children}
		</frame>
	);
}

/** Handles presses, drags, clicks and the wheel on the lanes. */
export function LaneSurface({ library, timeline, onFit, onTool, children }: SurfaceProps) {
	const { editor } = timeline;
	const { selection } = editor;
	let ground: Frame | undefined;

	/** Changes the selection after a click on an item. */
	function choose(hit: Hit, at: PointerPlace): void {
		if (at.ctrl && hit.kind !== "end") {
			selection.toggle(hit.id);
		} else if (at.shift && hit.kind === "key") {
			const chosen = untrack(editor.chosenKeys);
			const from = chosen[0]?.seconds ?? hit.seconds;
			const [first, last] = [math.min(from, hit.seconds), math.max(from, hit.seconds)];
			const between = untrack(editor.keys).filter(({ seconds }) => seconds >= first && seconds <= last);
			selection.add(between.map(({ id }) => id));
		} else if (!selection.has(hit.id)) {
			selection.set([hit.id]);
		}
	}

	function boxDrag(start: PointerPlace): DragTarget {
		const chosen = selection.all();
		const before = start.shift ? untrack(editor.chosenKeys).map(({ id }) => id) : [];
		return {
			onMove: ({ x, y }) => {
				timeline.box({ x0: start.x, y0: start.y, x1: x, y1: y });
				const first = timeline.secondsOf(math.min(start.x, x));
				const last = timeline.secondsOf(math.max(start.x, x));
				const touches = (kind: "camera" | "markers" | "lens") => {
					const lane = untrack(() => timeline.lane(kind));
					const [top, bottom] = [math.min(start.y, y), math.max(start.y, y)];
					const scrolled = untrack(timeline.scrolled);
					return lane && bottom + scrolled >= lane.y && top + scrolled <= lane.y + lane.height;
				};
				const ids = [...before];
				const isIn = ({ seconds }: { seconds: number }) => seconds >= first && seconds <= last;
				if (touches("camera") || touches("lens")) {
					for (const key of untrack(editor.keys)) if (isIn(key)) ids.push(key.id);
				}
				if (touches("markers")) for (const marker of untrack(editor.markers)) if (isIn(marker)) ids.push(marker.id);
				selection.set(ids);
			},
			onEnd: () => timeline.box(undefined),
			onCancel: () => {
				timeline.box(undefined);
				selection.set(chosen);
			},
		};
	}

	function press(at: PointerPlace): DragTarget | undefined {
		const hit = hitTest(timeline, at);
		if (!hit) return boxDrag(at);
		choose(hit, at);
		// An item that Ctrl has removed from the selection is not dragged.
		if (!selection.has(hit.id)) return undefined;
		if (hit.kind === "key" || hit.kind === "marker") return dragChosen(timeline, at, hit.seconds);
		if (hit.kind === "cut") return dragCut(timeline, hit.id, at);
		if (hit.kind === "layer") return dragLayer(timeline, hit.id, at);
		if (hit.kind === "end") return dragEnd(timeline, hit.clip, hit.side, at);
		return hit.kind === "clip" && untrack(editor.clips).size() > 1 ? dragClip(timeline, hit.clip, at.alt) : undefined;
	}

	function click(at: PointerPlace): void {
		const hit = hitTest(timeline, at);
		if (!hit) {
			if (!at.shift) selection.clear();
		} else if (!at.ctrl && !at.shift) {
			selection.set([hit.id]);
			const what = hit.kind === "end" ? "clip" : hit.kind;
			library.messages.say(`1 ${what} chosen.`);
		}
	}

	function doubleClick(at: PointerPlace): void {
		const hit = hitTest(timeline, at);
		const kind = timeline.laneAt(at.y)?.kind;
		if (hit?.kind === "key") {
			editor.playback.pause();
			editor.playback.seek(hit.seconds);
			editor.side("key");
		} else if (hit?.kind === "layer" || hit?.kind === "marker") {
			selection.set([hit.id]);
			editor.side(hit.kind);
		} else if (!hit && (kind === "camera" || kind === "lens")) {
			addKeyAt(editor, timeline.frameOf(at.x));
		}
	}

	function menu(at: PointerPlace): void {
		const hit = hitTest(timeline, at);
		if (hit && !selection.has(hit.id)) selection.set([hit.id]);
		if (hit?.kind === "key") library.showMenuOfOpened(keyItems(editor));
		else if (hit?.kind === "clip" || hit?.kind === "end") {
			clipMenu(hit.clip, timeline.secondsOf(at.x));
		} else if (hit) {
			library.showMenuOfOpened(chosenItems(editor, hit.kind));
		} else if (timeline.laneAt(at.y)?.kind === "camera") {
			segmentMenu(timeline.secondsOf(at.x));
		} else {
			editor.playback.seek(timeline.frameOf(at.x));
			library.showMenuOfOpened(rulerItems(editor));
		}
	}

	function clipMenu(clip: TimelineClip, seconds: number): void {
		library.showMenuOfOpened(clipItems(editor, clip, seconds, { onFit, onTool }));
	}

	/**
	 * Shows the menu for the space between two keys, whose easing is set at the first. Without keys, shows the clip's
	 * menu.
	 */
	function segmentMenu(seconds: number): void {
		const clip = untrack(editor.clips).find(({ start, finish }) => seconds >= start && seconds <= finish);
		if (clip && !isRecording(clip.recording, "shot")) {
			selection.set([`clip:${clip.index}`]);
			clipMenu(clip, seconds);
			return;
		}
		let before: string | undefined;
		for (const key of untrack(editor.keys)) if (key.seconds <= seconds) before = key.id;
		if (before === undefined) return;
		selection.set([before]);
		library.showMenuOfOpened(easingItems(editor));
	}

	const pointer = createPointer(() => ground, {
		onPress: press,
		onClick: click,
		onDoubleClick: doubleClick,
		onMenu: menu,
		onPan: (at) => panDrag(timeline, at),
		onWheel: (at, steps) => wheel(timeline, at, steps),
	});
	return (
		<frame
			Name="LaneSurface"
			action={(instance) => (ground = instance)}
			Size={UDim2.fromScale(1, 1)}
			BackgroundTransparency={1}
			Active={true}
			ClipsDescendants={true}
			InputBegan={pointer.began}
			InputChanged={pointer.changed}
		>
			{children}
		</frame>
	);
}
