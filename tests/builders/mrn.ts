import { ByteSheet } from "./byte-sheet";

/** What fills the gaps inside a packet. */
const PADDING = 0xcd;

export interface MrnPacketContents {
	type: number;
	index: number;
	data: buffer;
	/** 16 unless told. */
	alignment?: number;
}

/** A network: packets one after the other, each at a multiple of 16. */
export function buildMrn(packets: Array<MrnPacketContents>): buffer {
	const sheet = new ByteSheet();
	for (const { type: packetType, index, data, alignment = 16 } of packets) {
		sheet.align(16, 0);
		sheet.u32(0x1a, 0x0a);
		sheet.u32(packetType, index);
		sheet.fill(16, 0);
		sheet.u32(buffer.len(data), alignment);
		sheet.align(alignment, 0);
		sheet.append(data);
	}
	sheet.align(16, 0);
	return sheet.finish();
}

/** A table of strings at the end of the sheet; all its pointers count from its first byte. */
function writeStringTable(sheet: ByteSheet, texts: Array<string>): void {
	const base = sheet.size;
	const size = texts.reduce((sum, text) => sum + text.size() + 1, 0);
	sheet.u32(texts.size(), size);
	sheet.u32(24, 0);
	sheet.u32(24 + texts.size() * 4, 0);
	let offset = 0;
	for (const text of texts) {
		sheet.u32(offset);
		offset += text.size() + 1;
	}
	assert(sheet.size - base === 24 + texts.size() * 4);
	for (const text of texts) sheet.text(text);
}

export interface SkeletonContents {
	bones: Array<{
		name: string;
		translation: [x: number, y: number, z: number];
		rotation: [x: number, y: number, z: number, w: number];
	}>;
	chains: Array<{ parent: number; start: number; length: number }>;
}

/** The data of a skeleton packet (type 1). */
export function buildSkeletonData(contents: SkeletonContents): buffer {
	const { bones, chains } = contents;
	const sheet = new ByteSheet();
	sheet.f32(0, 0, 0, 1);
	sheet.f32(0, 0, 0, 1);
	sheet.u32(chains.size(), 0);
	sheet.fill(128 - 40, 0);
	for (const { parent, start, length } of chains) sheet.i32(-1, parent, start, length);
	sheet.point(48, sheet.size);
	sheet.u32(bones.size());
	sheet.fill(12, PADDING);
	sheet.point(64, sheet.size);
	writeStringTable(
		sheet,
		bones.map(({ name }) => name),
	);
	sheet.align(16, PADDING);
	sheet.point(72, sheet.size);
	sheet.u32(0x0e0000ff, 0, 0, 0);
	const base = sheet.size;
	sheet.fill(16, 0);
	sheet.u32(64 + bones.size() * 32, 16, bones.size());
	sheet.u8(1, 0, 0, 0);
	sheet.u32(0, 0, 0, 0);
	// From here on distances count from 16 bytes behind the orientations' first.
	sheet.u32(64 - 16, 0);
	sheet.fill(8, 0);
	sheet.u32(80 - 16, 0);
	sheet.u32(80 - 16 + bones.size() * 16, 0);
	assert(sheet.size - base === 80);
	for (const { translation } of bones) sheet.f32(translation[0], translation[1], translation[2], 1);
	for (const { rotation } of bones) sheet.f32(rotation[0], rotation[1], rotation[2], rotation[3]);
	return sheet.finish();
}

/** The data of a skeleton name packet (type 15). */
export function buildSkeletonNames(names: Array<{ id: number; name: string }>): buffer {
	const count = names.size();
	const sheet = new ByteSheet();
	sheet.u32(8, 0);
	sheet.u32(
		count,
		names.reduce((sum, { name }) => sum + name.size() + 1, 0),
	);
	sheet.u32(40, 0);
	sheet.u32(40 + count * 4, 0);
	sheet.u32(40 + count * 8, 0);
	sheet.u32(40 + count * 12, 0);
	for (const { id } of names) sheet.u32(id);
	let offset = 0;
	for (const { name } of names) {
		sheet.u32(offset);
		offset += name.size() + 1;
	}
	for (const { id } of names) sheet.u32(id);
	for (const { name } of names) sheet.text(name);
	return sheet.finish();
}

export interface FileNamesContents {
	files: Array<string>;
	types: Array<string>;
	sources: Array<string>;
	animations: Array<string>;
	crcs: Array<number>;
}

/** The data of a file name packet (type 14). */
export function buildFileNames(contents: FileNamesContents): buffer {
	const sheet = new ByteSheet();
	sheet.fill(40, 0);
	[contents.files, contents.types, contents.sources, contents.animations].forEach((texts, index) => {
		sheet.align(8, PADDING);
		sheet.point(index * 8, sheet.size);
		writeStringTable(sheet, texts);
	});
	sheet.align(4, PADDING);
	sheet.point(32, sheet.size);
	for (const crc of contents.crcs) sheet.u32(bit32.byteswap(crc));
	return sheet.finish();
}

/** The data of a skeleton map packet (type 2). */
export function buildSkeletonMap(boneCount: number, words: Array<number>, indices: Array<number>): buffer {
	const sheet = new ByteSheet();
	sheet.u32(1, 0);
	sheet.u32(40, 0);
	sheet.u32(0, 0, 0, 0);
	sheet.u32(48 + words.size() * 4, 0);
	sheet.u32(boneCount, words.size());
	for (const word of words) sheet.u32(word);
	sheet.u32(indices.size());
	sheet.u16(0, 0);
	sheet.u32(32, 0);
	sheet.u32(0, 0);
	sheet.u32(32 + indices.size() * 2, 0);
	for (const index of indices) sheet.u16(index);
	return sheet.finish();
}

/** The data of an event track packet (type 3 or 4). */
export function buildEventTrack(name: string, ranges: Array<[start: number, stop: number, value: number]>): buffer {
	const sheet = new ByteSheet();
	sheet.u32(ranges.size(), 0);
	sheet.u32(32, 0);
	sheet.u32(0, 0);
	sheet.u32(0, 0);
	sheet.text(name);
	sheet.align(4, PADDING);
	sheet.point(24, sheet.size);
	for (const [start, stop, value] of ranges) {
		sheet.f32(start, stop);
		sheet.u32(value);
	}
	return sheet.finish();
}
