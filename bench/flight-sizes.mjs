import { deflateSync } from "node:zlib";
import { makeFlights } from "./flights.mjs";

/** Frames in a block, and numbers that share a parameter of Rice codes. */
const BLOCK = 256;
const SHARED = 64;
const PARAMETER_BITS = 5;
const HIGHEST_ORDER = 4;

/** What a block has beside its columns: checksum, size, orders. */
const BLOCK_HEAD_BITS = 64;

/** The columns of packed takes, as signed numbers of 32 or 16 bits. */
function columnsOf(packed, first, count) {
	const at = (frame) => (first + frame) * 18;
	const column = (read) => Array.from({ length: count }, (_, frame) => read(at(frame)));
	return [
		[32, column((place) => packed.readInt32LE(place))],
		[32, column((place) => packed.readInt32LE(place + 4))],
		[32, column((place) => (packed.readUInt32LE(place + 8) >>> 2) | (packed.readUInt32LE(place + 8) << 30))],
		...[12, 14, 16].map((offset) => [16, column((place) => packed.readInt16LE(place + offset))]),
	];
}

function riceBits(residuals) {
	let bits = 0;
	for (let first = 0; first < residuals.length; first += SHARED) {
		const codes = residuals.slice(first, first + SHARED).map((value) => (value < 0 ? -2 * value - 1 : 2 * value));
		const sizes = Array.from({ length: 32 }, (_, k) =>
			codes.reduce((sum, code) => sum + 1 + k + Math.floor(code / 2 ** k), 0),
		);
		bits += PARAMETER_BITS + Math.min(...sizes);
	}
	return bits;
}

/** What frames would take in Rice codes instead of meshopt streams, in the best order for each block and column. */
function riceSize(packed) {
	let bits = 0;
	for (let first = 0; first < packed.length / 18; first += BLOCK) {
		bits += BLOCK_HEAD_BITS;
		for (const [width, values] of columnsOf(packed, first, Math.min(BLOCK, packed.length / 18 - first))) {
			const wrap = (value) => (width === 32 ? value | 0 : (value << 16) >> 16);
			let residuals = values;
			let best = Infinity;
			for (let order = 0; order <= HIGHEST_ORDER; order++) {
				best = Math.min(best, order * width + riceBits(residuals));
				residuals = residuals.slice(1).map((value, index) => wrap(value - residuals[index]));
			}
			bits += best;
		}
	}
	return bits / 8;
}

/** A table of the bytes that a frame of each flight takes; `ours` has those of packed takes, within two bounds too, and of SNAPV1.3, by flight. */
export function sizesTable(ours) {
	const lines = [
		"| flight | packed | within 1/1024 stud, 0.006° | within 0.01 stud, 0.05° | raw | SNAPV1.3 | zlib of raw | Rice codes |",
		"|---|--:|--:|--:|--:|--:|--:|--:|",
	];
	for (const { name, packed } of makeFlights()) {
		const count = packed.length / 18;
		const [take, fine, coarse, snap13] = ours.get(name);
		const cells = [
			take,
			fine,
			coarse,
			18,
			snap13,
			deflateSync(packed, { level: 9 }).length / count,
			riceSize(packed) / count,
		];
		lines.push(`| ${name} | ${cells.map((value) => (value === 18 ? "18" : value.toFixed(2))).join(" | ")} |`);
	}
	return lines.join("\n");
}
