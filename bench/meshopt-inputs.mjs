import { MeshoptEncoder } from "meshoptimizer/encoder";

/** What the benches of meshopt encode and decode: grids, meshes, animation and indices, and how they are laid out. */

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

/** The elements of an input after npm meshoptimizer's filter. */
export function filterInput({ filter, source, count, stride, bits }, exponents) {
	if (filter === "NONE") return source;
	const floats = new Float32Array(source.buffer);
	if (filter === "OCTAHEDRAL") return MeshoptEncoder.encodeFilterOct(floats, count, stride, bits);
	if (filter === "QUATERNION") return MeshoptEncoder.encodeFilterQuat(floats, count, stride, bits);
	if (filter === "COLOR") return MeshoptEncoder.encodeFilterColor(floats, count, stride, bits);
	return MeshoptEncoder.encodeFilterExp(floats, count, stride, bits, exponents);
}

/**
 * Each input: its name, mode, version, filter and layout; `source`, which is f32 where there is a filter; `elements`, which are
 * `source` after npm meshoptimizer's filter; and the level at which it is encoded for the decoders. Call it once
 * `MeshoptEncoder.ready` has come.
 */
export function makeInputs() {
	const attributes = (name, source, stride, version, level = 2) => {
		const count = source.length / stride;
		return {
			name,
			mode: "ATTRIBUTES",
			filter: "NONE",
			bits: 0,
			stride,
			count,
			version,
			level,
			source,
			elements: source,
		};
	};
	const filtered = (name, filter, floats, stride, bits, version) => {
		const count = floats.byteLength / (filter === "EXPONENTIAL" ? stride : 16);
		const source = new Uint8Array(floats.buffer);
		const input = { name, mode: "ATTRIBUTES", filter, bits, stride, count, version, level: 2, source };
		return { ...input, elements: filterInput(input) };
	};
	const listed = (name, mode, source, stride) => {
		const count = source.length / stride;
		return { name, mode, filter: "NONE", bits: 0, stride, count, version: 1, level: 2, source, elements: source };
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
	// A smaller knot, because two bytes name at most 65,536 vertices.
	const short = new Uint8Array(Uint16Array.from(knot(128, 256).indices).buffer);
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
		listed("TRIANGLES, knot, 4-byte", "TRIANGLES", list, 4),
		listed("TRIANGLES, knot, 2-byte", "TRIANGLES", short, 2),
		listed("INDICES, strip, 4-byte", "INDICES", strip, 4),
		filtered("OCTAHEDRAL 8-bit normals", "OCTAHEDRAL", normals, 4, 8, 0),
		filtered("OCTAHEDRAL 16-bit normals", "OCTAHEDRAL", normals, 8, 12, 0),
		filtered("QUATERNION rotations", "QUATERNION", swing, 8, 12, 0),
		filtered("EXPONENTIAL f32 mesh", "EXPONENTIAL", new Float32Array(full.buffer), 32, 15, 0),
		filtered("COLOR 8-bit", "COLOR", colors, 4, 8, 1),
		filtered("COLOR 16-bit", "COLOR", colors, 8, 12, 1),
	];
}

/** What npm meshoptimizer makes of an input, or of its elements at another level. */
export function encodeInput({ mode, stride, count, version, elements, level }) {
	if (mode === "TRIANGLES") return MeshoptEncoder.encodeIndexBuffer(elements, count, stride);
	if (mode === "INDICES") return MeshoptEncoder.encodeIndexSequence(elements, count, stride);
	return MeshoptEncoder.encodeVertexBufferLevel(elements, count, stride, level, version);
}
