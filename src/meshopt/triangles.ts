//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { checkEnd } from "./stream-end";
import { readLongVarint } from "./varint";

/** One code a triangle follows the header; the table of common codes ends the stream. */
export const HEADER_SIZE = 1;
export const TABLE_SIZE = 16;

/** Entries of the table that codes can name; the two after them are zero. */
export const TABLE_USED = 14;

/** Both FIFOs hold 16 entries, two u32 an edge and one a vertex. */
const EDGE = 8;
const VERTEX = 4;
const EDGES = 16 * EDGE;
const VERTICES = 16 * VERTEX;

/**
 * So many triangles are decoded with FIFOs that only grow, by at most three edges and three vertices each; then what the
 * FIFOs still hold is moved to the front. An offset below zero is then one that was never written.
 */
const CHUNK = 256;
const edges = buffer.create(EDGES + 3 * EDGE * CHUNK);
const vertices = buffer.create(VERTICES + 3 * VERTEX * CHUNK);

/** The fewest bytes in which `count` indices can be stored: one for three. */
export function minimumTrianglesSize(count: number): number {
	return HEADER_SIZE + count.idiv(3) + TABLE_SIZE;
}

function checkTable(source: buffer, start: number): void {
	for (const index of $range(0, TABLE_SIZE - 1)) {
		const entry = buffer.readu8(source, start + index);
		if (index >= TABLE_USED ? entry !== 0 : entry >= 0xf0 || (entry & 15) === 15) {
			fail("meshopt", `entry ${index} of the table of codes is ${entry}`, start + index);
		}
	}
}

function failUnwritten(offset: number): never {
	return fail("meshopt", "a triangle refers to an edge or vertex before the first", offset);
}

/** The vertex at an offset in the FIFO. */
function recentVertex(at: number, offset: number): number {
	if (at < 0) failUnwritten(offset);
	return buffer.readu32(vertices, at);
}

/** Reads a zigzag delta and adds it to `last`. */
function readIndex(source: buffer, start: number, last: number): LuaTuple<[index: number, position: number]> {
	let code = buffer.readu8(source, start);
	let position = start + 1;
	if (code >= 128) [code, position] = readLongVarint(source, start);
	const half = code >>> 1;
	// Writing wraps to 32 bits; wrapping here too keeps the sum exact, which single steps alone cannot spoil.
	return $tuple((last + ((code & 1) === 0 ? half : -1 - half)) & 0xffffffff, position);
}

function writeTriangle(target: buffer, at: number, stride: number, a: number, b: number, c: number): void {
	if (stride === 4) {
		buffer.writeu32(target, at, a);
		buffer.writeu32(target, at + 4, b);
		buffer.writeu32(target, at + 8, c);
	} else {
		buffer.writeu16(target, at, a);
		buffer.writeu16(target, at + 2, b);
		buffer.writeu16(target, at + 4, c);
	}
}

/**
 * Decodes a TRIANGLES stream that fills `start` to `finish` of `source` exactly.
 *
 * Most triangles share an edge with one of the last 16 edges; `next` is the first vertex not seen yet, `last` the last
 * one that was written out. `edgeTop` and `vertexTop` are where the newest entries of the FIFOs stand.
 */
export function decodeTriangles(
	source: buffer,
	start: number,
	finish: number,
	count: number,
	stride: number,
	target: buffer,
	targetOffset: number,
): void {
	// Locals are cheaper to reach than what lies outside.
	const edgeFifo = edges;
	const vertexFifo = vertices;
	const tableAt = finish - TABLE_SIZE;
	checkTable(source, tableAt);
	const firstCode = start + HEADER_SIZE;
	const firstData = firstCode + count.idiv(3);
	let position = firstData;
	let at = targetOffset;
	let edgeTop = -EDGE;
	let vertexTop = -VERTEX;
	let nextIndex = 0;
	let last = 0;
	for (const chunk of $range(firstCode, firstData - 1, CHUNK)) {
		if (edgeTop >= EDGES) {
			buffer.copy(edgeFifo, 0, edgeFifo, edgeTop + EDGE - EDGES, EDGES);
			edgeTop = EDGES - EDGE;
		}
		if (vertexTop >= VERTICES) {
			buffer.copy(vertexFifo, 0, vertexFifo, vertexTop + VERTEX - VERTICES, VERTICES);
			vertexTop = VERTICES - VERTEX;
		}
		for (const codeAt of $range(chunk, math.min(chunk + CHUNK, firstData) - 1)) {
			// One triangle reads at most 16 bytes of data, which the table is there to hold.
			if (position > tableAt) fail("meshopt", "the data ends before the triangles do", tableAt);
			const code = buffer.readu8(source, codeAt);
			const low = code & 15;
			if (code < 0xf0) {
				const edge = edgeTop - ((code >>> 4) << 3);
				if (edge < 0) failUnwritten(codeAt);
				const a = buffer.readu32(edgeFifo, edge);
				const b = buffer.readu32(edgeFifo, edge + 4);
				let c: number;
				if (low === 0) {
					c = nextIndex;
					nextIndex = c + 1;
					vertexTop += VERTEX;
					buffer.writeu32(vertexFifo, vertexTop, c);
				} else if (low < 13) {
					const from = vertexTop - VERTEX * low;
					if (from < 0) failUnwritten(codeAt);
					c = buffer.readu32(vertexFifo, from);
				} else {
					if (low === 14) last += 1;
					else if (low === 13) last -= 1;
					else [last, position] = readIndex(source, position, last);
					c = last;
					vertexTop += VERTEX;
					buffer.writeu32(vertexFifo, vertexTop, c);
				}
				edgeTop += 2 * EDGE;
				buffer.writeu32(edgeFifo, edgeTop - 8, c);
				buffer.writeu32(edgeFifo, edgeTop - 4, b);
				buffer.writeu32(edgeFifo, edgeTop, a);
				buffer.writeu32(edgeFifo, edgeTop + 4, c);
				if (stride === 4) {
					buffer.writeu32(target, at, a);
					buffer.writeu32(target, at + 4, b);
					buffer.writeu32(target, at + 8, c);
					at += 12;
				} else {
					buffer.writeu16(target, at, a);
					buffer.writeu16(target, at + 2, b);
					buffer.writeu16(target, at + 4, c);
					at += 6;
				}
			} else {
				let pair: number;
				if (low < TABLE_USED) {
					pair = buffer.readu8(source, tableAt + low);
				} else {
					pair = buffer.readu8(source, position);
					position += 1;
					if (pair === 0) nextIndex = 0;
				}
				const high = pair >>> 4;
				const lower = pair & 15;
				let a: number;
				let b: number;
				let c: number;
				if (low < 15) {
					a = nextIndex;
					nextIndex += 1;
				} else {
					[last, position] = readIndex(source, position, last);
					a = last;
				}
				if (high === 0) {
					b = nextIndex;
					nextIndex += 1;
				} else if (high < 15) {
					b = recentVertex(vertexTop - VERTEX * (high - 1), codeAt);
				} else {
					[last, position] = readIndex(source, position, last);
					b = last;
				}
				if (lower === 0) {
					c = nextIndex;
					nextIndex += 1;
				} else if (lower < 15) {
					c = recentVertex(vertexTop - VERTEX * (lower - 1), codeAt);
				} else {
					[last, position] = readIndex(source, position, last);
					c = last;
				}
				vertexTop += VERTEX;
				buffer.writeu32(vertexFifo, vertexTop, a);
				if (high === 0 || high === 15) {
					vertexTop += VERTEX;
					buffer.writeu32(vertexFifo, vertexTop, b);
				}
				if (lower === 0 || lower === 15) {
					vertexTop += VERTEX;
					buffer.writeu32(vertexFifo, vertexTop, c);
				}
				edgeTop += 3 * EDGE;
				buffer.writeu32(edgeFifo, edgeTop - 16, b);
				buffer.writeu32(edgeFifo, edgeTop - 12, a);
				buffer.writeu32(edgeFifo, edgeTop - 8, c);
				buffer.writeu32(edgeFifo, edgeTop - 4, b);
				buffer.writeu32(edgeFifo, edgeTop, a);
				buffer.writeu32(edgeFifo, edgeTop + 4, c);
				writeTriangle(target, at, stride, a, b, c);
				at += 3 * stride;
			}
		}
	}
	checkEnd(position, tableAt);
}
