import { linear } from "./canvas.mjs";
import { fillTriangle } from "./fill-triangle.mjs";
import { posePart } from "./pose-part.mjs";
import { surfaceShader } from "./surface.mjs";

/** The tags of samples that show a part's front, and a single-sided part's back. */
export const FRONT_TAG = 1;
export const BACK_TAG = 2;
/** A double-sided part's two sides are both as they should be. */
const BOTH_SIDES_TAG = 3;

/** Whether something behind a part may be seen. */
function isClear({ transparency, mesh, texture }) {
	if (transparency > 0 || texture?.isSeeThrough) return true;
	for (let at = 3; at < mesh.colors.length; at += 4) if (mesh.colors[at] < 1) return true;
	return false;
}

/** The triangles of a part as the view has them. */
function* trianglesOf(part, view) {
	const { positions, normals } = part.posed ?? posePart(part);
	const { corners, uvs, colors, triangleCount } = part.mesh;
	for (let triangle = 0; triangle < triangleCount; triangle++) {
		yield [0, 1, 2].map((side) => {
			const corner = triangle * 3 + side;
			const at = corners[corner] * 3;
			const [x, y, z] = view.toCamera(positions[at], positions[at + 1], positions[at + 2]);
			const n = corner * 3;
			const c = corner * 4;
			const [red, green, blue] = linear([colors[c], colors[c + 1], colors[c + 2]]);
			const [u, v] = [uvs[corner * 2], uvs[corner * 2 + 1]];
			return [x, y, z, normals[n], normals[n + 1], normals[n + 2], u, v, red, green, blue, colors[c + 3]];
		});
	}
}

/** Draws parts: those that hide what is behind them, then the others from back to front. */
export function drawParts(canvas, view, parts, toLight, options) {
	const clear = [];
	for (const part of parts) {
		const shade = surfaceShader(part, toLight, options);
		const tag = part.doubleSided ? BOTH_SIDES_TAG : FRONT_TAG;
		const isKept = isClear(part);
		for (const [a, b, c] of trianglesOf(part, view)) {
			if (isKept) clear.push({ corners: [a, b, c], depth: a[2] + b[2] + c[2], shade, tag });
			else fillTriangle(canvas, view, a, b, c, tag, shade);
		}
	}
	clear.sort((one, other) => other.depth - one.depth);
	for (const { corners, shade, tag } of clear) fillTriangle(canvas, view, ...corners, tag, shade);
}
