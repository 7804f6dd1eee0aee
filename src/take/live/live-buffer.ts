//!native
//!optimize 2
import { SAMPLE_FIELD_OF_VIEW, samplePosition, sampleRotation, writeCameraSample } from "../../motion/camera-path";
import { FRAME_NUMBERS, LIVE_FRAME_SIZE, LIVE_RATE, MAX_EARLIER } from "./live-frame";
import { LiveHeader, livePacketStream, unpackLiveFrames } from "./live-packet";

/** The frames to keep: about two seconds. */
const KEPT = 128;

/** The arrivals from which the delay is found: about eight seconds. */
const ARRIVALS = 256;
/** Arrivals between two updates of the delay, and how many of `ARRIVALS` may be later than it: one in a hundred. */
const ARRIVALS_A_LOOK = 8;
const MAX_LATE = 2;

/**
 * The reserve behind the latest packets, in seconds: the next packet repeats the frames of a lost one, and the curve
 * needs one more frame.
 */
const MARGIN = 3 / LIVE_RATE;

/** The min and max delay after the fastest packet, in seconds. */
const MIN_DELAY = 0.1;
const MAX_DELAY = 0.3;
/** The delay until enough packets have arrived. */
const FIRST_DELAY = 0.2;

/** How much faster or slower than the clock the view goes while the delay changes. */
const MAX_SKEW = 0.05;
/** If the delay is off by more, in seconds, the view jumps. */
const MAX_DRIFT = 0.5;

/**
 * A line joins frames that are farther apart than the first, and neighbours farther than the second do not bend the
 * curve.
 */
const LONGEST_CURVE = 6;
const FARTHEST_NEIGHBOUR = 3;

/** A packet whose newest frame is farther than this from the last, in frames, starts another count. */
const LONGEST_SILENCE = 60 * LIVE_RATE;

/**
 * Keeps the frames of a live flight and shows them a short time later. Frames may arrive late, twice, in any order or
 * not at all. It finds the delay from the packets' arrivals on this machine's own clock, without any other clock. Uses
 * a fixed amount of memory.
 */
export class LiveBuffer {
	/** Seconds of delay after the fastest packets. */
	public delay = FIRST_DELAY;
	/** The newest frame; -1 before the first. Its number in packets is this modulo `FRAME_NUMBERS`. */
	public newest = -1;
	/** The shown frame, with its fraction. */
	public shown = 0;
	public isTimed = false;

	private readonly frames = buffer.create(KEPT * LIVE_FRAME_SIZE);
	/** The number of the frame in each slot, or -1; and whether it is the first after a cut. */
	private readonly numbers = new Array<number>(KEPT, -1);
	private readonly cuts = new Array<boolean>(KEPT, false);
	/** How late packets arrived: the clock minus the time of their newest frame, in seconds. */
	private readonly lateness = new Array<number>(ARRIVALS, 0);
	private arrivals = 0;
	private earliest = 0;
	/** The clock minus the shown time, and the target of this difference. */
	private offset = 0;
	private wanted = 0;
	private clock = 0;
	private stream = -1;
	private readonly unpacked = buffer.create(LIVE_FRAME_SIZE * (MAX_EARLIER + 1));
	private readonly header: LiveHeader = { number: 0, isCut: false, isTimed: false };

	/**
	 * Receives a packet at `clock` seconds of this machine. Returns whether it has frames of this flight. Never fails.
	 */
	public receive(packet: buffer, clock: number): boolean {
		const { unpacked, header } = this;
		const count = unpackLiveFrames(packet, unpacked, header);
		if (count === 0) return false;
		const stream = livePacketStream(packet);
		// The last packets of the previous stream may arrive after the first of the next.
		if (this.stream >= 0 && (stream + 1) % 4 === this.stream) return false;
		let number = this.unwrap(header.number);
		if (stream !== this.stream || math.abs(number - this.newest) > LONGEST_SILENCE) {
			this.restart(stream);
			// High enough that older frames have numbers above 0 too.
			number = header.number + FRAME_NUMBERS;
		}
		this.isTimed = header.isTimed;
		this.hear(clock - number / LIVE_RATE, clock);
		for (const index of $range(0, count - 1)) {
			const frame = number - index;
			const place = frame % KEPT;
			const isCut = header.isCut && index === count - 1;
			const kept = this.numbers[place];
			if (kept > frame) continue;
			if (kept !== frame || index === 0) {
				buffer.copy(this.frames, place * LIVE_FRAME_SIZE, unpacked, index * LIVE_FRAME_SIZE, LIVE_FRAME_SIZE);
			}
			this.cuts[place] = isCut || (kept === frame && this.cuts[place]);
			this.numbers[place] = frame;
		}
		this.newest = math.max(this.newest, number);
		return true;
	}

	/** Returns whether a packet with a head belongs to the current stream. */
	public isStream(packet: buffer): boolean {
		return livePacketStream(packet) === this.stream;
	}

	/** Advances to `clock` seconds of this machine. */
	public advance(clock: number): void {
		if (this.newest < 0) return;
		const gap = math.max(clock - this.clock, 0);
		this.clock = clock;
		const off = this.wanted - this.offset;
		if (math.abs(off) > MAX_DRIFT) this.offset = this.wanted;
		else this.offset += math.clamp(off, -MAX_SKEW * gap, MAX_SKEW * gap);
		this.shown = (clock - this.offset) * LIVE_RATE;
	}

	/** Writes the sample at the shown time, clamped to both ends, if any frame has arrived. */
	public sample(target: buffer): void {
		const at = math.clamp(this.shown, this.newest - KEPT + 1, this.newest);
		const from = this.findBefore(math.floor(at), KEPT);
		const to = this.findAfter(math.floor(at) + 1, KEPT);
		if (from < 0 || to < 0 || from === at || this.cuts[to % KEPT]) {
			buffer.copy(target, 0, this.frames, ((from < 0 ? to : from) % KEPT) * LIVE_FRAME_SIZE, LIVE_FRAME_SIZE);
			return;
		}
		const isCurved = to - from <= LONGEST_CURVE;
		const before = isCurved && !this.cuts[from % KEPT] ? this.findBefore(from - 1, FARTHEST_NEIGHBOUR) : -1;
		const following = isCurved ? this.findAfter(to + 1, FARTHEST_NEIGHBOUR) : -1;
		const after = following >= 0 && !this.cuts[following % KEPT] ? following : -1;
		this.blend(at, before, from, to, after, target);
	}

	/** Returns the frame for its number modulo `FRAME_NUMBERS`: the nearest to the newest. */
	private unwrap(number: number): number {
		const half = FRAME_NUMBERS / 2;
		return this.newest + ((number - this.newest + half) % FRAME_NUMBERS) - half;
	}

	private restart(stream: number): void {
		this.stream = stream;
		this.newest = -1;
		this.arrivals = 0;
		for (const place of $range(0, KEPT - 1)) this.numbers[place] = -1;
	}

	/** Notes how late a packet is, and finds the delay that only one in a hundred exceeds. */
	private hear(late: number, clock: number): void {
		const { lateness, arrivals } = this;
		lateness[arrivals % ARRIVALS] = late;
		this.arrivals = arrivals + 1;
		if (arrivals === 0) {
			this.earliest = late;
			this.delay = FIRST_DELAY;
			this.wanted = late + FIRST_DELAY;
			this.offset = this.wanted;
			this.clock = clock;
		}
		this.earliest = math.min(this.earliest, late);
		if (arrivals % ARRIVALS_A_LOOK !== ARRIVALS_A_LOOK - 1) return;
		const count = math.min(this.arrivals, ARRIVALS);
		let [first, second, third, earliest] = [-math.huge, -math.huge, -math.huge, math.huge];
		for (const index of $range(0, count - 1)) {
			const value = lateness[index];
			earliest = math.min(earliest, value);
			if (value > first) [first, second, third] = [value, first, second];
			else if (value > second) [second, third] = [value, second];
			else if (value > third) third = value;
		}
		const late99 = count > MAX_LATE * 100 ? third : first;
		const heard = late99 - earliest + MARGIN;
		// With few packets, the latest is probably yet to come.
		const least = count > MAX_LATE * 10 ? MIN_DELAY : FIRST_DELAY;
		this.earliest = earliest;
		this.delay = math.clamp(heard, least, MAX_DELAY);
		this.wanted = earliest + this.delay;
	}

	/** Returns the last existing frame of `count` up to `frame`; -1 if there is none. */
	private findBefore(frame: number, count: number): number {
		for (const number of $range(frame, frame - count + 1, -1)) {
			if (number >= 0 && this.numbers[number % KEPT] === number) return number;
		}
		return -1;
	}

	/** Returns the first existing frame of `count` from `frame` on; -1 if there is none. */
	private findAfter(frame: number, count: number): number {
		for (const number of $range(frame, math.min(frame + count - 1, this.newest))) {
			if (this.numbers[number % KEPT] === number) return number;
		}
		return -1;
	}

	/** Interpolates with the cubic through four frames, or the parabola or line through the existing ones. */
	private blend(at: number, before: number, from: number, to: number, after: number, target: buffer): void {
		let start = (at - to) / (from - to);
		let finish = (at - from) / (to - from);
		let [first, last] = [0, 0];
		if (before >= 0) {
			start *= (at - before) / (from - before);
			finish *= (at - before) / (to - before);
			first = ((at - from) * (at - to)) / ((before - from) * (before - to));
		}
		if (after >= 0) {
			start *= (at - after) / (from - after);
			finish *= (at - after) / (to - after);
			last = ((at - from) * (at - to)) / ((after - from) * (after - to));
			if (before >= 0) {
				first *= (at - after) / (before - after);
				last *= (at - before) / (after - before);
			}
		}
		const { frames } = this;
		const a = (from % KEPT) * LIVE_FRAME_SIZE;
		const b = (to % KEPT) * LIVE_FRAME_SIZE;
		let [x, y, z] = samplePosition(frames, a);
		const [cx, cy, cz] = samplePosition(frames, b);
		const [rx, ry, rz, rw] = sampleRotation(frames, a);
		const [sx, sy, sz, sw] = sampleRotation(frames, b);
		const turned = rx * sx + ry * sy + rz * sz + rw * sw < 0 ? -finish : finish;
		[x, y, z] = [start * x + finish * cx, start * y + finish * cy, start * z + finish * cz];
		let qx = start * rx + turned * sx;
		let qy = start * ry + turned * sy;
		let qz = start * rz + turned * sz;
		let qw = start * rw + turned * sw;
		for (const side of $range(0, 1)) {
			const weight = side === 0 ? first : last;
			if (weight === 0) continue;
			const at = ((side === 0 ? before : after) % KEPT) * LIVE_FRAME_SIZE;
			const [dx, dy, dz] = samplePosition(frames, at);
			const [tx, ty, tz, tw] = sampleRotation(frames, at);
			const signed = tx * rx + ty * ry + tz * rz + tw * rw < 0 ? -weight : weight;
			x += weight * dx;
			y += weight * dy;
			z += weight * dz;
			qx += signed * tx;
			qy += signed * ty;
			qz += signed * tz;
			qw += signed * tw;
		}
		const length = math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
		// Rotations that cancel out are half a turn apart within a frame or two: either is as good.
		if (length < 1e-3) writeCameraSample(target, x, y, z, rx, ry, rz, rw);
		else writeCameraSample(target, x, y, z, qx / length, qy / length, qz / length, qw / length);
		const narrow = buffer.readf64(frames, a + SAMPLE_FIELD_OF_VIEW);
		const wide = buffer.readf64(frames, b + SAMPLE_FIELD_OF_VIEW);
		const t = (at - from) / (to - from);
		// 0 means no field of view, which is never interpolated.
		const lens = narrow > 0 && wide > 0 ? narrow + (wide - narrow) * t : narrow;
		buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, lens);
	}
}
