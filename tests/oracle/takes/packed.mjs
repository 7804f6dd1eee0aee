/** Packed takes in Node, both ways, from docs/contributing/packed-recordings.md alone; npm meshoptimizer decodes the streams. */
import { MeshoptDecoder } from "meshoptimizer/decoder";

const MAGIC = Buffer.from([0x44, 0x4f, 0x4c, 0x59, 0xff]);
const FRAMES_A_BLOCK = 256;

/** Where a column stands in an element, and its bytes. */
const COLUMNS = [
	{ at: 0, size: 4 },
	{ at: 4, size: 4 },
	{ at: 8, size: 4 },
	{ at: 12, size: 2 },
	{ at: 14, size: 2 },
	{ at: 16, size: 2 },
	{ at: 20, size: 4 },
];

const wrap = (value, size) => (size === 4 ? value >>> 0 : value & 0xffff);
const rotateRight = (value) => ((value >>> 2) | (value << 30)) >>> 0;
const rotateLeft = (value) => ((value << 2) | (value >>> 30)) >>> 0;

/** CRC-32 as in zip and PNG. */
function sumOf(bytes) {
	let sum = 0xffffffff;
	for (const byte of bytes) {
		sum ^= byte;
		for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
	}
	return (sum ^ 0xffffffff) >>> 0;
}

function need(condition, problem) {
	if (!condition) throw new Error(problem);
}

function readMeta(bytes) {
	const metadata = {};
	for (let at = 0; at < bytes.length;) {
		const keyEnd = at + 1 + bytes[at];
		const key = bytes.toString("utf8", at + 1, keyEnd);
		if (bytes[keyEnd] === 1) {
			metadata[key] = bytes.readDoubleLE(keyEnd + 1);
			at = keyEnd + 9;
		} else {
			const end = keyEnd + 3 + bytes.readUInt16LE(keyEnd + 1);
			metadata[key] = bytes.toString("utf8", keyEnd + 3, end);
			at = end;
		}
	}
	return metadata;
}

function readMarkers(bytes) {
	const markers = [];
	for (let at = 0; at < bytes.length;) {
		const end = at + 9 + bytes[at + 8];
		markers.push({ seconds: bytes.readDoubleLE(at), name: bytes.toString("utf8", at + 9, end) });
		at = end;
	}
	return markers;
}

function readSections(bytes, take) {
	for (let at = 0; at < bytes.length;) {
		const tag = bytes.toString("latin1", at, at + 4);
		const end = at + 8 + bytes.readUInt32LE(at + 4);
		const body = bytes.subarray(at + 8, end);
		if (tag === "NAME") take.name = body.toString("utf8");
		else if (tag === "MAP ") take.map = body.toString("utf8");
		else if (tag === "LENS") take.lens = body.readDoubleLE(0);
		else if (tag === "MARK") take.markers = readMarkers(body);
		else if (tag === "CUTS") take.cuts = Array.from({ length: body.length / 4 }, (_, i) => body.readUInt32LE(4 * i));
		else if (tag === "META") take.metadata = readMeta(body);
		else if (tag === "TIME") [take.serverStart, take.serverEnd] = [body.readDoubleLE(0), body.readDoubleLE(8)];
		else need(/^[a-z]/.test(tag), `unknown section ${tag}`);
		at = end;
	}
}

function readBlock(bytes, count, columns, frames, lenses, first) {
	need(sumOf(bytes.subarray(4)) === bytes.readUInt32LE(0), "checksum of a block");
	const orders = bytes.readUInt16LE(6);
	let at = 8;
	const seeds = columns.map(({ size }, column) => {
		const order = (orders >>> (2 * column)) & 3;
		return Array.from({ length: order }, () => {
			at += size;
			return bytes.readUIntLE(at - size, size);
		});
	});
	const stride = columns.length === 7 ? 24 : 20;
	const elements = new Uint8Array(count * stride);
	MeshoptDecoder.decodeVertexBuffer(elements, count, stride, new Uint8Array(bytes.subarray(at)));
	const view = Buffer.from(elements.buffer);
	columns.forEach((column, index) => {
		// The numbers of every order below, each of which the one above it is added to.
		const state = [...seeds[index]];
		let carries = 0;
		for (let frame = 0; frame < count; frame++) {
			const place = frame * stride + column.at;
			if (column.size === 4 && frame > 0) {
				const way = view.readUInt16LE(place) - view.readUInt16LE(place - stride);
				if (way < -32768) carries += 1;
				if (way >= 32768) carries -= 1;
			}
			const element = wrap(view.readUIntLE(place, column.size) + carries * 65536, column.size);
			const value = state.length > 0 ? state[0] : element;
			for (let order = 0; order < state.length; order++) {
				state[order] = wrap(state[order] + (state[order + 1] ?? element), column.size);
			}
			if (index === 6) lenses.writeUInt32LE(value, (first + frame) * 4);
			else frames.writeUIntLE(index === 2 ? rotateLeft(value) : value, (first + frame) * 18 + column.at, column.size);
		}
	});
}

/** Reads a packed take. Call it once `MeshoptDecoder.ready` has come. */
export function readPacked(bytes) {
	need(bytes.subarray(0, 5).equals(MAGIC) && bytes[5] === 1 && bytes[6] <= 1 && bytes[7] === 0, "start");
	const size = bytes.readUInt32LE(8);
	need(sumOf(bytes.subarray(0, size - 4)) === bytes.readUInt32LE(size - 4), "checksum of the header");
	const count = bytes.readUInt32LE(12);
	const take = { name: "", map: "", rate: bytes.readDoubleLE(16), count, markers: [], cuts: [] };
	readSections(bytes.subarray(24, size - 4), take);
	const columns = COLUMNS.slice(0, bytes[6] === 1 ? 7 : 6);
	take.frames = Buffer.alloc(count * 18);
	if (bytes[6] === 1) take.lenses = Buffer.alloc(count * 4);
	let at = size;
	for (let first = 0; first < count; first += FRAMES_A_BLOCK) {
		const end = at + bytes.readUInt16LE(at + 4);
		const held = Math.min(FRAMES_A_BLOCK, count - first);
		readBlock(bytes.subarray(at, end), held, columns, take.frames, take.lenses, first);
		at = end;
	}
	need(at === bytes.length, "bytes after the last block");
	return take;
}

function section(tag, body) {
	const head = Buffer.alloc(8);
	head.write(tag, "latin1");
	head.writeUInt32LE(body.length, 4);
	return Buffer.concat([head, body]);
}

const double = (value) => Buffer.from(Float64Array.of(value).buffer);
const counted = (text) => Buffer.concat([Buffer.of(Buffer.byteLength(text)), Buffer.from(text)]);

function writeSections({ name, map, lens, markers, cuts, metadata, serverStart, serverEnd }) {
	const parts = [];
	// In another order than Dolly's, with a section that it does not know.
	if (metadata !== undefined) {
		const sorted = Object.entries(metadata).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
		const values = sorted.map(([key, value]) => {
			if (typeof value === "number") return Buffer.concat([counted(key), Buffer.of(1), double(value)]);
			const length = Buffer.alloc(2);
			length.writeUInt16LE(Buffer.byteLength(value));
			return Buffer.concat([counted(key), Buffer.of(0), length, Buffer.from(value)]);
		});
		parts.push(section("META", Buffer.concat(values)));
	}
	if (serverStart !== undefined) parts.push(section("TIME", Buffer.concat([double(serverStart), double(serverEnd)])));
	parts.push(section("xtra", Buffer.from("not for this version")));
	parts.push(section("CUTS", Buffer.from(Uint32Array.from(cuts).buffer)));
	parts.push(section("MARK", Buffer.concat(markers.map((m) => Buffer.concat([double(m.seconds), counted(m.name)])))));
	if (lens !== undefined) parts.push(section("LENS", double(lens)));
	parts.push(section("MAP ", Buffer.from(map)));
	parts.push(section("NAME", Buffer.from(name)));
	return Buffer.concat(parts);
}

/** An ATTRIBUTES stream of version 1 with channels of mode 1, all of its planes bytes, but for those of zeros. */
function writeStream(elements, count, stride) {
	const zigzag = (difference) => ((difference << 1) ^ (difference >> 15)) & 0xffff;
	const planes = Array.from({ length: stride }, () => Buffer.alloc(count));
	for (let at = 0; at < stride; at += 2) {
		for (let frame = 1; frame < count; frame++) {
			const place = frame * stride + at;
			const difference = ((elements.readUInt16LE(place) - elements.readUInt16LE(place - stride)) << 16) >> 16;
			planes[at][frame] = zigzag(difference) & 255;
			planes[at + 1][frame] = zigzag(difference) >> 8;
		}
	}
	const controls = planes.map((plane) => (plane.every((code) => code === 0) ? 2 : 3));
	const bytes = Buffer.alloc(stride / 4);
	controls.forEach((control, plane) => (bytes[plane >> 2] |= control << (2 * (plane & 3))));
	const stored = planes.filter((_, plane) => controls[plane] === 3);
	return Buffer.concat([Buffer.of(0xa1), bytes, ...stored, elements.subarray(0, stride), Buffer.alloc(stride / 4, 1)]);
}

function writeBlock({ frames, lenses }, first, count, columns, orderOf) {
	const stride = columns.length === 7 ? 24 : 20;
	const elements = Buffer.alloc(count * stride);
	const seeds = [];
	let orders = 0;
	columns.forEach(({ at, size }, column) => {
		let values = Array.from({ length: count }, (_, frame) => {
			if (column === 6) return lenses.readUInt32LE((first + frame) * 4);
			const value = frames.readUIntLE((first + frame) * 18 + at, size);
			return column === 2 ? rotateRight(value) : value;
		});
		const order = Math.min(orderOf(column), count - 1);
		orders += order * 4 ** column;
		for (let k = 0; k < order; k++) {
			const seed = Buffer.alloc(size);
			seed.writeUIntLE(values[0], 0, size);
			seeds.push(seed);
			values = values.slice(1).map((value, index) => wrap(value - values[index], size));
		}
		// What stands in the last elements means nothing.
		values.forEach((value, frame) => {
			const place = frame * stride + at;
			if (size === 2 || frame === 0) {
				elements.writeUIntLE(value, place, size);
			} else {
				// What the two halves add up to is the difference, with the lower one signed.
				const difference = (value - values[frame - 1]) | 0;
				const lower = (difference << 16) >> 16;
				elements.writeUInt16LE((elements.readUInt16LE(place - stride) + lower) & 0xffff, place);
				const upper = elements.readUInt16LE(place - stride + 2) + (difference - lower) / 65536;
				elements.writeUInt16LE(upper & 0xffff, place + 2);
			}
		});
	});
	const body = Buffer.concat([Buffer.alloc(4), ...seeds, writeStream(elements, count, stride)]);
	body.writeUInt16LE(body.length + 4, 0);
	body.writeUInt16LE(orders, 2);
	const sum = Buffer.alloc(4);
	sum.writeUInt32LE(sumOf(body));
	return Buffer.concat([sum, body]);
}

/** Packs a take, with the order that `orderOf` gives for each block and column. */
export function writePacked(take, orderOf) {
	const sections = writeSections(take);
	const head = Buffer.alloc(24);
	MAGIC.copy(head);
	head[5] = 1;
	head[6] = take.lenses === undefined ? 0 : 1;
	head.writeUInt32LE(24 + sections.length + 4, 8);
	head.writeUInt32LE(take.count, 12);
	head.writeDoubleLE(take.rate, 16);
	const header = Buffer.concat([head, sections]);
	const sum = Buffer.alloc(4);
	sum.writeUInt32LE(sumOf(header));
	const columns = COLUMNS.slice(0, take.lenses === undefined ? 6 : 7);
	const blocks = [];
	for (let first = 0; first < take.count; first += FRAMES_A_BLOCK) {
		const held = Math.min(FRAMES_A_BLOCK, take.count - first);
		blocks.push(writeBlock(take, first, held, columns, (column) => orderOf(first / FRAMES_A_BLOCK, column)));
	}
	return Buffer.concat([header, sum, ...blocks]);
}
