//!native
//!optimize 2
import { decodeMeshopt, MeshoptView } from "../../src/meshopt/decode";
import { MeshoptFilter, MeshoptMode } from "../../src/meshopt/layout";

const MODES: Array<MeshoptMode> = ["ATTRIBUTES", "TRIANGLES", "INDICES"];
const FILTERS: Array<MeshoptFilter> = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"];

/** The head of a case, and what stands in its fourth word where the oracle accepts but its bytes are not kept. */
const HEAD = 20;
const NOT_KEPT = 0xffffffff;

/** What the extension's text forbids and the oracle lets pass. */
const STRICTER = [
	"padding before the tail is not zero",
	"unused header bits are not zero",
	"which does not exist",
	"refers to an edge or vertex before the first",
	"goes on after five bytes",
	"of the table of codes is",
	"version 0, which the extension does not have",
];

/** How decoding the cases of a file went. */
export interface Tally {
	cases: number;
	bothAccept: number;
	bothRefuse: number;
	onlyOracleAccepts: number;
	onlyWeAccept: number;
	/** Both accept, but the bytes differ by more than the format allows. */
	different: number;
	/** Refusals that read otherwise than `[dolly] meshopt: …`, or whose reason is not one of the text's stricter rules. */
	oddRefusals: number;
	/** The most that a component differs. */
	worst: number;
	/** The first case that is not as it should be. */
	trouble: string;
}

/** What the oracle notes of an answer that it does not keep. */
export function checksum(bytes: buffer): number {
	let sum = buffer.len(bytes);
	for (const at of $range(0, buffer.len(bytes) - 2, 2)) {
		sum = (sum * 31 + buffer.readu16(bytes, at)) % 2 ** 32;
	}
	return sum;
}

/** The largest distance of two components, of one byte or two; both wrap around together. */
function distance(ours: buffer, source: buffer, start: number, width: number): number {
	let worst = 0;
	for (const at of $range(0, buffer.len(ours) - width, width)) {
		const difference =
			width === 1
				? buffer.readu8(ours, at) - buffer.readu8(source, start + at)
				: buffer.readu16(ours, at) - buffer.readu16(source, start + at);
		if (difference !== 0) worst = math.max(worst, math.abs(difference));
	}
	return worst;
}

function isStricterRule(message: string): boolean {
	for (const rule of STRICTER) {
		if (message.find(rule, 1, true)[0] !== undefined) return true;
	}
	return false;
}

/** Decodes every case of a file that `tests/oracle/meshopt.mjs` wrote and compares with the oracle's answers. */
export function compareCases(file: buffer): Tally {
	const tally: Tally = {
		cases: 0,
		bothAccept: 0,
		bothRefuse: 0,
		onlyOracleAccepts: 0,
		onlyWeAccept: 0,
		different: 0,
		oddRefusals: 0,
		worst: 0,
		trouble: "",
	};
	let position = 0;
	while (position < buffer.len(file)) {
		const filter = FILTERS[buffer.readu8(file, position + 1)];
		const byteStride = buffer.readu16(file, position + 2);
		const view: MeshoptView = {
			source: file,
			byteOffset: position + HEAD,
			byteLength: buffer.readu32(file, position + 8),
			byteStride,
			count: buffer.readu32(file, position + 4),
			mode: MODES[buffer.readu8(file, position)],
			filter,
		};
		const kept = buffer.readu32(file, position + 12);
		const sum = buffer.readu32(file, position + 16);
		const [accepted, result] = pcall(decodeMeshopt, view);
		tally.cases += 1;
		let trouble = false;
		if (!accepted) {
			const message = tostring(result);
			trouble = message.sub(1, 17) !== "[dolly] meshopt: " || (kept !== 0 && !isStricterRule(message));
			if (trouble) tally.oddRefusals += 1;
			if (kept === 0) tally.bothRefuse += 1;
			else tally.onlyOracleAccepts += 1;
		} else if (kept === 0) {
			tally.onlyWeAccept += 1;
			trouble = true;
		} else {
			tally.bothAccept += 1;
			if (kept === NOT_KEPT) {
				trouble = checksum(result as buffer) !== sum;
			} else {
				const wide = byteStride === 8 && filter !== "EXPONENTIAL";
				const off = distance(result as buffer, file, view.byteOffset + view.byteLength, wide ? 2 : 1);
				tally.worst = math.max(tally.worst, off);
				// One unit is what the extension allows; only 16-bit results use it.
				trouble = off > (wide ? 1 : 0);
			}
			if (trouble) tally.different += 1;
		}
		if (trouble && tally.trouble === "") {
			tally.trouble = `case ${tally.cases}: ${view.mode} ${filter} ${view.count} × ${byteStride}: ${tostring(result)}`;
		}
		position = view.byteOffset + view.byteLength + (kept === NOT_KEPT ? 0 : kept);
	}
	return tally;
}
