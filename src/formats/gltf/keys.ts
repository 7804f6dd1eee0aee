//!native
//!optimize 2

/** Rotations shorter than this say nothing about a direction. */
const SHORTEST = 1e-6;

/** `count` f32 as f64. */
export function toDoubles(floats: buffer, count: number): buffer {
	const doubles = buffer.create(count * 8);
	for (const index of $range(0, count - 1)) {
		buffer.writef64(doubles, index * 8, buffer.readf32(floats, index * 4));
	}
	return doubles;
}

/** The first of `count` f64 that is below the one before it, or below 0; -1 where there is none. */
export function findFalling(times: buffer, count: number): number {
	let last = 0;
	for (const index of $range(0, count - 1)) {
		const time = buffer.readf64(times, index * 8);
		if (time < last) return index;
		last = time;
	}
	return -1;
}

/** The first of `count` f32 whose size is above `limit`, or -1. */
export function findBeyond(values: buffer, count: number, limit: number): number {
	for (const index of $range(0, count - 1)) {
		if (math.abs(buffer.readf32(values, index * 4)) > limit) return index;
	}
	return -1;
}

/** The first of `count` rotations (f32 × 4) that is too short to be one, or -1. */
export function findShortRotation(values: buffer, count: number): number {
	for (const index of $range(0, count - 1)) {
		const x = buffer.readf32(values, index * 16);
		const y = buffer.readf32(values, index * 16 + 4);
		const z = buffer.readf32(values, index * 16 + 8);
		const w = buffer.readf32(values, index * 16 + 12);
		if (x * x + y * y + z * z + w * w < SHORTEST) return index;
	}
	return -1;
}

/** The first of `count` keys whose field of view in radians sees nothing or everything; splined ones have tangents. */
export function findNoFieldOfView(values: buffer, count: number, isSplined: boolean): number {
	for (const key of $range(0, count - 1)) {
		const angle = buffer.readf32(values, (isSplined ? key * 3 + 1 : key) * 4);
		if (!(angle > 0 && angle < math.pi)) return key;
	}
	return -1;
}

/** f32 in radians as f32 in degrees. */
export function toDegrees(radians: buffer): buffer {
	const degrees = buffer.create(buffer.len(radians));
	for (const at of $range(0, buffer.len(radians) - 4, 4)) {
		buffer.writef32(degrees, at, math.deg(buffer.readf32(radians, at)));
	}
	return degrees;
}
