//!native
//!optimize 2
import { Marker } from "./marker";

/** What a timeline met, in order of time. */
export const enum TimelineEvent {
	None,
	/** `marker` holds it. */
	Marker,
	/** It started again at the other end, `laps` times. */
	Looped,
}

/**
 * What happens at an end: `false` stops, `true` starts again at the other end, `"pingPong"` turns round.
 *
 * @example
 * const loop: LoopMode = "pingPong";
 * new CameraPlayer(take, { loop }).play(); // there and back again
 */
export type LoopMode = boolean | "pingPong";

/** Returns whether a value is a loop mode. */
export function isLoopMode(loop: unknown): loop is LoopMode {
	return typeIs(loop, "boolean") || loop === "pingPong";
}

/** The max laps within one step that meet markers. Nobody notices a thousand laps in a frame. */
const MOST_LAPS = 100;

/** The max markers that one step meets: a short loop may have thousands. A journey to a time meets all on the way. */
const MOST_MARKERS = 1000;

/** Longer steps, in seconds, are shortened, so that their sums stay finite. */
const LONGEST_STEP = 1e12;

/**
 * The time of a player: its position, its end or loop, and the markers that it passes, each once per crossing, in
 * either direction. Allocates nothing while time passes.
 */
export class Timeline {
	/** Seconds from the start. */
	public position = 0;
	/** Whether the last step reached the end, or the start when playing backwards. Never set while looping. */
	public isFinished = false;
	/** How often the last step started again at the other end, or turned round. */
	public laps = 0;
	/** Counts seeks, and jumps from one end to the other. Consumers that remember frames compare them. */
	public seeks = 0;
	public seams = 0;
	/** -1 on the way back of a ping-pong, which reverses time. */
	public heading = 1;
	/** Whether the last step may have met something for `nextEvent`. */
	public hasEvents = false;
	/** The last marker of `nextEvent`. */
	public marker?: Marker;

	private readonly markers: Array<Marker>;
	/** Whether the next step meets the markers at its own start. */
	private isFresh = true;

	/** Whether each stretch goes against the previous one. */
	private isTurning = false;

	/** The stretch whose markers `nextEvent` returns: from `index` on in `direction`, up to `limit` seconds. */
	private index = -1;
	private direction = 1;
	private limit = 0;
	/** How many more stretches follow, each a lap later. */
	private lapsLeft = 0;
	/** How many more markers the last step meets. */
	private markersLeft = 0;

	constructor(
		public readonly duration: number,
		markers: ReadonlyArray<Marker> = [],
	) {
		// Rounding may place a marker after the end, which time never reaches.
		this.markers = markers
			.map((marker) => (marker.seconds > duration ? { ...marker, seconds: duration } : marker))
			.sort((a, b) => a.seconds < b.seconds);
	}

	/** Goes to a time, clamped to both ends, without meeting the markers between. */
	public seek(seconds: number): void {
		this.position = math.clamp(seconds, 0, this.duration);
		this.isFresh = true;
		this.heading = 1;
		this.seeks += 1;
		this.forget();
	}

	/** Returns the names of the markers, each once, in order of time. */
	public markerNames(): Array<string> {
		return [...new Set(this.markers.map(({ name }) => name))];
	}

	/** Goes to a time, clamped to both ends. `nextEvent` returns what it meets. */
	public travel(seconds: number): void {
		const target = math.clamp(seconds, 0, this.duration);
		this.heading = 1;
		this.seeks += 1;
		this.advance(target - this.position, false);
		// Sums of times are inexact.
		this.position = target;
		this.limit = target;
		this.markersLeft = math.huge;
		this.isFinished = false;
	}

	/**
	 * Prepares to play from `position`, or from the other end if nothing is left to play at `speed`. A new start meets
	 * the markers at its position; a resumed one has already met them.
	 */
	public begin(speed: number, isNew: boolean): void {
		if (speed >= 0 && this.position >= this.duration) this.seek(0);
		else if (speed < 0 && this.position <= 0) this.seek(this.duration);
		else if (isNew) this.seek(this.position);
	}

	/** Moves by `seconds`, which may be negative. `nextEvent` returns what it meets. */
	public advance(seconds: number, loop: LoopMode): void {
		const { duration, position, heading } = this;
		// Most frames stay within the ends and meet nothing.
		const onward = position + seconds * heading;
		if (onward > 0 && onward < duration && this.markers.isEmpty()) {
			if (this.hasEvents || this.isFinished) this.forget();
			this.isFresh = false;
			this.position = onward;
			return;
		}
		const passed = math.clamp(seconds * heading, -LONGEST_STEP, LONGEST_STEP);
		const moved = position + passed;
		const isInclusive = this.isFresh;
		this.isFresh = false;
		this.forget();
		const isBeyond = passed < 0 ? moved <= 0 : passed > 0 && moved >= duration;
		if (isBeyond && loop === false) {
			this.position = math.clamp(moved, 0, duration);
			this.isFinished = true;
		} else if (duration > 0 && (moved < 0 || moved > duration)) {
			this.laps = math.abs(math.floor(moved / duration));
			// If looping changes on the way back of a ping-pong, it turns round at the start first.
			this.isTurning = loop === "pingPong" || heading < 0;
			if (this.isTurning) {
				const unfolded = moved % (2 * duration);
				this.position = unfolded <= duration ? unfolded : 2 * duration - unfolded;
				if (this.laps % 2 === 1) this.heading = -heading;
			} else {
				this.position = moved % duration;
				this.seams += this.laps;
			}
		} else {
			this.position = math.clamp(moved, 0, duration);
		}
		// Keeps the direction of the last lap.
		const { laps } = this;
		this.lapsLeft = laps > MOST_LAPS ? MOST_LAPS - ((laps - MOST_LAPS) % 2) : laps;
		this.hasEvents = this.lapsLeft > 0 || !this.markers.isEmpty();
		if (this.markers.isEmpty()) return;
		this.markersLeft = MOST_MARKERS;
		this.direction = passed < 0 ? -1 : 1;
		this.index = passed < 0 ? this.lastBefore(position, isInclusive) : this.firstAfter(position, isInclusive);
		this.limit = this.limitOfStretch();
	}

	/** Returns the next event of the last step. A seek drops the remaining ones. */
	public nextEvent(): TimelineEvent {
		while (true) {
			const marker = this.markersLeft > 0 ? this.markers[this.index] : undefined;
			if (marker !== undefined && (this.direction > 0 ? marker.seconds <= this.limit : marker.seconds >= this.limit)) {
				this.markersLeft -= 1;
				this.index += this.direction;
				this.marker = marker;
				return TimelineEvent.Marker;
			}
			if (this.lapsLeft === 0) return TimelineEvent.None;
			this.lapsLeft -= 1;
			if (this.isTurning) {
				// Markers at the turning point were met on the way there.
				this.direction = -this.direction;
				this.index = this.direction > 0 ? this.firstAfter(0, false) : this.lastBefore(this.duration, false);
			} else {
				this.index = this.direction > 0 ? 0 : this.markers.size() - 1;
			}
			this.limit = this.limitOfStretch();
			if (this.lapsLeft === 0) return TimelineEvent.Looped;
		}
	}

	private forget(): void {
		this.isFinished = false;
		this.hasEvents = false;
		this.laps = 0;
		this.lapsLeft = 0;
		this.index = -1;
	}

	/** Returns where the stretch ends: at an end if another lap follows, or at the position in the last lap. */
	private limitOfStretch(): number {
		if (this.lapsLeft === 0) return this.position;
		return this.direction > 0 ? this.duration : 0;
	}

	/** Returns the first marker after `seconds`, or at it if `isInclusive`. */
	private firstAfter(seconds: number, isInclusive: boolean): number {
		let low = 0;
		let high = this.markers.size();
		while (low < high) {
			const middle = (low + high).idiv(2);
			const at = this.markers[middle].seconds;
			if (at < seconds || (at === seconds && !isInclusive)) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/** Returns the last marker before `seconds`, or at it if `isInclusive`. */
	private lastBefore(seconds: number, isInclusive: boolean): number {
		return this.firstAfter(seconds, !isInclusive) - 1;
	}
}
