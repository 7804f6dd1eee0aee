import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MeshoptDecoder as wasm } from "meshoptimizer/decoder";
import { MeshoptEncoder } from "meshoptimizer/encoder";
import { MeshoptDecoder as reference } from "../node_modules/meshoptimizer/meshopt_decoder_reference.js";

/** Inputs that npm meshoptimizer encodes, and its two decoders: the readable JavaScript one in V8, and WebAssembly SIMD. */

const GRID = 512;

function grid() {
	const values = new Uint16Array(GRID * GRID * 4);
	for (let y = 0; y < GRID; y++) {
		for (let x = 0; x < GRID; x++) {
			const at = 4 * (y * GRID + x);
			values[at] = Math.round((x / (GRID - 1)) * 65535);
			values[at + 1] = Math.round((y / (GRID - 1)) * 65535);
			values[at + 2] = Math.round((0.5 + 0.25 * Math.sin(x / 40) + 0.2 * Math.cos(y / 29)) * 65535);
		}
	}
	return new Uint8Array(values.buffer);
}

/** A knot's surface, its vertices in the order in which optimised triangles use them. */
function knot(around, along) {
	const point = (u, v) => {
		const p = (2 * Math.PI * u) / along;
		const q = (2 * Math.PI * v) / around;
		const radius = 2 + Math.cos(3 * p) + 0.4 * Math.cos(q);
		return [radius * Math.cos(2 * p), radius * Math.sin(2 * p), Math.sin(3 * p) + 0.4 * Math.sin(q)];
	};
	const indices = [];
	for (let u = 0; u < along; u++) {
		for (let v = 0; v < around; v++) {
			const a = u * around + v;
			const b = u * around + ((v + 1) % around);
			const c = ((u + 1) % along) * around + v;
			const d = ((u + 1) % along) * around + ((v + 1) % around);
			indices.push(a, b, c, c, b, d);
		}
	}
	const ordered = Uint32Array.from(indices);
	const [remap, count] = MeshoptEncoder.reorderMesh(ordered, true, true);
	const vertices = new Array(count);
	for (let old = 0; old < remap.length; old++) {
		const [u, v] = [Math.floor(old / around), old % around];
		const position = point(u, v);
		const angle = (2 * Math.PI * v) / around;
		const normal = [Math.cos(angle) * Math.cos(u / 9), Math.cos(angle) * Math.sin(u / 9), Math.sin(angle)];
		if (remap[old] < count) vertices[remap[old]] = { position, normal, uv: [u / along, v / around] };
	}
	return { indices: ordered, vertices };
}

/** Sixteen bytes a vertex, as gltfpack writes them: 16-bit position, 8-bit normal, 16-bit texture coordinate. */
function packed(vertices) {
	const bytes = new Uint8Array(vertices.length * 16);
	const view = new DataView(bytes.buffer);
	vertices.forEach(({ position, normal, uv }, index) => {
		position.forEach((value, k) => view.setUint16(index * 16 + 2 * k, Math.round(((value + 4) / 8) * 16383), true));
		normal.forEach((value, k) => view.setInt8(index * 16 + 8 + k, Math.round(value * 127)));
		uv.forEach((value, k) => view.setUint16(index * 16 + 12 + 2 * k, Math.round(value * 4095), true));
	});
	return bytes;
}

function floats(vertices) {
	return new Uint8Array(
		Float32Array.from(vertices.flatMap(({ position, normal, uv }) => [...position, ...normal, ...uv])).buffer,
	);
}

/** Rotations of a joint that swings, sixty times a second. */
function rotations(count) {
	const values = new Float32Array(count * 4);
	for (let index = 0; index < count; index++) {
		const half = 0.6 * Math.sin(index / 70) + 0.1 * Math.sin(index / 13);
		const tilt = 0.3 * Math.cos(index / 110);
		const axis = [Math.sin(tilt), Math.cos(tilt) * 0.8, Math.cos(tilt) * 0.6];
		axis.forEach((value, k) => (values[index * 4 + k] = value * Math.sin(half)));
		values[index * 4 + 3] = Math.cos(half);
	}
	return values;
}

function widened(list, size) {
	return Float32Array.from({ length: (list.length / 3) * size }, (_, k) =>
		k % size < 3 ? list[Math.floor(k / size) * 3 + (k % size)] : 1,
	);
}

function quantised(values) {
	return new Uint8Array(Int16Array.from(values, (value) => Math.round(value * 32767)).buffer);
}

function streams() {
	const attributes = (name, bytes, stride, version, level = 2, filter = "NONE") => {
		const count = bytes.length / stride;
		const stream = MeshoptEncoder.encodeVertexBufferLevel(bytes, count, stride, level, version);
		return { name, mode: "ATTRIBUTES", filter, stride, count, stream };
	};
	const positions = grid();
	const { indices, vertices } = knot(256, 512);
	const mesh = packed(vertices);
	const full = floats(vertices);
	const swing = rotations(65536);
	const normals = widened(Float32Array.from(vertices.flatMap(({ normal }) => normal)), 4);
	const count = vertices.length;
	const colors = Float32Array.from({ length: count * 4 }, (_, k) => (k % 4 === 3 ? 1 : vertices[k >> 2].uv[k % 2]));
	const list = new Uint8Array(indices.buffer);
	const strip = new Uint8Array(Uint32Array.from({ length: 300000 }, (_, k) => (k & 1) * 513 + (k >> 1)).buffer);
	const short = new Uint8Array(Uint16Array.from(indices).buffer);
	return [
		attributes("ATTRIBUTES v0, 16-bit grid, stride 8", positions, 8, 0),
		attributes("ATTRIBUTES v1, 16-bit grid, stride 8", positions, 8, 1),
		attributes("ATTRIBUTES v1 level 0, 16-bit grid, stride 8", positions, 8, 1, 0),
		attributes("ATTRIBUTES v1 level 3, 16-bit grid, stride 8", positions, 8, 1, 3),
		attributes("ATTRIBUTES v0, packed mesh, stride 16", mesh, 16, 0),
		attributes("ATTRIBUTES v1, packed mesh, stride 16", mesh, 16, 1),
		attributes("ATTRIBUTES v0, f32 mesh, stride 32", full, 32, 0),
		attributes("ATTRIBUTES v1, f32 mesh, stride 32", full, 32, 1),
		attributes("ATTRIBUTES v1 level 3, f32 mesh, stride 32", full, 32, 1, 3),
		attributes("ATTRIBUTES v0, rotations, stride 8", quantised(swing), 8, 0),
		attributes("ATTRIBUTES v1, rotations, stride 8", quantised(swing), 8, 1),
		{
			...{ name: "TRIANGLES, knot, 4-byte", mode: "TRIANGLES", filter: "NONE", stride: 4, count: indices.length },
			stream: MeshoptEncoder.encodeIndexBuffer(list, indices.length, 4),
		},
		{
			...{ name: "TRIANGLES, knot, 2-byte", mode: "TRIANGLES", filter: "NONE", stride: 2, count: indices.length },
			stream: MeshoptEncoder.encodeIndexBuffer(short, indices.length, 2),
		},
		{
			...{ name: "INDICES, strip, 4-byte", mode: "INDICES", filter: "NONE", stride: 4, count: 300000 },
			stream: MeshoptEncoder.encodeIndexSequence(strip, 300000, 4),
		},
		attributes("OCTAHEDRAL 8-bit normals", MeshoptEncoder.encodeFilterOct(normals, count, 4, 8), 4, 0, 2, "OCTAHEDRAL"),
		attributes(
			"OCTAHEDRAL 16-bit normals",
			MeshoptEncoder.encodeFilterOct(normals, count, 8, 12),
			8,
			0,
			2,
			"OCTAHEDRAL",
		),
		attributes("QUATERNION rotations", MeshoptEncoder.encodeFilterQuat(swing, 65536, 8, 12), 8, 0, 2, "QUATERNION"),
		attributes(
			"EXPONENTIAL f32 mesh",
			MeshoptEncoder.encodeFilterExp(new Float32Array(full.buffer), count, 32, 15),
			...[32, 0, 2, "EXPONENTIAL"],
		),
		attributes("COLOR 8-bit", MeshoptEncoder.encodeFilterColor(colors, count, 4, 8), 4, 1, 2, "COLOR"),
		attributes("COLOR 16-bit", MeshoptEncoder.encodeFilterColor(colors, count, 8, 12), 8, 1, 2, "COLOR"),
	];
}

/** Sixteen-bit results may differ by one unit, which is what the extension allows. */
function withinOneUnit(ours, theirs) {
	if (ours.length !== theirs.length) return false;
	for (let at = 0; at < ours.length; at += 2) {
		const difference = Math.abs(ours.readUInt16LE(at) - theirs.readUInt16LE(at));
		if (difference > 1 && difference < 65535) return false;
	}
	return true;
}

export async function prepare(folder) {
	await wasm.ready;
	await MeshoptEncoder.ready;
	const rivals = [];
	const directory = [];
	streams().forEach(({ name, mode, filter, stride, count, stream }, index) => {
		writeFileSync(join(folder, `meshopt-${index}.bin`), stream);
		directory.push([index, mode, filter, stride, count, name].join("\t"));
		const target = new Uint8Array(count * stride);
		const wide = stride === 8 && filter !== "NONE" && filter !== "EXPONENTIAL";
		for (const [rival, decoder] of [
			["meshoptimizer JavaScript in V8", reference],
			["meshoptimizer WASM", wasm],
		]) {
			const body = () => decoder.decodeGltfBuffer(target, count, stride, stream, mode, filter);
			const result = () => {
				target.fill(0);
				body();
				return target;
			};
			rivals.push({ row: name, name: rival, body, result, agrees: wide ? withinOneUnit : undefined });
		}
	});
	writeFileSync(join(folder, "meshopt.txt"), directory.join("\n"));
	return rivals;
}
