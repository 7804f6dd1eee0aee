//!native
//!optimize 2
import { Marker } from "./marker";

/** What a timeline met on its way, in the order in which it met it. */
export const enum TimelineEvent {
	None,
	/** `marker` says which. */
	Marker,
	/** It began again at the other end, `laps` times. */
	Looped,
}

/**
 * What happens at an end: `false` ends there, `true` starts again at the other end, `"pingPong"` turns round and goes back.
 *
 * @example
 * const loop: LoopMode = "pingPong";
 * new CameraPlayer(take, { loop }).play(); // there and back again
 */
export type LoopMode = boolean | "pingPong";

/** Whether a value says what happens at an end. */
export function isLoopMode(loop: unknown): loop is LoopMode {
	return typeIs(loop, "boolean") || loop === "pingPong";
}

/** For so many laps within one step markers are told of; nobody tells a thousand laps of a frame apart. */
const MOST_LAPS = 100;

/** Steps of time beyond this, in seconds, are cut short, so that sums of them stay finite. */
const LONGEST_STEP = 1e12;

/**
 * Time of something that plays: where it stands, when it has come to its end or starts again, and which markers it passes,
 * each once for every crossing, in either direction. Makes no garbage while time goes.
 */
export class Timeline {
	/** Seconds from the start. */
	public position = 0;
	/** Whether the last step came to the end, or backwards to the start. Never where it starts again. */
	public isFinished = false;
	/** How often the last step began again at the other end, or turned round. */
	public laps = 0;
	/** How often it was sent elsewhere, and how often it jumped from one end to the other: what remembers frames looks at them. */
	public seeks = 0;
	public seams = 0;
	/** -1 on the way back of a ping-pong: time goes against the direction that it is given. */
	public heading = 1;
	/** Whether the last step may have met something that `nextEvent` tells of. */
	public hasEvents = false;
	/** The marker that `nextEvent` met last. */
	public marker?: Marker;

	private readonly markers: Array<Marker>;
	/** Whether the next step meets the markers at the very position that it begins at. */
	private isFresh = true;

	/** Whether each stretch goes against the one before it. */
	private isTurning = false;

	/** The stretch whose markers are being told of: from the one at `index` on in `direction`, up to `limit` seconds. */
	private index = -1;
	private direction = 1;
	private limit = 0;
	/** How many more stretches, each a lap later, are to be told of after it. */
	private lapsLeft = 0;

	constructor(
		public readonly duration: number,
		markers: ReadonlyArray<Marker> = [],
	) {
		// A marker may lie after the end by what rounding does; time never comes to there.
		this.markers = markers
			.map((marker) => (marker.seconds > duration ? { ...marker, seconds: duration } : marker))
			.sort((a, b) => a.seconds < b.seconds);
	}

	/** Goes to a time, held at both ends, without meeting what lies between. */
	public seek(seconds: number): void {
		this.position = math.clamp(seconds, 0, this.duration);
		this.isFresh = true;
		this.heading = 1;
		this.seeks += 1;
		this.forget();
	}

	/** The names of the markers, each once, in the order of time. */
	public markerNames(): Array<string> {
		return [...new Set(this.markers.map(({ name }) => name))];
	}

	/** Goes to a time, clamped to both ends, and meets what lies between: `nextEvent` returns it. */
	public travel(seconds: number): void {
		const target = math.clamp(seconds, 0, this.duration);
		this.heading = 1;
		this.seeks += 1;
		this.advance(target - this.position, false);
		// A sum of times is never exact.
		this.position = target;
		this.limit = target;
		this.isFinished = false;
	}

	/**
	 * Gets ready to play from `position`; from the other end where there is nothing left to play at `speed`. What begins anew
	 * meets the markers at the position, what goes on has met them.
	 */
	public begin(speed: number, isNew: boolean): void {
		if (speed >= 0 && this.position >= this.duration) this.seek(0);
		else if (speed < 0 && this.position <= 0) this.seek(this.duration);
		else if (isNew) this.seek(this.position);
	}

	/** Moves on by `seconds`, or back where negative. What it meets on the way is told by `nextEvent`. */
	public advance(seconds: number, loop: LoopMode): void {
		const { duration, position, heading } = this;
		// Most frames go on in between, and meet nothing.
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
			// What is on its way back when it is told to start again at the other end turns round at the start first.
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
		// The last of many laps goes in the direction in which it did.
		const { laps } = this;
		this.lapsLeft = laps > MOST_LAPS ? MOST_LAPS - ((laps - MOST_LAPS) % 2) : laps;
		this.hasEvents = this.lapsLeft > 0 || !this.markers.isEmpty();
		if (this.markers.isEmpty()) return;
		this.direction = passed < 0 ? -1 : 1;
		this.index = passed < 0 ? this.lastBefore(position, isInclusive) : this.firstAfter(position, isInclusive);
		this.limit = this.limitOfStretch();
	}

	/** The next thing that the last step met. Going elsewhere forgets the rest. */
	public nextEvent(): TimelineEvent {
		while (true) {
			const marker = this.markers[this.index];
			if (marker !== undefined && (this.direction > 0 ? marker.seconds <= this.limit : marker.seconds >= this.limit)) {
				this.index += this.direction;
				this.marker = marker;
				return TimelineEvent.Marker;
			}
			if (this.lapsLeft === 0) return TimelineEvent.None;
			this.lapsLeft -= 1;
			if (this.isTurning) {
				// What lies where it turns was met on the way there.
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

	/** Where the stretch ends: at an end where another lap follows, at the position in the last lap. */
	private limitOfStretch(): number {
		if (this.lapsLeft === 0) return this.position;
		return this.direction > 0 ? this.duration : 0;
	}

	/** The first marker after `seconds`, or at it where `isInclusive`. */
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

	/** The last marker before `seconds`, or at it where `isInclusive`. */
	private lastBefore(seconds: number, isInclusive: boolean): number {
		return this.firstAfter(seconds, !isInclusive) - 1;
	}
}
