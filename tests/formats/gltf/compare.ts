//!native
//!optimize 2
import { WORLD_STRIDE } from "../../../src/scene/pose-to-world";
import { Gltf, GltfMesh } from "../../../src/formats/gltf/gltf";
import { SceneTexture } from "../../../src/scene/material";
import { fromBase64 } from "../../oracle-data";

/** Values of an accessor as gltf-transform gives them, and one unit of the type that they were stored in. */
export interface OracleValues {
	values: string;
	size: number;
	unit: number;
}

export interface OraclePrimitive {
	mode: number;
	material: number;
	indices?: string;
	attributes: { [name: string]: OracleValues | undefined };
	targets: Array<{ [name: string]: OracleValues | undefined }>;
}

export interface OracleSkin {
	joints: Array<number>;
	inverseBind?: OracleValues;
}

export interface OracleTexture {
	image: string;
	mimeType: string;
	texCoord: number;
	offset: Array<number>;
	rotation: number;
	scale: Array<number>;
}

export type TextureSlot = "baseColorTexture" | "metallicRoughnessTexture" | "normalTexture" | "emissiveTexture";

export interface OracleMaterial {
	name: string;
	color: Array<number>;
	metallic: number;
	roughness: number;
	emissive: Array<number>;
	doubleSided: boolean;
	alphaMode: string;
	alphaCutoff: number;
	textures: { [slot in TextureSlot]?: OracleTexture };
}

export interface OracleGltf {
	nodes: Array<{
		name: string;
		translation: Array<number>;
		rotation: Array<number>;
		scale: Array<number>;
		world: Array<number>;
		children: Array<number>;
		mesh: number;
		skin: number;
		camera: number;
		weights: Array<number>;
	}>;
	meshes: Array<{ name: string; primitives: Array<OraclePrimitive> }>;
	skins: Array<OracleSkin>;
	animations: Array<{
		name: string;
		channels: Array<{ node: number; path: string; interpolation: string; times: OracleValues; values: OracleValues }>;
	}>;
	cameras: Array<{ name: string; yfov: number }>;
	materials: Array<OracleMaterial>;
}

/** The first mode of primitives that has triangles: lists; then come strips and fans. */
const TRIANGLES = 4;

function equalNumbers(
	what: string,
	found: ReadonlyArray<number>,
	wanted: ReadonlyArray<number>,
	tolerance: number,
): void {
	assert(found.size() === wanted.size(), `${what}: ${found.size()} numbers, not ${wanted.size()}`);
	found.forEach((value, index) => {
		const difference = math.abs(value - wanted[index]);
		assert(difference <= tolerance, `${what}[${index}] is ${value}, not ${wanted[index]}`);
	});
}

/** Compares packed f32 with the oracle's, which may differ by one unit of the type that they were quantised to. */
function equalFloats(what: string, found: buffer | undefined, wanted: OracleValues): number {
	assert(found !== undefined, `${what} is missing`);
	const expected = fromBase64(wanted.values);
	assert(
		buffer.len(found) === buffer.len(expected),
		`${what}: ${buffer.len(found)} bytes, not ${buffer.len(expected)}`,
	);
	// The rounding of a quotient to f32 on top of the unit.
	const tolerance = wanted.unit * (1 + 1e-6);
	for (const at of $range(0, buffer.len(expected) - 4, 4)) {
		const value = buffer.readf32(found, at);
		const difference = math.abs(value - buffer.readf32(expected, at));
		if (!(difference <= tolerance)) error(`${what}: number ${at / 4} is ${value}, not ${buffer.readf32(expected, at)}`);
	}
	return buffer.len(expected) / 4;
}

function equalColors(what: string, found: buffer | undefined, wanted: OracleValues): number {
	if (wanted.size === 4) return equalFloats(what, found, wanted);
	assert(found !== undefined, `${what} is missing`);
	const expected = fromBase64(wanted.values);
	for (const vertex of $range(0, buffer.len(expected) / 12 - 1)) {
		for (const channel of $range(0, 2)) {
			const value = buffer.readf32(found, vertex * 16 + channel * 4);
			const right = buffer.readf32(expected, vertex * 12 + channel * 4);
			if (!(math.abs(value - right) <= wanted.unit * 1.000001))
				error(`${what}: vertex ${vertex} has ${value}, not ${right}`);
		}
		if (buffer.readf32(found, vertex * 16 + 12) !== 1) error(`${what}: vertex ${vertex} is not opaque`);
	}
	return buffer.len(expected) / 4;
}

function equalJoints(what: string, found: buffer | undefined, wanted: OracleValues): number {
	assert(found !== undefined, `${what} is missing`);
	const expected = fromBase64(wanted.values);
	const count = buffer.len(expected) / 4;
	for (const index of $range(0, count - 1)) {
		const right = buffer.readf32(expected, index * 4);
		const value = buffer.readu16(found, index * 2);
		if (value !== right) error(`${what}: number ${index} is ${value}, not ${right}`);
	}
	return count;
}

function compareMesh(what: string, mesh: GltfMesh, wanted: OraclePrimitive): number {
	let compared = 0;
	for (const [key, values] of pairs(wanted.attributes)) {
		const name = `${key}`;
		const place = `${what} ${name}`;
		const set = tonumber(name.sub(-1));
		if (name === "POSITION") compared += equalFloats(place, mesh.positions, values);
		else if (name === "NORMAL") compared += equalFloats(place, mesh.normals, values);
		else if (name === "TANGENT") compared += equalFloats(place, mesh.tangents, values);
		else if (name.sub(1, 9) === "TEXCOORD_") compared += equalFloats(place, mesh.uvs[set!], values);
		else if (name === "COLOR_0") compared += equalColors(place, mesh.colors, values);
		else if (name === "JOINTS_0") compared += equalJoints(place, mesh.joints, values);
		else if (name === "WEIGHTS_0") compared += equalFloats(place, mesh.weights, values);
		else error(`${place} is not compared`);
	}
	assert((mesh.morphs?.size() ?? 0) === wanted.targets.size(), `${what}: ${mesh.morphs?.size()} morph targets`);
	wanted.targets.forEach((target, index) => {
		for (const [key, values] of pairs(target)) {
			const { addPositions, addNormals } = mesh.morphs![index];
			const [positions, normals] = [buffer.create(mesh.vertexCount * 12), buffer.create(mesh.vertexCount * 12)];
			addPositions?.(1, positions);
			addNormals?.(1, normals);
			assert(key === "POSITION" || key === "NORMAL", `${what} target ${index} ${key} is not compared`);
			compared += equalFloats(`${what} target ${index} ${key}`, key === "POSITION" ? positions : normals, values);
		}
	});
	if (wanted.mode === TRIANGLES && wanted.indices !== undefined) {
		const expected = fromBase64(wanted.indices);
		assert(buffer.len(mesh.indices) === buffer.len(expected), `${what}: ${mesh.triangleCount} triangles`);
		assert(buffer.tostring(mesh.indices) === buffer.tostring(expected), `${what}: indices differ`);
		compared += buffer.len(expected) / 4;
	}
	return compared;
}

function compareNodes(gltf: Gltf, wanted: OracleGltf): void {
	assert(gltf.nodes.size() === wanted.nodes.size(), `${gltf.nodes.size()} nodes`);
	gltf.nodes.forEach((node, index) => {
		const right = wanted.nodes[index];
		const what = `node ${index}`;
		assert(node.name === right.name || right.name === "", `${what} is called ${node.name}`);
		equalNumbers(`${what} translation`, node.translation, right.translation, 1e-6);
		equalNumbers(`${what} rotation`, node.rotation, right.rotation, 1e-6);
		equalNumbers(`${what} scale`, node.scale, right.scale, 1e-6);
		equalNumbers(`${what} children`, node.children, right.children, 0);
		assert((node.mesh ?? -1) === right.mesh && (node.skin ?? -1) === right.skin, `${what} has another mesh or skin`);
		assert((node.camera ?? -1) === right.camera, `${what} has another camera`);
	});
}

function compareSkins(gltf: Gltf, wanted: OracleGltf): number {
	let compared = 0;
	assert(gltf.skins.size() === wanted.skins.size(), `${gltf.skins.size()} skins`);
	wanted.skins.forEach(({ joints, inverseBind }, index) => {
		const { inverseBind: bind, joints: found } = gltf.skins[index];
		equalNumbers(`skin ${index} joints`, found, joints, 0);
		if (inverseBind === undefined) return;
		const matrices = fromBase64(inverseBind.values);
		assert(
			buffer.len(bind) === joints.size() * WORLD_STRIDE,
			`skin ${index} has ${buffer.len(bind)} bytes of matrices`,
		);
		for (const joint of $range(0, joints.size() - 1)) {
			for (const row of $range(0, 2)) {
				for (const column of $range(0, 3)) {
					const value = buffer.readf32(bind, joint * WORLD_STRIDE + row * 16 + column * 4);
					const right = buffer.readf32(matrices, joint * 64 + column * 16 + row * 4);
					assert(value === right, `skin ${index}: matrix ${joint} has ${value}, not ${right}`);
					compared += 1;
				}
			}
		}
	});
	return compared;
}

function compareAnimations(gltf: Gltf, wanted: OracleGltf): number {
	let compared = 0;
	assert(gltf.animations.size() === wanted.animations.size(), `${gltf.animations.size()} animations`);
	wanted.animations.forEach(({ name, channels }, index) => {
		const animation = gltf.animations[index];
		assert(animation.name === name || name === "", `animation ${index} is called ${animation.name}`);
		assert(animation.channels.size() === channels.size(), `${name} has ${animation.channels.size()} channels`);
		channels.forEach((right, channel) => {
			const found = animation.channels[channel];
			const what = `${name} channel ${channel}`;
			assert(found.node === right.node && found.path === right.path, `${what} has another target`);
			assert(found.interpolation === right.interpolation, `${what} is ${found.interpolation}`);
			compared += equalFloats(`${what} values`, found.values, right.values);
			const times = fromBase64(right.times.values);
			for (const key of $range(0, buffer.len(times) / 4 - 1)) {
				const time = buffer.readf64(found.times, key * 8);
				assert(time === buffer.readf32(times, key * 4), `${what} key ${key} is at ${time}`);
				compared += 1;
			}
		});
	});
	return compared;
}

const SLOTS: Array<TextureSlot> = ["baseColorTexture", "metallicRoughnessTexture", "normalTexture", "emissiveTexture"];

function compareTexture(what: string, found: SceneTexture | undefined, wanted: OracleTexture | undefined): void {
	assert((found !== undefined) === (wanted !== undefined), `${what} is there, or is not`);
	if (found === undefined || wanted === undefined) return;
	assert(found.image.mimeType === wanted.mimeType, `${what} is ${found.image.mimeType}`);
	const bytes = found.image.bytes;
	assert(
		bytes !== undefined && buffer.tostring(bytes) === buffer.tostring(fromBase64(wanted.image)),
		`${what} differs`,
	);
	assert(found.texCoord === wanted.texCoord, `${what} lies on coordinates ${found.texCoord}`);
	equalNumbers(`${what} offset`, found.offset, wanted.offset, 1e-6);
	equalNumbers(`${what} rotation`, [found.rotation], [wanted.rotation], 1e-6);
	equalNumbers(`${what} scale`, found.scale, wanted.scale, 1e-6);
}

function compareMaterials(gltf: Gltf, wanted: OracleGltf): void {
	assert(gltf.materials.size() === wanted.materials.size(), `${gltf.materials.size()} materials`);
	wanted.materials.forEach((right, index) => {
		const found = gltf.materials[index];
		const what = `material ${index}`;
		assert(found.name === right.name || right.name === "", `${what} is called ${found.name}`);
		equalNumbers(what, found.baseColor, right.color, 1e-6);
		equalNumbers(what, [found.metallic, found.roughness], [right.metallic, right.roughness], 1e-6);
		equalNumbers(what, found.emissive, right.emissive, 1e-6);
		assert(found.doubleSided === right.doubleSided, `${what} has another number of sides`);
		assert(found.alphaMode === right.alphaMode, `${what} is ${found.alphaMode}`);
		assert(math.abs(found.alphaCutoff - right.alphaCutoff) < 1e-6, `${what} cuts at ${found.alphaCutoff}`);
		for (const slot of SLOTS) compareTexture(`${what} ${slot}`, found[slot], right.textures[slot]);
	});
}

/** Compares what the file holds with what the oracle says of it; gives how many numbers agreed. */
export function compareGltf(gltf: Gltf, wanted: OracleGltf): number {
	compareNodes(gltf, wanted);
	compareMaterials(gltf, wanted);
	let compared = compareSkins(gltf, wanted) + compareAnimations(gltf, wanted);
	let position = 0;
	wanted.meshes.forEach(({ primitives }, meshIndex) => {
		primitives.forEach((primitive, primitiveIndex) => {
			if (primitive.mode < TRIANGLES) return;
			const mesh = gltf.meshes[position];
			position += 1;
			assert(mesh.mesh === meshIndex && mesh.primitive === primitiveIndex, `mesh ${meshIndex} is another`);
			assert((mesh.material ?? -1) === primitive.material, `mesh ${meshIndex} has another material`);
			compared += compareMesh(`mesh ${meshIndex}.${primitiveIndex}`, mesh, primitive);
		});
	});
	assert(gltf.meshes.size() === position, `${gltf.meshes.size()} meshes, not ${position}`);
	wanted.cameras.forEach(({ yfov }, index) => {
		assert(math.abs(gltf.lenses[index].fieldOfView! - math.deg(yfov)) < 1e-4, `camera ${index} sees another angle`);
	});
	return compared;
}
