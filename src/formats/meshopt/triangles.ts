//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { checkEnd } from "./stream-end";
import { readLongVarint } from "./varint";

/** One code a triangle follows the header; the table of common codes ends the stream. */
const HEADER_SIZE = 1;
const TABLE_SIZE = 16;

/** Entries of the table that codes can name; the two after them are zero. */
const TABLE_USED = 14;

/** Both FIFOs hold 16 entries, two u32 an edge and one a vertex. */
const edges = buffer.create(16 * 8);
const vertices = buffer.create(16 * 4);

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

function pushVertex(count: number, vertex: number): number {
	buffer.writeu32(vertices, (count & 15) << 2, vertex);
	return count + 1;
}

function pushEdge(count: number, a: number, b: number): number {
	const at = (count & 15) << 3;
	buffer.writeu32(edges, at, a);
	buffer.writeu32(edges, at + 4, b);
	return count + 1;
}

function failUnwritten(offset: number): never {
	return fail("meshopt", "a triangle refers to an edge or vertex before the first", offset);
}

/** The vertex that was pushed `back` pushes before the last one. */
function recentVertex(count: number, back: number, offset: number): number {
	if (back >= count) failUnwritten(offset);
	return buffer.readu32(vertices, ((count - 1 - back) & 15) << 2);
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
 * one that was written out. Both FIFOs are rings that count what was ever pushed, so that a read of an entry never
 * written is seen.
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
	const triangles = count.idiv(3);
	const tableAt = finish - TABLE_SIZE;
	checkTable(source, tableAt);
	const firstCode = start + HEADER_SIZE;
	let position = firstCode + triangles;
	let at = targetOffset;
	let edgeCount = 0;
	let vertexCount = 0;
	let nextIndex = 0;
	let last = 0;
	for (const codeAt of $range(firstCode, firstCode + triangles - 1)) {
		// One triangle reads at most 16 bytes of data, which the table is there to hold.
		if (position > tableAt) fail("meshopt", "the data ends before the triangles do", tableAt);
		const code = buffer.readu8(source, codeAt);
		const low = code & 15;
		if (code < 0xf0) {
			const back = code >>> 4;
			if (back >= edgeCount) failUnwritten(codeAt);
			const edge = ((edgeCount - 1 - back) & 15) << 3;
			const a = buffer.readu32(edges, edge);
			const b = buffer.readu32(edges, edge + 4);
			let c: number;
			if (low === 0) {
				c = nextIndex;
				nextIndex += 1;
				vertexCount = pushVertex(vertexCount, c);
			} else if (low < 13) {
				c = recentVertex(vertexCount, low, codeAt);
			} else {
				if (low === 15) [last, position] = readIndex(source, position, last);
				else if (low === 13) last -= 1;
				else last += 1;
				c = last;
				vertexCount = pushVertex(vertexCount, c);
			}
			edgeCount = pushEdge(edgeCount, c, b);
			edgeCount = pushEdge(edgeCount, a, c);
			writeTriangle(target, at, stride, a, b, c);
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
				b = recentVertex(vertexCount, high - 1, codeAt);
			} else {
				[last, position] = readIndex(source, position, last);
				b = last;
			}
			if (lower === 0) {
				c = nextIndex;
				nextIndex += 1;
			} else if (lower < 15) {
				c = recentVertex(vertexCount, lower - 1, codeAt);
			} else {
				[last, position] = readIndex(source, position, last);
				c = last;
			}
			vertexCount = pushVertex(vertexCount, a);
			if (high === 0 || high === 15) vertexCount = pushVertex(vertexCount, b);
			if (lower === 0 || lower === 15) vertexCount = pushVertex(vertexCount, c);
			edgeCount = pushEdge(edgeCount, b, a);
			edgeCount = pushEdge(edgeCount, c, b);
			edgeCount = pushEdge(edgeCount, a, c);
			writeTriangle(target, at, stride, a, b, c);
		}
		at += 3 * stride;
	}
	checkEnd(position, tableAt);
}
