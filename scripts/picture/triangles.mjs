import { linear } from "./canvas.mjs";
import { posePart } from "./pose-part.mjs";

/** Parts that stand still from one shot to the next are posed once. */
const STILL = new WeakMap();

function poseOnce(part) {
	if (part.bones) return posePart(part);
	let poses = STILL.get(part.mesh);
	if (!poses) STILL.set(part.mesh, (poses = new Map()));
	const key = `${part.cframe} ${part.size}`;
	let posed = poses.get(key);
	if (!posed) poses.set(key, (posed = posePart(part)));
	return posed;
}

/** All triangles of parts: nine numbers each for places and normals, three for their linear colours, and the part of each. */
export function trianglesOf(parts) {
	let count = 0;
	for (const { mesh } of parts) count += mesh.triangleCount;
	const places = new Float64Array(count * 9);
	const normals = new Float32Array(count * 9);
	const colors = new Float32Array(count * 3);
	const owners = new Array(count);
	let at = 0;
	for (const part of parts) {
		const { mesh } = part;
		const posed = poseOnce(part);
		const base = linear(part.color);
		for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
			for (let side = 0; side < 3; side++) {
				const from = mesh.corners[triangle * 3 + side] * 3;
				for (let axis = 0; axis < 3; axis++) places[at * 9 + side * 3 + axis] = posed.positions[from + axis];
			}
			for (let number = 0; number < 9; number++) normals[at * 9 + number] = posed.normals[triangle * 9 + number];
			const c = triangle * 12;
			const own = linear([mesh.colors[c], mesh.colors[c + 1], mesh.colors[c + 2]]);
			for (let channel = 0; channel < 3; channel++) colors[at * 3 + channel] = base[channel] * own[channel];
			owners[at] = part;
			at += 1;
		}
	}
	return { count, places, normals, colors, owners };
}
