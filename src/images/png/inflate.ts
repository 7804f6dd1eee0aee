//!native
//!optimize 2
import { adler32 } from "../../bytes/adler32";
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { CodeTable, createCodeTable, fillCodeTable, NO_SYMBOL } from "./code-table";

/** How far back a match may reach. */
const REACH = 32768;
/** Bytes of output between two pause points. */
const PIECE = 4096;
/** The longest match, plus the three bytes by which copying words may write too far. */
const SLACK = 258 + 3;
/** A window of this size is moved to its front once in several pieces. */
const WINDOW = 2 * REACH + PIECE + SLACK;

/** The bytes of an Inflater besides its input: the window, and six lists of at most 5,600 and 2,600 numbers. */
export const INFLATER_BYTES = WINDOW + 3 * 16 * (5600 + 2600);

/** Zero bytes that must follow the input, for reads of whole words. */
export const INFLATER_PADDING = 8;

/** The max output of a byte of input: a match of 258 in two bits. */
export const MOST_INFLATED = 1032;

/** The steps of a block's tables. */
const BLOCK_STEPS = 3000;

/** The bits that the tables take at once. */
const LITERAL_BITS = 10;
const DISTANCE_BITS = 9;
const LENGTH_BITS = 7;

const END_OF_BLOCK = 256;
const LITERALS = 286;
const DISTANCES = 30;

/** The value of each symbol above 256, to which its extra bits are added. */
const LENGTH_BASE = [
	3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
	1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
	8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRA = [
	0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
/** The order in which a block stores the lengths of the codes for code lengths. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** 2 ^ n, n from 0 on. */
const POWERS = new Array<number>(53, 0);
for (const power of $range(0, 52)) POWERS[power] = 2 ** power;

const FIXED_LENGTHS = new Array<number>(288 + 32, 5);
for (const symbol of $range(0, 287)) {
	FIXED_LENGTHS[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
}

const enum Block {
	/** The next bits are a block's header. */
	None,
	Stored,
	Coded,
	Over,
}

/**
 * Inflates a zlib stream piece by piece.
 *
 * Waiting bits are the integer `hold` below 2^52, the next bit lowest: numbers are exact up to 2^53, and an interpreter
 * divides them several times as fast as it calls bit32.
 */
export class Inflater {
	private hold = 0;
	/** The number of waiting bits. */
	private held = 0;
	private position = 2;
	private block = Block.None;
	private isLast = false;
	/** The rest of a stored block. */
	private stored = 0;

	private readonly window = buffer.create(WINDOW);
	/** The end of the window's output, and of the part already taken. */
	private filled = 0;
	private taken = 0;
	private sum = 1;

	private readonly literals = createCodeTable(LITERAL_BITS);
	private readonly distances = createCodeTable(DISTANCE_BITS);

	/**
	 * @param input the stream, followed by INFLATER_PADDING zero bytes
	 * @param size the bytes of the stream
	 * @param placeOf returns the offset, in the user's buffer, of a byte of `input`
	 */
	constructor(
		private readonly input: buffer,
		private readonly size: number,
		private readonly format: string,
		private readonly placeOf: (position: number) => number,
		private readonly budget: Budget,
	) {
		if (size < 6) this.fail("the compressed data has no room for its header and checksum", 0);
		const method = buffer.readu8(input, 0);
		const flags = buffer.readu8(input, 1);
		if ((method & 15) !== 8 || method >>> 4 > 7) this.fail(`compression method ${method} is not DEFLATE`, 0);
		if ((method * 256 + flags) % 31 !== 0) this.fail("the compressed data has an invalid header", 1);
		if ((flags & 32) !== 0) this.fail("the compressed data needs a dictionary", 1);
	}

	/** Copies the next `count` bytes to `target` at `offset`. */
	public read(target: buffer, offset: number, count: number): void {
		let at = offset;
		let left = count;
		while (left > 0) {
			const ready = math.min(this.filled - this.taken, left);
			if (ready === 0) {
				if (this.block === Block.Over) this.fail("the compressed data ends before the picture does");
				this.advance();
				continue;
			}
			buffer.copy(target, at, this.window, this.taken, ready);
			this.taken += ready;
			at += ready;
			left -= ready;
		}
	}

	/** Refuses the stream unless it ends here, with the checksum of its output. */
	public finish(): void {
		while (this.block !== Block.Over && this.filled === this.taken) this.advance();
		if (this.filled !== this.taken) this.fail("the compressed data goes on after the picture's end");
		this.dropToByte();
		const at = this.position;
		if (at + 4 > this.size) this.fail("the compressed data has no checksum", this.size);
		const expected = bit32.byteswap(buffer.readu32(this.input, at));
		if (expected !== this.sum) {
			this.fail(string.format("the Adler-32 is %08x, not %08x", this.sum, expected), at);
		}
		if (at + 4 !== this.size) this.fail("the compressed data goes on after its checksum", at + 4);
	}

	private fail(problem: string, position = math.min(this.position - this.held.idiv(8), this.size)): never {
		fail(this.format, problem, this.placeOf(position));
	}

	/** Produces about PIECE bytes, or ends the stream. */
	private advance(): void {
		if (this.filled > 2 * REACH) {
			const moved = this.filled - REACH;
			buffer.copy(this.window, 0, this.window, moved, REACH);
			this.filled = REACH;
			this.taken -= moved;
		}
		const start = this.filled;
		const limit = start + PIECE;
		while (this.filled < limit && this.block !== Block.Over) {
			if (this.block === Block.None) this.startBlock();
			else if (this.block === Block.Stored) this.copyStored(limit);
			else this.inflateCodes(limit);
		}
		this.sum = adler32(this.window, start, this.filled, this.sum);
		this.budget.countToPause(this.filled - start);
	}

	/** Takes the next `count` bits, at most 16. */
	private bits(count: number): number {
		if (this.held < count) {
			const { position } = this;
			if (position > this.size + INFLATER_PADDING - 4) this.fail("the compressed data ends within a block");
			this.hold += buffer.readu32(this.input, position) * POWERS[this.held];
			this.held += 32;
			this.position = position + 4;
		}
		const value = this.hold % POWERS[count];
		this.hold = (this.hold - value) / POWERS[count];
		this.held -= count;
		return value;
	}

	/** Drops the bits up to the next whole byte, and puts the waiting bytes back. */
	private dropToByte(): void {
		this.position -= this.held.idiv(8);
		this.hold = 0;
		this.held = 0;
		if (this.position > this.size) this.fail("the compressed data ends within a block", this.size);
	}

	private startBlock(): void {
		if (this.isLast) {
			this.block = Block.Over;
			return;
		}
		// Building tables takes as long as many pixels, even without output.
		this.budget.step(BLOCK_STEPS, this.format);
		this.isLast = this.bits(1) === 1;
		const kind = this.bits(2);
		if (kind === 0) {
			this.dropToByte();
			const { input, position } = this;
			if (position + 4 > this.size) this.fail("the compressed data ends within a block", this.size);
			this.stored = buffer.readu16(input, position);
			if (this.stored + buffer.readu16(input, position + 2) !== 0xffff) this.fail("a stored block has an invalid size");
			this.position = position + 4;
			this.block = Block.Stored;
		} else if (kind === 3) {
			this.fail("a block is of kind 3, which does not exist");
		} else {
			if (kind === 1) this.fillTables(FIXED_LENGTHS, 288, 32);
			else this.readTables();
			this.block = Block.Coded;
		}
	}

	private fillTables(lengths: Array<number>, literals: number, distances: number): void {
		let problem = fillCodeTable(this.literals, lengths, 0, literals);
		if (problem !== undefined) this.fail(`the code of literals ${problem}`);
		problem = fillCodeTable(this.distances, lengths, literals, distances);
		if (problem !== undefined) this.fail(`the code of distances ${problem}`);
	}

	/** Reads the code lengths at the start of a block, which are coded themselves. */
	private readTables(): void {
		const literals = this.bits(5) + 257;
		const distances = this.bits(5) + 1;
		const given = this.bits(4) + 4;
		if (literals > LITERALS || distances > DISTANCES) this.fail("a block has more codes than DEFLATE does");
		const firstLengths = new Array<number>(19, 0);
		for (const index of $range(0, given - 1)) firstLengths[LENGTH_ORDER[index]] = this.bits(3);
		const codes = createCodeTable(LENGTH_BITS);
		const problem = fillCodeTable(codes, firstLengths, 0, 19);
		if (problem !== undefined) this.fail(`the code of code lengths ${problem}`);

		const total = literals + distances;
		const lengths = new Array<number>(total, 0);
		let index = 0;
		while (index < total) {
			const symbol = this.lengthSymbol(codes);
			if (symbol < 16) {
				lengths[index] = symbol;
				index += 1;
				continue;
			}
			if (symbol === 16 && index === 0) this.fail("a block repeats a code length before the first");
			const value = symbol === 16 ? lengths[index - 1] : 0;
			const times = symbol === 16 ? 3 + this.bits(2) : symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7);
			if (index + times > total) this.fail("a block has more code lengths than codes");
			for (const at of $range(index, index + times - 1)) lengths[at] = value;
			index += times;
		}
		if (lengths[END_OF_BLOCK] === 0) this.fail("a block has no code for its end");
		this.fillTables(lengths, literals, distances);
	}

	private lengthSymbol(codes: CodeTable): number {
		const ahead = this.bits(LENGTH_BITS);
		const symbol = codes.symbols[ahead];
		if (symbol === NO_SYMBOL) this.fail("a code length has a code that does not exist");
		// Bits beyond the code go back.
		const length = codes.lengths[ahead];
		this.hold = this.hold * POWERS[LENGTH_BITS - length] + ahead.idiv(POWERS[length]);
		this.held += LENGTH_BITS - length;
		return symbol;
	}

	private copyStored(limit: number): void {
		const count = math.min(this.stored, limit - this.filled);
		if (count > this.size - this.position) this.fail("the compressed data ends within a block", this.size);
		buffer.copy(this.window, this.filled, this.input, this.position, count);
		this.filled += count;
		this.position += count;
		this.stored -= count;
		if (this.stored === 0) this.block = Block.None;
	}

	/**
	 * Produces bytes until the window is filled to `limit`, exceeded by at most one match, or until the block ends.
	 */
	private inflateCodes(limit: number): void {
		// Locals are several times as fast as fields.
		const { input, window } = this;
		const { symbols, lengths, scales } = this.literals;
		const { symbols: distanceSymbols, lengths: distanceLengths, scales: distanceScales } = this.distances;
		const powers = POWERS;
		const lastRead = this.size + INFLATER_PADDING - 4;
		let hold = this.hold;
		let held = this.held;
		let position = this.position;
		let at = this.filled;
		while (at < limit) {
			// Twenty bits are enough for a literal, or a length with its extra bits.
			if (held < 20) {
				if (position > lastRead) break;
				hold += buffer.readu32(input, position) * powers[held];
				held += 32;
				position += 4;
			}
			let slot = (hold % 1024) + 1;
			let symbol = symbols[slot - 1];
			hold = math.floor(hold * scales[slot - 1]);
			held -= lengths[slot - 1];
			if (symbol < 0) {
				slot = (-symbol).idiv(16) + (hold % powers[-symbol % 16]);
				symbol = symbols[slot - 1];
				hold = math.floor(hold * scales[slot - 1]);
				held -= lengths[slot - 1];
			}
			if (symbol < END_OF_BLOCK) {
				buffer.writeu8(window, at, symbol);
				at += 1;
				continue;
			}
			if (symbol === END_OF_BLOCK) {
				this.block = Block.None;
				break;
			}
			if (symbol >= LITERALS) {
				this.position = position;
				this.fail("a symbol does not exist");
			}
			let length = LENGTH_BASE[symbol - 257];
			let extra = LENGTH_EXTRA[symbol - 257];
			if (extra > 0) {
				const power = powers[extra];
				const value = hold % power;
				length += value;
				hold = (hold - value) / power;
				held -= extra;
			}

			if (held < 15) {
				if (position > lastRead) break;
				hold += buffer.readu32(input, position) * powers[held];
				held += 32;
				position += 4;
			}
			slot = (hold % 512) + 1;
			symbol = distanceSymbols[slot - 1];
			hold = math.floor(hold * distanceScales[slot - 1]);
			held -= distanceLengths[slot - 1];
			if (symbol < 0) {
				slot = (-symbol).idiv(16) + (hold % powers[-symbol % 16]);
				symbol = distanceSymbols[slot - 1];
				hold = math.floor(hold * distanceScales[slot - 1]);
				held -= distanceLengths[slot - 1];
			}
			if (symbol >= DISTANCES) {
				this.position = position;
				this.fail("a distance does not exist");
			}
			let distance = DISTANCE_BASE[symbol];
			extra = DISTANCE_EXTRA[symbol];
			if (extra > 0) {
				if (held < extra) {
					if (position > lastRead) break;
					hold += buffer.readu32(input, position) * powers[held];
					held += 32;
					position += 4;
				}
				const power = powers[extra];
				const value = hold % power;
				distance += value;
				hold = (hold - value) / power;
				held -= extra;
			}
			if (distance > at) {
				this.position = position;
				this.fail("a match reaches back before the first byte");
			}

			const last = at + length - 1;
			if (distance >= length && length > 24) {
				buffer.copy(window, at, window, at - distance, length);
			} else if (distance >= 4) {
				for (const to of $range(at, last, 4)) buffer.writeu32(window, to, buffer.readu32(window, to - distance));
			} else if (distance === 1) {
				buffer.fill(window, at, buffer.readu8(window, at - 1), length);
			} else {
				for (const to of $range(at, last)) buffer.writeu8(window, to, buffer.readu8(window, to - distance));
			}
			at = last + 1;
		}
		this.hold = hold;
		this.held = held;
		this.position = position;
		this.filled = at;
		if (position > lastRead && this.block === Block.Coded && at < limit) {
			this.fail("the compressed data ends within a block", this.size);
		}
	}
}
