/** What a PNG says of itself, and what stands in its place of pixels. */
export interface PngShape {
	width: number;
	height: number;
	depth?: 1 | 2 | 4 | 8 | 16;
	/** 0 grey, 2 RGB, 4 grey and alpha, 6 RGBA. */
	colorType?: 0 | 2 | 4 | 6;
	interlaced?: boolean;
	/** The byte that its rows are made of, filters included: 0 has none, 4 is Paeth. */
	byte?: 0 | 1 | 2 | 3 | 4;
	/** Empty deflate blocks before the pixels. */
	emptyBlocks?: number;
}

const CHANNELS = new Map([
	[0, 1],
	[2, 3],
	[4, 2],
	[6, 4],
]);

/** First column and row, and distances of columns and rows, of each pass. */
const PASSES = [
	[0, 0, 8, 8],
	[4, 0, 8, 8],
	[0, 4, 4, 8],
	[2, 0, 4, 4],
	[0, 2, 2, 4],
	[1, 0, 2, 2],
	[0, 1, 1, 2],
];

/** Bits, the first lowest. */
class Bits {
	private readonly bytes = new Array<number>();
	private byte = 0;
	private count = 0;

	public put(value: number, size: number): void {
		for (const bit of $range(0, size - 1)) {
			this.byte += ((value >>> bit) & 1) << this.count;
			this.count += 1;
			if (this.count === 8) {
				this.bytes.push(this.byte);
				this.byte = 0;
				this.count = 0;
			}
		}
	}

	/** A Huffman code, whose first bit is its highest. */
	public code(text: string): void {
		for (const at of $range(1, text.size())) this.put(text.sub(at, at) === "1" ? 1 : 0, 1);
	}

	/** The bytes so far; the last is filled up with zeros. */
	public finish(): Array<number> {
		if (this.count > 0) this.put(0, 8 - this.count);
		return this.bytes;
	}
}

/** A block that holds nothing but its codes: an end, and one distance. */
function putEmptyBlock(bits: Bits): void {
	bits.put(0, 1);
	bits.put(2, 2);
	bits.put(0, 5);
	bits.put(0, 5);
	// Code lengths 1 and 18 have codes of one bit; they come up to the place of the 1.
	bits.put(14, 4);
	for (const length of [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]) bits.put(length, 3);
	bits.code("1");
	bits.put(138 - 11, 7);
	bits.code("1");
	bits.put(118 - 11, 7);
	bits.code("0");
	bits.code("0");
	bits.code("0");
}

/** The last block: `count` times the same byte, the most that DEFLATE can pack it. */
function putRepeated(bits: Bits, byte: number, count: number): void {
	bits.put(1, 1);
	bits.put(2, 2);
	bits.put(29, 5);
	bits.put(0, 5);
	// Code lengths 0, 1, 2 and 18 have codes of two bits.
	bits.put(14, 4);
	for (const length of [0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2]) bits.put(length, 3);
	for (const _ of $range(1, byte)) bits.code("00");
	bits.code("10");
	const zeros = 256 - byte - 1;
	bits.code("11");
	bits.put(138 - 11, 7);
	bits.code("11");
	bits.put(zeros - 138 - 11, 7);
	bits.code("10");
	bits.code("11");
	bits.put(28 - 11, 7);
	bits.code("01");
	bits.code("01");
	const matches = math.max(0, (count - 1).idiv(258));
	for (const _ of $range(1, count - matches * 258)) bits.code("10");
	for (const _ of $range(1, matches)) bits.code("00");
	bits.code("11");
}

/** Adler-32 of `count` times the same byte. */
function adlerOf(byte: number, count: number): number {
	const low = (1 + byte * count) % 65521;
	const [half, whole] = count % 2 === 0 ? [count / 2, count + 1] : [count, (count + 1) / 2];
	const high = (count + byte * (((half % 65521) * (whole % 65521)) % 65521)) % 65521;
	return high * 65536 + low;
}

function crcOf(source: buffer, first: number, last: number): number {
	let crc = 0xffffffff;
	for (const at of $range(first, last)) {
		crc = bit32.bxor(crc, buffer.readu8(source, at));
		for (const _ of $range(1, 8)) crc = bit32.bxor(crc >>> 1, (crc & 1) === 1 ? 0xedb88320 : 0);
	}
	return bit32.bnot(crc);
}

function big(target: buffer, at: number, value: number): void {
	buffer.writeu32(target, at, bit32.byteswap(value));
}

/** The bytes of all rows, each with its filter. */
function storedSize({ width, height, depth = 8, colorType = 0, interlaced = false }: PngShape): number {
	const bits = depth * CHANNELS.get(colorType)!;
	const rows = (across: number, down: number) => (across === 0 ? 0 : down * (1 + math.ceil((across * bits) / 8)));
	if (!interlaced) return rows(width, height);
	let size = 0;
	for (const [left, top, across, down] of PASSES) {
		size += rows(math.max(0, math.ceil((width - left) / across)), math.max(0, math.ceil((height - top) / down)));
	}
	return size;
}

/** A PNG whose stored rows are one byte over and over: the smallest file of its pixels. */
export function buildFlatPng(shape: PngShape): buffer {
	const { width, height, depth = 8, colorType = 0, interlaced = false, byte = 0, emptyBlocks = 0 } = shape;
	const stored = storedSize(shape);
	const bits = new Bits();
	for (const _ of $range(1, emptyBlocks)) putEmptyBlock(bits);
	putRepeated(bits, byte, stored);
	const deflated = bits.finish();
	const data = deflated.size() + 6;
	const png = buffer.create(8 + 25 + 12 + data + 12);
	buffer.writestring(png, 0, "\x89PNG\r\n\x1a\n");
	const chunk = (at: number, kind: string, size: number) => {
		big(png, at, size);
		buffer.writestring(png, at + 4, kind);
	};
	const sign = (at: number, size: number) => big(png, at + 8 + size, crcOf(png, at + 4, at + 7 + size));
	chunk(8, "IHDR", 13);
	big(png, 16, width);
	big(png, 20, height);
	[depth, colorType, 0, 0, interlaced ? 1 : 0].forEach((value, index) => buffer.writeu8(png, 24 + index, value));
	sign(8, 13);
	chunk(33, "IDAT", data);
	buffer.writeu8(png, 41, 0x78);
	buffer.writeu8(png, 42, 0x01);
	deflated.forEach((value, index) => buffer.writeu8(png, 43 + index, value));
	big(png, 43 + deflated.size(), adlerOf(byte, stored));
	sign(33, data);
	chunk(45 + data, "IEND", 0);
	sign(45 + data, 0);
	return png;
}
