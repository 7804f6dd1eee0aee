import { crc32InPieces } from "../../bytes/crc32";
import { fail } from "../../bytes/fail";
import { quoteBytes } from "../../bytes/quote-bytes";
import { Reader } from "../../bytes/reader";
import { Budget } from "../../bytes/budget";
import { checkSize } from "../limits";

const SIGNATURE_SIZE = 8;
/** A chunk is its size, its type, its data and the CRC-32 of the last two. */
const CHUNK_HEAD = 8;
const CHUNK_TAIL = 4;

export const enum ColorType {
	Gray = 0,
	Rgb = 2,
	Palette = 3,
	GrayAlpha = 4,
	Rgba = 6,
}

/** The depths that each colour type may have. */
const DEPTHS = new Map<number, Array<number>>([
	[ColorType.Gray, [1, 2, 4, 8, 16]],
	[ColorType.Rgb, [8, 16]],
	[ColorType.Palette, [1, 2, 4, 8]],
	[ColorType.GrayAlpha, [8, 16]],
	[ColorType.Rgba, [8, 16]],
]);

/** A PNG file whose picture is not decompressed yet. */
export interface PngFile {
	width: number;
	height: number;
	depth: number;
	colorType: ColorType;
	isInterlaced: boolean;
	/** Where the palette's colours start, three bytes each, and their number. */
	paletteAt: number;
	paletteCount: number;
	/** Where the chunk tRNS starts, and its bytes; 0 without one. */
	transparencyAt: number;
	transparencySize: number;
	/** Where the first IDAT chunk starts, and the bytes of all of them. */
	dataAt: number;
	dataSize: number;
}

function readHeader(reader: Reader): PngFile {
	const at = reader.position;
	const width = reader.u32be("width");
	const height = reader.u32be("height");
	const depth = reader.u8("depth");
	const colorType = reader.u8("colour type");
	checkSize(width, height, "png", at);
	if (!DEPTHS.get(colorType)?.includes(depth))
		reader.fail(`colour type ${colorType} cannot have depth ${depth}`, at + 8);
	const compression = reader.u8("compression");
	const filter = reader.u8("filter");
	const interlace = reader.u8("interlace");
	if (compression !== 0) reader.fail(`compression ${compression} does not exist`, at + 10);
	if (filter !== 0) reader.fail(`filter method ${filter} does not exist`, at + 11);
	if (interlace > 1) reader.fail(`interlace ${interlace} does not exist`, at + 12);
	return {
		width,
		height,
		depth,
		colorType,
		isInterlaced: interlace === 1,
		paletteAt: 0,
		paletteCount: 0,
		transparencyAt: 0,
		transparencySize: 0,
		dataAt: 0,
		dataSize: 0,
	};
}

function readPalette(png: PngFile, chunk: Reader): void {
	const size = chunk.remaining();
	if (png.paletteCount > 0) chunk.fail("a second PLTE");
	if (png.colorType === ColorType.Gray || png.colorType === ColorType.GrayAlpha) chunk.fail("PLTE in a grey picture");
	const most = png.colorType === ColorType.Palette ? 2 ** png.depth : 256;
	if (size % 3 !== 0 || size === 0 || size / 3 > most)
		chunk.fail(`PLTE has ${size} bytes, not 3 for 1 to ${most} colours`);
	png.paletteAt = chunk.position;
	png.paletteCount = size / 3;
}

function readTransparency(png: PngFile, chunk: Reader): void {
	const size = chunk.remaining();
	const { colorType } = png;
	if (png.transparencySize > 0) chunk.fail("a second tRNS");
	if (colorType === ColorType.Palette) {
		if (size > png.paletteCount) chunk.fail(`tRNS has ${size} bytes for ${png.paletteCount} colours`);
	} else {
		const expected = colorType === ColorType.Gray ? 2 : colorType === ColorType.Rgb ? 6 : 0;
		if (size !== expected) chunk.fail(`tRNS has ${size} bytes, not ${expected}`);
	}
	png.transparencyAt = chunk.position;
	png.transparencySize = size;
}

function checkSum(source: buffer, start: number, finish: number, budget: Budget): void {
	const sum = crc32InPieces(source, start, finish, budget, "png");
	const expected = bit32.byteswap(buffer.readu32(source, finish));
	if (sum !== expected) fail("png", string.format("the chunk's CRC-32 is %08x, not %08x", sum, expected), finish);
}

/** Reads every chunk's frame and checksum, and the contents that affect the pixels. */
export function readChunks(source: buffer, budget: Budget): PngFile {
	const reader = new Reader(source, "png", SIGNATURE_SIZE);
	let png: PngFile | undefined;
	let dataEnd = 0;
	while (true) {
		const at = reader.position;
		const size = reader.u32be("chunk size");
		const name = reader.text(4, "chunk type");
		reader.need(size + CHUNK_TAIL, `chunk ${quoteBytes(name)}`);
		checkSum(source, at + 4, at + CHUNK_HEAD + size, budget);
		const chunk = reader.window(size, name);
		reader.skip(CHUNK_TAIL);
		if (png === undefined) {
			if (name !== "IHDR" || size !== 13) reader.fail("the first chunk is not IHDR of 13 bytes", at);
			png = readHeader(chunk);
		} else if (name === "IDAT") {
			if (png.dataAt === 0) png.dataAt = at;
			else if (at !== dataEnd) reader.fail("IDAT chunks do not follow each other", at);
			png.dataSize += size;
			dataEnd = reader.position;
		} else if (name === "PLTE" || name === "tRNS") {
			if (png.dataAt > 0) reader.fail(`${name} comes after IDAT`, at);
			if (name === "PLTE") readPalette(png, chunk);
			else readTransparency(png, chunk);
		} else if (name === "IEND") {
			if (png.dataAt === 0) reader.fail("there is no IDAT", at);
			if (png.colorType === ColorType.Palette && png.paletteCount === 0) reader.fail("there is no PLTE", at);
			return png;
		} else if ((string.byte(name)[0] & 32) === 0) {
			// A capital first letter marks a chunk that is required to show the picture.
			reader.fail(`unknown chunk ${quoteBytes(name)}`, at);
		}
	}
}

/** Copies the data of all IDAT chunks one after another into `target`. */
export function gatherData(source: buffer, png: PngFile, target: buffer): void {
	let at = png.dataAt;
	let to = 0;
	while (to < png.dataSize) {
		const size = bit32.byteswap(buffer.readu32(source, at));
		buffer.copy(target, to, source, at + CHUNK_HEAD, size);
		to += size;
		at += CHUNK_HEAD + size + CHUNK_TAIL;
	}
}

/** Returns the offset in the file of byte `position` of the gathered data. */
export function placeOfData(source: buffer, png: PngFile, position: number): number {
	let at = png.dataAt;
	let left = position;
	while (true) {
		const size = bit32.byteswap(buffer.readu32(source, at));
		const after = at + CHUNK_HEAD + size + CHUNK_TAIL;
		const isLast = after + CHUNK_HEAD > buffer.len(source) || buffer.readstring(source, after + 4, 4) !== "IDAT";
		if (left < size || isLast) return at + CHUNK_HEAD + left;
		left -= size;
		at = after;
	}
}
