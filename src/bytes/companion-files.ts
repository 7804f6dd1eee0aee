import { checkType, describeValue } from "./check-argument";
import { fail } from "./fail";

/**
 * Files that came with the one that is read, by name: a `Map`, or a table in Luau.
 *
 * @example
 * const files: CompanionFiles = new Map([["Fox.bin", buffer.fromstring(text)]]);
 * const imported = importModel(source, { files });
 */
export type CompanionFiles = ReadonlyMap<string, buffer>;

/** Refuses what is no table of buffers by name. */
export function checkFiles(files: unknown, caller: string): void {
	if (files === undefined) return;
	checkType(files, "table", caller, "files");
	for (const [name, bytes] of files as Map<unknown, unknown>) {
		if (!typeIs(name, "string") || !typeIs(bytes, "buffer")) {
			fail(caller, `files[${name}] is ${describeValue(bytes)}; files is a table of buffers by name`);
		}
	}
}

/** The bytes of all files together. */
export function sizeOfFiles(files: CompanionFiles = new Map()): number {
	let size = 0;
	for (const [, bytes] of files) size += buffer.len(bytes);
	return size;
}

/** The last part of a path, with either kind of slash. */
function fileName(path: string): string {
	// From the first byte on: a search for the end from each byte would take the square of a long path's time.
	const [name] = path.match("^.*[/\\](.*)$");
	return typeIs(name, "string") ? name : path;
}

/**
 * Finds files by path: the one of exactly that name, or else one that is the same but for folders and for capitals, as files
 * are found on most systems.
 */
export class Companions {
	/** The names by their last parts in small letters, once one is looked for. */
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
			// Of several that fit, the same one each time, whatever order the table is in.
			if (former === undefined || name < former) names.set(key, name);
		}
		return names;
	}
}
