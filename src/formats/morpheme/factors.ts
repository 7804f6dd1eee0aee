import { Reader } from "../../bytes/reader";

/** `f32 min[3], f32 extent[3]`. */
export const FACTORS_SIZE = 24;

/**
 * The factors that restore a quantised vector: component = extent × stored + min.
 *
 * The rotation formula in the public notes on the format subtracts the minimum; every working reader adds it, like the
 * translation formula.
 */
export interface Factors {
	minX: number;
	minY: number;
	minZ: number;
	extentX: number;
	extentY: number;
	extentZ: number;
}

/** Reads the next 24 bytes. */
export function readFactors(reader: Reader, what: string): Factors {
	const minX = reader.finite(`${what}: minimum`);
	const minY = reader.finite(`${what}: minimum`);
	const minZ = reader.finite(`${what}: minimum`);
	const extentX = reader.finite(`${what}: extent`);
	const extentY = reader.finite(`${what}: extent`);
	const extentZ = reader.finite(`${what}: extent`);
	return { minX, minY, minZ, extentX, extentY, extentZ };
}

/**
 * A quarter of the largest f32, so that a pose can also hold a bone's translation after the root has moved and rotated
 * it.
 */
const LARGEST = 8.5e37;

/** Returns whether every vector with components up to `x`, `y` and `z` is restored to numbers that a pose can hold. */
export function fitsPose(factors: Factors, x: number, y: number, z: number): boolean {
	return (
		math.abs(factors.minX) + math.abs(factors.extentX) * x <= LARGEST &&
		math.abs(factors.minY) + math.abs(factors.extentY) * y <= LARGEST &&
		math.abs(factors.minZ) + math.abs(factors.extentZ) * z <= LARGEST
	);
}
