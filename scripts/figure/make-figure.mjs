import { makeBody } from "./body.mjs";
import { makeRigged } from "./make-rigged.mjs";
import { JOINTS } from "./skeleton.mjs";
import { CYCLE, walkAt } from "./walk.mjs";

/** How many cycles the clip lasts, and how many keys a cycle has. */
const CYCLES = 4;
const KEYS = 30;

/** A walk that goes ahead. */
function walkAhead() {
	const moments = Array.from({ length: CYCLES * KEYS + 1 }, (_, key) => walkAt(key / KEYS));
	return { name: "Walk", seconds: CYCLES * CYCLE, moments };
}

/** A cycle of the walk on the spot, to be repeated. */
export function walkInPlace() {
	const moments = Array.from({ length: KEYS + 1 }, (_, key) => {
		const { hips, turns } = walkAt(key / KEYS);
		return { hips: [hips[0], hips[1], 0], turns };
	});
	return { name: "Walk", seconds: CYCLE, moments };
}

/** A GLB of a low-poly figure on a skin of 19 joints, with clips: unless given, a "Walk" that goes ahead. */
export function makeFigure({ isTextured = false, clips = [walkAhead()] } = {}) {
	return makeRigged({ name: "Walker", joints: JOINTS, triangles: makeBody(), clips, isTextured });
}
