//!native
//!optimize 2
import { Reader } from "../../bytes/reader";

/** The bits that are looked up at once. Longer codes are rare, and found by their length. */
export const LOOKUP_BITS = 9;
const LOOKUP_SIZE = 2 ** LOOKUP_BITS;
const MAX_LENGTH = 16;

/** Marks a code that is longer than the lookup. */
const LONGER = -1;

/**
 * A Huffman code. Lists hold the meaning of the next LOOKUP_BITS bits: an interpreter reads them several times as fast
 * as buffers.
 */
export interface HuffmanCode {
	/** The symbol, or -1 if the code is longer. */
	symbols: Array<number>;
	/** The length of the code, 2 to the power of it, and the code itself as a number. */
	lengths: Array<number>;
	scales: Array<number>;
	codes: Array<number>;
	/**
	 * The coefficient, if its bits follow the code within the lookup: its value (else 0), the zeros before it, and
	 * length, power and bits of both together.
	 */
	values: Array<number>;
	runs: Array<number>;
	valueLengths: Array<number>;
	valueScales: Array<number>;
	valueCodes: Array<number>;
	/**
	 * For each length, the first 16 bits that are above its codes, and the offset from a code to its index in
	 * `ordered`.
	 */
	limits: Array<number>;
	offsets: Array<number>;
	/** The symbols in the order of their codes. */
	ordered: Array<number>;
}

/** Lists of Luau take 16 bytes per number. */
export const HUFFMAN_BYTES = 9 * LOOKUP_SIZE * 16 + 512 * 16;

/** Returns the signed number of the `size` bits `bits`: the upper half of them is above zero. */
export function extend(bits: number, size: number): number {
	return bits < 2 ** (size - 1) ? bits - 2 ** size + 1 : bits;
}

/** Fills in the coefficients whose bits follow their code within the lookup. */
function fillValues(huffman: HuffmanCode): void {
	const { symbols, lengths } = huffman;
	for (const slot of $range(0, LOOKUP_SIZE - 1)) {
		const symbol = symbols[slot];
		const size = symbol & 15;
		const length = lengths[slot] + size;
		if (symbol === LONGER || size === 0 || length > LOOKUP_BITS) continue;
		const both = slot.idiv(2 ** (LOOKUP_BITS - length));
		huffman.values[slot] = extend(both % 2 ** size, size);
		huffman.runs[slot] = symbol.idiv(16);
		huffman.valueLengths[slot] = length;
		huffman.valueScales[slot] = 2 ** length;
		huffman.valueCodes[slot] = both;
	}
}

/** Reads one code of a DHT segment: the number of codes of each length, then their symbols. */
export function readHuffman(reader: Reader): HuffmanCode {
	const start = reader.position;
	const counts = new Array<number>();
	let total = 0;
	for (const _ of $range(1, MAX_LENGTH)) {
		const count = reader.u8("count of codes");
		counts.push(count);
		total += count;
	}
	if (total === 0 || total > 256) reader.fail(`a Huffman code has ${total} symbols`, start);
	const list = () => new Array<number>(LOOKUP_SIZE, 0);
	const huffman: HuffmanCode = {
		symbols: new Array<number>(LOOKUP_SIZE, LONGER),
		lengths: list(),
		scales: list(),
		codes: list(),
		values: list(),
		runs: list(),
		valueLengths: list(),
		valueScales: list(),
		valueCodes: list(),
		limits: [],
		offsets: [],
		ordered: [],
	};
	const { symbols, lengths, scales, codes, limits, offsets, ordered } = huffman;
	let code = 0;
	for (const length of $range(1, MAX_LENGTH)) {
		const count = counts[length - 1];
		offsets.push(ordered.size() - code);
		for (const _ of $range(1, count)) {
			const symbol = reader.u8("symbol");
			ordered.push(symbol);
			const width = 2 ** (LOOKUP_BITS - length);
			if (width >= 1) {
				for (const slot of $range(code * width, math.min((code + 1) * width, LOOKUP_SIZE) - 1)) {
					symbols[slot] = symbol;
					lengths[slot] = length;
					scales[slot] = 2 ** length;
					codes[slot] = code;
				}
			}
			code += 1;
		}
		if (code > 2 ** length) reader.fail("a Huffman code has more codes than its lengths allow", start);
		limits.push(code * 2 ** (MAX_LENGTH - length));
		code *= 2;
	}
	fillValues(huffman);
	return huffman;
}
