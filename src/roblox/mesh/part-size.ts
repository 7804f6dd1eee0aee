/** The max size of a part along each axis, in studs. */
export const MAX_PART_SIZE = 2048;

/** Returns the scale that fits a mesh whose longest side is `side`, rounded down to two digits. */
export function fittingScale(side: number): number {
	const exact = MAX_PART_SIZE / side;
	const digit = 10 ** (math.floor(math.log10(exact)) - 1);
	return math.floor(exact / digit) * digit;
}

/** Describes that a mesh is larger than a part may be, and what to do. */
export function sizeProblem(name: string, side: number): string {
	const shown = string.format("%.0f", side);
	const scale = string.format("%.2g", fittingScale(side));
	return `"${name}" is ${shown} studs long; expected at most ${MAX_PART_SIZE}. Convert the scene with a scale of ${scale}`;
}
