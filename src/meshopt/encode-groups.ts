//!native
//!optimize 2
import { Numbers, Weight } from "./encode-channels";
import { Control, headerSize, Size, Width } from "./groups";

/** The bytes of a group's packed codes, without those that follow. */
const ONE_BIT_SIZE = 2;
const TWO_BITS_SIZE = 4;
const FOUR_BITS_SIZE = 8;

/**
 * Returns the control mode of version 1 in which a plane of `count` codes is smallest, and its bytes then.
 *
 * @param sums the sum of each group's weights, the plane's first at `first`
 */
export function chooseControl(sums: Numbers, first: number, count: number): LuaTuple<[control: number, size: number]> {
	let withZeros = headerSize(count);
	let withBytes = withZeros;
	let isZero = true;
	for (const at of $range(first, first + math.ceil(count / Size.Group) - 1)) {
		const sum = sums[at];
		if (sum === 0) {
			withBytes += ONE_BIT_SIZE;
		} else {
			isZero = false;
			const size = math.min(
				ONE_BIT_SIZE + (sum % Weight.Two),
				TWO_BITS_SIZE + (sum.idiv(Weight.Two) % Weight.Two),
				FOUR_BITS_SIZE + sum.idiv(Weight.Four),
			);
			withZeros += size;
			withBytes += math.min(size, Size.Group);
		}
	}
	if (isZero) return $tuple(Control.Zeros, 0);
	if (count <= withZeros && count <= withBytes) return $tuple(Control.Literal, count);
	if (withBytes <= withZeros) return $tuple(Control.WithBytes, withBytes);
	return $tuple(Control.WithZeros, withZeros);
}

/** Writes a byte for each of `count` codes, and returns the position after them. */
function writeLiteral(codes: Numbers, first: number, count: number, target: buffer, start: number): number {
	let position = start;
	const whole = count - (count & 3);
	for (const at of $range(first, first + whole - 1, 4)) {
		const word = codes[at] + codes[at + 1] * 2 ** 8 + codes[at + 2] * 2 ** 16 + codes[at + 3] * 2 ** 24;
		buffer.writeu32(target, position, word);
		position += 4;
	}
	for (const at of $range(first + whole, first + count - 1)) {
		buffer.writeu8(target, position, codes[at]);
		position += 1;
	}
	return position;
}

/**
 * Returns the width in which a group is smallest; of two equal ones, the one with fewer bytes after the packed codes.
 */
function chooseWidth(sum: number, narrowest: number, widest: number): number {
	let width = Width.FourBits;
	let size = FOUR_BITS_SIZE + sum.idiv(Weight.Four);
	const two = TWO_BITS_SIZE + (sum.idiv(Weight.Two) % Weight.Two);
	if (two < size) {
		width = Width.TwoBits;
		size = two;
	}
	if (narrowest === Width.OneBit) {
		const one = ONE_BIT_SIZE + (sum % Weight.Two);
		if (one < size) {
			width = Width.OneBit;
			size = one;
		}
	}
	return widest === Width.WholeBytes && size >= Size.Group ? Width.WholeBytes : width;
}

/**
 * Writes the header bits and groups of a plane, each group in its smallest width, and returns the position after them.
 * `decodeGroups` reads it, with the same `hasZeros` and `least`.
 */
export function encodeGroups(
	codes: Numbers,
	firstCode: number,
	count: number,
	sums: Numbers,
	firstSum: number,
	hasZeros: boolean,
	least: number,
	target: buffer,
	start: number,
): number {
	const narrowest = hasZeros ? least + 1 : least;
	const headerBytes = headerSize(count);
	let position = start + headerBytes;
	let header = 0;
	let unit = 1;
	let sumAt = firstSum;
	for (const first of $range(firstCode, firstCode + count - 1, Size.Group)) {
		const sum = sums[sumAt];
		sumAt += 1;
		if (sum !== 0 || !hasZeros) {
			const width = chooseWidth(sum, narrowest, least + 3);
			header += (width - least) * unit;
			// Codes that the width cannot hold follow the others as bytes.
			let escape = 0;
			if (width === Width.TwoBits) {
				if (sum.idiv(Weight.Two) % Weight.Two > 0) {
					escape = 3;
					for (const at of $range(first, first + Size.Group - 1, 4)) {
						const high = math.min(codes[at], 3) * 64 + math.min(codes[at + 1], 3) * 16;
						const low = math.min(codes[at + 2], 3) * 4 + math.min(codes[at + 3], 3);
						buffer.writeu8(target, position, high + low);
						position += 1;
					}
				} else {
					for (const at of $range(first, first + Size.Group - 1, 4)) {
						buffer.writeu8(target, position, codes[at] * 64 + codes[at + 1] * 16 + codes[at + 2] * 4 + codes[at + 3]);
						position += 1;
					}
				}
			} else if (width === Width.FourBits) {
				if (sum >= Weight.Four) {
					escape = 15;
					for (const at of $range(first, first + Size.Group - 1, 2)) {
						buffer.writeu8(target, position, math.min(codes[at], 15) * 16 + math.min(codes[at + 1], 15));
						position += 1;
					}
				} else {
					for (const at of $range(first, first + Size.Group - 1, 4)) {
						const word = codes[at] * 16 + codes[at + 1] + codes[at + 2] * 4096 + codes[at + 3] * 256;
						buffer.writeu16(target, position, word);
						position += 2;
					}
				}
			} else if (width === Width.OneBit) {
				escape = 1;
				let marks = 0;
				let mark = 1;
				for (const at of $range(first, first + Size.Group - 1)) {
					if (codes[at] !== 0) marks += mark;
					mark *= 2;
				}
				buffer.writeu16(target, position, marks);
				position += ONE_BIT_SIZE;
			} else {
				position = writeLiteral(codes, first, Size.Group, target, position);
			}
			if (escape > 0) {
				for (const at of $range(first, first + Size.Group - 1)) {
					const code = codes[at];
					if (code >= escape) {
						buffer.writeu8(target, position, code);
						position += 1;
					}
				}
			}
		}
		unit *= 4;
	}
	for (const index of $range(0, headerBytes - 1)) {
		buffer.writeu8(target, start + index, header >>> (8 * index));
	}
	return position;
}

/**
 * Writes a plane of version 1 in its smallest control mode, and returns that mode and the position after the plane.
 *
 * @param sums the sum of each group's weights, the plane's first at `firstSum`
 */
export function writePlane(
	codes: Numbers,
	first: number,
	sums: Numbers,
	firstSum: number,
	count: number,
	target: buffer,
	start: number,
): LuaTuple<[control: number, position: number]> {
	const [control] = chooseControl(sums, firstSum, count);
	if (control === Control.Zeros) return $tuple(control, start);
	if (control === Control.Literal) return $tuple(control, writeLiteral(codes, first, count, target, start));
	const hasZeros = control === Control.WithZeros;
	return $tuple(control, encodeGroups(codes, first, count, sums, firstSum, hasZeros, control, target, start));
}
