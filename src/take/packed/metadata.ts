import type { Reader } from "../../bytes/reader";
import type { Writer } from "../../bytes/writer";
import type { TakeMetadata } from "../take";

const enum Kind {
	Text = 0,
	Number = 1,
}

/** Writes metadata in the order of its keys. */
export function writeMetadata(writer: Writer, metadata: TakeMetadata): void {
	const keys = new Array<string>();
	for (const [key] of pairs(metadata as unknown as Map<string, string | number>)) keys.push(key);
	// A table has no order; the bytes of a recording must not depend on it.
	keys.sort((left, right) => left < right);
	for (const key of keys) {
		const value = metadata[key];
		writer.u8(key.size());
		writer.text(key);
		if (typeIs(value, "string")) {
			writer.u8(Kind.Text);
			writer.u16(value.size());
			writer.text(value);
		} else {
			writer.u8(Kind.Number);
			writer.f64(value);
		}
	}
}

/** Reads metadata up to the end of `reader`. */
export function readMetadata(reader: Reader): TakeMetadata {
	const metadata = new Map<string, string | number>();
	let former: string | undefined;
	while (reader.remaining() > 0) {
		const start = reader.position;
		const key = reader.text(reader.u8("the length of a key"), "a key of metadata");
		if (former !== undefined && former >= key) reader.fail("the keys of metadata do not rise", start);
		former = key;
		const kind = reader.u8("the kind of a value");
		if (kind === Kind.Text) metadata.set(key, reader.text(reader.u16("the length of a text"), "a text of metadata"));
		else if (kind === Kind.Number) metadata.set(key, reader.f64("a number of metadata"));
		else reader.fail(`metadata of kind ${kind} does not exist`, reader.position - 1);
	}
	return metadata as unknown as TakeMetadata;
}
