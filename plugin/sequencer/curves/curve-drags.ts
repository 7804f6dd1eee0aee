import { untrack } from "@rbxts/vide";
import { formatClock } from "../../../ui/format";
import { chosenByClip, replacedWords } from "../../editor/edits";
import { setTangents, shiftKeys } from "../../editor/key-edits";
import { Channel, valueOf, withPassing, withValue } from "../../editor/key-values";
import { shotAt, withClip } from "../../editor/timeline-items";
import { stepDrag } from "../drags";
import type { DragTarget, PointerPlace } from "../pointer";
import { writeValue } from "./channels";
import type { CurveGraph, CurvePoint, TangentHandle } from "./curve-graph";

/** Pixels of movement along an axis before a drag changes it, so that a vertical drag keeps the time. */
const AXIS_DISTANCE = 4;
/** Max distance in pixels at which a value snaps to that of another key. */
const SNAP = 6;
/** The min width of a tangent in pixels: it is never vertical. */
const LEAST_WIDTH = 3;

const LIMITS: { [K in Channel]?: readonly [number, number] } = { lens: [1, 120], pitch: [-89.9, 89.9] };

/** Makes the graph keep its range during a drag. */
function holding(graph: CurveGraph, target: DragTarget): DragTarget {
	return {
		onMove: (at) => {
			graph.hold();
			target.onMove(at);
		},
		onEnd: () => {
			target.onEnd?.();
			graph.release();
		},
		onCancel: () => {
			target.onCancel?.();
			graph.release();
		},
	};
}

/** Snaps a dragged value to that of a near key on the curve, or to a round one. */
function snapValue(graph: CurveGraph, point: CurvePoint, value: number, isFree: boolean): number {
	const { editor } = graph.timeline;
	const step = 10 ** math.floor(math.log10(math.max(graph.scale(), 1e-6)));
	const round = math.round(value / step) * step;
	if (isFree || !untrack(editor.snaps)) return round;
	const reach = SNAP * graph.scale();
	let best: number | undefined;
	for (const other of untrack(graph.points)) {
		if (other.channel !== point.channel || untrack(() => editor.selection.has(other.key.id))) continue;
		const distance = math.abs(other.value - value);
		if (distance <= reach && (best === undefined || distance < math.abs(best - value))) best = other.value;
	}
	return best ?? round;
}

/** Drags the chosen keys: vertically by their value on a curve, horizontally by their time. */
export function dragPoint(graph: CurveGraph, point: CurvePoint, start: PointerPlace): DragTarget {
	const { timeline } = graph;
	const { editor } = timeline;
	const { channel } = point;
	const at = point.key.seconds;
	const byClip = chosenByClip(editor);
	const ids = new Set<string>();
	for (const { id } of untrack(editor.chosenKeys)) ids.add(id);
	const count = ids.size();
	const words = count === 1 ? "1 key" : `${count} keys`;
	const [pressedAt, pressedValue] = [timeline.secondsOf(start.x), graph.valueAt(start.y)];
	let [movesTime, movesValue] = [false, false];
	let [landed, value] = [at, point.value];
	let replaced = 0;
	const said = () => {
		if (replaced > 0) return replacedWords(replaced);
		const where = movesValue ? writeValue(channel, value) : formatClock(landed);
		return `Moved ${words} to ${where}. Ctrl+Z puts ${count === 1 ? "it" : "them"} back.`;
	};
	const drag = stepDrag(timeline, `Move ${words}`, said, (recording, place) => {
		movesTime = movesTime || math.abs(place.x - start.x) >= AXIS_DISTANCE;
		movesValue = movesValue || math.abs(place.y - start.y) >= AXIS_DISTANCE;
		const wanted = at + timeline.secondsOf(place.x) - pressedAt;
		landed = movesTime
			? math.max(
					timeline.snap(wanted, place.shift, (id) => ids.has(id)),
					0,
				)
			: at;
		value = point.value;
		if (movesValue) {
			value = snapValue(graph, point, value + graph.valueAt(place.y) - pressedValue, place.shift);
		}
		const [least, most] = LIMITS[channel] ?? [-math.huge, math.huge];
		value = math.clamp(value, least, most);
		replaced = 0;
		let changed = recording;
		const chosen = new Array<string>();
		for (const [clip, indices] of byClip) {
			const shot = shotAt(recording, clip);
			if (!shot) continue;
			const keys = [...shot.keys];
			for (const index of movesValue ? indices : []) {
				const own = valueOf(keys[index], channel);
				if (own === undefined) continue;
				keys[index] = withValue(keys[index], channel, math.clamp(own + value - point.value, least, most));
			}
			const result = shiftKeys({ ...shot, keys }, indices, landed - at);
			replaced += result.replaced;
			changed = withClip(changed, clip, result.shot);
			for (const index of result.indices) chosen.push(`key:${clip}:${index}`);
		}
		editor.selection.set(chosen);
		return changed;
	});
	return holding(graph, drag);
}

/**
 * Drags an end of a tangent, which gives the key its own velocity. A key has one velocity for both sides, so the other
 * end follows and Alt does not break the tangent.
 */
export function dragHandle(graph: CurveGraph, { point, side }: TangentHandle): DragTarget {
	const { timeline } = graph;
	const { clip, index, seconds } = point.key;
	const said = () => `Bent the curve at ${formatClock(seconds)}. Ctrl+Z puts it back.`;
	const drag = stepDrag(timeline, "Bend curve", said, (recording, place) => {
		const shot = shotAt(recording, clip);
		if (!shot) return recording;
		const width = math.max((place.x - timeline.xOf(seconds)) * side, LEAST_WIDTH) * side;
		const rate = ((graph.valueAt(place.y) - point.value) * untrack(timeline.scale)) / width;
		const free = setTangents(shot, [index], "free");
		const keys = [...free.keys];
		keys[index] = withPassing(keys[index], point.channel, rate);
		return withClip(recording, clip, { ...free, keys });
	});
	return holding(graph, drag);
}
