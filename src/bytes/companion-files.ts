import { checkType, describeValue } from "./check-argument";
import { fail } from "./fail";

/**
 * Files that belong to the file that is read, by name: a `Map`, or a table in Luau.
 *
 * @example
 * const files: CompanionFiles = new Map([["Fox.bin", buffer.fromstring(text)]]);
 * const imported = importModel(source, { files });
 */
export type CompanionFiles = ReadonlyMap<string, buffer>;

/** Refuses a value that is not a table of buffers by name. */
export function checkFiles(files: unknown, caller: string): void {
	if (files === undefined) return;
	checkType(files, "table", caller, "files");
	for (const [name, bytes] of files as Map<unknown, unknown>) {
		if (!typeIs(name, "string") || !typeIs(bytes, "buffer")) {
			fail(caller, `files[${name}] is ${describeValue(bytes)}; expected a buffer`);
		}
	}
}

/** Returns the bytes of all files together. */
export function sizeOfFiles(files: CompanionFiles = new Map()): number {
	let size = 0;
	for (const [, bytes] of files) size += buffer.len(bytes);
	return size;
}

/** Returns the last part of a path, after either kind of slash. */
function fileName(path: string): string {
	// Anchored at the first byte: a search for the end from each byte would take quadratic time for a long path.
	const [name] = path.match("^.*[/\\](.*)$");
	return typeIs(name, "string") ? name : path;
}

/** Finds files by path: the file of exactly that name, or one that differs only in folders and capitals. */
export class Companions {
	/** Names by their last parts in lower case, built at the first search. */
	private byFileName?: Map<string, string>;

	constructor(private readonly files: CompanionFiles) {}

	public find(path: string): buffer | undefined {
		const { files } = this;
		const exact = files.get(path);
		if (exact !== undefined) return exact;
		this.byFileName ??= this.listNames();
		const found = this.byFileName.get(fileName(path).lower());
		return found === undefined ? undefined : files.get(found);
	}

	private listNames(): Map<string, string> {
		const names = new Map<string, string>();
		for (const [name] of this.files) {
			const key = fileName(name).lower();
			const former = names.get(key);
			// If several fit, always the same one, in any order of the table.
			if (former === undefined || name < former) names.set(key, name);
		}
		return names;
	}
}
