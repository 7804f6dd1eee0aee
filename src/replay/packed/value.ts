import type { Reader } from "../../bytes/reader";
import type { Writer } from "../../bytes/writer";

const enum Kind {
	Nothing = 0,
	False = 1,
	True = 2,
	Number = 3,
	Text = 4,
}

export type PackedValue = string | number | boolean | undefined;

/** Writes a value: u8 kind, then for a number f64, for a text u16 length and UTF-8. */
export function writeValue(writer: Writer, value: PackedValue): void {
	if (value === undefined) {
		writer.u8(Kind.Nothing);
	} else if (typeIs(value, "boolean")) {
		writer.u8(value ? Kind.True : Kind.False);
	} else if (typeIs(value, "number")) {
		writer.u8(Kind.Number);
		writer.f64(value);
	} else {
		writer.u8(Kind.Text);
		writer.u16(value.size());
		writer.text(value);
	}
}

export function readValue(reader: Reader): PackedValue {
	const kind = reader.u8("the kind of a value");
	if (kind === Kind.Nothing) return undefined;
	if (kind === Kind.False) return false;
	if (kind === Kind.True) return true;
	if (kind === Kind.Number) return reader.f64("a number");
	if (kind === Kind.Text) return reader.text(reader.u16("the length of a text"), "a text");
	return reader.fail(`a value of kind ${kind} does not exist`, reader.position - 1);
}

/** Writes a name: u8 length and UTF-8. */
export function writeName(writer: Writer, name: string): void {
	writer.u8(name.size());
	writer.text(name);
}

export function readName(reader: Reader, what: string): string {
	return reader.text(reader.u8("the length of a name"), what);
}
