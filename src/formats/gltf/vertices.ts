//!native
//!optimize 2

/** How many joints move a vertex in the model. */
const INFLUENCES = 4;

/** Sums of weights further from 1 than this are not rounded: quantised weights sum to 1 exactly. */
const WEIGHT_TOLERANCE = 1e-3;

/** Red, green, blue of `count` vertices with an alpha of 1 added. */
export function withAlpha(colors: buffer, count: number): buffer {
	const result = buffer.create(count * 16);
	for (const index of $range(0, count - 1)) {
		buffer.writef32(result, index * 16, buffer.readf32(colors, index * 12));
		buffer.writef32(result, index * 16 + 4, buffer.readf32(colors, index * 12 + 4));
		buffer.writef32(result, index * 16 + 8, buffer.readf32(colors, index * 12 + 8));
		buffer.writef32(result, index * 16 + 12, 1);
	}
	return result;
}

/** The first of `count` vertices with a weight below 0, or -1. */
export function findNegativeWeight(weights: buffer, count: number): number {
	for (const at of $range(0, count * 16 - 4, 4)) {
		if (buffer.readf32(weights, at) < 0) return at.idiv(16);
	}
	return -1;
}

function weightSum(weights: buffer, at: number): number {
	return (
		buffer.readf32(weights, at) +
		buffer.readf32(weights, at + 4) +
		buffer.readf32(weights, at + 8) +
		buffer.readf32(weights, at + 12)
	);
}

/** Whether the weights of a vertex do not sum to 1. */
export function hasUnevenWeights(weights: buffer, count: number): boolean {
	for (const at of $range(0, (count - 1) * 16, 16)) {
		if (math.abs(weightSum(weights, at) - 1) > WEIGHT_TOLERANCE) return true;
	}
	return false;
}

/** A copy of the weights in which each vertex's sum to 1; one without any follows its first joint. */
export function evenWeights(weights: buffer, count: number): buffer {
	const result = buffer.create(count * 16);
	for (const at of $range(0, (count - 1) * 16, 16)) {
		const sum = weightSum(weights, at);
		if (sum > 0) {
			for (const component of $range(at, at + 12, 4)) {
				buffer.writef32(result, component, buffer.readf32(weights, component) / sum);
			}
		} else {
			buffer.writef32(result, at, 1);
		}
	}
	return result;
}

/**
 * Puts the influences of one more set (u16 × 4 joints, f32 × 4 weights a vertex) into the ones kept, where they are
 * stronger than the weakest of those.
 */
export function keepStrongest(
	joints: buffer,
	weights: buffer,
	moreJoints: buffer,
	moreWeights: buffer,
	count: number,
): void {
	for (const influence of $range(0, count * INFLUENCES - 1)) {
		const weight = buffer.readf32(moreWeights, influence * 4);
		const first = influence - (influence % INFLUENCES);
		let weakest = first;
		for (const kept of $range(first + 1, first + INFLUENCES - 1)) {
			if (buffer.readf32(weights, kept * 4) < buffer.readf32(weights, weakest * 4)) weakest = kept;
		}
		if (weight > buffer.readf32(weights, weakest * 4)) {
			buffer.writef32(weights, weakest * 4, weight);
			buffer.writeu16(joints, weakest * 2, buffer.readu16(moreJoints, influence * 2));
		}
	}
}

/**
 * The joints of `count` vertices by other numbers: `mapping` holds a u16 for each of `jointCount`. Gives the joints and
 * the first vertex with one that is not below `jointCount`, or -1.
 */
export function remapJoints(joints: buffer, count: number, mapping: buffer, jointCount: number) {
	const result = buffer.create(count * INFLUENCES * 2);
	for (const at of $range(0, count * INFLUENCES * 2 - 2, 2)) {
		const joint = buffer.readu16(joints, at);
		if (joint >= jointCount) return $tuple(result, at.idiv(INFLUENCES * 2));
		buffer.writeu16(result, at, buffer.readu16(mapping, joint * 2));
	}
	return $tuple(result, -1);
}
