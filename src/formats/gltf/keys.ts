//!native
//!optimize 2

/** Shorter rotations have no direction. */
const SHORTEST = 1e-6;

/** Writes `count` f32, from the one at `first` on, as f64. */
export function toDoubles(floats: buffer, first: number, count: number, doubles: buffer): void {
	for (const index of $range(first, first + count - 1)) {
		buffer.writef64(doubles, index * 8, buffer.readf32(floats, index * 4));
	}
}

/**
 * Returns the first of `count` f64, from the one at `first` on, that is below the previous one, or below 0; -1 if there
 * is none.
 */
export function findFalling(times: buffer, first: number, count: number): number {
	let last = first > 0 ? buffer.readf64(times, first * 8 - 8) : 0;
	for (const index of $range(first, first + count - 1)) {
		const time = buffer.readf64(times, index * 8);
		if (time < last) return index;
		last = time;
	}
	return -1;
}

/** Returns the first of `count` f32, from the one at `first` on, whose absolute value is above `limit`, or -1. */
export function findBeyond(values: buffer, first: number, count: number, limit: number): number {
	for (const index of $range(first, first + count - 1)) {
		if (math.abs(buffer.readf32(values, index * 4)) > limit) return index;
	}
	return -1;
}

/**
 * Returns the first of `count` rotations (f32 × 4), from the one at `first` on, that is too short to be valid, or -1.
 */
export function findShortRotation(values: buffer, first: number, count: number): number {
	for (const index of $range(first, first + count - 1)) {
		const x = buffer.readf32(values, index * 16);
		const y = buffer.readf32(values, index * 16 + 4);
		const z = buffer.readf32(values, index * 16 + 8);
		const w = buffer.readf32(values, index * 16 + 12);
		if (x * x + y * y + z * z + w * w < SHORTEST) return index;
	}
	return -1;
}

/**
 * Returns the first of `count` keys, from the one at `first` on, whose field of view in radians is not between 0 and π,
 * or -1. Splined keys have tangents.
 */
export function findNoFieldOfView(values: buffer, first: number, count: number, isSplined: boolean): number {
	for (const key of $range(first, first + count - 1)) {
		const angle = buffer.readf32(values, (isSplined ? key * 3 + 1 : key) * 4);
		if (!(angle > 0 && angle < math.pi)) return key;
	}
	return -1;
}

/** Writes `count` f32 in radians, from the one at `first` on, in degrees. */
export function toDegrees(radians: buffer, first: number, count: number, degrees: buffer): void {
	for (const at of $range(first * 4, (first + count) * 4 - 4, 4)) {
		buffer.writef32(degrees, at, math.deg(buffer.readf32(radians, at)));
	}
}
