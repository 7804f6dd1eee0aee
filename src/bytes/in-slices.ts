import { findNonFinite } from "./find-non-finite";
import type { Budget } from "./budget";

/**
 * Elements of a slice: half a millisecond of simple work, interpreted, and enough that the overhead of a slice does not
 * matter.
 */
const SLICE = 4096;

/**
 * Processes `count` elements in slices, and pauses between them when due: `visit` receives the first element of a slice
 * and the number of its elements. An element counts as `weight` steps.
 *
 * @example
 * inSlices(count, work, "gltf", path, (first, size) => countUp(first, size, target));
 */
export function inSlices(
	count: number,
	budget: Budget,
	format: string,
	place: number | string | undefined,
	visit: (first: number, count: number) => void,
	weight = 1,
): void {
	for (const first of $range(0, count - 1, SLICE)) {
		const size = math.min(SLICE, count - first);
		visit(first, size);
		budget.step(size * weight, format, place);
	}
}

/** `findNonFinite` for all the f32 of a buffer, in slices. */
export function findNonFiniteInSlices(
	values: buffer,
	count: number,
	budget: Budget,
	format: string,
	place: number | string | undefined,
): number {
	let found = -1;
	inSlices(
		count,
		budget,
		format,
		place,
		(first, size) => {
			if (found >= 0) return;
			const wrong = findNonFinite(values, first * 4, size);
			if (wrong >= 0) found = first + wrong;
		},
		0.25,
	);
	return found;
}
