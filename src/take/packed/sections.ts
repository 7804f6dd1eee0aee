import { fail } from "../../bytes/fail";
import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";
import { Writer } from "../../bytes/writer";
import type { Marker } from "../../motion/marker";
import type { Take, TakeMetadata } from "../take";

/** What the sections of a header hold. */
export interface Sections {
	name: string;
	map: string;
	fieldOfView?: number;
	markers: Array<Marker>;
	cuts: Array<number>;
	metadata?: TakeMetadata;
	serverStart?: number;
	serverEnd?: number;
}

/** The kinds of values that metadata has. */
const enum Kind {
	Text = 0,
	Number = 1,
}

/** A section: four letters, u32 size, and as many bytes. */
function writeSection(writer: Writer, tag: string, write: () => void): void {
	writer.text(tag);
	writer.u32(0);
	const start = writer.position;
	write();
	writer.patchU32(start - 4, writer.position - start);
}

function writeMetadata(writer: Writer, metadata: TakeMetadata): void {
	const keys = new Array<string>();
	for (const [key] of pairs(metadata as unknown as Map<string, string | number>)) keys.push(key);
	// A table has no order; the bytes of a take must not depend on it.
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

/** Writes what a take has beside its frames; what is empty is left out. */
export function writeSections(writer: Writer, take: Take): void {
	const { name, map, fieldOfView, markers, cuts, metadata, serverStart, serverEnd } = take;
	if (name !== "") writeSection(writer, "NAME", () => writer.text(name));
	if (map !== "") writeSection(writer, "MAP ", () => writer.text(map));
	if (typeIs(fieldOfView, "number")) writeSection(writer, "LENS", () => writer.f64(fieldOfView));
	if (!markers.isEmpty()) {
		writeSection(writer, "MARK", () => {
			for (const marker of markers) {
				writer.f64(marker.seconds);
				writer.u8(marker.name.size());
				writer.text(marker.name);
			}
		});
	}
	if (!cuts.isEmpty()) {
		writeSection(writer, "CUTS", () => {
			for (const cut of cuts) writer.u32(cut);
		});
	}
	if (metadata !== undefined) writeSection(writer, "META", () => writeMetadata(writer, metadata));
	if (serverStart !== undefined && serverEnd !== undefined) {
		writeSection(writer, "TIME", () => {
			writer.f64(serverStart);
			writer.f64(serverEnd);
		});
	}
}

function readMarkers(reader: Reader, budget: Budget): Array<Marker> {
	const markers = new Array<Marker>();
	while (reader.remaining() > 0) {
		budget.spendElements(1, "take", reader.position);
		const seconds = reader.f64("the time of a marker");
		markers.push({ name: reader.text(reader.u8("the length of a name"), "the name of a marker"), seconds });
	}
	return markers;
}

function readCuts(reader: Reader, budget: Budget): Array<number> {
	const count = math.ceil(reader.remaining() / 4);
	budget.spendElements(count, "take", reader.position);
	const cuts = new Array<number>();
	for (const _ of $range(1, count)) cuts.push(reader.u32("a cut"));
	return cuts;
}

function readMetadata(reader: Reader): TakeMetadata {
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

/** Reads the sections up to the end of `reader`. Only their form is checked, not whether they make a take. */
export function readSections(reader: Reader, budget: Budget): Sections {
	const sections: Sections = { name: "", map: "", markers: [], cuts: [] };
	const met = new Set<string>();
	while (reader.remaining() > 0) {
		const start = reader.position;
		const tag = reader.text(4, "the tag of a section");
		if (tag.match("^[%a ]+$")[0] === undefined) fail("take", "the tag of a section is not four letters", start);
		if (met.has(tag)) fail("take", `section "${tag}" is there twice`, start);
		met.add(tag);
		budget.spendElements(1, "take", start);
		const part = reader.window(reader.u32("the size of a section"), `section "${tag}"`);
		if (tag === "NAME") sections.name = part.text(part.remaining());
		else if (tag === "MAP ") sections.map = part.text(part.remaining());
		else if (tag === "LENS") sections.fieldOfView = part.f64("the lens");
		else if (tag === "MARK") sections.markers = readMarkers(part, budget);
		else if (tag === "CUTS") sections.cuts = readCuts(part, budget);
		else if (tag === "META") sections.metadata = readMetadata(part);
		else if (tag === "TIME") {
			sections.serverStart = part.f64("the start on the server's clock");
			sections.serverEnd = part.f64("the end on the server's clock");
		} else if (tag.match("^%l")[0] !== undefined) {
			budget.warn("a section that this version does not know was left out", `"${tag}"`);
			part.skip(part.remaining());
		} else fail("take", `section "${tag}" is needed, and this version does not know it`, start);
		part.expectEnd(`section "${tag}"`);
	}
	return sections;
}
