//!native
//!optimize 2
import { decodeMeshopt } from "../../src/meshopt/decode";
import { encodeMeshopt, EncodeMeshoptOptions } from "../../src/meshopt/encode";
import { breathe } from "../breathe";
import { Seeded } from "../random";

/** What was encoded, and the stream. */
export interface EncodedCase {
	source: buffer;
	stream: buffer;
	options: EncodeMeshoptOptions;
}

/** Around the sizes of groups and blocks. */
const COUNTS = [1, 2, 15, 16, 17, 63, 64, 65, 255, 256, 257, 511, 512, 513];

function pickCount(random: Seeded): number {
	return random.int(0, 2) === 0 ? random.int(1, 700) : COUNTS[random.int(0, COUNTS.size() - 1)];
}

/** Bytes of any kind in each channel: constant, noise, slow bytes, steps of 16 bits, floats, bits in the middle, rare changes. */
function makeAttributes(random: Seeded, count: number, stride: number): buffer {
	const source = buffer.create(count * stride);
	for (const channel of $range(0, stride - 4, 4)) {
		const kind = random.int(0, 7);
		const reach = 2 ** random.int(0, 15);
		const shift = random.int(0, 24);
		let value = random.u32();
		for (const index of $range(0, count - 1)) {
			const at = index * stride + channel;
			if (kind === 1) value = random.u32();
			else if (kind === 2) value = (value & 0xffffff00) + ((value + random.int(0, 4) - 2) & 255);
			else if (kind === 3) value = (value + random.int(0, reach) * 65537) % 2 ** 32;
			else if (kind === 5) value = value ^ (random.int(0, 31) << shift);
			else if (kind === 6 && random.int(0, 40) === 0) value = random.u32();
			else if (kind === 7) value = (value + reach) % 2 ** 32;
			if (kind === 4) buffer.writef32(source, at, math.sin(index / 50 + channel) * reach);
			else buffer.writeu32(source, at, value);
		}
	}
	return source;
}

function writeIndex(target: buffer, place: number, stride: number, index: number): void {
	if (stride === 4) buffer.writeu32(target, 4 * place, index);
	else buffer.writeu16(target, 2 * place, index);
}

/** Triangles of a grid, of noise, of one vertex, of a few large indices, or of a mesh that starts again and again. */
function makeTriangles(random: Seeded, triangles: number, stride: number): buffer {
	const source = buffer.create(3 * triangles * stride);
	const kind = random.int(0, 5);
	const width = random.int(2, 24);
	const top = stride === 2 ? 65536 : 2 ** random.int(8, 32);
	for (const triangle of $range(0, triangles - 1)) {
		const cell = (kind === 5 ? triangle % 40 : triangle) >>> 1;
		const corner = cell + cell.idiv(width);
		const isLower = (triangle & 1) === 0;
		const corners = isLower
			? [corner, corner + 1, corner + width + 1]
			: [corner + 1, corner + width + 2, corner + width + 1];
		const turn = random.int(0, 2);
		for (const place of $range(0, 2)) {
			let index = corners[(place + turn) % 3];
			if (kind === 1) index = random.u32();
			else if (kind === 2 && random.int(0, 8) === 0) index = corners[0];
			else if (kind === 3) index = top - 1 - random.int(0, 3);
			else if (kind === 4 && random.int(0, 10) === 0) index = random.u32();
			writeIndex(source, 3 * triangle + place, stride, index % top);
		}
	}
	return source;
}

/** Indices of two places in turn, with jumps, of noise, or around 2^32. No step is 2^30 or more. */
function makeIndices(random: Seeded, count: number, stride: number): buffer {
	const source = buffer.create(count * stride);
	const kind = random.int(0, 4);
	const top = stride === 2 ? 65536 : 2 ** random.int(8, 30);
	const base = stride === 4 && kind === 4 ? 2 ** 32 - top.idiv(2) : 0;
	let even = 0;
	let odd = random.int(0, 1000);
	for (const place of $range(0, count - 1)) {
		if (kind !== 3 && random.int(0, 30) === 0) even = random.u32() % top;
		if (kind === 1) even = random.u32() % top;
		else if ((place & 1) === 0) even = (even + random.int(0, 2)) % top;
		if (kind === 2) odd = (odd + random.int(0, 200)) % top;
		else odd = (odd + random.int(0, 3)) % top;
		writeIndex(source, place, stride, (base + ((place & 1) === 0 ? even : odd)) % 2 ** 32);
	}
	return source;
}

/** The first byte of `size` in which two buffers differ, or -1. */
function differenceOf(ours: buffer, source: buffer, size: number): number {
	for (const at of $range(0, size - 1)) {
		if (buffer.readu8(ours, at) !== buffer.readu8(source, at)) return at;
	}
	return -1;
}

/** The first triangle that is not the same but for the vertex that it starts with, or -1. */
function turnedDifferenceOf(ours: buffer, source: buffer, size: number, stride: number): number {
	const read = (from: buffer, at: number) => (stride === 4 ? buffer.readu32(from, at) : buffer.readu16(from, at));
	for (const at of $range(0, size - 3 * stride, 3 * stride)) {
		const [a, b, c] = [read(source, at), read(source, at + stride), read(source, at + 2 * stride)];
		const [x, y, z] = [read(ours, at), read(ours, at + stride), read(ours, at + 2 * stride)];
		const isSame =
			(x === a && y === b && z === c) || (x === b && y === c && z === a) || (x === c && y === a && z === b);
		if (!isSame) return at;
	}
	return -1;
}

/** Encodes what `options` say of `source`, and checks that it decodes to the same again. */
export function encodeAndCompare(source: buffer, options: EncodeMeshoptOptions): EncodedCase {
	const stream = encodeMeshopt(source, options);
	const { byteStride, count, mode, filter } = options;
	const view = { source: stream, byteOffset: 0, byteLength: buffer.len(stream), byteStride, count, mode, filter };
	const decoded = decodeMeshopt(view);
	const size = count * byteStride;
	const difference =
		mode === "TRIANGLES" ? turnedDifferenceOf(decoded, source, size, byteStride) : differenceOf(decoded, source, size);
	assert(difference === -1, `${mode} ${count} × ${byteStride} differs at byte ${difference}`);
	return { source, stream, options };
}

/** Encodes `count` sources of every mode and checks that each decodes to itself. */
export function encodeLossless(count: number, seed: number): Array<EncodedCase> {
	const random = new Seeded(seed);
	const cases = new Array<EncodedCase>();
	for (const index of $range(1, count)) {
		breathe();
		const kind = index % 4;
		const elements = pickCount(random);
		if (kind < 2) {
			const byteStride = 4 * random.int(1, random.int(0, 3) === 0 ? 64 : 8);
			const source = makeAttributes(random, elements, byteStride);
			const version = kind as 0 | 1;
			cases.push(encodeAndCompare(source, { byteStride, count: elements, mode: "ATTRIBUTES", version }));
		} else {
			const byteStride = random.int(0, 1) === 0 ? 2 : 4;
			if (kind === 2) {
				const source = makeTriangles(random, elements, byteStride);
				cases.push(encodeAndCompare(source, { byteStride, count: 3 * elements, mode: "TRIANGLES" }));
			} else {
				const source = makeIndices(random, elements, byteStride);
				cases.push(encodeAndCompare(source, { byteStride, count: elements, mode: "INDICES" }));
			}
		}
	}
	return cases;
}

/** f32 for a filter: any direction for vectors and quaternions, any size for EXPONENTIAL, 0 to 1 for colours. */
function makeFloats(random: Seeded, filter: string, count: number, width: number): buffer {
	const source = buffer.create(4 * width * count);
	const reach = 2 ** random.int(-60, 60);
	for (const at of $range(0, 4 * (count - 1) * width, 4 * width)) {
		let length = 0;
		for (const component of $range(at, at + 4 * (width - 1), 4)) {
			const part = random.int(0, 15) === 0 ? 0 : random.between(-1, 1);
			const value = filter === "COLOR" ? math.abs(part) : filter === "EXPONENTIAL" ? part * reach : part;
			length += value * value;
			buffer.writef32(source, component, value);
		}
		if (filter === "OCTAHEDRAL" || filter === "QUATERNION") {
			// The fourth value of OCTAHEDRAL is no part of the direction.
			const last = buffer.readf32(source, at + 12);
			if (filter === "OCTAHEDRAL") length -= last * last;
			if (length < 0.01) {
				length += 1 - buffer.readf32(source, at) ** 2;
				buffer.writef32(source, at, 1);
			}
			const parts = filter === "OCTAHEDRAL" ? 3 : 4;
			for (const component of $range(at, at + 4 * (parts - 1), 4)) {
				buffer.writef32(source, component, buffer.readf32(source, component) / math.sqrt(length));
			}
		}
	}
	return source;
}

const FILTERS = ["OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"] as const;
const EXPONENTS = ["VECTOR", "COMPONENT", "VALUE"] as const;

/** Encodes `count` sources with every filter, and every number of bits that it has. */
export function encodeFiltered(count: number, seed: number): Array<EncodedCase> {
	const random = new Seeded(seed);
	const cases = new Array<EncodedCase>();
	for (const index of $range(1, count)) {
		const filter = FILTERS[index % 4];
		const elements = random.int(1, 300);
		const byteStride =
			filter === "QUATERNION" ? 8 : filter === "EXPONENTIAL" ? 4 * random.int(1, 6) : 4 * random.int(1, 2);
		const most = filter === "EXPONENTIAL" ? 24 : 2 * byteStride;
		const bits = random.int(filter === "EXPONENTIAL" ? 1 : filter === "QUATERNION" ? 4 : 2, most);
		const source = makeFloats(random, filter, elements, filter === "EXPONENTIAL" ? byteStride / 4 : 4);
		const options: EncodeMeshoptOptions = {
			...{ byteStride, count: elements, mode: "ATTRIBUTES", filter, bits },
			...{ version: random.int(0, 1) as 0 | 1, exponents: EXPONENTS[random.int(0, 2)] },
		};
		cases.push({ source, stream: encodeMeshopt(source, options), options });
	}
	return cases;
}
