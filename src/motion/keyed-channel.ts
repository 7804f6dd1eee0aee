//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { inSlices } from "../bytes/in-slices";
import { Budget } from "../bytes/budget";
import { squad } from "../rotation/squad";
import { Channel } from "./channel";
import { largestFinite, normaliseAt, normalisedRotations, writeRotation, writeSlerp } from "./channel-values";
import { keyRateOf } from "./key-rate";

/**
 * The type of a channel's values: three numbers, a rotation x y z w, or one number.
 *
 * @example
 * const bytesOf: Record<ChannelKind, number> = { vector: 12, rotation: 16, scalar: 4 }; // of a value
 */
export type ChannelKind = "vector" | "rotation" | "scalar";

/**
 * How values are interpolated between keys:
 * - `step` holds a key's value until the next key; `linear` is a straight line, or the shorter slerp for rotations;
 * - `cubic` is glTF's cubic spline, whose tangents are per second; rotations are splined by component and normalised;
 * - `hermite` and `bezier` use their tangents unscaled, `bezier` as control points; not for rotations;
 * - `squad` is only for rotations; its tangents are control rotations.
 *
 * @example
 * const interpolation: Interpolation = "step";
 * const times = buffer.create(8); // one key, at 0 seconds
 * const channel = new KeyedChannel({ kind: "vector", interpolation, times, values: buffer.create(12) });
 */
export type Interpolation = "step" | "linear" | "cubic" | "hermite" | "bezier" | "squad";

/**
 * The keys of a `KeyedChannel`.
 *
 * @example
 * const times = buffer.create(16);
 * buffer.writef64(times, 8, 1);
 * const values = buffer.create(2 * 4); // a field of view, say, at 0 and 1 seconds
 * const options: KeyedChannelOptions = { kind: "scalar", interpolation: "linear", times, values };
 */
export interface KeyedChannelOptions {
	kind: ChannelKind;
	interpolation: Interpolation;
	/**
	 * One f64 per key, in seconds, never falling. Two keys at one time are a jump: the later one holds from that time
	 * on.
	 */
	times: buffer;
	/**
	 * f32. `step` and `linear`: the value of each key. `cubic`: in-tangent, value, out-tangent of each key. The others:
	 * value, in-tangent, out-tangent of each key.
	 */
	values: buffer;
	/** The pauses of scanning them. */
	budget?: Budget;
}

const enum Mode {
	Step,
	Linear,
	Cubic,
	Hermite,
	Bezier,
	Squad,
}

/**
 * The shape between two keys.
 *
 * @internal
 */
export const enum PieceShape {
	/** The value of the first key. */
	Held,
	/** A straight line, or the shorter slerp. */
	Line,
	/** A polynomial of the third degree. */
	Cubic,
	Squad,
}

/** How long the value of the first or last key holds beyond it, in seconds: longer than any clip, but finite. */
const FAR = 1e30;

const MODES: { [name in Interpolation]: Mode } = {
	step: Mode.Step,
	linear: Mode.Linear,
	cubic: Mode.Cubic,
	hermite: Mode.Hermite,
	bezier: Mode.Bezier,
	squad: Mode.Squad,
};

const WIDTHS: { [name in ChannelKind]: number } = { scalar: 1, vector: 3, rotation: 4 };

function checkTimes(times: buffer, first: number, count: number): void {
	let last = first > 0 ? buffer.readf64(times, first * 8 - 8) : -math.huge;
	for (const key of $range(first, first + count - 1)) {
		const time = buffer.readf64(times, key * 8);
		// NaN for NaN and for both infinities.
		if (time - time !== 0) fail("KeyedChannel", `times[${key}] is ${time}`);
		if (time < last) fail("KeyedChannel", `times[${key}] is ${time}, before times[${key - 1}], which is ${last}`);
		last = time;
	}
}

/** Interpolates between the keys at `a` and `b`, each value, in-control, out-control. */
function squadKeys(values: buffer, a: number, b: number, t: number, target: buffer, offset: number): void {
	const [x, y, z, w] = squad(
		buffer.readf32(values, a),
		buffer.readf32(values, a + 4),
		buffer.readf32(values, a + 8),
		buffer.readf32(values, a + 12),
		buffer.readf32(values, a + 32),
		buffer.readf32(values, a + 36),
		buffer.readf32(values, a + 40),
		buffer.readf32(values, a + 44),
		buffer.readf32(values, b + 16),
		buffer.readf32(values, b + 20),
		buffer.readf32(values, b + 24),
		buffer.readf32(values, b + 28),
		buffer.readf32(values, b),
		buffer.readf32(values, b + 4),
		buffer.readf32(values, b + 8),
		buffer.readf32(values, b + 12),
		t,
	);
	writeRotation(target, offset, x, y, z, w);
}

/** Numbers of rotations, and of vectors beside the largest of them, that differ by less are the same but for rounding. */
const SAME_ROTATION = 2e-6;
const SAME_VALUE = 1e-5;

/** Whether `size` bytes at `place` of each of `count` keys are f32 that differ from those at `of` of the first key by less than `tolerance`. */
function isSameAs(
	values: buffer,
	from: number,
	count: number,
	stride: number,
	place: number,
	of: number,
	size: number,
	tolerance: number,
): boolean {
	for (const component of $range(0, size - 4, 4)) {
		const wanted = buffer.readf32(values, of + component);
		const first = from + place + component;
		for (const at of $range(first, first + (count - 1) * stride, stride)) {
			if (!(math.abs(buffer.readf32(values, at) - wanted) <= tolerance)) return false;
		}
	}
	return true;
}

/** Whether `size` bytes at `place` of each of `count` keys are f32 near 0. */
function isNothing(
	values: buffer,
	from: number,
	count: number,
	stride: number,
	place: number,
	size: number,
	tolerance: number,
): boolean {
	for (const component of $range(place, place + size - 4, 4)) {
		for (const at of $range(from + component, from + component + (count - 1) * stride, stride)) {
			if (!(math.abs(buffer.readf32(values, at)) <= tolerance)) return false;
		}
	}
	return true;
}

/**
 * A channel of keys: times and values packed in buffers. It finds the key of a time in O(log n), and in O(1) while time
 * moves forward. Sampling allocates nothing.
 *
 * @example
 * const times = buffer.create(16);
 * buffer.writef64(times, 8, 2); // keys at 0 and 2 seconds
 * const values = buffer.create(24);
 * buffer.writef32(values, 12, 10); // from (0, 0, 0) to (10, 0, 0)
 * const channel = new KeyedChannel({ kind: "vector", interpolation: "linear", times, values });
 * channel.write(1, createPose(1), 0); // (5, 0, 0)
 */
export class KeyedChannel implements Channel {
	public readonly start: number;
	public readonly finish: number;
	/** The number of keys. */
	public readonly keyCount: number;
	/** @internal */
	public readonly times: buffer;
	/** @internal */
	public readonly values: buffer;
	/** The numbers of a value. @internal */
	public readonly width: number;
	private readonly kind: ChannelKind;
	private readonly interpolation: Interpolation;
	private readonly mode: Mode;
	/** Bytes from one key's first number to the next key's. */
	private readonly stride: number;
	private readonly largest: number;
	/** Bytes from a key's first number to its value. */
	private readonly valueOffset: number;
	/** The key found last: the next time is usually in its interval or in the one after it. */
	private key = 0;
	/** The seconds of that key and of the next. Initially empty, so that no time is between them. */
	private from = 0;
	private until = 0;

	constructor(options: KeyedChannelOptions) {
		const { kind, interpolation, times, values } = options;
		const width = WIDTHS[kind];
		const mode = MODES[interpolation];
		if (width === undefined) fail("KeyedChannel", `kind is ${kind}`);
		if (mode === undefined) fail("KeyedChannel", `interpolation is ${interpolation}`);
		if (kind === "rotation" ? mode === Mode.Hermite || mode === Mode.Bezier : mode === Mode.Squad) {
			fail("KeyedChannel", `interpolation ${interpolation} is not for a ${kind}`);
		}
		const size = buffer.len(times);
		const count = size.idiv(8);
		if (count === 0 || size % 8 !== 0) fail("KeyedChannel", `times has ${size} bytes, not 8 for each of its keys`);
		const numbers = count * width * (mode >= Mode.Cubic ? 3 : 1);
		if (buffer.len(values) !== numbers * 4) {
			fail("KeyedChannel", `values has ${buffer.len(values)} bytes, but ${count} keys take ${numbers * 4}`);
		}
		const budget = options.budget ?? new Budget();
		inSlices(count, budget, "KeyedChannel", undefined, (first, size) => checkTimes(times, first, size));
		this.largest = largestFinite("KeyedChannel", values, budget);
		this.keyCount = count;
		this.kind = kind;
		this.interpolation = interpolation;
		this.times = times;
		// A cubic's tangents are not rotations; its values are normalised as they are written.
		this.values =
			kind === "rotation" && mode !== Mode.Cubic ? normalisedRotations("KeyedChannel", values, budget) : values;
		this.mode = mode;
		this.width = width;
		this.stride = (numbers / count) * 4;
		this.valueOffset = mode === Mode.Cubic ? width * 4 : 0;
		this.start = buffer.readf64(times, 0);
		this.finish = buffer.readf64(times, (count - 1) * 8);
	}

	public write(seconds: number, pose: buffer, offset: number): void {
		const from = this.from;
		if (!(seconds >= from && seconds < this.until)) {
			this.writeElsewhere(seconds, pose, offset);
			return;
		}
		const mode = this.mode;
		if (mode === Mode.Step) {
			this.writeKey(this.key, pose, offset);
			return;
		}
		const interval = this.until - from;
		const t = (seconds - from) / interval;
		const values = this.values;
		const stride = this.stride;
		const a = this.key * stride;
		const b = a + stride;
		if (mode === Mode.Linear) {
			const width = this.width;
			if (width === 4) {
				writeSlerp(values, a, values, b, t, pose, offset);
			} else if (width === 3) {
				const s = 1 - t;
				buffer.writef32(pose, offset, s * buffer.readf32(values, a) + t * buffer.readf32(values, b));
				buffer.writef32(pose, offset + 4, s * buffer.readf32(values, a + 4) + t * buffer.readf32(values, b + 4));
				buffer.writef32(pose, offset + 8, s * buffer.readf32(values, a + 8) + t * buffer.readf32(values, b + 8));
			} else {
				const value = buffer.readf32(values, a);
				buffer.writef32(pose, offset, value + t * (buffer.readf32(values, b) - value));
			}
		} else if (mode === Mode.Squad) {
			squadKeys(values, a, b, t, pose, offset);
		} else {
			this.writeCurve(a, b, t, interval, pose, offset);
			if (this.width === 4) normaliseAt(pose, offset);
		}
	}

	public keyRate(finish: number): number | undefined {
		return this.keyCount > 1 ? keyRateOf(this.times, this.keyCount, finish) : 0;
	}

	public reach(): number {
		// In a cubic polynomial of this kind each tangent has at most 4/27 of the weight of the values.
		if (this.mode === Mode.Cubic) return this.largest * (1 + (8 / 27) * (this.finish - this.start));
		return this.mode === Mode.Hermite ? this.largest * (1 + 8 / 27) : this.largest;
	}

	public isConstant(budget: Budget, format: string): boolean {
		const { values, stride, width, valueOffset, mode, largest, kind, keyCount } = this;
		const tolerance = kind === "rotation" ? SAME_ROTATION : SAME_VALUE * largest;
		let isSame = true;
		inSlices(keyCount, budget, format, undefined, (first, size) => {
			isSame = isSame && isSameAs(values, first * stride, size, stride, valueOffset, valueOffset, width * 4, tolerance);
		});
		if (!isSame || mode === Mode.Step || mode === Mode.Linear) return isSame;
		// Tangents are beside the values, except those of Bézier curves and squads, which are values themselves.
		const isValue = mode === Mode.Bezier || mode === Mode.Squad;
		const seconds = mode === Mode.Cubic ? math.max(this.finish - this.start, 1) : 1;
		for (const place of $range(0, width * 8, width * 4)) {
			if (place === valueOffset || !isSame) continue;
			inSlices(keyCount, budget, format, undefined, (first, size) => {
				isSame =
					isSame &&
					(isValue
						? isSameAs(values, first * stride, size, stride, place, valueOffset, width * 4, tolerance)
						: isNothing(values, first * stride, size, stride, place, width * 4, tolerance / seconds));
			});
		}
		return isSame;
	}

	/** @internal */
	public asKeyed(): KeyedChannel {
		return this;
	}

	/**
	 * Returns the same keys with values converted by `change`.
	 *
	 * @internal
	 */
	public convert(change: (values: buffer, width: number) => buffer): KeyedChannel {
		const { kind, interpolation, times, values, width } = this;
		return new KeyedChannel({ kind, interpolation, times, values: change(values, width) });
	}

	/** @internal */
	public shape(): PieceShape {
		const { mode } = this;
		if (mode === Mode.Squad) return PieceShape.Squad;
		return mode === Mode.Step ? PieceShape.Held : mode === Mode.Linear ? PieceShape.Line : PieceShape.Cubic;
	}

	/**
	 * Returns the piece that contains `seconds`: its start and end, and the offsets in `values` of the keys at its
	 * ends. Before the first key and after the last both ends are that key.
	 *
	 * @internal
	 */
	public locate(seconds: number) {
		if (!(seconds >= this.from && seconds < this.until)) {
			if (!(seconds >= this.start)) return $tuple(-FAR, this.start, 0, 0);
			const last = (this.keyCount - 1) * this.stride;
			if (seconds >= this.finish) return $tuple(this.finish, FAR, last, last);
			this.enter(seconds);
		}
		const a = this.key * this.stride;
		return $tuple(this.from, this.until, a, a + this.stride);
	}

	/**
	 * Returns `writeCurve` as a polynomial: its coefficients for the number `at` bytes after the start of a key's
	 * value, between keys at `a` and `b` that are `seconds` apart.
	 *
	 * @internal
	 */
	public polynomial(a: number, b: number, seconds: number, at: number) {
		const { values, mode, valueOffset } = this;
		const from = buffer.readf32(values, a + valueOffset + at);
		if (a === b) return $tuple(from, 0, 0, 0);
		const size = this.width * 4;
		const to = buffer.readf32(values, b + valueOffset + at);
		let out = buffer.readf32(values, a + size + size + at);
		if (mode === Mode.Bezier) {
			const into = buffer.readf32(values, b + size + at);
			return $tuple(from, 3 * (out - from), 3 * (from - 2 * out + into), to - from + 3 * (out - into));
		}
		let into = buffer.readf32(values, b + (mode === Mode.Cubic ? 0 : size) + at);
		if (mode === Mode.Cubic) {
			out *= seconds;
			into *= seconds;
		}
		return $tuple(from, out, 3 * (to - from) - 2 * out - into, 2 * (from - to) + out + into);
	}

	/** Writes the value at a time outside of the cached interval, and caches the time's interval. */
	private writeElsewhere(seconds: number, pose: buffer, offset: number): void {
		// Written so that a NaN time takes the first key.
		if (!(seconds >= this.start)) {
			this.writeKey(0, pose, offset);
		} else if (seconds >= this.finish) {
			this.writeKey(this.keyCount - 1, pose, offset);
		} else {
			this.enter(seconds);
			this.write(seconds, pose, offset);
		}
	}

	/**
	 * Caches the interval of `seconds`, which is between the first key and the last. The key found is the last that is
	 * not after the time, and the time is before the last key: the interval has a length.
	 */
	private enter(seconds: number): void {
		const key = this.find(seconds);
		this.from = buffer.readf64(this.times, key * 8);
		this.until = buffer.readf64(this.times, key * 8 + 8);
	}

	/** Returns the last key that is not after `seconds`, which is between the first key and the last. */
	private find(seconds: number): number {
		const times = this.times;
		let low = this.key;
		if (seconds >= buffer.readf64(times, low * 8)) {
			// The last key is never cached, so the one after always exists.
			if (seconds < buffer.readf64(times, low * 8 + 8)) return low;
			low += 1;
			if (low + 1 < this.keyCount && seconds < buffer.readf64(times, low * 8 + 8)) {
				this.key = low;
				return low;
			}
		} else {
			low = 0;
		}
		let high = this.keyCount - 1;
		while (high - low > 1) {
			const middle = (low + high).idiv(2);
			if (buffer.readf64(times, middle * 8) <= seconds) low = middle;
			else high = middle;
		}
		this.key = low;
		return low;
	}

	private writeKey(key: number, target: buffer, offset: number): void {
		const values = this.values;
		const at = key * this.stride + this.valueOffset;
		const width = this.width;
		buffer.writef32(target, offset, buffer.readf32(values, at));
		if (width === 1) return;
		buffer.writef32(target, offset + 4, buffer.readf32(values, at + 4));
		buffer.writef32(target, offset + 8, buffer.readf32(values, at + 8));
		if (width === 3) return;
		buffer.writef32(target, offset + 12, buffer.readf32(values, at + 12));
		if (this.mode === Mode.Cubic) normaliseAt(target, offset);
	}

	/** Writes a cubic polynomial. The modes differ in the weights of value, out-tangent, in-tangent, next value. */
	private writeCurve(a: number, b: number, t: number, interval: number, target: buffer, offset: number): void {
		const values = this.values;
		const size = this.width * 4;
		const s = 1 - t;
		let weightA = s * s * (1 + 2 * t);
		let weightB = t * t * (3 - 2 * t);
		let weightOut = s * s * t;
		let weightIn = -t * t * s;
		let inOffset = size;
		if (this.mode === Mode.Bezier) {
			weightA = s * s * s;
			weightB = t * t * t;
			weightOut = 3 * s * s * t;
			weightIn = 3 * s * t * t;
		} else if (this.mode === Mode.Cubic) {
			weightOut *= interval;
			weightIn *= interval;
			inOffset = 0;
		}
		const valueOffset = this.valueOffset;
		for (const at of $range(0, size - 4, 4)) {
			const value =
				weightA * buffer.readf32(values, a + valueOffset + at) +
				weightOut * buffer.readf32(values, a + size + size + at) +
				weightIn * buffer.readf32(values, b + inOffset + at) +
				weightB * buffer.readf32(values, b + valueOffset + at);
			buffer.writef32(target, offset + at, value);
		}
	}
}
