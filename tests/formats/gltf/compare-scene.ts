//!native
//!optimize 2
import { Gltf } from "../../../src/formats/gltf/gltf";
import { SceneMesh } from "../../../src/scene/scene";
import { fromBase64 } from "../../oracle-data";
import { rotated } from "../../rotation/rotated";
import { restingVertices } from "../../scene/resting-vertices";
import { OracleGltf, OraclePrimitive } from "./compare";

/** Sixteen numbers, column by column. */
type Matrix = ReadonlyArray<number>;

/**
 * Products of f32 matrices stand against products of f64: what is lost is in proportion to the terms, not to their sum.
 */
const TOLERANCE = 1e-6;

/** Directions of normals, which files store in as few as 8 bits: only how they are turned is compared. */
const NORMAL_TOLERANCE = 1e-5;

function multiply(a: Matrix, b: Matrix): Array<number> {
	const result = new Array<number>();
	for (const column of $range(0, 3)) {
		for (const row of $range(0, 3)) {
			let sum = 0;
			for (const k of $range(0, 3)) sum += a[k * 4 + row] * b[column * 4 + k];
			result.push(sum);
		}
	}
	return result;
}

function matrixAt(matrices: buffer, index: number): Array<number> {
	const result = new Array<number>();
	for (const at of $range(index * 64, index * 64 + 60, 4)) result.push(buffer.readf32(matrices, at));
	return result;
}

function vectorAt(source: buffer, at: number): [number, number, number] {
	return [buffer.readf32(source, at), buffer.readf32(source, at + 4), buffer.readf32(source, at + 8)];
}

/** Vectors of a primitive with its morph targets as far on as `weights` say. */
function morphed(primitive: OraclePrimitive, name: string, weights: ReadonlyArray<number>): buffer {
	const vectors = fromBase64(primitive.attributes[name]!.values);
	primitive.targets.forEach((target, index) => {
		const weight = weights[index] ?? 0;
		const moves = target[name];
		if (moves === undefined || weight === 0) return;
		const values = fromBase64(moves.values);
		for (const at of $range(0, buffer.len(vectors) - 4, 4)) {
			buffer.writef32(vectors, at, buffer.readf32(vectors, at) + weight * buffer.readf32(values, at));
		}
	});
	return vectors;
}

/** The matrices that move a mesh's vertices at rest, and how much of each a vertex takes. */
interface Movers {
	matrices: Array<Matrix>;
	joints?: buffer;
	weights?: buffer;
}

function moversOf(wanted: OracleGltf, nodeIndex: number, primitive: OraclePrimitive): Movers {
	const { world, skin } = wanted.nodes[nodeIndex];
	const { JOINTS_0: joints, WEIGHTS_0: weights } = primitive.attributes;
	if (skin < 0 || joints === undefined || weights === undefined) return { matrices: [world] };
	const { joints: nodes, inverseBind } = wanted.skins[skin];
	const binds = fromBase64(inverseBind!.values);
	return {
		matrices: nodes.map((node, index) => multiply(wanted.nodes[node].world, matrixAt(binds, index))),
		joints: fromBase64(joints.values),
		weights: fromBase64(weights.values),
	};
}

/** Where a vertex stands at rest by the oracle's matrices, and the sum of the sizes of all terms that led there. */
function restingAt(movers: Movers, vertex: number, point: [number, number, number], axis: number): [number, number] {
	const { matrices, joints, weights } = movers;
	const along = (matrix: Matrix): [number, number] => {
		const [x, y, z] = [matrix[axis] * point[0], matrix[4 + axis] * point[1], matrix[8 + axis] * point[2]];
		const t = matrix[12 + axis];
		return [x + y + z + t, math.abs(x) + math.abs(y) + math.abs(z) + math.abs(t)];
	};
	if (joints === undefined || weights === undefined) return along(matrices[0]);
	let total = 0;
	for (const at of $range(vertex * 16, vertex * 16 + 12, 4)) total += buffer.readf32(weights, at);
	let sum = 0;
	let terms = 0;
	for (const at of $range(vertex * 16, vertex * 16 + 12, 4)) {
		const weight = buffer.readf32(weights, at) / total;
		const [value, size] = along(matrices[buffer.readf32(joints, at)]);
		sum += weight * value;
		terms += weight * size;
	}
	return [sum, terms];
}

function comparePositions(mesh: SceneMesh, movers: Movers, positions: buffer): number {
	const { position, rotation } = mesh.place;
	const { scale = [1, 1, 1] } = mesh;
	const resting = movers.joints === undefined ? undefined : restingVertices(mesh);
	assert(buffer.len(mesh.positions) === buffer.len(positions), `${mesh.name} has ${mesh.vertexCount} vertices`);
	for (const vertex of $range(0, mesh.vertexCount - 1)) {
		const point = vectorAt(positions, vertex * 12);
		const scaled = vectorAt(mesh.positions, vertex * 12).map((value, axis) => value * scale[axis]);
		const placed = rotated(rotation, scaled);
		for (const axis of $range(0, 2)) {
			const [right, terms] = restingAt(movers, vertex, point, axis);
			const value = resting === undefined ? placed[axis] + position[axis] : resting[vertex * 3 + axis];
			if (!(math.abs(value - right) <= TOLERANCE * terms)) {
				error(`${mesh.name}: vertex ${vertex} stands at ${value}, not ${right}`);
			}
		}
	}
	return mesh.vertexCount * 3;
}

/** The cofactors of a matrix's 3×3 part, row by row, and its determinant. */
function cofactorsOf(m: Matrix): [Array<number>, number] {
	const cofactors = [
		m[5] * m[10] - m[9] * m[6],
		m[9] * m[2] - m[1] * m[10],
		m[1] * m[6] - m[5] * m[2],
		m[8] * m[6] - m[4] * m[10],
		m[0] * m[10] - m[8] * m[2],
		m[4] * m[2] - m[0] * m[6],
		m[4] * m[9] - m[8] * m[5],
		m[8] * m[1] - m[0] * m[9],
		m[0] * m[5] - m[4] * m[1],
	];
	return [cofactors, m[0] * cofactors[0] + m[4] * cofactors[1] + m[8] * cofactors[2]];
}

/** Compares which way the surfaces of a mesh look that one matrix moves: its normals, and how its triangles turn. */
function compareSurfaces(mesh: SceneMesh, file: buffer, world: Matrix, normals: buffer | undefined): number {
	const [c, determinant] = cofactorsOf(world);
	for (const at of $range(0, mesh.triangleCount * 12 - 12, 12)) {
		const [second, third] = determinant < 0 ? [8, 4] : [4, 8];
		const isSame =
			buffer.readu32(mesh.indices, at) === buffer.readu32(file, at) &&
			buffer.readu32(mesh.indices, at + 4) === buffer.readu32(file, at + second) &&
			buffer.readu32(mesh.indices, at + 8) === buffer.readu32(file, at + third);
		if (!isSame) error(`${mesh.name}: triangle ${at / 12} turns the other way`);
	}
	if (normals === undefined) return mesh.triangleCount * 3;
	const { scale = [1, 1, 1] } = mesh;
	const sign = determinant < 0 ? -1 : 1;
	for (const at of $range(0, mesh.vertexCount * 12 - 12, 12)) {
		const [x, y, z] = vectorAt(normals, at);
		const right = [0, 1, 2].map((row) => sign * (c[row * 3] * x + c[row * 3 + 1] * y + c[row * 3 + 2] * z));
		// What stretches a surface leans it by the inverse.
		const leaning = vectorAt(mesh.normals!, at).map((value, axis) => value / scale[axis]);
		const found = rotated(mesh.place.rotation, leaning);
		const lengthOf = (vector: Array<number>) => math.sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2);
		for (const axis of $range(0, 2)) {
			const difference = found[axis] / lengthOf(found) - right[axis] / lengthOf(right);
			if (!(math.abs(difference) <= NORMAL_TOLERANCE)) error(`${mesh.name}: normal ${at / 12} looks elsewhere`);
		}
	}
	return mesh.triangleCount * 3 + mesh.vertexCount * 3;
}

/** Compares texture coordinates with the oracle's, laid as the oracle says that the texture of the surface is. */
function compareUvs(mesh: SceneMesh, wanted: OracleGltf, primitive: OraclePrimitive): number {
	const texture = primitive.material < 0 ? undefined : wanted.materials[primitive.material].textures.baseColorTexture;
	if (texture === undefined) return 0;
	const values = primitive.attributes[`TEXCOORD_${texture.texCoord}`];
	if (values === undefined) return 0;
	const uvs = fromBase64(values.values);
	const [sine, cosine] = [math.sin(texture.rotation), math.cos(texture.rotation)];
	for (const at of $range(0, mesh.vertexCount * 8 - 8, 8)) {
		const u = buffer.readf32(uvs, at) * texture.scale[0];
		const v = buffer.readf32(uvs, at + 4) * texture.scale[1];
		const right = [cosine * u + sine * v + texture.offset[0], cosine * v - sine * u + texture.offset[1]];
		for (const axis of $range(0, 1)) {
			const found = buffer.readf32(mesh.uvs[texture.texCoord], at + axis * 4);
			// One unit of what the file stores, which the transform scales, and rounding to f32.
			const tolerance = values.unit * math.max(texture.scale[0], texture.scale[1]) * 1.000001 + 1e-6;
			if (!(math.abs(found - right[axis]) <= tolerance)) error(`${mesh.name}: coordinate ${found}, not ${right[axis]}`);
		}
	}
	return mesh.vertexCount * 2;
}

/** Compares where the scene has vertices at rest with the oracle's matrices times its vertices; gives how many numbers. */
export function compareScene(gltf: Gltf, wanted: OracleGltf): number {
	const { scene } = gltf;
	let compared = 0;
	let drawn = 0;
	for (const node of gltf.nodes) drawn += node.meshes.size();
	assert(scene.meshes.size() === drawn, `${scene.meshes.size()} meshes, not ${drawn}`);
	const seen = new Map<number, number>();
	for (const mesh of scene.meshes) {
		const position = seen.get(mesh.node) ?? 0;
		seen.set(mesh.node, position + 1);
		const file = gltf.meshes[gltf.nodes[mesh.node].meshes[position]];
		const primitive = wanted.meshes[file.mesh].primitives[file.primitive];
		const movers = moversOf(wanted, mesh.node, primitive);
		const { weights } = wanted.nodes[mesh.node];
		compared += comparePositions(mesh, movers, morphed(primitive, "POSITION", weights));
		if (movers.joints === undefined) {
			const normals = primitive.attributes.NORMAL && morphed(primitive, "NORMAL", weights);
			compared += compareSurfaces(mesh, file.indices, movers.matrices[0], normals);
		}
		compared += compareUvs(mesh, wanted, primitive);
		const material = file.material === undefined ? undefined : gltf.materials[file.material];
		assert(mesh.material === material, `${mesh.name} has another material`);
	}
	return compared;
}
