//!native
//!optimize 2
import { fail } from "../bytes/fail";
import type { Budget } from "../bytes/budget";
import { checkEnd } from "./stream-end";
import { readLongVarint } from "./varint";

/** The header is followed by one code per triangle; the table of common codes ends the stream. */
export const HEADER_SIZE = 1;
export const TABLE_SIZE = 16;

/** Entries of the table that codes can name; the two after them are zero. */
export const TABLE_USED = 14;

/** The FIFO of vertices holds 16, one u32 each. The FIFO of edges is the output itself. */
const VERTEX = 4;
const VERTICES = 16 * VERTEX;

/**
 * Triangles that are decoded with a growing FIFO, by at most three vertices each; then its entries are moved to the
 * front. An offset below zero is then one that was never written. A Job may pause after each chunk.
 */
const CHUNK = 256;

/** The cost of a triangle besides its vertices. */
const STEPS_A_TRIANGLE = 1;

/** Returns the min bytes of `count` indices: one for three. */
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

/** Refuses to read beyond the data: one triangle reads at most 16 bytes, which the table after the data has. */
function checkData(position: number, tableAt: number): void {
	if (position > tableAt) fail("meshopt", "the data ends before the triangles do", tableAt);
}

function recentVertex(vertices: buffer, at: number, offset: number): number {
	if (at < 0) failUnwritten(offset);
	return buffer.readu32(vertices, at);
}

/** Reads a zigzag delta of more than one byte and adds it to `last`. */
function readLongIndex(source: buffer, start: number, last: number): LuaTuple<[index: number, position: number]> {
	const [code, position] = readLongVarint(source, start);
	const half = code >>> 1;
	// Writing wraps to 32 bits; wrapping here too keeps the sum exact, which many long steps would otherwise exceed.
	return $tuple((last + ((code & 1) === 0 ? half : -1 - half)) & 0xffffffff, position);
}

/** Reads a zigzag delta and adds it to `last`. */
function readIndex(source: buffer, start: number, last: number): LuaTuple<[index: number, position: number]> {
	const code = buffer.readu8(source, start);
	if (code >= 128) return readLongIndex(source, start, last);
	const half = code >>> 1;
	return $tuple((last + ((code & 1) === 0 ? half : -1 - half)) & 0xffffffff, start + 1);
}

/**
 * Returns the triangle that the edge `edge` back belongs to, counted back from the one whose code is at `codeAt`, and
 * the index of the edge, counted from its last. A triangle on a recent edge adds two edges, any other one three.
 */
function findEdge(
	source: buffer,
	firstCode: number,
	codeAt: number,
	edge: number,
): LuaTuple<[back: number, which: number]> {
	let which = edge;
	for (const at of $range(codeAt - 1, firstCode, -1)) {
		const edges = buffer.readu8(source, at) < 0xf0 ? 2 : 3;
		if (which < edges) return $tuple(codeAt - at, which);
		which -= edges;
	}
	return failUnwritten(codeAt);
}

/**
 * Decodes a TRIANGLES stream that fills `start` to `finish` of `source` exactly.
 *
 * Most triangles share an edge with one of the last 16 edges. `next` is the first vertex not seen yet, `last` the last
 * one that was written out, and `vertexTop` the offset of the newest entry of the FIFO. A triangle a b c on a recent
 * edge adds the edges c b and a c to the FIFO, any other one b a before them. So edges can be read from the output, and
 * those of the previous triangle from its vertices.
 */
export function decodeTriangles(
	source: buffer,
	start: number,
	finish: number,
	count: number,
	stride: number,
	target: buffer,
	targetOffset: number,
	budget?: Budget,
): void {
	// A new one in each call, because another call may decode while this one pauses.
	const vertices = buffer.create(VERTICES + 3 * VERTEX * CHUNK);
	const tableAt = finish - TABLE_SIZE;
	checkTable(source, tableAt);
	const firstCode = start + HEADER_SIZE;
	const firstData = firstCode + count.idiv(3);
	// From the second triangle on there is a previous one.
	if (buffer.readu8(source, firstCode) < 0xf0) failUnwritten(firstCode);
	const isWide = stride === 4;
	const size = 3 * stride;
	let position = firstData;
	let at = targetOffset;
	let vertexTop = -VERTEX;
	let nextIndex = 0;
	let last = 0;
	let a = 0;
	let b = 0;
	let c = 0;
	/** The start of the triangles, up to this one, that have each added two edges. */
	let pairsFrom = targetOffset;
	for (const chunk of $range(firstCode, firstData - 1, CHUNK)) {
		if (vertexTop >= VERTICES) {
			buffer.copy(vertices, 0, vertices, vertexTop + VERTEX - VERTICES, VERTICES);
			vertexTop = VERTICES - VERTEX;
		}
		const chunkEnd = math.min(chunk + CHUNK, firstData);
		for (const codeAt of $range(chunk, chunkEnd - 1)) {
			const code = buffer.readu8(source, codeAt);
			if (code < 0xf0) {
				let low = code;
				if (code < 16) {
					b = c;
				} else if (code < 32) {
					a = c;
					low = code - 16;
				} else {
					low = code & 15;
					let which = (code >>> 4) & 1;
					let edgeAt = at - ((code >>> 5) + 1) * size;
					if (edgeAt < pairsFrom) {
						const [back, edge] = findEdge(source, firstCode, codeAt, code >>> 4);
						edgeAt = at - back * size;
						which = edge;
					}
					const fromAt = edgeAt + (which === 0 ? 0 : which === 1 ? 2 * stride : stride);
					const toAt = edgeAt + (which === 0 ? 2 * stride : which === 1 ? stride : 0);
					a = isWide ? buffer.readu32(target, fromAt) : buffer.readu16(target, fromAt);
					b = isWide ? buffer.readu32(target, toAt) : buffer.readu16(target, toAt);
				}
				if (low === 0) {
					c = nextIndex;
					nextIndex += 1;
					vertexTop += VERTEX;
					buffer.writeu32(vertices, vertexTop, c);
				} else if (low < 13) {
					c = recentVertex(vertices, vertexTop - VERTEX * low, codeAt);
				} else {
					if (low === 14) {
						last += 1;
					} else if (low === 13) {
						last -= 1;
					} else {
						checkData(position, tableAt);
						const delta = buffer.readu8(source, position);
						if (delta < 128) {
							position += 1;
							last = (last + ((delta & 1) === 0 ? delta >>> 1 : -1 - (delta >>> 1))) & 0xffffffff;
						} else {
							[last, position] = readLongIndex(source, position, last);
						}
					}
					c = last;
					vertexTop += VERTEX;
					buffer.writeu32(vertices, vertexTop, c);
				}
			} else {
				checkData(position, tableAt);
				const low = code - 0xf0;
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
					b = recentVertex(vertices, vertexTop - VERTEX * (high - 1), codeAt);
				} else {
					[last, position] = readIndex(source, position, last);
					b = last;
				}
				if (lower === 0) {
					c = nextIndex;
					nextIndex += 1;
				} else if (lower < 15) {
					c = recentVertex(vertices, vertexTop - VERTEX * (lower - 1), codeAt);
				} else {
					[last, position] = readIndex(source, position, last);
					c = last;
				}
				vertexTop += VERTEX;
				buffer.writeu32(vertices, vertexTop, a);
				if (high === 0 || high === 15) {
					vertexTop += VERTEX;
					buffer.writeu32(vertices, vertexTop, b);
				}
				if (lower === 0 || lower === 15) {
					vertexTop += VERTEX;
					buffer.writeu32(vertices, vertexTop, c);
				}
				pairsFrom = at + size;
			}
			if (isWide) {
				buffer.writeu32(target, at, a);
				buffer.writeu32(target, at + 4, b);
				buffer.writeu32(target, at + 8, c);
			} else {
				buffer.writeu16(target, at, a);
				buffer.writeu16(target, at + 2, b);
				buffer.writeu16(target, at + 4, c);
			}
			at += size;
		}
		budget?.step((chunkEnd - chunk) * STEPS_A_TRIANGLE, "meshopt", start);
	}
	checkEnd(position, tableAt);
}
