//!native
//!optimize 2

/** The component types of accessors, by the numbers that documents write. */
export const enum ComponentType {
	I8 = 5120,
	U8 = 5121,
	I16 = 5122,
	U16 = 5123,
	U32 = 5125,
	F32 = 5126,
}

/*
 * One component of every element at a time: the loops below carry two offsets and call nothing but `buffer`, which is
 * what native code runs best. Normalised integers divide, as the specification writes it, so that results equal those
 * of other readers to the bit; signed ones stop at -1.
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

/**
 * Writes one component of `count` elements as f32: from `source`, starting at `from` and `stride` bytes apart, to
 * `target`, starting at `to` and `step` bytes apart. Bounds are the caller's to check.
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

/**
 * Writes `count` unsigned integers, `stride` bytes apart, as packed u32. Gives the position of the first that is not
 * below `limit`, or -1.
 */
export function writeIndices(
	kind: ComponentType,
	source: buffer,
	from: number,
	stride: number,
	count: number,
	limit: number,
	target: buffer,
): number {
	let at = from;
	if (kind === ComponentType.U16) {
		for (const into of $range(0, (count - 1) * 4, 4)) {
			const value = buffer.readu16(source, at);
			if (value >= limit) return into / 4;
			buffer.writeu32(target, into, value);
			at += stride;
		}
	} else if (kind === ComponentType.U32) {
		for (const into of $range(0, (count - 1) * 4, 4)) {
			const value = buffer.readu32(source, at);
			if (value >= limit) return into / 4;
			buffer.writeu32(target, into, value);
			at += stride;
		}
	} else {
		for (const into of $range(0, (count - 1) * 4, 4)) {
			const value = buffer.readu8(source, at);
			if (value >= limit) return into / 4;
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

/** The least and the greatest of `count` f32, `step` bytes apart from `from`. */
export function rangeOf(values: buffer, from: number, count: number, step: number) {
	let low = math.huge;
	let high = -math.huge;
	for (const at of $range(from, from + (count - 1) * step, step)) {
		const value = buffer.readf32(values, at);
		low = math.min(low, value);
		high = math.max(high, value);
	}
	return $tuple(low, high);
}

/** Adds `weight` times the vectors of `source` (f32 × 3 each) to those of `target`. */
export function addVectors(source: buffer, weight: number, count: number, target: buffer): void {
	for (const at of $range(0, count * 12 - 4, 4)) {
		buffer.writef32(target, at, buffer.readf32(target, at) + weight * buffer.readf32(source, at));
	}
}
