//!native
//!optimize 2
import { fail } from "./fail";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PAD = 61;

/** What stands in `VALUES` for a character that is no digit. */
const NO_DIGIT = 255;

/** Digit to character, and character to digit. */
const CHARACTERS = buffer.fromstring(ALPHABET);
const VALUES = buffer.create(256);
buffer.fill(VALUES, 0, NO_DIGIT);
for (const digit of $range(0, 63)) {
	buffer.writeu8(VALUES, buffer.readu8(CHARACTERS, digit), digit);
}

/**
 * Writes bytes as Base64 (RFC 4648, with padding and without line breaks).
 *
 * @example
 * const text = encodeBase64(archive);
 */
export function encodeBase64(source: buffer): string {
	const size = buffer.len(source);
	const groups = size.idiv(3);
	const rest = size % 3;
	const target = buffer.create((groups + (rest > 0 ? 1 : 0)) * 4);
	for (const group of $range(0, groups - 1)) {
		const a = buffer.readu8(source, group * 3);
		const b = buffer.readu8(source, group * 3 + 1);
		const c = buffer.readu8(source, group * 3 + 2);
		const to = group * 4;
		buffer.writeu8(target, to, buffer.readu8(CHARACTERS, a >>> 2));
		buffer.writeu8(target, to + 1, buffer.readu8(CHARACTERS, ((a & 3) << 4) | (b >>> 4)));
		buffer.writeu8(target, to + 2, buffer.readu8(CHARACTERS, ((b & 15) << 2) | (c >>> 6)));
		buffer.writeu8(target, to + 3, buffer.readu8(CHARACTERS, c & 63));
	}
	if (rest > 0) {
		const a = buffer.readu8(source, groups * 3);
		const b = rest === 2 ? buffer.readu8(source, groups * 3 + 1) : 0;
		const to = groups * 4;
		buffer.writeu8(target, to, buffer.readu8(CHARACTERS, a >>> 2));
		buffer.writeu8(target, to + 1, buffer.readu8(CHARACTERS, ((a & 3) << 4) | (b >>> 4)));
		buffer.writeu8(target, to + 2, rest === 2 ? buffer.readu8(CHARACTERS, (b & 15) << 2) : PAD);
		buffer.writeu8(target, to + 3, PAD);
	}
	return buffer.tostring(target);
}

/** Decodes whole groups of four digits; gives the offset of the first group that is none, or -1. */
function decodeGroups(text: buffer, groups: number, target: buffer): number {
	for (const group of $range(0, groups - 1)) {
		const from = group * 4;
		const a = buffer.readu8(VALUES, buffer.readu8(text, from));
		const b = buffer.readu8(VALUES, buffer.readu8(text, from + 1));
		const c = buffer.readu8(VALUES, buffer.readu8(text, from + 2));
		const d = buffer.readu8(VALUES, buffer.readu8(text, from + 3));
		if ((a | b | c | d) > 63) return from;
		const to = group * 3;
		buffer.writeu8(target, to, (a << 2) | (b >>> 4));
		buffer.writeu8(target, to + 1, ((b & 15) << 4) | (c >>> 2));
		buffer.writeu8(target, to + 2, ((c & 3) << 6) | d);
	}
	return -1;
}

/**
 * Reads Base64, with its padding or without. Anything else in the text, white space included, is refused.
 *
 * @example
 * const recordings = decodeArchive(decodeBase64(text));
 */
export function decodeBase64(text: string): buffer {
	const source = buffer.fromstring(text);
	let size = buffer.len(source);
	for (const _ of $range(1, 2)) {
		if (size > 0 && buffer.readu8(source, size - 1) === PAD) size -= 1;
	}
	if (size !== buffer.len(source) && buffer.len(source) % 4 !== 0) {
		fail("base64", `${buffer.len(source)} characters with padding are no whole groups of 4`);
	}
	const groups = size.idiv(4);
	const rest = size % 4;
	if (rest === 1) {
		fail("base64", `${size} digits are one too many`, size - 1);
	}
	const target = buffer.create(groups * 3 + math.max(rest - 1, 0));
	const wrong = decodeGroups(source, groups, target);
	if (wrong >= 0) {
		fail("base64", `"${text.sub(wrong + 1, wrong + 4)}" are not four digits`, wrong);
	}
	if (rest > 0) {
		const from = groups * 4;
		const a = buffer.readu8(VALUES, buffer.readu8(source, from));
		const b = buffer.readu8(VALUES, buffer.readu8(source, from + 1));
		const c = rest === 3 ? buffer.readu8(VALUES, buffer.readu8(source, from + 2)) : 0;
		if ((a | b | c) > 63) {
			fail("base64", `"${text.sub(from + 1, size)}" are not digits`, from);
		}
		buffer.writeu8(target, groups * 3, (a << 2) | (b >>> 4));
		if (rest === 3) {
			buffer.writeu8(target, groups * 3 + 1, ((b & 15) << 4) | (c >>> 2));
		}
	}
	return target;
}
