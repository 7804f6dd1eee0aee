/** The largest that a part may be along each axis, in studs. */
export const MAX_PART_SIZE = 2048;

/** The scale that makes a mesh fit whose longest side is `side`, rounded down to two digits. */
export function fittingScale(side: number): number {
	const exact = MAX_PART_SIZE / side;
	const digit = 10 ** (math.floor(math.log10(exact)) - 1);
	return math.floor(exact / digit) * digit;
}

/** What is wrong with a mesh that is larger than a part may be, and what helps. */
export function sizeProblem(name: string, side: number): string {
	const shown = string.format("%.0f", side);
	const scale = string.format("%.2g", fittingScale(side));
	return `"${name}" is ${shown} studs long, and a part at most ${MAX_PART_SIZE}: convert the scene by a scale of ${scale}`;
}
