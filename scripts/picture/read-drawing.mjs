import { readFileSync } from "node:fs";

const CORNERS = [
	[-1, -1, -1],
	[1, -1, -1],
	[-1, 1, -1],
	[1, 1, -1],
	[-1, -1, 1],
	[1, -1, 1],
	[-1, 1, 1],
	[1, 1, 1],
].map((corner) => corner.map((side) => side / 2));

/** The sides of a block, counter-clockwise from outside, with their normals. */
const SIDES = [
	[
		[1, 3, 7, 5],
		[1, 0, 0],
	],
	[
		[0, 4, 6, 2],
		[-1, 0, 0],
	],
	[
		[2, 6, 7, 3],
		[0, 1, 0],
	],
	[
		[0, 1, 5, 4],
		[0, -1, 0],
	],
	[
		[4, 5, 7, 6],
		[0, 0, 1],
	],
	[
		[0, 2, 3, 1],
		[0, 0, -1],
	],
];

/** A white mesh of size 1 without a texture. */
function plainMesh(positions, corners, normals) {
	return {
		vertexCount: positions.length / 3,
		triangleCount: corners.length / 3,
		size: [1, 1, 1],
		positions: new Float32Array(positions),
		corners: new Uint32Array(corners),
		normals: new Float32Array(normals),
		uvs: new Float32Array(corners.length * 2),
		colors: new Float32Array(corners.length * 4).fill(1),
	};
}

/** The mesh of a part that has none: a block. */
function blockMesh() {
	const corners = [];
	const normals = [];
	for (const [[a, b, c, d], normal] of SIDES) {
		corners.push(a, b, c, a, c, d);
		for (let corner = 0; corner < 6; corner++) normals.push(...normal);
	}
	return plainMesh(CORNERS.flat(), corners, normals);
}

/** The mesh of a part whose shape is a ball, of so many rings and sectors. */
function ballMesh(rings, sectors) {
	const directions = [];
	for (let ring = 0; ring <= rings; ring++) {
		const [y, radius] = [Math.cos((ring / rings) * Math.PI), Math.sin((ring / rings) * Math.PI)];
		for (let sector = 0; sector < sectors; sector++) {
			const angle = (sector / sectors) * 2 * Math.PI;
			directions.push([radius * Math.cos(angle), y, radius * Math.sin(angle)]);
		}
	}
	const corners = [];
	for (let ring = 0; ring < rings; ring++) {
		for (let sector = 0; sector < sectors; sector++) {
			const after = (sector + 1) % sectors;
			const [a, b] = [ring * sectors + sector, ring * sectors + after];
			corners.push(a, b, b + sectors, a, b + sectors, a + sectors);
		}
	}
	const positions = directions.flat().map((value) => value / 2);
	return plainMesh(
		positions,
		corners,
		corners.flatMap((corner) => directions[corner]),
	);
}

/** The mesh of a part whose shape is a cylinder, which goes along X. */
function cylinderMesh(sectors) {
	const positions = [];
	for (const x of [-0.5, 0.5]) {
		for (let sector = 0; sector < sectors; sector++) {
			const angle = (sector / sectors) * 2 * Math.PI;
			positions.push(x, Math.cos(angle) / 2, Math.sin(angle) / 2);
		}
	}
	const corners = [];
	const normals = [];
	const outwards = (corner) => [0, positions[corner * 3 + 1] * 2, positions[corner * 3 + 2] * 2];
	const add = (list, normalOf) => {
		corners.push(...list);
		for (const corner of list) normals.push(...normalOf(corner));
	};
	for (let sector = 0; sector < sectors; sector++) {
		const after = (sector + 1) % sectors;
		const [c, d] = [sector + sectors, after + sectors];
		add([sector, d, c, sector, after, d], outwards);
		if (sector === 0 || after === 0) continue;
		add([0, after, sector], () => [-1, 0, 0]);
		add([sectors, c, d], () => [1, 0, 0]);
	}
	return plainMesh(positions, corners, normals);
}

/** The mesh of a part that has none of its own: large round ones have more triangles. */
function shapeMeshes() {
	const small = { block: blockMesh(), ball: ballMesh(6, 8), cylinder: cylinderMesh(12) };
	const large = { block: small.block, ball: ballMesh(12, 20), cylinder: cylinderMesh(40) };
	return ({ shape, size }) => (Math.max(...size) < 2.2 ? small : large)[shape];
}

/** An empty table of Luau's may come as an empty object. */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** Reads what `tests/pictures/drawing.ts` wrote: shots of parts, each with its mesh and its image. */
export function readDrawing(path) {
	const bytes = readFileSync(path);
	const headSize = 4 + bytes.readUInt32LE(0);
	const { meshes, images, shots } = JSON.parse(bytes.subarray(4, headSize).toString());
	const data = bytes.subarray(headSize);
	// A copy, because an offset in a file need not suit a list of numbers.
	const list = (array, offset, length) => {
		const from = data.byteOffset + offset;
		return new array(data.buffer.slice(from, from + length * array.BYTES_PER_ELEMENT));
	};
	const read = listOf(meshes).map((mesh) => {
		const { vertexCount, triangleCount } = mesh;
		const isSkinned = mesh.vertexBones !== undefined;
		return {
			vertexCount,
			triangleCount,
			size: mesh.size,
			binds: listOf(mesh.binds),
			positions: list(Float32Array, mesh.positions, vertexCount * 3),
			corners: list(Uint32Array, mesh.corners, triangleCount * 3),
			normals: list(Float32Array, mesh.normals, triangleCount * 9),
			uvs: list(Float32Array, mesh.uvs, triangleCount * 6),
			colors: list(Float32Array, mesh.colors, triangleCount * 12),
			vertexBones: isSkinned && list(Uint32Array, mesh.vertexBones, vertexCount * 4),
			vertexWeights: isSkinned && list(Float32Array, mesh.vertexWeights, vertexCount * 4),
		};
	});
	const pictures = listOf(images).map(({ width, height, pixels }) => ({
		width,
		height,
		pixels: list(Uint8Array, pixels, width * height * 4),
	}));
	const meshOf = shapeMeshes();
	return listOf(shots).map((shot) => ({
		...shot,
		bones: listOf(shot.bones),
		parts: listOf(shot.parts).map((part) => ({
			...part,
			mesh: part.mesh === undefined ? meshOf(part) : read[part.mesh],
			texture: part.texture && { ...part.texture, image: pictures[part.texture.image] },
			surface: part.surface && {
				...part.surface,
				glow: pictures[part.surface.glow],
				metal: pictures[part.surface.metal],
			},
		})),
	}));
}
