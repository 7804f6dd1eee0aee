import type { Budget } from "../../bytes/budget";
import type { Reader } from "../../bytes/reader";
import type { Writer } from "../../bytes/writer";

/** Writes a section: four letters, u32 size, and that many bytes. */
export function writeSection(writer: Writer, tag: string, write: () => void): void {
	writer.text(tag);
	writer.u32(0);
	const start = writer.position;
	write();
	writer.patchU32(start - 4, writer.position - start);
}

/**
 * Reads the sections up to the end of `reader`. `read` receives the tag and the bytes of each, and returns whether it
 * knows it. An unknown section is skipped with a warning if its first letter is lower-case, and refused otherwise.
 */
export function readEachSection(reader: Reader, budget: Budget, read: (tag: string, part: Reader) => boolean): void {
	const met = new Set<string>();
	while (reader.remaining() > 0) {
		const start = reader.position;
		const tag = reader.text(4, "the tag of a section");
		if (tag.match("^[%a ]+$")[0] === undefined) reader.fail("the tag of a section is not four letters", start);
		if (met.has(tag)) reader.fail(`section "${tag}" is there twice`, start);
		met.add(tag);
		budget.spendElements(1, reader.format, start);
		const part = reader.window(reader.u32("the size of a section"), `section "${tag}"`);
		if (!read(tag, part)) {
			if (tag.match("^%l")[0] === undefined) {
				reader.fail(`section "${tag}" is required, but unknown to this version`, start);
			}
			budget.warn("an unknown section was left out", `"${tag}"`);
			part.skip(part.remaining());
		}
		part.expectEnd(`section "${tag}"`);
	}
}
