//!native
//!optimize 2

/** The component types of accessors, by their numbers in documents. */
export const enum ComponentType {
	I8 = 5120,
	U8 = 5121,
	I16 = 5122,
	U16 = 5123,
	U32 = 5125,
	F32 = 5126,
}

/*
 * One component of every element at a time: the loops below carry two offsets and call only `buffer`, which suits
 * native code best. Normalised integers divide, as in the specification, so that results equal those of other readers
 * to the bit; signed ones stop at -1.
 */

function f32Plane(
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	step: number,
) {
	let at = from;
	for (const into of $range(to, to + (count - 1) * step, step)) {
		buffer.writef32(target, into, buffer.readf32(source, at));
		at += stride;
	}
}

function u32Plane(
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	step: number,
) {
	let at = from;
	for (const into of $range(to, to + (count - 1) * step, step)) {
		buffer.writef32(target, into, buffer.readu32(source, at));
		at += stride;
	}
}

function u16Plane(
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	step: number,
	divisor: number,
) {
	let at = from;
	for (const into of $range(to, to + (count - 1) * step, step)) {
		buffer.writef32(target, into, buffer.readu16(source, at) / divisor);
		at += stride;
	}
}

function i16Plane(
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	step: number,
	divisor: number,
	low: number,
) {
	let at = from;
	for (const into of $range(to, to + (count - 1) * step, step)) {
		const value = buffer.readi16(source, at) / divisor;
		buffer.writef32(target, into, value < low ? low : value);
		at += stride;
	}
}

function u8Plane(
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	step: number,
	divisor: number,
) {
	let at = from;
	for (const into of $range(to, to + (count - 1) * step, step)) {
		buffer.writef32(target, into, buffer.readu8(source, at) / divisor);
		at += stride;
	}
}

function i8Plane(
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	step: number,
	divisor: number,
	low: number,
) {
	let at = from;
	for (const into of $range(to, to + (count - 1) * step, step)) {
		const value = buffer.readi8(source, at) / divisor;
		buffer.writef32(target, into, value < low ? low : value);
		at += stride;
	}
}

/* The shapes of most files, all components of an element at a time: half the cost of planes is the loop itself. */

function u16Vectors3(
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	divisor: number,
) {
	let at = from;
	for (const into of $range(to, to + (count - 1) * 12, 12)) {
		buffer.writef32(target, into, buffer.readu16(source, at) / divisor);
		buffer.writef32(target, into + 4, buffer.readu16(source, at + 2) / divisor);
		buffer.writef32(target, into + 8, buffer.readu16(source, at + 4) / divisor);
		at += stride;
	}
}

function u16Vectors2(
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	divisor: number,
) {
	let at = from;
	for (const into of $range(to, to + (count - 1) * 8, 8)) {
		buffer.writef32(target, into, buffer.readu16(source, at) / divisor);
		buffer.writef32(target, into + 4, buffer.readu16(source, at + 2) / divisor);
		at += stride;
	}
}

function i16Vectors3(
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	divisor: number,
	low: number,
) {
	let at = from;
	for (const into of $range(to, to + (count - 1) * 12, 12)) {
		const x = buffer.readi16(source, at) / divisor;
		const y = buffer.readi16(source, at + 2) / divisor;
		const z = buffer.readi16(source, at + 4) / divisor;
		buffer.writef32(target, into, x < low ? low : x);
		buffer.writef32(target, into + 4, y < low ? low : y);
		buffer.writef32(target, into + 8, z < low ? low : z);
		at += stride;
	}
}

function i8Vectors3(
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	divisor: number,
	low: number,
) {
	let at = from;
	for (const into of $range(to, to + (count - 1) * 12, 12)) {
		const x = buffer.readi8(source, at) / divisor;
		const y = buffer.readi8(source, at + 1) / divisor;
		const z = buffer.readi8(source, at + 2) / divisor;
		buffer.writef32(target, into, x < low ? low : x);
		buffer.writef32(target, into + 4, y < low ? low : y);
		buffer.writef32(target, into + 8, z < low ? low : z);
		at += stride;
	}
}

function u8Vectors4(
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	divisor: number,
) {
	let at = from;
	for (const into of $range(to, to + (count - 1) * 16, 16)) {
		buffer.writef32(target, into, buffer.readu8(source, at) / divisor);
		buffer.writef32(target, into + 4, buffer.readu8(source, at + 1) / divisor);
		buffer.writef32(target, into + 8, buffer.readu8(source, at + 2) / divisor);
		buffer.writef32(target, into + 12, buffer.readu8(source, at + 3) / divisor);
		at += stride;
	}
}

/**
 * Writes `count` vectors of `width` components as packed f32, from `source`, starting at `from` and `stride` bytes
 * apart, to `target`, starting at `to`. Returns false, and writes nothing, if it has no fast path.
 */
export function writeFloatVectors(
	kind: ComponentType,
	isNormalized: boolean,
	width: number,
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
): boolean {
	const low = isNormalized ? -1 : -math.huge;
	if (kind === ComponentType.U16 && width === 3) {
		u16Vectors3(source, from, stride, count, target, to, isNormalized ? 65535 : 1);
	} else if (kind === ComponentType.U16 && width === 2) {
		u16Vectors2(source, from, stride, count, target, to, isNormalized ? 65535 : 1);
	} else if (kind === ComponentType.I16 && width === 3) {
		i16Vectors3(source, from, stride, count, target, to, isNormalized ? 32767 : 1, low);
	} else if (kind === ComponentType.I8 && width === 3) {
		i8Vectors3(source, from, stride, count, target, to, isNormalized ? 127 : 1, low);
	} else if (kind === ComponentType.U8 && width === 4) {
		u8Vectors4(source, from, stride, count, target, to, isNormalized ? 255 : 1);
	} else {
		return false;
	}
	return true;
}

/**
 * Writes one component of `count` elements as f32: from `source`, starting at `from` and `stride` bytes apart, to
 * `target`, starting at `to` and `step` bytes apart. The caller checks the bounds.
 */
export function writeFloatPlane(
	kind: ComponentType,
	isNormalized: boolean,
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	step: number,
): void {
	const low = isNormalized ? -1 : -math.huge;
	if (kind === ComponentType.F32) f32Plane(source, from, stride, count, target, to, step);
	else if (kind === ComponentType.U32) u32Plane(source, from, stride, count, target, to, step);
	else if (kind === ComponentType.U16)
		u16Plane(source, from, stride, count, target, to, step, isNormalized ? 65535 : 1);
	else if (kind === ComponentType.I16)
		i16Plane(source, from, stride, count, target, to, step, isNormalized ? 32767 : 1, low);
	else if (kind === ComponentType.U8) u8Plane(source, from, stride, count, target, to, step, isNormalized ? 255 : 1);
	else i8Plane(source, from, stride, count, target, to, step, isNormalized ? 127 : 1, low);
}

/** Reads one unsigned integer of `kind`. */
export function readUnsigned(kind: ComponentType, source: buffer, at: number): number {
	if (kind === ComponentType.U8) return buffer.readu8(source, at);
	if (kind === ComponentType.U16) return buffer.readu16(source, at);
	return buffer.readu32(source, at);
}

/** Returns the index of the first of `count` packed u32 from byte `from` on that is not below `limit`, or -1. */
export function findIndex(source: buffer, from: number, count: number, limit: number): number {
	const whole = count - (count % 4);
	let first = whole;
	for (const index of $range(0, whole - 4, 4)) {
		const at = from + index * 4;
		if (
			buffer.readu32(source, at) >= limit ||
			buffer.readu32(source, at + 4) >= limit ||
			buffer.readu32(source, at + 8) >= limit ||
			buffer.readu32(source, at + 12) >= limit
		) {
			first = index;
			break;
		}
	}
	for (const index of $range(first, count - 1)) {
		if (buffer.readu32(source, from + index * 4) >= limit) return index;
	}
	return -1;
}

/**
 * Writes `count` unsigned integers, `stride` bytes apart, as packed u32 from byte `to` on. Returns the index of the
 * first that is not below `limit`, or -1.
 */
export function writeIndices(
	kind: ComponentType,
	source: buffer,
	from: number,
	stride: number,
	count: number,
	limit: number,
	target: buffer,
	to: number,
): number {
	let at = from;
	if (kind === ComponentType.U16) {
		// Four at a time, until one is wrong.
		const whole = stride === 2 ? count - (count % 4) : 0;
		let first = whole;
		for (const index of $range(0, whole - 4, 4)) {
			const place = from + index * 2;
			const a = buffer.readu16(source, place);
			const b = buffer.readu16(source, place + 2);
			const c = buffer.readu16(source, place + 4);
			const d = buffer.readu16(source, place + 6);
			if (a >= limit || b >= limit || c >= limit || d >= limit) {
				first = index;
				break;
			}
			const into = to + index * 4;
			buffer.writeu32(target, into, a);
			buffer.writeu32(target, into + 4, b);
			buffer.writeu32(target, into + 8, c);
			buffer.writeu32(target, into + 12, d);
		}
		at = from + first * stride;
		for (const into of $range(to + first * 4, to + (count - 1) * 4, 4)) {
			const value = buffer.readu16(source, at);
			if (value >= limit) return (into - to) / 4;
			buffer.writeu32(target, into, value);
			at += stride;
		}
	} else if (kind === ComponentType.U32 && stride === 4) {
		buffer.copy(target, to, source, from, count * 4);
		return findIndex(source, from, count, limit);
	} else if (kind === ComponentType.U32) {
		for (const into of $range(to, to + (count - 1) * 4, 4)) {
			const value = buffer.readu32(source, at);
			if (value >= limit) return (into - to) / 4;
			buffer.writeu32(target, into, value);
			at += stride;
		}
	} else {
		for (const into of $range(to, to + (count - 1) * 4, 4)) {
			const value = buffer.readu8(source, at);
			if (value >= limit) return (into - to) / 4;
			buffer.writeu32(target, into, value);
			at += stride;
		}
	}
	return -1;
}

/** Writes one component of `count` elements, u8 or u16, as u16. */
export function writeU16Plane(
	kind: ComponentType,
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	step: number,
): void {
	let at = from;
	if (kind === ComponentType.U8) {
		for (const into of $range(to, to + (count - 1) * step, step)) {
			buffer.writeu16(target, into, buffer.readu8(source, at));
			at += stride;
		}
	} else {
		for (const into of $range(to, to + (count - 1) * step, step)) {
			buffer.writeu16(target, into, buffer.readu16(source, at));
			at += stride;
		}
	}
}

/** Returns the min and max of `count` f32, `step` bytes apart from `from`. */
export function rangeOf(values: buffer, from: number, count: number, step: number) {
	let low = math.huge;
	let high = -math.huge;
	for (const at of $range(from, from + (count - 1) * step, step)) {
		const value = buffer.readf32(values, at);
		if (value < low) low = value;
		if (value > high) high = value;
	}
	return $tuple(low, high);
}

/** Returns whether any of `count` vectors of f32 × 3, from byte `from` on, is outside a box. */
export function isOutside(
	values: buffer,
	from: number,
	count: number,
	lowX: number,
	lowY: number,
	lowZ: number,
	highX: number,
	highY: number,
	highZ: number,
): boolean {
	for (const at of $range(from, from + (count - 1) * 12, 12)) {
		const x = buffer.readf32(values, at);
		const y = buffer.readf32(values, at + 4);
		const z = buffer.readf32(values, at + 8);
		if (x < lowX || y < lowY || z < lowZ || x > highX || y > highY || z > highZ) return true;
	}
	return false;
}

/** Adds `weight` times `count` vectors of `source` (f32 × 3 each), from `first` on, to those of `target`. */
export function addVectors(source: buffer, weight: number, first: number, count: number, target: buffer): void {
	for (const at of $range(first * 12, (first + count) * 12 - 4, 4)) {
		buffer.writef32(target, at, buffer.readf32(target, at) + weight * buffer.readf32(source, at));
	}
}
