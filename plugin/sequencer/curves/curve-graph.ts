import { derive, effect, source, untrack } from "@rbxts/vide";
import { sampleCFrame, Shot } from "../../../src/camera";
import { setTangents, segmentEasing } from "../../editor/key-edits";
import { Channel, isAngle, passingOf, valueOf } from "../../editor/key-values";
import { shotAt, TimelineKey } from "../../editor/timeline-items";
import { stretchesOf, timesOf } from "../lane-shapes";
import type { Timeline } from "../timeline";
import { CHANNELS, CurveChannel } from "./channels";
import { CurveValues } from "./curve-values";

/** The values at the bottom and the top of the graph. */
export interface ValueRange {
	readonly min: number;
	readonly max: number;
}

/** A key on the curve of one of its numbers. */
export interface CurvePoint {
	readonly channel: Channel;
	readonly key: TimelineKey;
	readonly value: number;
}

/** An end of a chosen key's tangent: before or after the key. */
export interface TangentHandle {
	readonly point: CurvePoint;
	readonly side: -1 | 1;
	readonly x: number;
	readonly y: number;
}

/** The margin above and below the values, as a fraction of their span. */
const MARGIN = 0.1;
/** The span in view if the values are constant. */
const LEAST_SPAN = 1;
/** The min and max span of zooming with Ctrl and the wheel. */
const NEAREST = 1e-3;
const FARTHEST = 1e7;

/** Pixels between a key and the ends of its tangent, and the max number of keys that show tangents. */
const HANDLE = 56;
const MOST_TANGENTS = 8;

/** The possible distances between grid lines, times powers of ten. */
const STEPS = [1, 2, 4, 5, 10];

/** The shown curves and the positions of their values. */
export class CurveGraph {
	public readonly visible = source<ReadonlySet<CurveChannel>>(new Set<CurveChannel>(["x", "y", "z"]));
	public readonly folded = source<ReadonlySet<string>>(new Set());
	/** The curve whose key was chosen last. Only this one shows tangents. */
	private readonly chosenChannel = source<CurveChannel>("x");
	/** The zoomed range. If undefined, all values are in view. */
	private readonly zoomed = source<ValueRange | undefined>(undefined);
	/** The range while a drag changes values. */
	private readonly held = source<ValueRange | undefined>(undefined);

	/** The flight's numbers, or undefined while curves are hidden. */
	public readonly values = derive(() => {
		const { editor } = this.timeline;
		const flight = editor.mode() === "curves" ? editor.flight() : undefined;
		return flight && new CurveValues(flight);
	});
	public readonly shown = derive(() => {
		const values = this.values();
		return CHANNELS.map(({ channel }) => channel).filter((channel) => {
			return this.visible().has(channel) && values !== undefined && values.has(channel);
		});
	});
	private readonly whole = derive(() => this.wholeRange());
	public readonly range = derive(() => this.held() ?? this.zoomed() ?? this.whole());
	/** The keys on the shown curves. */
	public readonly points = derive(() => this.pointsOf());
	public readonly handles = derive(() => this.handlesOf());
	/** The visible part of each curve in pixels, one piece between cuts. */
	private readonly curves = new Map<CurveChannel, () => Array<Array<Vector2>>>();

	constructor(public readonly timeline: Timeline) {
		for (const { channel } of CHANNELS) {
			this.curves.set(
				channel,
				derive(() => this.drawnCurves(channel)),
			);
		}
		// Showing the whole time shows all values too.
		effect(() => {
			timeline.editor.view();
			const { start, span } = untrack(timeline.editor.view);
			if (start === 0 && span === untrack(timeline.editor.playback.duration)) this.zoomed(undefined);
		});
		effect(() => {
			this.visible();
			timeline.editor.opened();
			this.zoomed(undefined);
		});
	}

	public active(): CurveChannel | undefined {
		const shown = this.shown();
		return shown.includes(this.chosenChannel()) ? this.chosenChannel() : shown[0];
	}

	public activate(channel: CurveChannel): void {
		this.chosenChannel(channel);
	}

	/** Shows or hides a curve. */
	public toggle(channel: CurveChannel): void {
		const visible = new Set<CurveChannel>();
		for (const other of untrack(this.visible)) visible.add(other);
		if (!visible.delete(channel)) {
			visible.add(channel);
			this.activate(channel);
		}
		this.visible(visible);
	}

	public fold(group: string): void {
		const folded = new Set<string>();
		for (const other of untrack(this.folded)) folded.add(other);
		if (!folded.delete(group)) folded.add(group);
		this.folded(folded);
	}

	public height(): number {
		return math.max(this.timeline.room(), 1);
	}

	public yOf(value: number): number {
		const { min, max } = this.range();
		return this.height() * (1 - (value - min) / (max - min));
	}

	public valueAt(y: number): number {
		const { min, max } = untrack(this.range);
		return max - (y / untrack(() => this.height())) * (max - min);
	}

	/** Returns the value per pixel. */
	public scale(): number {
		const { min, max } = untrack(this.range);
		return (max - min) / untrack(() => this.height());
	}

	/** Scales the span of values by a factor. The value at `y` keeps its position. */
	public zoom(factor: number, y: number): void {
		const { min, max } = untrack(this.range);
		const around = this.valueAt(y);
		const span = math.clamp((max - min) * factor, NEAREST, FARTHEST);
		const share = (around - min) / (max - min);
		this.zoomed({ min: around - span * share, max: around + span * (1 - share) });
	}

	/** Moves the values by a number of pixels, if they are not all in view. */
	public pan(pixels: number): void {
		const zoomed = untrack(this.zoomed);
		if (!zoomed) return;
		const delta = pixels * this.scale();
		this.zoomed({ min: zoomed.min + delta, max: zoomed.max + delta });
	}

	/** Shows all values. */
	public fitValues(): void {
		this.zoomed(undefined);
	}

	/** Keeps the range while a drag changes values. */
	public hold(): void {
		if (!untrack(this.held)) this.held(untrack(this.range));
	}

	public release(): void {
		this.held(undefined);
	}

	/** Returns the values of the grid lines, at least `gap` pixels apart. */
	public gridValues(gap: number): Array<number> {
		const { min, max } = this.range();
		const least = ((max - min) / this.height()) * gap;
		const power = 10 ** math.floor(math.log10(least));
		const step = power * (STEPS.find((wanted) => wanted * power >= least - 1e-12) ?? 10);
		const values = new Array<number>();
		for (const index of $range(math.ceil(min / step), math.floor(max / step))) values.push(index * step);
		return values;
	}

	/** Returns the visible part of a curve in pixels, one piece between cuts. */
	public curvesOf(channel: CurveChannel): Array<Array<Vector2>> {
		return this.curves.get(channel)!();
	}

	private drawnCurves(channel: CurveChannel): Array<Array<Vector2>> {
		const { timeline } = this;
		const values = this.values();
		if (!values || !this.shown().includes(channel)) return [];
		const needsPlace = channel !== "speed" && channel !== "lens";
		const endings = this.points().filter((point) => point.channel === channel && this.endsClip(point.key));
		return stretchesOf(timeline, values.flight, values.last()).map(([first, last]) => {
			const corners = timesOf(timeline, first, last).map((seconds) => {
				const value = needsPlace
					? values.of(channel, sampleCFrame(values.flight, seconds), seconds)
					: values.at(channel, seconds);
				return new Vector2(timeline.xOf(seconds), this.yOf(value));
			});
			// The last key before a cut is where the next piece begins, a frame after the last shown frame.
			const final = endings.find(({ key }) => key.seconds > last && key.seconds - last < 1.5 / values.flight.rate);
			if (final) corners.push(new Vector2(timeline.xOf(final.key.seconds), this.yOf(final.value)));
			return corners;
		});
	}

	/** Returns whether another clip begins at a key. */
	private endsClip({ clip, seconds }: TimelineKey): boolean {
		const following = this.timeline.editor.clips()[clip + 1];
		return following !== undefined && following.start <= seconds + 1e-6;
	}

	private wholeRange(): ValueRange {
		const values = this.values();
		let [min, max] = [math.huge, -math.huge];
		if (values) {
			for (const channel of this.shown()) {
				const [least, most] = values.rangeOf(channel);
				min = math.min(min, least);
				max = math.max(max, most);
			}
		}
		if (min > max) [min, max] = [-1, 1];
		if (max - min < LEAST_SPAN) [min, max] = [(min + max - LEAST_SPAN) / 2, (min + max + LEAST_SPAN) / 2];
		const margin = (max - min) * MARGIN;
		return { min: min - margin, max: max + margin };
	}

	private pointsOf(): Array<CurvePoint> {
		const values = this.values();
		const points = new Array<CurvePoint>();
		if (!values) return points;
		const keys = this.timeline.editor.keys();
		for (const channel of this.shown()) {
			if (channel === "speed") continue;
			for (const key of keys) {
				const own = valueOf(key.key, channel);
				if (own === undefined) continue;
				// The flight is in the next clip at that time.
				const seconds = this.endsClip(key) ? key.seconds - 1 / values.flight.rate : key.seconds;
				points.push({ channel, key, value: isAngle(channel) ? values.near(channel, own, seconds) : own });
			}
		}
		return points;
	}

	/** Returns the tangent ends of chosen keys, on the sides where the camera follows a curve. */
	private handlesOf(): Array<TangentHandle> {
		const { timeline } = this;
		const { editor } = timeline;
		const active = this.active();
		const shown = editor.shown();
		const handles = new Array<TangentHandle>();
		if (!shown || editor.isPreview()) return handles;
		const chosen = this.points().filter(({ channel, key }) => channel === active && editor.selection.has(key.id));
		if (chosen.size() > MOST_TANGENTS) return handles;
		for (const point of chosen) {
			const { clip, index } = point.key;
			const shot = shotAt(shown, clip);
			if (!shot?.keys[index]) continue;
			const rate = rateAt(shot, index, point.channel);
			const x = timeline.xOf(point.key.seconds);
			const y = this.yOf(point.value);
			const { min, max } = this.range();
			const slope = (-rate / timeline.scale()) * (this.height() / (max - min));
			const length = math.sqrt(1 + slope * slope);
			for (const side of [-1, 1] as const) {
				if (!isCurve(shot, side < 0 ? index - 1 : index)) continue;
				handles.push({ point, side, x: x + (side * HANDLE) / length, y: y + (side * slope * HANDLE) / length });
			}
		}
		return handles;
	}
}

/** Returns whether the camera follows a curve from a key to the next. */
function isCurve(shot: Shot, index: number): boolean {
	if (index < 0 || !shot.keys[index + 1]) return false;
	const easing = segmentEasing(shot, index);
	return easing === "smooth" || easing === "stop";
}

/** Returns the rate of change of a number at a key, per second. */
function rateAt(shot: Shot, index: number, channel: Channel): number {
	const key = shot.keys[index];
	if (key.easing === "stop") return 0;
	const own = passingOf(key, channel);
	if (own !== undefined) return own;
	return passingOf(setTangents(shot, [index], "free").keys[index], channel) ?? 0;
}
