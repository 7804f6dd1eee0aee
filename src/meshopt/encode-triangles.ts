//!native
//!optimize 2
import type { Budget } from "../bytes/budget";
import { newNumbers, Numbers } from "./encode-channels";
import { HEADER_SIZE, TABLE_SIZE, TABLE_USED } from "./triangles";
import { MAX_VARINT, varintSize, writeVarint } from "./varint";

const TRIANGLES_HEADER = 0xe1;

/** How far back codes reach: edges, third vertices on an edge (not the latest), and vertices of a pair. */
const EDGES = 15;
const VERTICES_ON_EDGE = 12;
const VERTICES_OF_PAIR = 14;

/** Both FIFOs keep 16 entries. An entry that was never written equals no index. */
const FIFO = 16;
const UNWRITTEN = -1;

/**
 * Triangles that are encoded with growing FIFOs, by at most three entries each; then the last 16 move to the front.
 */
const CHUNK = 64;

/** Triangles between two pause points if each takes almost no time. */
const LONG_CHUNK = 4096;

/** A nibble for a number in the data. */
const EXPLICIT = 15;

/**
 * Codes of triangles without an edge: entries of the table from here on, a pair in the data, and a number for `a` too.
 */
const NEW = 0xf0;
const PAIR_WITH_NEXT = 0xfe;
const PAIR_WITH_NUMBER = 0xff;

/** Returns the max bytes of a stream of `count` indices: a code, a pair and three numbers for every triangle. */
export function maximumTrianglesSize(count: number, stride: number): number {
	return HEADER_SIZE + count.idiv(3) * (2 + 3 * (stride === 2 ? 3 : MAX_VARINT)) + TABLE_SIZE;
}

/** Returns the zigzag code of the difference of two u32. */
function codeOf(index: number, last: number): number {
	const step = index - last;
	if (step >= 0) return step < 2 ** 31 ? 2 * step : 2 * (2 ** 32 - step) - 1;
	return step >= -(2 ** 31) ? -1 - 2 * step : 2 * (step + 2 ** 32);
}

/** Returns how many places back in the FIFO a vertex is, 1 the latest; EXPLICIT if it is not within a pair's reach. */
function placeOf(vertices: Numbers, top: number, vertex: number): number {
	for (const at of $range(top, top - VERTICES_OF_PAIR + 1, -1)) {
		if (vertices[at] === vertex) return top - at + 1;
	}
	return EXPLICIT;
}

/**
 * Returns the pair for a triangle whose first vertex comes from elsewhere: its other two are new, from `nextIndex` on,
 * recent at `placeB` and `placeC`, or written out.
 */
function pairOf(b: number, placeB: number, c: number, placeC: number, nextIndex: number): number {
	const high = b === nextIndex ? 0 : placeB;
	const low = c === (high === 0 ? nextIndex + 1 : nextIndex) ? 0 : placeC;
	return high * 16 + low;
}

/** Returns the bytes of a triangle besides its code, if the table has every pair that it may have. */
function dataSize(
	a: number,
	b: number,
	placeB: number,
	c: number,
	placeC: number,
	nextIndex: number,
	last: number,
): number {
	const isNew = a === nextIndex;
	const pair = pairOf(b, placeB, c, placeC, isNew ? nextIndex + 1 : nextIndex);
	// After a written-out vertex, a pair of zero would mean that new vertices start again.
	if (pair === 0) return isNew ? 0 : math.huge;
	let size = 0;
	let from = last;
	if (!isNew) {
		size += varintSize(codeOf(a, from));
		from = a;
	}
	if (pair >= EXPLICIT * 16) {
		size += varintSize(codeOf(b, from));
		from = b;
	}
	if (pair % 16 === EXPLICIT) size += varintSize(codeOf(c, from));
	return size === 0 ? 0 : size + 1;
}

function moveVarints(target: buffer, from: number, to: number, count: number): LuaTuple<[from: number, to: number]> {
	let reading = from;
	let writing = to;
	let left = count;
	while (left > 0) {
		const byte = buffer.readu8(target, reading);
		buffer.writeu8(target, writing, byte);
		if (byte < 128) left -= 1;
		reading += 1;
		writing += 1;
	}
	return $tuple(reading, writing);
}

/**
 * Removes the pairs in the table from the data, and returns the position after the rest.
 *
 * @param entries the entry of each pair, by the pair plus one, or 0
 */
function dropPairs(target: buffer, firstCode: number, firstData: number, entries: Numbers, budget?: Budget): number {
	let from = firstData;
	let to = firstData;
	for (const chunk of $range(firstCode, firstData - 1, LONG_CHUNK)) {
		const size = math.min(LONG_CHUNK, firstData - chunk);
		for (const at of $range(chunk, chunk + size - 1)) {
			const code = buffer.readu8(target, at);
			let numbers = 0;
			if (code >= PAIR_WITH_NEXT) {
				const pair = buffer.readu8(target, from);
				from += 1;
				const entry = entries[pair + 1];
				if (code === PAIR_WITH_NEXT && entry !== 0) {
					buffer.writeu8(target, at, NEW + entry);
				} else {
					buffer.writeu8(target, to, pair);
					to += 1;
					numbers = code - PAIR_WITH_NEXT;
					if (pair >= EXPLICIT * 16) numbers += 1;
					if (pair % 16 === EXPLICIT) numbers += 1;
				}
			} else if (code < NEW && code % 16 === EXPLICIT) {
				numbers = 1;
			}
			if (numbers > 0) [from, to] = moveVarints(target, from, to, numbers);
		}
		budget?.step(size, "encodeMeshopt");
	}
	return to;
}

/**
 * Ends a stream: puts the most frequent pairs of its data into the table, and the table after the data.
 *
 * @param uses how often each possible pair of a table appears in the data, by the pair plus one
 */
function writeTable(
	target: buffer,
	firstCode: number,
	firstData: number,
	finish: number,
	uses: Numbers,
	budget?: Budget,
): number {
	// The first entry is the pair of zero, of three new vertices, which cannot be in the data.
	const chosen = newNumbers(TABLE_SIZE);
	const entries = newNumbers(256);
	let entry = 1;
	while (entry < TABLE_USED) {
		let most = 1;
		for (const at of $range(2, 256)) {
			if (uses[at] > uses[most]) most = at;
		}
		if (uses[most] === 0) break;
		uses[most] = 0;
		entries[most] = entry;
		chosen[entry + 1] = most - 1;
		entry += 1;
	}
	const tableAt = entry === 1 ? finish : dropPairs(target, firstCode, firstData, entries, budget);
	for (const index of $range(0, TABLE_SIZE - 1)) buffer.writeu8(target, tableAt + index, chosen[index + 1]);
	return tableAt + TABLE_SIZE;
}

/**
 * Writes a TRIANGLES stream and returns the position after it. Triangles keep their order and winding, but may start at
 * another of their vertices.
 *
 * A triangle that shares one of the last 15 edges takes one byte if its third vertex is new, recent or next to the last
 * written-out one. The others are rotated so that they take the fewest bytes, and their needs determine the table.
 *
 * @param target has room for `maximumTrianglesSize` at `targetOffset`
 */
export function encodeTriangles(
	source: buffer,
	start: number,
	count: number,
	stride: number,
	target: buffer,
	targetOffset: number,
	budget?: Budget,
): number {
	const triangles = count.idiv(3);
	buffer.writeu8(target, targetOffset, TRIANGLES_HEADER);
	const firstCode = targetOffset + HEADER_SIZE;
	const firstData = firstCode + triangles;
	// The work may pause between chunks, so nothing of this is shared with other calls.
	const edgeFrom = newNumbers(FIFO + 3 * CHUNK);
	const edgeTo = newNumbers(FIFO + 3 * CHUNK);
	const vertices = newNumbers(FIFO + 3 * CHUNK);
	const uses = newNumbers(256);
	for (const at of $range(1, FIFO)) {
		edgeFrom[at] = UNWRITTEN;
		edgeTo[at] = UNWRITTEN;
		vertices[at] = UNWRITTEN;
	}
	let edgeTop = FIFO;
	let vertexTop = FIFO;
	let position = firstData;
	let nextIndex = 0;
	let last = 0;
	/** The highest vertex that was written out. */
	let highest = -1;
	let at = start;
	for (const chunk of $range(firstCode, firstData - 1, CHUNK)) {
		const size = math.min(CHUNK, firstData - chunk);
		for (const codeAt of $range(chunk, chunk + size - 1)) {
			let a: number;
			let b: number;
			let c: number;
			if (stride === 4) {
				a = buffer.readu32(source, at);
				b = buffer.readu32(source, at + 4);
				c = buffer.readu32(source, at + 8);
				at += 12;
			} else {
				a = buffer.readu16(source, at);
				b = buffer.readu16(source, at + 2);
				c = buffer.readu16(source, at + 4);
				at += 6;
			}
			let edge = EDGES;
			for (const back of $range(0, EDGES - 1)) {
				const from = edgeFrom[edgeTop - back];
				const to = edgeTo[edgeTop - back];
				if (from === a && to === b) {
					edge = back;
					break;
				}
				if (from === b && to === c) {
					[a, b, c] = [b, c, a];
					edge = back;
					break;
				}
				if (from === c && to === a) {
					[a, b, c] = [c, a, b];
					edge = back;
					break;
				}
			}
			if (edge < EDGES) {
				let third = EXPLICIT;
				// The next new vertex may have been written out before, and then be among the recent ones.
				if (c !== nextIndex || c <= highest) {
					for (const back of $range(1, VERTICES_ON_EDGE)) {
						if (vertices[vertexTop - back] === c) {
							third = back;
							break;
						}
					}
				}
				if (third === EXPLICIT) {
					if (c === nextIndex) {
						third = 0;
						nextIndex += 1;
					} else {
						const number = codeOf(c, last);
						// Steps of -1 and 1, whose zigzag codes are 1 and 2, have codes of their own.
						if (number === 1 || number === 2) third = VERTICES_ON_EDGE + number;
						else position = writeVarint(target, position, number);
						last = c;
						highest = math.max(highest, c);
					}
				}
				buffer.writeu8(target, codeAt, edge * 16 + third);
				if (third === 0 || third > VERTICES_ON_EDGE) {
					vertexTop += 1;
					vertices[vertexTop] = c;
				}
			} else {
				let placeA = placeOf(vertices, vertexTop, a);
				let placeB = placeOf(vertices, vertexTop, b);
				let placeC = placeOf(vertices, vertexTop, c);
				const asIs = dataSize(a, b, placeB, c, placeC, nextIndex, last);
				const fromB = dataSize(b, c, placeC, a, placeA, nextIndex, last);
				const fromC = dataSize(c, a, placeA, b, placeB, nextIndex, last);
				const least = math.min(asIs, fromB, fromC);
				// Joined streams start again with 0, 1, 2, which takes one byte of data.
				const restarts = least > 1 && a + b + c === 3 && (a + 1) % 3 === b && (b + 1) % 3 === c;
				if (restarts ? b === 0 : least === fromB && least < asIs) {
					[a, b, c] = [b, c, a];
					[placeA, placeB, placeC] = [placeB, placeC, placeA];
				} else if (restarts ? c === 0 : least < asIs) {
					[a, b, c] = [c, a, b];
					[placeA, placeB, placeC] = [placeC, placeA, placeB];
				}
				if (restarts) nextIndex = 0;
				const isNew = a === nextIndex;
				if (isNew) nextIndex += 1;
				const pair = pairOf(b, placeB, c, placeC, nextIndex);
				const high = pair.idiv(16);
				const low = pair % 16;
				if (high === 0) nextIndex += 1;
				if (low === 0) nextIndex += 1;
				if (pair === 0 && !restarts) {
					buffer.writeu8(target, codeAt, NEW);
				} else {
					buffer.writeu8(target, codeAt, isNew ? PAIR_WITH_NEXT : PAIR_WITH_NUMBER);
					buffer.writeu8(target, position, pair);
					position += 1;
					if (!isNew) {
						position = writeVarint(target, position, codeOf(a, last));
						last = a;
						highest = math.max(highest, a);
					}
					if (high === EXPLICIT) {
						position = writeVarint(target, position, codeOf(b, last));
						last = b;
						highest = math.max(highest, b);
					}
					if (low === EXPLICIT) {
						position = writeVarint(target, position, codeOf(c, last));
						last = c;
						highest = math.max(highest, c);
					}
					if (isNew && high !== EXPLICIT && low !== EXPLICIT && pair !== 0) uses[pair + 1] += 1;
				}
				vertexTop += 1;
				vertices[vertexTop] = a;
				if (high === 0 || high === EXPLICIT) {
					vertexTop += 1;
					vertices[vertexTop] = b;
				}
				if (low === 0 || low === EXPLICIT) {
					vertexTop += 1;
					vertices[vertexTop] = c;
				}
				edgeTop += 1;
				edgeFrom[edgeTop] = b;
				edgeTo[edgeTop] = a;
			}
			edgeFrom[edgeTop + 1] = c;
			edgeTo[edgeTop + 1] = b;
			edgeFrom[edgeTop + 2] = a;
			edgeTo[edgeTop + 2] = c;
			edgeTop += 2;
		}
		for (const index of $range(1, FIFO)) {
			edgeFrom[index] = edgeFrom[edgeTop - FIFO + index];
			edgeTo[index] = edgeTo[edgeTop - FIFO + index];
			vertices[index] = vertices[vertexTop - FIFO + index];
		}
		edgeTop = FIFO;
		vertexTop = FIFO;
		budget?.step(3 * size, "encodeMeshopt");
	}
	return writeTable(target, firstCode, firstData, position, uses, budget);
}
