import { Reader } from "../../bytes/reader";
import { Budget } from "../../bytes/budget";
import { Image } from "../image";
import { checkSize } from "../limits";
import { divisorFor, RowTarget, Wanted } from "../row-target";
import { decodeDxt, dxtBlockSize, DxtKind } from "./dxt";
import { decodePaletted, decodeRaw } from "./stored-pixels";

const MIPS = 16;
const OFFSETS_AT = 20;
const SIZES_AT = OFFSETS_AT + MIPS * 4;
const PALETTE_AT = SIZES_AT + MIPS * 4;
const HEAD = PALETTE_AT + 1024;

const enum Encoding {
	Palette = 1,
	Dxt = 2,
	Raw = 3,
	/** Sometimes used for the same. */
	RawAgain = 4,
}

/** The meaning of a file's byte for its kind of alpha if it holds DXT. */
const DXT_KINDS = new Map<number, DxtKind>([
	[0, DxtKind.Dxt1],
	[1, DxtKind.Dxt3],
	[7, DxtKind.Dxt5],
]);

interface BlpHead {
	encoding: Encoding;
	alphaDepth: number;
	dxtKind: DxtKind;
	hasMips: boolean;
	width: number;
	height: number;
}

function readHead(reader: Reader): BlpHead {
	reader.need(HEAD - reader.position, "the header and its palette");
	const content = reader.u32("content");
	if (content === 0) reader.fail("BLP2 with JPEG content is not supported", 4);
	if (content !== 1) reader.fail(`content ${content} does not exist`, 4);
	const encoding = reader.u8("encoding");
	const alphaDepth = reader.u8("alpha depth");
	const alphaKind = reader.u8("alpha kind");
	const hasMips = reader.u8("mips") !== 0;
	const width = reader.u32("width");
	const height = reader.u32("height");
	checkSize(width, height, "blp", 12);
	if (encoding < Encoding.Palette || encoding > Encoding.RawAgain)
		reader.fail(`encoding ${encoding} does not exist`, 8);
	if (encoding === Encoding.Palette && ![0, 1, 4, 8].includes(alphaDepth)) {
		reader.fail(`a palette with ${alphaDepth} bits of alpha does not exist`, 9);
	}
	const dxtKind = DXT_KINDS.get(alphaKind);
	if (encoding === Encoding.Dxt && dxtKind === undefined)
		reader.fail(`DXT with alpha of kind ${alphaKind} is not supported`, 10);
	return { encoding, alphaDepth, dxtKind: dxtKind ?? DxtKind.Dxt1, hasMips, width, height };
}

function storedSize(head: BlpHead, width: number, height: number): number {
	if (head.encoding === Encoding.Palette) return width * height + math.ceil((width * height * head.alphaDepth) / 8);
	if (head.encoding !== Encoding.Dxt) return width * height * 4;
	return math.ceil(width / 4) * math.ceil(height / 4) * dxtBlockSize(head.dxtKind);
}

/** Decodes a BLP2: its first picture, or the largest of its smaller ones that fits the caller's limit. */
export function decodeBlp(source: buffer, wanted: Wanted, budget: Budget): Image {
	const reader = new Reader(source, "blp", 4);
	const head = readHead(reader);
	let { width, height } = head;
	let mip = 0;
	while (head.hasMips && mip + 1 < MIPS && math.max(width, height) > wanted.maxSize) {
		if (buffer.readu32(source, OFFSETS_AT + (mip + 1) * 4) === 0) break;
		if (buffer.readu32(source, SIZES_AT + (mip + 1) * 4) === 0) break;
		mip += 1;
		width = math.max(1, width.idiv(2));
		height = math.max(1, height.idiv(2));
	}
	const start = buffer.readu32(source, OFFSETS_AT + mip * 4);
	const size = buffer.readu32(source, SIZES_AT + mip * 4);
	const stored = storedSize(head, width, height);
	if (size < stored) reader.fail(`${width} × ${height} pixels need ${stored} bytes, not ${size}`, SIZES_AT + mip * 4);
	reader.windowAt(start, stored, "the pixels");

	const divisor = divisorFor(width, height, wanted.maxSize);
	const scratch = divisor === 1 ? 0 : width * height * 4;
	budget.spendBytes(scratch, "blp", start);
	budget.spendSteps(width * height, "blp", start);
	const target = new RowTarget(width, height, divisor, wanted.isData, "blp", budget);
	const pixels = divisor === 1 ? target.pixels : buffer.create(scratch);
	const { encoding, alphaDepth } = head;
	const hasAlpha = alphaDepth > 0;
	if (encoding === Encoding.Dxt) decodeDxt(source, start, width, height, head.dxtKind, hasAlpha, pixels, budget);
	else if (encoding === Encoding.Palette) {
		decodePaletted(source, start, width, height, PALETTE_AT, alphaDepth, pixels, budget);
	} else decodeRaw(source, start, width, height, hasAlpha, pixels, budget);
	if (divisor > 1) target.copyRows(pixels);
	budget.returnBytes(scratch + target.scratch);
	const image = target.toImage(hasAlpha);
	image.fullWidth = head.width;
	image.fullHeight = head.height;
	return image;
}
