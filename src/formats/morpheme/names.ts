import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";
import { Pointers } from "./pointers";
import { NamedId, readExpandedStringTable, readStringTable } from "./string-table";

/** Four pointers to string tables (0, 8, 16, 24) and one to the checksums (32). */
const FILE_NAMES_SIZE = 40;

/**
 * The names of a network's source files; the lists are parallel.
 *
 * @example
 * const names: MrnFileNames | undefined = mrn.fileNames;
 * names?.animations.forEach((name, at) => print(`${name} comes from ${names.sources[at]}`));
 */
export interface MrnFileNames {
	/** `walk.nsa` and the like. */
	files: Array<string>;
	types: Array<string>;
	/** The files that the animations were authored in. */
	sources: Array<string>;
	/** The names of the animations in the network. */
	animations: Array<string>;
	/** One checksum per file, stored with its most significant byte first. */
	crcs: Array<number>;
}

export function readFileNames(reader: Reader, budget: Budget): MrnFileNames {
	const pointers = new Pointers(reader);
	const base = reader.start;
	pointers.claim(base, FILE_NAMES_SIZE, "file names");
	const tableAt = (at: number, what: string) => {
		const offset = pointers.target(base + at, base, what);
		return offset === undefined ? new Array<string>() : readStringTable(pointers, offset, what, budget);
	};
	const files = tableAt(0, "file names' files");
	const types = tableAt(8, "file names' types");
	const sources = tableAt(16, "file names' sources");
	const animations = tableAt(24, "file names' animations");
	const crcs = new Array<number>();
	// A table without files may be at the very end, with the pointer to its checksums beyond it.
	const sums = files.isEmpty()
		? undefined
		: pointers.follow(base + 32, base, files.size() * 4, "file names' checksums");
	if (sums !== undefined) {
		for (const _ of $range(1, files.size())) crcs.push(sums.u32be());
	}
	return { files, types, sources, animations, crcs };
}

/** Reads the data of a skeleton name packet: one pointer to the table. */
export function readSkeletonNames(reader: Reader, budget: Budget): Array<NamedId> {
	const pointers = new Pointers(reader);
	pointers.claim(reader.start, 8, "skeleton names");
	const offset = pointers.target(reader.start, reader.start, "skeleton names' table");
	return offset === undefined ? [] : readExpandedStringTable(pointers, offset, "skeleton names' table", budget);
}
