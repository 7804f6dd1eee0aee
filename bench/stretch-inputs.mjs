import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MeshoptEncoder } from "meshoptimizer/encoder";
import sharp from "sharp";

/** What `npm run stretches` reads: files of one to 64 MB of what they decode to. */

/** A height field of `side` × `side` vertices: positions, normals, texture coordinates, triangles. */
function field(side) {
	const count = side * side;
	const positions = new Float32Array(count * 3);
	const normals = new Float32Array(count * 3);
	const uvs = new Float32Array(count * 2);
	const indices = new Uint32Array((side - 1) * (side - 1) * 6);
	let at = 0;
	for (let index = 0; index < count; index++) {
		const [x, y] = [index % side, Math.floor(index / side)];
		positions.set([x, Math.sin(x / 9) + Math.cos(y / 7), y], index * 3);
		normals.set([0, 1, 0], index * 3);
		uvs.set([x / side, y / side], index * 2);
		if (x + 1 === side || y + 1 === side) continue;
		indices.set([index, index + side, index + 1, index + 1, index + side, index + side + 1], at);
		at += 6;
	}
	return { count, positions, normals, uvs, indices };
}

/** Two joints that are scaled unlike each other, one of them mirrored, so that every vertex is blended and turned over. */
const SKIN = {
	nodes: [{ mesh: 0, skin: 0 }, { children: [2], scale: [1, 2, 1] }, { scale: [-1, 1, 2] }],
	scenes: [{ nodes: [0, 1] }],
	skins: [{ joints: [1, 2] }],
};

/** A GLB of one mesh; each view as it is, or compressed by meshopt, or skinned. */
function glbOf({ count, positions, normals, uvs, indices }, { isCompressed = false, isSkinned = false } = {}) {
	const views = [];
	const parts = [];
	let size = 0;
	const add = (array, stride, mode) => {
		const bytes = new Uint8Array(array.buffer);
		const elements = bytes.length / stride;
		const encoded =
			mode === "TRIANGLES"
				? MeshoptEncoder.encodeIndexBuffer(bytes, elements, stride)
				: MeshoptEncoder.encodeVertexBuffer(bytes, elements, stride);
		const stored = isCompressed ? encoded : bytes;
		const place = { buffer: 0, byteOffset: size, byteLength: stored.length };
		const extension = { ...place, byteStride: stride, count: elements, mode };
		views.push(
			isCompressed
				? { buffer: 1, byteLength: bytes.length, extensions: { EXT_meshopt_compression: extension } }
				: place,
		);
		const padded = Buffer.alloc(Math.ceil(stored.length / 4) * 4);
		padded.set(stored);
		parts.push(padded);
		size += padded.length;
	};
	add(positions, 12, "ATTRIBUTES");
	add(normals, 12, "ATTRIBUTES");
	add(uvs, 8, "ATTRIBUTES");
	add(indices, 4, "TRIANGLES");
	if (isSkinned) {
		add(
			new Uint8Array(count * 4).map((_, at) => (at % 4 === 1 ? 1 : 0)),
			4,
			"ATTRIBUTES",
		);
		add(
			new Float32Array(count * 4).map((_, at) => (at % 4 < 2 ? 0.5 : 0)),
			16,
			"ATTRIBUTES",
		);
	}
	const side = Math.sqrt(count) - 1;
	const bounds = { min: [0, -2, 0], max: [side, 2, side] };
	const skinned = isSkinned ? { JOINTS_0: 4, WEIGHTS_0: 5 } : {};
	const attributes = { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2, ...skinned };
	const document = {
		asset: { version: "2.0" },
		extensionsUsed: isCompressed ? ["EXT_meshopt_compression"] : undefined,
		extensionsRequired: isCompressed ? ["EXT_meshopt_compression"] : undefined,
		buffers: [
			{ byteLength: size },
			...(isCompressed
				? [{ byteLength: count * 32 + indices.length * 4, extensions: { EXT_meshopt_compression: { fallback: true } } }]
				: []),
		],
		bufferViews: views.map((view, index) => ({
			...view,
			byteOffset: isCompressed ? undefined : view.byteOffset,
			index,
		})),
		accessors: [
			{ bufferView: 0, componentType: 5126, count, type: "VEC3", ...bounds },
			{ bufferView: 1, componentType: 5126, count, type: "VEC3" },
			{ bufferView: 2, componentType: 5126, count, type: "VEC2" },
			{ bufferView: 3, componentType: 5125, count: indices.length, type: "SCALAR" },
			...(isSkinned
				? [
						{ bufferView: 4, componentType: 5121, count, type: "VEC4" },
						{ bufferView: 5, componentType: 5126, count, type: "VEC4" },
					]
				: []),
		],
		meshes: [{ primitives: [{ attributes, indices: 3 }] }],
		nodes: [{ mesh: 0, scale: [2, 2, 2] }],
		scenes: [{ nodes: [0] }],
		scene: 0,
		...(isSkinned ? SKIN : {}),
	};
	for (const view of document.bufferViews) delete view.index;
	if (isCompressed) {
		let offset = 0;
		for (const view of document.bufferViews) {
			view.byteOffset = offset;
			offset += view.byteLength;
		}
	}
	const json = Buffer.from(JSON.stringify(document));
	const head = Buffer.alloc(Math.ceil(json.length / 4) * 4, " ");
	json.copy(head);
	const binary = Buffer.concat(parts);
	const words = (...values) => Buffer.from(Uint32Array.from(values).buffer);
	return Buffer.concat([
		words(0x46546c67, 2, 28 + head.length + binary.length, head.length, 0x4e4f534a),
		head,
		words(binary.length, 0x004e4942),
		binary,
	]);
}

/** A picture of `side` × `side` pixels that does not compress to nothing. */
function pixels(side) {
	const data = Buffer.alloc(side * side * 4);
	for (let at = 0; at < data.length; at += 4) {
		const [x, y] = [(at / 4) % side, Math.floor(at / 4 / side)];
		data[at] = (x * y) >> 4;
		data[at + 1] = x + (y >> 1);
		data[at + 2] = (x ^ y) & 255;
		data[at + 3] = 255;
	}
	return data;
}

/** Writes the files of so many megabytes into a folder. */
export async function writeStretchInputs(folder, megabytes) {
	await MeshoptEncoder.ready;
	// A vertex takes 32 bytes, and 24 more in triangles.
	const mesh = field(Math.floor(Math.sqrt((megabytes * 2 ** 20) / 56)));
	writeFileSync(join(folder, `stretch-plain-${megabytes}.glb`), glbOf(mesh));
	writeFileSync(join(folder, `stretch-meshopt-${megabytes}.glb`), glbOf(mesh, { isCompressed: true }));
	writeFileSync(join(folder, `stretch-skinned-${megabytes}.glb`), glbOf(mesh, { isSkinned: true }));
	const side = Math.round(Math.sqrt((megabytes * 2 ** 20) / 4));
	const raw = { raw: { width: side, height: side, channels: 4 } };
	const data = pixels(side);
	writeFileSync(
		join(folder, `stretch-${megabytes}.png`),
		await sharp(data, raw).png({ compressionLevel: 6 }).toBuffer(),
	);
	const jpeg = (options) =>
		sharp(data, raw)
			.flatten()
			.jpeg({ quality: 80, ...options })
			.toBuffer();
	writeFileSync(join(folder, `stretch-${megabytes}.jpg`), await jpeg({}));
	writeFileSync(join(folder, `stretch-progressive-${megabytes}.jpg`), await jpeg({ progressive: true }));
}
