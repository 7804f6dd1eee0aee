//!native
//!optimize 2

/** The max joints of a vertex in the model. */
const INFLUENCES = 4;

/** A sum of weights further from 1 is wrong, not rounded: quantised weights add up to 1 exactly. */
const WEIGHT_TOLERANCE = 1e-3;

/** Writes red, green, blue of `count` vertices, from the one at `first` on, with an alpha of 1 added. */
export function addAlpha(colors: buffer, first: number, count: number, result: buffer): void {
	for (const index of $range(first, first + count - 1)) {
		buffer.writef32(result, index * 16, buffer.readf32(colors, index * 12));
		buffer.writef32(result, index * 16 + 4, buffer.readf32(colors, index * 12 + 4));
		buffer.writef32(result, index * 16 + 8, buffer.readf32(colors, index * 12 + 8));
		buffer.writef32(result, index * 16 + 12, 1);
	}
}

/** How many weights of `count` vertices, from the one at `first` on, are not numbers from 0. */
export function countWrongWeights(weights: buffer, first: number, count: number): number {
	let wrong = 0;
	for (const at of $range(first * 16, (first + count) * 16 - 4, 4)) {
		const weight = buffer.readf32(weights, at);
		// A NaN is in no range.
		if (!(weight >= 0 && weight < math.huge)) wrong += 1;
	}
	return wrong;
}

/** Writes 0 over those weights. */
export function clearWrongWeights(weights: buffer, first: number, count: number): void {
	for (const at of $range(first * 16, (first + count) * 16 - 4, 4)) {
		const weight = buffer.readf32(weights, at);
		if (!(weight >= 0 && weight < math.huge)) buffer.writef32(weights, at, 0);
	}
}

function weightSum(weights: buffer, at: number): number {
	return (
		buffer.readf32(weights, at) +
		buffer.readf32(weights, at + 4) +
		buffer.readf32(weights, at + 8) +
		buffer.readf32(weights, at + 12)
	);
}

/** Returns whether the weights of any of `count` vertices, from the one at `first` on, do not add up to 1. */
export function hasUnevenWeights(weights: buffer, first: number, count: number): boolean {
	for (const at of $range(first * 16, (first + count - 1) * 16, 16)) {
		if (math.abs(weightSum(weights, at) - 1) > WEIGHT_TOLERANCE) return true;
	}
	return false;
}

/**
 * Writes weights normalised to a sum of 1 per vertex, from the one at `first` on. A vertex without weights follows its
 * first joint.
 */
export function evenWeights(weights: buffer, first: number, count: number, result: buffer): void {
	for (const at of $range(first * 16, (first + count - 1) * 16, 16)) {
		const sum = weightSum(weights, at);
		if (sum > 0) {
			for (const component of $range(at, at + 12, 4)) {
				buffer.writef32(result, component, buffer.readf32(weights, component) / sum);
			}
		} else {
			buffer.writef32(result, at, 1);
		}
	}
}

/**
 * Merges the influences of another set (u16 × 4 joints, f32 × 4 weights per vertex) into the kept ones if they are
 * stronger than the weakest of those.
 */
export function keepStrongest(
	joints: buffer,
	weights: buffer,
	moreJoints: buffer,
	moreWeights: buffer,
	first: number,
	count: number,
): void {
	for (const influence of $range(first * INFLUENCES, (first + count) * INFLUENCES - 1)) {
		const weight = buffer.readf32(moreWeights, influence * 4);
		const vertex = influence - (influence % INFLUENCES);
		let weakest = vertex;
		for (const kept of $range(vertex + 1, vertex + INFLUENCES - 1)) {
			if (buffer.readf32(weights, kept * 4) < buffer.readf32(weights, weakest * 4)) weakest = kept;
		}
		if (weight > buffer.readf32(weights, weakest * 4)) {
			buffer.writef32(weights, weakest * 4, weight);
			buffer.writeu16(joints, weakest * 2, buffer.readu16(moreJoints, influence * 2));
		}
	}
}
