//!native
//!optimize 2
import { Size } from "./groups";

/**
 * Numbers indexed from 1, as in Luau. Interpreted code reads a table in a quarter of the time of a buffer, and counting
 * from 0 would add to every index.
 */
export interface Numbers {
	[at: number]: number;
}

export function newNumbers(count: number): Numbers {
	return new Array<number>(count, 0) as Numbers;
}

/** The max groups of a plane, which is the distance of the sums of a channel's planes. */
export const enum Sums {
	Plane = Size.Plane / Size.Group,
}

/**
 * The weight of a code in its group's sum: 1 if it is not zero, plus 32 if two bits cannot hold it, plus 1024 if four
 * cannot. A group has 16 codes, so each of the three counts stays below 32, and the sum determines the group's size in
 * every width.
 */
export const enum Weight {
	One = 1,
	Two = 32,
	Four = 1024,
}

/** The weight of each code, by the code plus one. */
const weights = newNumbers(256);
/** The zigzag code of each difference of two bytes, and its weight, by the difference plus 256. */
const zigzags = newNumbers(511);
const zigzagWeights = newNumbers(511);
/** The zigzag code of a step from -128 to 127, and its weight, by the step plus 129. */
const stepCodes = newNumbers(256);
const stepWeights = newNumbers(256);
/** A rough size of a group, by the bits that its bytes use, plus one. */
const roughSizes = newNumbers(256);
for (const code of $range(0, 255)) {
	weights[code + 1] = (code > 0 ? Weight.One : 0) + (code >= 3 ? Weight.Two : 0) + (code >= 15 ? Weight.Four : 0);
	roughSizes[code + 1] = code === 0 ? 0 : code < 4 ? 4 : code < 16 ? 8 : 16;
}
for (const step of $range(-128, 127)) {
	const code = step < 0 ? -1 - 2 * step : 2 * step;
	stepCodes[step + 129] = code;
	stepWeights[step + 129] = weights[code + 1];
}
for (const difference of $range(-255, 255)) {
	const delta = ((difference + 128) % 256) - 128;
	const code = delta < 0 ? -1 - 2 * delta : 2 * delta;
	zigzags[difference + 256] = code;
	zigzagWeights[difference + 256] = weights[code + 1];
}

/** Pads the codes of a plane with zeros from the last element up to the end of its group. */
function padGroup(codes: Numbers, plane: number, count: number): void {
	for (const at of $range(plane + count + 1, plane + math.ceil(count / Size.Group) * Size.Group)) codes[at] = 0;
}

/**
 * Codes a channel in mode 0: zigzag differences of bytes. Fills `codes`, up to whole groups, and the sum of every
 * group, of each of the four planes.
 *
 * @param at the channel's offset in the first element
 * @param previousAt its offset in the previous element
 */
export function codeBytes(
	source: buffer,
	at: number,
	previousAt: number,
	stride: number,
	count: number,
	codes: Numbers,
	sums: Numbers,
): void {
	// Locals are faster than upvalues.
	const codeOf = zigzags;
	const weightOf = zigzagWeights;
	for (const plane of $range(0, 3)) {
		const base = plane * Size.Plane;
		padGroup(codes, base, count);
		let previous = buffer.readu8(source, previousAt + plane);
		let from = at + plane;
		let group = plane * Sums.Plane;
		for (const first of $range(base + 1, base + count, Size.Group)) {
			let sum = 0;
			for (const to of $range(first, math.min(first + Size.Group - 1, base + count))) {
				const value = buffer.readu8(source, from);
				const difference = value - previous + 256;
				codes[to] = codeOf[difference];
				sum += weightOf[difference];
				previous = value;
				from += stride;
			}
			group += 1;
			sums[group] = sum;
		}
	}
}

/** Codes a channel in mode 1: zigzag differences of 16-bit values, the low bytes in the first plane of each two. */
export function codeShorts(
	source: buffer,
	at: number,
	previousAt: number,
	stride: number,
	count: number,
	codes: Numbers,
	sums: Numbers,
): void {
	const weightOf = weights;
	for (const half of $range(0, 1)) {
		const base = 2 * half * Size.Plane;
		padGroup(codes, base, count);
		padGroup(codes, base + Size.Plane, count);
		let previous = buffer.readu16(source, previousAt + 2 * half);
		let from = at + 2 * half;
		let group = 2 * half * Sums.Plane;
		for (const first of $range(base + 1, base + count, Size.Group)) {
			let lowSum = 0;
			let highSum = 0;
			for (const to of $range(first, math.min(first + Size.Group - 1, base + count))) {
				const value = buffer.readu16(source, from);
				let delta = value - previous;
				if (delta < -32768) delta += 65536;
				else if (delta > 32767) delta -= 65536;
				const code = delta < 0 ? -1 - 2 * delta : 2 * delta;
				if (code < 256) {
					codes[to] = code;
					codes[to + Size.Plane] = 0;
					lowSum += weightOf[code + 1];
				} else {
					const low = code & 255;
					const high = code >>> 8;
					codes[to] = low;
					codes[to + Size.Plane] = high;
					lowSum += weightOf[low + 1];
					highSum += weightOf[high + 1];
				}
				previous = value;
				from += stride;
			}
			group += 1;
			sums[group] = lowSum;
			sums[group + Sums.Plane] = highSum;
		}
	}
}

/** Returns the zigzag code of a number of 16 bits. */
function zigzag(value: number): number {
	return value < 0 ? -1 - 2 * value : 2 * value;
}

/** The wraps of numbers of 16 and of 32 bits. */
const SHORT = 2 ** 16;
const WORD = 2 ** 32;

/** Returns a number of 16 bits with its sign. */
function wrapShort(value: number): number {
	return ((value + SHORT / 2) % SHORT) - SHORT / 2;
}

/** The steps of a column. Nothing yields while they are in use. */
const columnSteps = newNumbers(Size.Plane);

/**
 * Codes one column of numbers of 16 bits in mode 1, or their differences of an order up to 2, coded by the differences
 * of the order above. The numbers are in `rows` from `at` on, `stride` bytes apart; the last ones, which have no
 * difference, repeat the previous one. Fills `codes` and `sums`. The high bytes are a plane further; if there are none,
 * that plane does not change. Returns whether there are any, and the first number.
 */
export function codeDifferences(
	rows: buffer,
	at: number,
	stride: number,
	count: number,
	order: number,
	codes: Numbers,
	sums: Numbers,
): LuaTuple<[isWide: boolean, baseline: number]> {
	let place = at + stride;
	let previous = buffer.readi16(rows, at);
	let step = 0;
	let bend = 0;
	let baseline = previous;
	if (order > 0) {
		const value = buffer.readi16(rows, place);
		place += stride;
		step = value - previous;
		previous = value;
		baseline = step;
		if (order > 1) {
			const following = buffer.readi16(rows, place);
			place += stride;
			bend = following - previous - step;
			step = following - previous;
			previous = following;
			baseline = bend;
		}
	}
	const known = count - order;
	const numbers = columnSteps;
	if (order === 0) {
		for (const index of $range(1, known - 1)) {
			const value = buffer.readi16(rows, place);
			place += stride;
			numbers[index] = value - previous;
			previous = value;
		}
	} else if (order === 1) {
		for (const index of $range(1, known - 1)) {
			const value = buffer.readi16(rows, place);
			place += stride;
			const following = value - previous;
			numbers[index] = following - step;
			previous = value;
			step = following;
		}
	} else {
		for (const index of $range(1, known - 1)) {
			const value = buffer.readi16(rows, place);
			place += stride;
			const following = value - previous;
			const curve = following - step;
			numbers[index] = curve - bend;
			previous = value;
			step = following;
			bend = curve;
		}
	}
	return $tuple(codeSteps(numbers, known, count, codes, sums), baseline);
}

/**
 * Codes one column in mode 1, from the `known` - 1 steps between its numbers; the others repeat the last. Returns
 * whether there are high bytes.
 */
export function codeSteps(steps: Numbers, known: number, count: number, codes: Numbers, sums: Numbers): boolean {
	const codeOf = stepCodes;
	const weightOf = stepWeights;
	let group = 0;
	let isWide = false;
	codes[1] = 0;
	for (const at of $range(known + 1, math.ceil(count / Size.Group) * Size.Group)) codes[at] = 0;
	for (const first of $range(1, count, Size.Group)) {
		let sum = 0;
		for (const at of $range(math.max(first, 2), math.min(first + Size.Group - 1, known))) {
			const step = steps[at - 1] + 129;
			const code = codeOf[step];
			if (code !== undefined) {
				codes[at] = code;
				sum += weightOf[step];
			} else {
				isWide = true;
				const low = zigzag(wrapShort(step - 129)) % 256;
				codes[at] = low;
				sum += weights[low + 1];
			}
		}
		group += 1;
		sums[group] = sum;
	}
	if (isWide) codeHighs(steps, known, count, codes, sums);
	return isWide;
}

/** Codes the high bytes of steps. */
function codeHighs(steps: Numbers, known: number, count: number, codes: Numbers, sums: Numbers): void {
	const weightOf = weights;
	let group: number = Sums.Plane;
	for (const first of $range(1, count, Size.Group)) {
		let sum = 0;
		for (const at of $range(first, first + Size.Group - 1)) {
			const high = at > 1 && at <= known ? zigzag(wrapShort(steps[at - 1])).idiv(256) : 0;
			codes[at + Size.Plane] = high;
			sum += weightOf[high + 1];
		}
		group += 1;
		sums[group] = sum;
	}
}

/**
 * Computes and keeps the steps between numbers, and weighs them as `codeSteps` codes them. Steps of 32 bits are coded
 * as two numbers of 16: a signed lower half, and the rest as the upper one. Fills the sums of four planes: low and high
 * bytes of the lower half, then of the upper one. Returns whether the last three have anything in them.
 *
 * @param known how many of the `count` numbers there are; the others repeat the last
 */
export function weighSteps(
	numbers: Numbers,
	known: number,
	count: number,
	isShort: boolean,
	steps: Numbers,
	sums: Numbers,
): boolean {
	const weightOf = weights;
	const weightOfStep = stepWeights;
	const wrap = isShort ? SHORT : WORD;
	let previous = numbers[1];
	let group = 0;
	let isWide = false;
	for (const first of $range(1, count, Size.Group)) {
		let lowest = 0;
		let low = 0;
		let high = 0;
		let highest = 0;
		for (const at of $range(math.max(first, 2), math.min(first + Size.Group - 1, known))) {
			const value = numbers[at];
			let step = value - previous;
			previous = value;
			if (step < -128 || step > 127) {
				step = ((step + wrap / 2) % wrap) - wrap / 2;
				isWide = true;
				const lower = wrapShort(step);
				const lowerCode = zigzag(lower);
				lowest += weightOf[(lowerCode % 256) + 1];
				low += weightOf[lowerCode.idiv(256) + 1];
				if (lower !== step) {
					const upper = wrapShort((step - lower) / SHORT);
					const upperCode = zigzag(upper);
					high += weightOf[(upperCode % 256) + 1];
					highest += weightOf[upperCode.idiv(256) + 1];
				}
			} else {
				lowest += weightOfStep[step + 129];
			}
			steps[at - 1] = step;
		}
		group += 1;
		sums[group] = lowest;
		sums[group + Sums.Plane] = low;
		sums[group + 2 * Sums.Plane] = high;
		sums[group + 3 * Sums.Plane] = highest;
	}
	return isWide;
}

/** Codes a channel in mode 2: a 32-bit value XORed with the previous one, rotated left, its lowest byte first. */
export function codeWords(
	source: buffer,
	at: number,
	previousAt: number,
	stride: number,
	count: number,
	rotation: number,
	codes: Numbers,
	sums: Numbers,
): void {
	const weightOf = weights;
	for (const plane of $range(0, 3)) padGroup(codes, plane * Size.Plane, count);
	let previous = buffer.readu32(source, previousAt);
	let from = at;
	let group = 0;
	for (const first of $range(1, count, Size.Group)) {
		let lowestSum = 0;
		let lowSum = 0;
		let highSum = 0;
		let highestSum = 0;
		for (const to of $range(first, math.min(first + Size.Group - 1, count))) {
			const value = buffer.readu32(source, from);
			if (value === previous) {
				codes[to] = 0;
				codes[to + Size.Plane] = 0;
				codes[to + 2 * Size.Plane] = 0;
				codes[to + 3 * Size.Plane] = 0;
			} else {
				const word = bit32.lrotate(value ^ previous, rotation);
				const lowest = word & 255;
				const low = (word >>> 8) & 255;
				const high = (word >>> 16) & 255;
				const highest = word >>> 24;
				codes[to] = lowest;
				codes[to + Size.Plane] = low;
				codes[to + 2 * Size.Plane] = high;
				codes[to + 3 * Size.Plane] = highest;
				lowestSum += weightOf[lowest + 1];
				lowSum += weightOf[low + 1];
				highSum += weightOf[high + 1];
				highestSum += weightOf[highest + 1];
			}
			previous = value;
			from += stride;
		}
		group += 1;
		sums[group] = lowestSum;
		sums[group + Sums.Plane] = lowSum;
		sums[group + 2 * Sums.Plane] = highSum;
		sums[group + 3 * Sums.Plane] = highestSum;
	}
}

/** Rotations worth trying: eight more give the same bytes in other planes. */
export const ROTATIONS = 8;

/**
 * Adds to `sizes` the rough size of the channel in mode 2 for each rotation, by the rotation plus one. It only depends
 * on which bits change within a group, so this costs less than coding the channel once.
 */
export function weighRotations(
	source: buffer,
	at: number,
	previousAt: number,
	stride: number,
	count: number,
	sizes: Numbers,
): void {
	const sizeOf = roughSizes;
	let previous = buffer.readu32(source, previousAt);
	let from = at;
	for (const first of $range(0, count - 1, Size.Group)) {
		let changed = 0;
		for (const _ of $range(first, math.min(first + Size.Group, count) - 1)) {
			const value = buffer.readu32(source, from);
			changed = changed | (value ^ previous);
			previous = value;
			from += stride;
		}
		if (changed !== 0) {
			for (const index of $range(1, ROTATIONS)) {
				sizes[index] +=
					sizeOf[(changed & 255) + 1] +
					sizeOf[((changed >>> 8) & 255) + 1] +
					sizeOf[((changed >>> 16) & 255) + 1] +
					sizeOf[(changed >>> 24) + 1];
				changed = bit32.lrotate(changed, 1);
			}
		}
	}
}
