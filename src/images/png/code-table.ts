//!native
//!optimize 2

/** Marks bits that no code of a table has. */
export const NO_SYMBOL = 1000;

/** The max length of a code in DEFLATE. */
const MAX_LENGTH = 15;

/** A byte's bits in reverse order. */
const REVERSED = new Array<number>(256, 0);
for (const value of $range(0, 255)) {
	let reversed = 0;
	for (const bit of $range(0, 7)) reversed += ((value >>> bit) & 1) * 2 ** (7 - bit);
	REVERSED[value] = reversed;
}

/**
 * Decodes the next bits of a DEFLATE stream. The next `bits` bits plus 1 are a slot of all three lists. A negative
 * symbol refers to a table of its own for longer codes: -(its first slot × 16 + its bits).
 *
 * The lists are Luau tables because an interpreter reads those several times as fast as buffers.
 */
export interface CodeTable {
	readonly bits: number;
	readonly symbols: Array<number>;
	/** The length of the code. */
	readonly lengths: Array<number>;
	/** 2 ^ -length: multiplying the waiting bits by it drops the code. */
	readonly scales: Array<number>;
}

export function createCodeTable(bits: number): CodeTable {
	const size = 2 ** bits;
	return {
		bits,
		symbols: new Array<number>(size, 0),
		lengths: new Array<number>(size, 0),
		scales: new Array<number>(size, 0),
	};
}

/** Sets every `step`th slot from `first` to `last` to one meaning. */
function fillSlots(codes: CodeTable, first: number, last: number, step: number, symbol: number, length: number): void {
	const { symbols, lengths, scales } = codes;
	const scale = 2 ** -length;
	for (const slot of $range(first, last, step)) {
		symbols[slot - 1] = symbol;
		lengths[slot - 1] = length;
		scales[slot - 1] = scale;
	}
}

/**
 * Fills a table with the canonical code whose lengths are `count` entries of `codeLengths` from `first` on.
 *
 * @returns the problem of the lengths: they must use every code up, or be those of at most one code of one bit
 */
export function fillCodeTable(
	codes: CodeTable,
	codeLengths: Array<number>,
	first: number,
	count: number,
): string | undefined {
	const counts = new Array<number>(MAX_LENGTH + 1, 0);
	let longest = 0;
	for (const index of $range(first, first + count - 1)) {
		const length = codeLengths[index];
		counts[length] += 1;
		if (length > longest) longest = length;
	}
	counts[0] = 0;

	const nextCodes = new Array<number>(MAX_LENGTH + 1, 0);
	let code = 0;
	for (const length of $range(1, MAX_LENGTH)) {
		code = (code + counts[length - 1]) * 2;
		if (code + counts[length] > 2 ** length) return "has more codes than its lengths allow";
		nextCodes[length] = code;
	}
	const isComplete = code + counts[MAX_LENGTH] === 2 ** MAX_LENGTH;
	if (!isComplete && longest > 1) return "does not use up its codes";

	const { bits, symbols } = codes;
	const size = 2 ** bits;
	if (!isComplete) fillSlots(codes, 1, size, 1, NO_SYMBOL, 1);
	const furtherBits = math.max(longest - bits, 0);
	const furtherSize = 2 ** furtherBits;
	if (furtherBits > 0) fillSlots(codes, 1, size, 1, NO_SYMBOL, bits);
	let top = size + 1;
	for (const symbol of $range(0, count - 1)) {
		const length = codeLengths[first + symbol];
		if (length === 0) continue;
		const straight = nextCodes[length];
		nextCodes[length] = straight + 1;
		const reversed = (REVERSED[straight & 0xff] * 256 + REVERSED[straight >>> 8]) >>> (16 - length);
		if (length <= bits) {
			fillSlots(codes, reversed + 1, size, 2 ** length, symbol, length);
			continue;
		}
		const prefix = reversed % size;
		if (symbols[prefix] === NO_SYMBOL) {
			symbols[prefix] = -(top * 16 + furtherBits);
			top += furtherSize;
		}
		const start = (-symbols[prefix]).idiv(16);
		const rest = length - bits;
		fillSlots(codes, start + reversed.idiv(size), start + furtherSize - 1, 2 ** rest, symbol, rest);
	}
	return undefined;
}
