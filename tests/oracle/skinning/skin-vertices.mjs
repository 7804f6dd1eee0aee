/*
 * An independent skinner: where glTF's specification puts every vertex of a document at a time of an animation, in plain
 * matrices, without bones, parts or anything of the toolkit.
 */

/** Column-major 4×4 matrices, as glTF has them. */
function multiply(a, b) {
	const result = new Array(16).fill(0);
	for (let column = 0; column < 4; column++) {
		for (let row = 0; row < 4; row++) {
			for (let k = 0; k < 4; k++) result[column * 4 + row] += a[k * 4 + row] * b[column * 4 + k];
		}
	}
	return result;
}

function compose([tx, ty, tz], [x, y, z, w], [sx, sy, sz]) {
	return [
		(1 - 2 * (y * y + z * z)) * sx,
		2 * (x * y + z * w) * sx,
		2 * (x * z - y * w) * sx,
		0,
		2 * (x * y - z * w) * sy,
		(1 - 2 * (x * x + z * z)) * sy,
		2 * (y * z + x * w) * sy,
		0,
		2 * (x * z + y * w) * sz,
		2 * (y * z - x * w) * sz,
		(1 - 2 * (x * x + y * y)) * sz,
		0,
		tx,
		ty,
		tz,
		1,
	];
}

function transform(m, [x, y, z]) {
	return [0, 1, 2].map((row) => m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]);
}

function unit(q) {
	const length = Math.hypot(...q);
	return q.map((c) => c / length);
}

function slerp(a, b, t) {
	let dot = a.reduce((sum, c, i) => sum + c * b[i], 0);
	const sign = dot < 0 ? -1 : 1;
	dot = Math.min(1, Math.abs(dot));
	const angle = Math.acos(dot);
	if (angle < 1e-6) return unit(a.map((c, i) => c + (sign * b[i] - c) * t));
	const [from, to] = [Math.sin((1 - t) * angle) / Math.sin(angle), (sign * Math.sin(t * angle)) / Math.sin(angle)];
	return unit(a.map((c, i) => from * c + to * b[i]));
}

function element(accessor, index) {
	return Array.from(accessor.getElement(index, []));
}

/** The value of a sampler at a time, as the specification interpolates. */
function sample(sampler, seconds, isRotation) {
	const input = sampler.getInput();
	const output = sampler.getOutput();
	const last = input.getCount() - 1;
	const times = Array.from({ length: last + 1 }, (_, i) => input.getScalar(i));
	const isCubic = sampler.getInterpolation() === "CUBICSPLINE";
	const valueAt = (i) => element(output, isCubic ? i * 3 + 1 : i);
	if (seconds <= times[0]) return valueAt(0);
	if (seconds >= times[last]) return valueAt(last);
	let key = 0;
	while (times[key + 1] <= seconds) key++;
	const gap = times[key + 1] - times[key];
	const t = (seconds - times[key]) / gap;
	if (sampler.getInterpolation() === "STEP") return valueAt(key);
	if (isCubic) {
		const [p0, p1] = [valueAt(key), valueAt(key + 1)];
		const [out, into] = [element(output, key * 3 + 2), element(output, (key + 1) * 3)];
		const value = p0.map(
			(c, i) =>
				(2 * t ** 3 - 3 * t ** 2 + 1) * c +
				(t ** 3 - 2 * t ** 2 + t) * gap * out[i] +
				(-2 * t ** 3 + 3 * t ** 2) * p1[i] +
				(t ** 3 - t ** 2) * gap * into[i],
		);
		return isRotation ? unit(value) : value;
	}
	const [a, b] = [valueAt(key), valueAt(key + 1)];
	return isRotation ? slerp(a, b, t) : a.map((c, i) => c + (b[i] - c) * t);
}

/** How far each of a mesh's morph targets is on at a time: a sampler's output has so many numbers for each key. */
export function sampleWeights(sampler, seconds, count) {
	const output = sampler.getOutput();
	const row = (index, array) => {
		for (let target = 0; target < count; target++) array[target] = output.getScalar(index * count + target);
		return array.slice(0, count);
	};
	const rows = {
		getInput: () => sampler.getInput(),
		getInterpolation: () => sampler.getInterpolation(),
		getOutput: () => ({ getElement: row }),
	};
	return sample(rows, seconds, false);
}

/** The world matrices of a document's nodes at a time of an animation, or at rest without one. */
export function worldMatrices(document, animation, seconds) {
	const locals = new Map();
	for (const node of document.getRoot().listNodes()) {
		locals.set(node, { translation: node.getTranslation(), rotation: node.getRotation(), scale: node.getScale() });
	}
	for (const channel of animation?.listChannels() ?? []) {
		const path = channel.getTargetPath();
		if (path !== "weights") {
			locals.get(channel.getTargetNode())[path] = sample(channel.getSampler(), seconds, path === "rotation");
		}
	}
	const worlds = new Map();
	const worldOf = (node) => {
		if (!worlds.has(node)) {
			const { translation, rotation, scale } = locals.get(node);
			const local = compose(translation, rotation, scale);
			const parent = node.getParentNode();
			worlds.set(node, parent ? multiply(worldOf(parent), local) : local);
		}
		return worlds.get(node);
	};
	for (const node of document.getRoot().listNodes()) worldOf(node);
	return worlds;
}

/** The cofactor of a matrix's row and column, of its upper 3 × 3. */
function cofactor(m, row, column) {
	const [r, s] = [(row + 1) % 3, (row + 2) % 3];
	const [p, q] = [((column + 1) % 3) * 4, ((column + 2) % 3) * 4];
	return m[p + r] * m[q + s] - m[p + s] * m[q + r];
}

const determinant = (m) => [0, 1, 2].reduce((sum, row) => sum + m[row] * cofactor(m, row, 0), 0);

/** A normal through the inverse transpose of a matrix, which leaves it on the side where the surface is. */
function transformNormal(m, normal) {
	const row = (i) => normal.reduce((sum, value, j) => sum + cofactor(m, i, j) * value, 0);
	return unit([row(0), row(1), row(2)].map((value) => value / determinant(m)));
}

/** The triangles of a primitive, turned over where most of their vertices are mirrored. */
function windTriangles(primitive, isMirrored) {
	const result = [];
	const indices = Array.from(primitive.getIndices().getArray());
	for (let at = 0; at < indices.length; at += 3) {
		const [a, b, c] = indices.slice(at, at + 3);
		result.push(...([a, b, c].filter((vertex) => isMirrored[vertex]).length >= 2 ? [a, c, b] : [a, b, c]));
	}
	return result;
}

/** A primitive that one matrix moves. */
function rigidVertices(primitive, matrix) {
	const positions = primitive.getAttribute("POSITION");
	const normals = primitive.getAttribute("NORMAL");
	const all = Array.from({ length: positions.getCount() }, (_, vertex) => vertex);
	return {
		primitive,
		points: all.flatMap((vertex) => transform(matrix, element(positions, vertex))),
		normals: normals && all.flatMap((vertex) => transformNormal(matrix, element(normals, vertex))),
		triangles: windTriangles(
			primitive,
			all.map(() => determinant(matrix) < 0),
		),
	};
}

/** Where a node draws its mesh again and again, from the node. */
function instanceMatrices(instances) {
	const [translations, rotations, scales] = ["TRANSLATION", "ROTATION", "SCALE"].map((name) =>
		instances.getAttribute(name),
	);
	return Array.from({ length: (translations ?? rotations ?? scales).getCount() }, (_, index) =>
		compose(
			translations ? element(translations, index) : [0, 0, 0],
			rotations ? unit(element(rotations, index)) : [0, 0, 0, 1],
			scales ? element(scales, index) : [1, 1, 1],
		),
	);
}

/**
 * Where every vertex of every primitive of the document's scene is, its normal, and how triangles are wound: `points` and
 * `normals`, each `[x, y, z, x, …]`, and `triangles`, for each primitive, with the `node` that draws it. A rigid primitive without
 * normals has none.
 */
export function skinVertices(document, animation, seconds) {
	const root = document.getRoot();
	const scene = root.getDefaultScene() ?? root.listScenes()[0];
	const worlds = worldMatrices(document, animation, seconds);
	const result = [];
	scene.traverse((node) => {
		const mesh = node.getMesh();
		if (!mesh) return;
		const skin = node.getSkin();
		const joints = skin?.listJoints().map((joint, index) => {
			const inverse = skin.getInverseBindMatrices() ? element(skin.getInverseBindMatrices(), index) : undefined;
			return inverse ? multiply(worlds.get(joint), inverse) : worlds.get(joint);
		});
		const instances = node.getExtension("EXT_mesh_gpu_instancing");
		for (const primitive of mesh.listPrimitives()) {
			if (instances) {
				for (const matrix of instanceMatrices(instances)) {
					result.push({ node, ...rigidVertices(primitive, multiply(worlds.get(node), matrix)) });
				}
				continue;
			}
			if (!skin || !primitive.getAttribute("JOINTS_0")) {
				result.push({ node, ...rigidVertices(primitive, worlds.get(node)) });
				continue;
			}
			const positions = primitive.getAttribute("POSITION");
			const jointSet = primitive.getAttribute("JOINTS_0");
			const weightSet = primitive.getAttribute("WEIGHTS_0");
			const normalSet = primitive.getAttribute("NORMAL");
			const points = [];
			const normals = [];
			const isMirrored = [];
			for (let vertex = 0; vertex < positions.getCount(); vertex++) {
				const point = element(positions, vertex);
				const indices = element(jointSet, vertex);
				const weights = element(weightSet, vertex);
				const total = weights.reduce((sum, weight) => sum + weight, 0);
				const moved = [0, 0, 0];
				const turned = [0, 0, 0];
				const blend = new Array(16).fill(0);
				indices.forEach((joint, i) => {
					const place = transform(joints[joint], point);
					const normal = transformNormal(joints[joint], element(normalSet, vertex));
					for (const axis of [0, 1, 2]) {
						moved[axis] += (weights[i] / total) * place[axis];
						turned[axis] += (weights[i] / total) * normal[axis];
					}
					joints[joint].forEach((value, at) => (blend[at] += (weights[i] / total) * value));
				});
				points.push(...moved);
				normals.push(...unit(turned));
				isMirrored.push(determinant(blend) < 0);
			}
			result.push({ node, primitive, points, normals, triangles: windTriangles(primitive, isMirrored) });
		}
	});
	return result;
}
