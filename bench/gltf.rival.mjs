import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Document, NodeIO } from "@gltf-transform/core";
import { EXTMeshoptCompression, KHRMeshQuantization } from "@gltf-transform/extensions";
import { pack } from "gltfpack";
import { MeshoptDecoder } from "meshoptimizer";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

/** A mesh of about 60,000 vertices that gltfpack compresses to about 1 MB, read by gltf-transform with WASM meshopt. */

const AROUND = 200;
const ALONG = 300;

/** Numbers from -1 to 1 that look random and are the same in every run. */
export function noise(seed) {
	const value = Math.sin(seed * 12.9898) * 43758.5453;
	return 2 * (value - Math.floor(value)) - 1;
}

/** A rough torus: positions, normals, texture coordinates, colours. The roughness keeps the bytes from being too regular. */
export function torus() {
	const [positions, normals, uvs, colors, indices] = [[], [], [], [], []];
	for (let u = 0; u <= ALONG; u++) {
		for (let v = 0; v <= AROUND; v++) {
			const [p, q] = [(2 * Math.PI * u) / ALONG, (2 * Math.PI * v) / AROUND];
			const at = u * (AROUND + 1) + v;
			const bump = 1 + 0.02 * noise(at);
			const radius = 3 + Math.cos(q) * bump;
			positions.push(radius * Math.cos(p), Math.sin(q) * bump, radius * Math.sin(p));
			const tilt = 0.2 * noise(at + 0.5);
			const normal = [Math.cos(q + tilt) * Math.cos(p), Math.sin(q + tilt), Math.cos(q + tilt) * Math.sin(p)];
			normals.push(...normal);
			uvs.push(u / ALONG + 0.002 * noise(at + 0.25), v / AROUND + 0.002 * noise(at + 0.75));
			colors.push(...[0.1, 0.3, 0.6].map((part) => 0.5 + 0.5 * noise(at + part)), 1);
			if (u < ALONG && v < AROUND) {
				indices.push(at, at + 1, at + AROUND + 1, at + AROUND + 1, at + 1, at + AROUND + 2);
			}
		}
	}
	return { positions, normals, uvs, colors, indices };
}

async function createGlb() {
	const document = new Document();
	const buffer = document.createBuffer();
	const accessor = (type, array) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
	const { positions, normals, uvs, colors, indices } = torus();
	const primitive = document
		.createPrimitive()
		.setIndices(accessor("SCALAR", new Uint32Array(indices)))
		.setAttribute("POSITION", accessor("VEC3", new Float32Array(positions)))
		.setAttribute("NORMAL", accessor("VEC3", new Float32Array(normals)))
		.setAttribute("TEXCOORD_0", accessor("VEC2", new Float32Array(uvs)))
		.setAttribute("COLOR_0", accessor("VEC4", new Float32Array(colors)));
	document.createScene().addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)));
	const files = { "in.glb": await new NodeIO().writeBinary(document) };
	await pack(["-i", "in.glb", "-o", "out.glb", "-c", "-kv", "-vp", "16", "-vn", "12", "-vtf"], {
		read: (path) => files[path],
		write: (path, data) => (files[path] = Uint8Array.from(data)),
	});
	return files["out.glb"];
}

/** What our reader makes of a primitive, from gltf-transform's: positions, normals, texture coordinates, colours, indices. */
function meshOf(primitive) {
	const parts = ["POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0"].map((name) => {
		const accessor = primitive.getAttribute(name);
		return toFloats(accessor.getArray(), accessor.getNormalized());
	});
	return joined([...parts, new Uint32Array(primitive.getIndices().getArray())]);
}

/** The same of a geometry of three.js, whose attributes may be interleaved. */
function geometryOf({ attributes, index }) {
	const parts = [
		["position", 3],
		["normal", 3],
		["uv", 2],
		["color", 4],
	].map(([name, width]) => {
		const { array, normalized, count, data, offset = 0 } = attributes[name];
		if (!data) return toFloats(array, normalized);
		const packed = new data.array.constructor(count * width);
		for (let vertex = 0; vertex < count; vertex++) {
			const from = vertex * data.stride + offset;
			for (let part = 0; part < width; part++) packed[vertex * width + part] = data.array[from + part];
		}
		return toFloats(packed, normalized);
	});
	return joined([...parts, new Uint32Array(index.array)]);
}

const joined = (parts) =>
	Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)));

/** Numbers of a typed array as floats: from -1 or 0 to 1 if they are normalised integers. */
function toFloats(array, isNormalized) {
	if (array instanceof Float32Array) return array;
	if (!isNormalized) return Float32Array.from(array);
	const most =
		2 ** (8 * array.BYTES_PER_ELEMENT - (array instanceof Int8Array || array instanceof Int16Array ? 1 : 0)) - 1;
	const values = new Float32Array(array.length);
	for (let index = 0; index < array.length; index++) values[index] = Math.max(array[index] / most, -1);
	return values;
}

/** Normals are decoded by a filter, and may differ by one unit of their 16 bits. */
function agrees(ours, theirs) {
	if (ours.length !== theirs.length) return false;
	for (let at = 0; at < ours.length; at += 4) {
		if (ours.readUInt32LE(at) === theirs.readUInt32LE(at)) continue;
		if (!(Math.abs(ours.readFloatLE(at) - theirs.readFloatLE(at)) < 1.001 / 127)) return false;
	}
	return true;
}

/** The one geometry of a file, by three.js. */
async function readByThree(glb) {
	const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
	const { scene } = await loader.parseAsync(glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.byteLength), "");
	let found;
	scene.traverse(({ geometry }) => (found ??= geometry));
	return found;
}

export async function prepare(folder) {
	globalThis.self ??= globalThis; // three.js asks for it, and Node has none
	await MeshoptDecoder.ready;
	const glb = await createGlb();
	writeFileSync(join(folder, "gltf.glb"), glb);
	const io = new NodeIO()
		.registerExtensions([EXTMeshoptCompression, KHRMeshQuantization])
		.registerDependencies({ "meshopt.decoder": MeshoptDecoder });
	const read = async () => (await io.readBinary(glb)).getRoot().listMeshes()[0].listPrimitives()[0];
	const row = { row: "1 MB meshopt GLB to a Mesh", agrees };
	return [
		// Its accessors stay quantised until they are asked for; ours are floats, so its values are asked for too.
		{
			...row,
			name: "gltf-transform + WASM, to floats",
			body: async () => meshOf(await read()),
			result: async () => meshOf(await read()),
		},
		{ ...row, name: "gltf-transform + WASM, still quantised", body: read },
		{
			...row,
			name: "three.js + WASM, to floats",
			body: async () => geometryOf(await readByThree(glb)),
			result: async () => geometryOf(await readByThree(glb)),
		},
	];
}
