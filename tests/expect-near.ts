/** Fails the spec unless every number is within `tolerance` of what is expected. */
export function expectNear(actual: Array<number>, expected: Array<number>, tolerance: number): void {
	const text = `expected ${expected.join(" ")}, got ${actual.join(" ")}`;
	assert(actual.size() === expected.size(), text);
	actual.forEach((value, index) => {
		// Written so that NaN fails.
		assert(math.abs(value - expected[index]) <= tolerance, text);
	});
}

/** Fails the spec unless two rotations x y z w, of either sign, are within `tolerance` of one another in every number. */
export function expectSameRotation(actual: Array<number>, expected: Array<number>, tolerance: number): void {
	const dot = actual.reduce((sum, value, index) => sum + value * expected[index], 0);
	expectNear(dot < 0 ? actual.map((value) => -value) : actual, expected, tolerance);
}
