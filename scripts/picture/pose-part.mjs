import { fromTo } from "./cframe.mjs";

/** The frames that move a skinned part's vertices, one for each bone: from where it was bound to where it is. */
function boneFrames({ mesh, bones }) {
	return bones.map((bone, index) => fromTo(mesh.binds[index], bone));
}

function addTransformed(frame, weight, source, at, target, to, isPoint) {
	const [x, y, z] = [source[at], source[at + 1], source[at + 2]];
	for (let row = 0; row < 3; row++) {
		const r = 3 + row * 3;
		const moved = frame[r] * x + frame[r + 1] * y + frame[r + 2] * z + (isPoint ? frame[row] : 0);
		target[to + row] += moved * weight;
	}
}

/**
 * Where a part's vertices are in the world and which way its corners' normals point: through its bones where it is
 * skinned, otherwise through its CFrame, and in both cases as large as its Size says.
 */
export function posePart(part) {
	const { mesh, size, cframe } = part;
	const { vertexCount, triangleCount, corners } = mesh;
	const scale = size.map((length, axis) => (mesh.size[axis] > 0 ? length / mesh.size[axis] : 1));
	const scaled = mesh.positions.map((value, index) => value * scale[index % 3]);
	// A normal leans the other way than its surface is stretched.
	const normalSource = mesh.normals.map((value, index) => value / scale[index % 3]);
	const positions = new Float64Array(vertexCount * 3);
	const normals = new Float64Array(triangleCount * 9);
	if (!part.bones) {
		for (let at = 0; at < positions.length; at += 3) addTransformed(cframe, 1, scaled, at, positions, at, true);
		for (let at = 0; at < normals.length; at += 3) addTransformed(cframe, 1, normalSource, at, normals, at, false);
		return { positions, normals };
	}
	const frames = boneFrames(part);
	const eachBone = (vertex, visit) => {
		let isBound = false;
		for (let slot = vertex * 4; slot < vertex * 4 + 4; slot++) {
			const weight = mesh.vertexWeights[slot];
			if (weight === 0) continue;
			isBound = true;
			visit(frames[mesh.vertexBones[slot]], weight);
		}
		if (!isBound) visit(cframe, 1);
	};
	for (let vertex = 0; vertex < vertexCount; vertex++) {
		const at = vertex * 3;
		eachBone(vertex, (frame, weight) => addTransformed(frame, weight, scaled, at, positions, at, true));
	}
	for (let corner = 0; corner < corners.length; corner++) {
		const at = corner * 3;
		eachBone(corners[corner], (frame, weight) => {
			addTransformed(frame, weight, normalSource, at, normals, at, false);
		});
	}
	return { positions, normals };
}
