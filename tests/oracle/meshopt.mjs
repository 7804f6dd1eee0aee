import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MeshoptDecoder } from "meshoptimizer/decoder";
import { MeshoptEncoder } from "meshoptimizer/encoder";

/** Streams that the encoder of npm meshoptimizer made and what its WebAssembly decoder says to them, whole and damaged. */

const VALID = 3200;
const DAMAGED = 21000;
const FILTERED = 600;
const MODES = ["ATTRIBUTES", "TRIANGLES", "INDICES"];
const FILTERS = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"];

/** mulberry32, as `tests/random.ts` has it. */
function seeded(seed) {
	let state = seed;
	const u32 = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return (mixed ^ (mixed >>> 14)) >>> 0;
	};
	const int = (low, high) => low + (u32() % (high - low + 1));
	return { u32, int, unit: () => u32() / 2 ** 32, pick: (list) => list[int(0, list.length - 1)] };
}

/** Data as vertex streams have it: constant, slowly changing, 16-bit and 32-bit values that step, or noise. */
function attributeBytes(random, count, stride) {
	const bytes = new Uint8Array(count * stride);
	const words = new DataView(bytes.buffer);
	for (let at = 0; at < stride; at += 4) {
		const kind = random.int(0, 5);
		let value = random.u32();
		const reach = 2 ** random.int(0, 15);
		for (let index = 0; index < count; index++) {
			const offset = index * stride + at;
			if (kind === 1) value = (value & 0xffffff00) | ((value + random.int(-2, 2)) & 0xff);
			else if (kind === 2) value = random.u32();
			if (kind === 3) {
				words.setUint16(offset, value + index * reach + random.int(-3, 3), true);
				words.setUint16(offset + 2, value - random.int(0, reach), true);
			} else if (kind === 4) {
				words.setFloat32(offset, Math.sin(index / 50 + at) * reach, true);
			} else if (kind === 5) {
				for (let byte = 0; byte < 4; byte++) bytes[offset + byte] = random.int(0, 9) < 8 ? index : random.int(0, 255);
			} else {
				words.setUint32(offset, value, true);
			}
		}
	}
	return bytes;
}

function toStride(indices, stride) {
	return new Uint8Array((stride === 2 ? Uint16Array : Uint32Array).from(indices).buffer);
}

/** Triangles of a strip-like grid, some reordered, some with indices that jump. */
function triangleBytes(random, triangles, stride) {
	const width = random.int(2, 24);
	const jump = random.int(0, 3);
	const top = stride === 2 ? 65535 : 2 ** random.int(16, 31);
	const indices = [];
	for (let index = 0; index < triangles; index++) {
		const cell = index >> 1;
		const corner = cell + Math.floor(cell / width);
		const triangle =
			index & 1 ? [corner + 1, corner + width + 2, corner + width + 1] : [corner, corner + 1, corner + width + 1];
		if (jump > 0 && random.int(0, 20) < jump) triangle[random.int(0, 2)] = random.u32() % top;
		if (jump > 1 && random.int(0, 20) === 0) triangle[random.int(0, 2)] = triangle[0];
		const turn = random.int(0, 2);
		for (let k = 0; k < 3; k++) indices.push(triangle[(k + turn) % 3] % top);
	}
	return toStride(indices, stride);
}

function indexBytes(random, count, stride) {
	const top = stride === 2 ? 65536 : 2 ** random.int(8, 30);
	let even = 0;
	let odd = random.int(0, 1000);
	const indices = [];
	for (let index = 0; index < count; index++) {
		if (random.int(0, 30) === 0) even = random.u32() % top;
		if (index & 1) indices.push((odd = (odd + random.int(0, 3)) % top));
		else indices.push((even = (even + random.int(0, 2)) % top));
	}
	return toStride(indices, stride);
}

/** A stream of any mode with at most `most` elements and `widest` bytes an element. */
function makeStream(random, most, widest) {
	const mode = random.pick([0, 0, 0, 1, 2]);
	const count = random.int(1, random.int(1, most));
	if (mode === 0) {
		const stride = 4 * random.int(1, widest / 4);
		const bytes = attributeBytes(random, count, stride);
		const level = random.int(0, 3);
		const stream = MeshoptEncoder.encodeVertexBufferLevel(bytes, count, stride, level, random.int(0, 1));
		return { mode, stride, count, stream };
	}
	const stride = random.pick([2, 4]);
	if (mode === 2) {
		const stream = MeshoptEncoder.encodeIndexSequence(indexBytes(random, count, stride), count, stride);
		return { mode, stride, count, stream };
	}
	const triangles = Math.ceil(count / 3);
	const stream = MeshoptEncoder.encodeIndexBuffer(triangleBytes(random, triangles, stride), triangles * 3, stride);
	return { mode, stride, count: triangles * 3, stream };
}

function damage(random, { mode, stride, count, stream }) {
	let bytes = Uint8Array.from(stream);
	const kind = random.int(0, 9);
	const at = random.int(0, bytes.length - 1);
	if (kind < 5) {
		for (let k = random.int(1, 3); k > 0; k--) {
			const where = random.int(0, bytes.length - 1);
			bytes[where] = random.pick([bytes[where] ^ (1 << random.int(0, 7)), random.int(0, 255), 0, 255, 127, 128]);
		}
	} else if (kind === 5) {
		bytes = bytes.slice(0, random.int(1, bytes.length));
	} else if (kind === 6) {
		bytes = Uint8Array.from([...bytes.slice(0, at), ...bytes.slice(at + random.int(1, 4))]);
	} else if (kind === 7) {
		bytes = Uint8Array.from([...bytes.slice(0, at), random.int(0, 255), ...bytes.slice(at)]);
	} else if (kind === 8) {
		count = Math.max(mode === 1 ? 3 : 1, count + random.pick([-1, 1, 16, -16]) * (mode === 1 ? 3 : 1));
	} else if (mode === 0) {
		stride = Math.min(256, Math.max(4, stride + random.pick([-4, 4])));
	} else {
		stride = 6 - stride;
	}
	if (bytes.length === 0) bytes = Uint8Array.of(0);
	return { mode, stride, count, stream: bytes };
}

/** What the oracle makes of a stream: the bytes, or undefined where it refuses. */
function ask({ mode, stride, count, stream, filter = 0 }) {
	const target = new Uint8Array(count * stride);
	try {
		MeshoptDecoder.decodeGltfBuffer(target, count, stride, stream, MODES[mode], FILTERS[filter]);
	} catch {
		return undefined;
	}
	return target;
}

/** The sum that `tests/meshopt/oracle-cases.ts` computes too. */
function checksum(bytes) {
	let sum = bytes.length;
	for (let at = 0; at + 1 < bytes.length; at += 2) sum = (sum * 31 + (bytes[at] | (bytes[at + 1] << 8))) % 2 ** 32;
	return sum;
}

/** A case: mode, filter, stride, count, size of the stream, whether it is accepted, sum and size of what follows it. */
function encodeCase(request, answer, kept) {
	const head = Buffer.alloc(20);
	head.writeUInt8(request.mode, 0);
	head.writeUInt8(request.filter ?? 0, 1);
	head.writeUInt16LE(request.stride, 2);
	head.writeUInt32LE(request.count, 4);
	head.writeUInt32LE(request.stream.length, 8);
	head.writeUInt32LE(answer === undefined ? 0 : kept ? answer.length : 0xffffffff, 12);
	head.writeUInt32LE(answer === undefined ? 0 : checksum(answer), 16);
	return kept && answer ? [head, request.stream, answer] : [head, request.stream];
}

function unitVectors(random, count, size) {
	const values = new Float32Array(count * size);
	for (let index = 0; index < count; index++) {
		let length = 0;
		for (let k = 0; k < size; k++) length += (values[index * size + k] = random.unit() * 2 - 1) ** 2;
		for (let k = 0; k < size; k++) values[index * size + k] /= Math.sqrt(length) || 1;
	}
	return values;
}

function makeFiltered(random) {
	const filter = random.int(1, 4);
	const count = random.int(1, 120);
	let stride = random.pick([4, 8]);
	let bytes;
	if (filter === 1) {
		const normals = unitVectors(random, count, 3);
		const four = Float32Array.from({ length: count * 4 }, (_, k) => (k % 4 < 3 ? normals[(k >> 2) * 3 + (k % 4)] : 1));
		bytes = MeshoptEncoder.encodeFilterOct(four, count, stride, random.int(2, stride * 2));
	} else if (filter === 2) {
		stride = 8;
		bytes = MeshoptEncoder.encodeFilterQuat(unitVectors(random, count, 4), count, stride, random.int(4, 16));
	} else if (filter === 3) {
		stride = 4 * random.int(1, 6);
		const reach = 2 ** random.int(-90, 90);
		const values = Float32Array.from({ length: (count * stride) / 4 }, () => (random.unit() - 0.5) * reach);
		const mode = random.pick(["Separate", "SharedVector", "SharedComponent", "Clamped"]);
		bytes = MeshoptEncoder.encodeFilterExp(values, count, stride, random.int(1, 24), mode);
	} else {
		const values = Float32Array.from({ length: count * 4 }, () => random.unit());
		bytes = MeshoptEncoder.encodeFilterColor(values, count, stride, random.int(2, stride * 2));
	}
	const stream = MeshoptEncoder.encodeVertexBufferLevel(bytes, count, stride, 2, random.int(0, 1));
	return { mode: 0, filter, stride, count, stream };
}

export async function generate(folder) {
	await MeshoptDecoder.ready;
	await MeshoptEncoder.ready;
	const random = seeded(20);
	const valid = [];
	for (let index = 0; index < VALID; index++) {
		// Every eighth stream may be of any size, the others are small, which finds as much in less time.
		const request = index % 8 === 0 ? makeStream(random, 2000, 256) : makeStream(random, 300, index % 2 ? 256 : 32);
		valid.push(...encodeCase(request, ask(request), false));
	}
	writeFileSync(join(folder, "meshopt-valid.bin"), Buffer.concat(valid));

	const damaged = [];
	for (let index = 0; index < DAMAGED;) {
		const request = makeStream(random, index % 16 === 0 ? 600 : 40, 24);
		for (let again = 0; again < 6 && index < DAMAGED; again++, index++) {
			const broken = damage(random, request);
			damaged.push(...encodeCase(broken, ask(broken), false));
		}
	}
	writeFileSync(join(folder, "meshopt-damaged.bin"), Buffer.concat(damaged));

	const filtered = [];
	for (let index = 0; index < FILTERED; index++) {
		const request = makeFiltered(random);
		filtered.push(...encodeCase(request, ask(request), true));
	}
	writeFileSync(join(folder, "meshopt-filtered.bin"), Buffer.concat(filtered));
}
