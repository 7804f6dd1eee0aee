//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { extend, HuffmanCode, LOOKUP_BITS } from "./huffman";

/** Zero bytes after a segment, for reads of whole words. */
export const SEGMENT_PADDING = 8;

/** How much of the file is searched for markers at once. */
const STRETCH = 4096;

const MARKER_START = "\xff";
const STUFFED = 0x00;
const FILL = 0xff;

/** 2 ^ -(n + 32): the value of four bytes after n waiting bits. */
export const BEHIND = new Array<number>(33, 0);
for (const held of $range(0, 32)) BEHIND[held] = 2 ** -(held + 32);

const LOOKUP_SIZE = 2 ** LOOKUP_BITS;

/**
 * The bits of a scan, one segment between markers after another.
 *
 * A segment's bytes are copied without the stuffed zero after each 0xff. Waiting bits are the fraction `hold`, from 0
 * up to 1, the next bit highest: numbers are exact to 53 bits, and an interpreter multiplies them several times as fast
 * as it calls bit32.
 */
export class ScanBits {
	/** The segment, and the number of its bytes. */
	public readonly data: buffer;
	public size = 0;
	public hold = 0;
	/** The number of waiting bits. */
	public held = 0;
	/** The next byte of the segment. */
	public position = 0;
	/** The offset of the marker that ends the segment: its 0xff. */
	public marker = 0;

	/** The current piece of the file, as a string: those are searched fastest. */
	private text = "";
	private textStart = 0;

	/** @param room the bytes of the longest segment, plus SEGMENT_PADDING */
	constructor(
		public readonly source: buffer,
		room: number,
	) {
		this.data = buffer.create(room);
	}

	/** Copies the bytes from `start` up to the next marker. */
	public startSegment(start: number): void {
		const { source, data } = this;
		const finish = buffer.len(source);
		let at = start;
		let size = 0;
		while (true) {
			if (at < this.textStart || at >= this.textStart + this.text.size()) {
				if (at >= finish) fail("jpeg", "the data ends without a marker", finish);
				this.text = buffer.readstring(source, at, math.min(STRETCH, finish - at));
				this.textStart = at;
			}
			const [found] = string.find(this.text, MARKER_START, at - this.textStart + 1, true);
			const run = found === undefined ? this.textStart + this.text.size() : this.textStart + found - 1;
			buffer.copy(data, size, source, at, run - at);
			size += run - at;
			at = run;
			if (found === undefined) continue;
			let after = at + 1;
			while (after < finish && buffer.readu8(source, after) === FILL) after += 1;
			if (after >= finish) fail("jpeg", "the data ends within a marker", finish);
			if (buffer.readu8(source, after) !== STUFFED) {
				this.marker = after - 1;
				break;
			}
			if (after !== at + 1) fail("jpeg", "the data has fill bytes without a marker", at);
			buffer.writeu8(data, size, 0xff);
			size += 1;
			at += 2;
		}
		buffer.fill(data, size, 0, SEGMENT_PADDING);
		this.size = size;
		this.position = 0;
		this.hold = 0;
		this.held = 0;
	}

	/** Refuses the segment unless it is read to its last byte. */
	public finishSegment(): void {
		const unread = this.size * 8 - (this.position * 8 - this.held);
		if (unread < 0) this.failEnd();
		if (unread >= 8) fail("jpeg", `the data goes on for ${unread.idiv(8)} bytes after the picture's end`, this.marker);
	}

	public failEnd(): never {
		fail("jpeg", "the data ends before the picture does", this.marker);
	}

	public failCode(): never {
		fail("jpeg", "the data has a code that does not exist, before the marker", this.marker);
	}

	/** Ensures that at least 16 bits wait, and at most 48. */
	public refill(): void {
		if (this.held >= 16) return;
		const { position, held } = this;
		if (position > this.size + SEGMENT_PADDING - 4) this.failEnd();
		this.hold += bit32.byteswap(buffer.readu32(this.data, position)) * BEHIND[held];
		this.held = held + 32;
		this.position = position + 4;
	}

	/** Reads the next bit. */
	public bit(): number {
		if (this.held === 0) this.refill();
		this.held -= 1;
		const twice = this.hold * 2;
		if (twice < 1) {
			this.hold = twice;
			return 0;
		}
		this.hold = twice - 1;
		return 1;
	}

	/** Reads the next `count` bits as a number, at most 16. */
	public bits(count: number): number {
		this.refill();
		const scaled = this.hold * 2 ** count;
		const value = math.floor(scaled);
		this.hold = scaled - value;
		this.held -= count;
		return value;
	}

	/** Reads the next `size` bits as a signed number, as coefficients are stored. */
	public signed(size: number): number {
		return extend(this.bits(size), size);
	}

	/** Reads the next symbol of a code. */
	public symbol(huffman: HuffmanCode): number {
		this.refill();
		const { hold } = this;
		const slot = math.floor(hold * LOOKUP_SIZE);
		const symbol = huffman.symbols[slot];
		if (symbol < 0) return this.longSymbol(huffman);
		this.hold = hold * huffman.scales[slot] - huffman.codes[slot];
		this.held -= huffman.lengths[slot];
		return symbol;
	}

	/** Reads the next symbol of a code that is longer than the lookup. Sixteen bits wait already. */
	public longSymbol(huffman: HuffmanCode): number {
		const { limits, offsets, ordered } = huffman;
		const ahead = math.floor(this.hold * 65536);
		for (const length of $range(LOOKUP_BITS + 1, 16)) {
			if (ahead >= limits[length - 1]) continue;
			const scaled = this.hold * 2 ** length;
			const code = math.floor(scaled);
			this.hold = scaled - code;
			this.held -= length;
			return ordered[code + offsets[length - 1]];
		}
		return this.failCode();
	}
}
