//!native
//!optimize 2

/** The largest prime below 2^16: both halves of the sum are modulo it. */
const MODULUS = 65521;

/** The two bytes of a word that are 16 bits apart, each with room for sums. */
const EVEN = 0x00ff00ff;
const LANE = 2 ** 16;

/** Bytes that are added up at once: 20 × 19 / 2 × 255 still fits the 16 bits of a lane. */
const BLOCK = 80;

/** Bytes after which the sums are reduced: their products stay far within exact numbers. */
const STRETCH = 2 ** 16;

/**
 * Returns the Adler-32 (as in zlib) of bytes `start` up to, but not including, `finish`. To continue a sum, pass the
 * Adler-32 of the previous bytes as `former`.
 *
 * Adds up whole words, and the even bytes separately; the sums of the odd bytes follow.
 *
 * @example
 * const sum = adler32(source, 0, 100);
 */
export function adler32(source: buffer, start = 0, finish = buffer.len(source), former = 1): number {
	let low = former & 0xffff;
	let high = former >>> 16;
	for (const stretch of $range(start, finish - 1, STRETCH)) {
		const stop = math.min(stretch + STRETCH, finish);
		const tail = stretch + (stop - stretch).idiv(BLOCK) * BLOCK;
		for (const block of $range(stretch, tail - BLOCK, BLOCK)) {
			// The sums of the words so far and, for `high`, the sum of those sums before each word.
			let words = 0;
			let evens = 0;
			let wordSums = 0;
			let evenSums = 0;
			for (const at of $range(block, block + BLOCK - 4, 4)) {
				const word = buffer.readu32(source, at);
				wordSums += words;
				evenSums += evens;
				words += word;
				evens += word & EVEN;
			}
			const odds = (words - evens) / 256;
			const oddSums = (wordSums - evenSums) / 256;
			const byte2 = evens.idiv(LANE);
			const byte0 = evens - byte2 * LANE;
			const byte3 = odds.idiv(LANE);
			const byte1 = odds - byte3 * LANE;
			const before = (evenSums % LANE) + evenSums.idiv(LANE) + (oddSums % LANE) + oddSums.idiv(LANE);
			high += BLOCK * low + 4 * before + 4 * byte0 + 3 * byte1 + 2 * byte2 + byte3;
			low += byte0 + byte1 + byte2 + byte3;
		}
		for (const at of $range(tail, stop - 1)) {
			low += buffer.readu8(source, at);
			high += low;
		}
		low %= MODULUS;
		high %= MODULUS;
	}
	return high * LANE + low;
}
