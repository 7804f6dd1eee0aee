//!native
//!optimize 2
import { checkSource, checkType } from "./check-argument";
import { fail } from "./fail";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PAD = 61;
const LINE_FEED = 10;
const RETURN = 13;

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
 * const text = encodeBase64(encodeArchive([take]));
 */
export function encodeBase64(source: buffer): string {
	checkSource(source, "encodeBase64");
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

/** Decodes `groups` groups of four digits; gives the byte of the first that holds something else, or -1. */
function decodeGroups(text: buffer, from: number, groups: number, target: buffer): number {
	let at = from;
	let to = 0;
	for (const _ of $range(1, groups)) {
		const a = buffer.readu8(VALUES, buffer.readu8(text, at));
		const b = buffer.readu8(VALUES, buffer.readu8(text, at + 1));
		const c = buffer.readu8(VALUES, buffer.readu8(text, at + 2));
		const d = buffer.readu8(VALUES, buffer.readu8(text, at + 3));
		if ((a | b | c | d) > 63) return at;
		buffer.writeu8(target, to, (a << 2) | (b >>> 4));
		buffer.writeu8(target, to + 1, (b << 4) | (c >>> 2));
		buffer.writeu8(target, to + 2, (c << 6) | d);
		at += 4;
		to += 3;
	}
	return -1;
}

/** The bytes from `from` on without line breaks, where there are any. */
function withoutBreaks(text: buffer, from: number): buffer | undefined {
	const size = buffer.len(text);
	let breaks = 0;
	for (const at of $range(from, size - 1)) {
		const byte = buffer.readu8(text, at);
		if (byte === LINE_FEED || byte === RETURN) breaks += 1;
	}
	if (breaks === 0) return undefined;
	const result = buffer.create(size - from - breaks);
	let to = 0;
	for (const at of $range(from, size - 1)) {
		const byte = buffer.readu8(text, at);
		if (byte === LINE_FEED || byte === RETURN) continue;
		buffer.writeu8(result, to, byte);
		to += 1;
	}
	return result;
}

/**
 * Decodes the Base64 in `text` from byte `from` to its end; `refuse` throws what is wrong with it. Where the text has line
 * breaks, as mail, PEM and many tools put them, a fault's place is counted without them.
 */
export function decodeBase64At(text: buffer, from: number, refuse: (problem: string) => never): buffer {
	const unbroken = withoutBreaks(text, from);
	if (unbroken) return decodeBase64At(unbroken, 0, refuse);
	let finish = buffer.len(text);
	// Padding may be left out: what counts is how many digits stand in the last group.
	for (const _ of $range(1, 2)) {
		if (finish > from && buffer.readu8(text, finish - 1) === PAD) finish -= 1;
	}
	const digits = finish - from;
	const groups = digits.idiv(4);
	const rest = digits % 4;
	if (rest === 1) refuse(`the Base64 text has ${digits} digits, which no bytes have`);
	const result = buffer.create(groups * 3 + (rest === 0 ? 0 : rest - 1));
	const wrong = decodeGroups(text, from, groups, result);
	if (wrong >= 0) {
		refuse(`the Base64 text has a character that is no digit among characters ${wrong} to ${wrong + 3}`);
	}
	if (rest > 0) {
		const at = from + groups * 4;
		const a = buffer.readu8(VALUES, buffer.readu8(text, at));
		const b = buffer.readu8(VALUES, buffer.readu8(text, at + 1));
		const c = rest === 3 ? buffer.readu8(VALUES, buffer.readu8(text, at + 2)) : 0;
		if ((a | b | c) > 63) refuse(`the Base64 text has a character that is no digit among its last ${rest}`);
		buffer.writeu8(result, groups * 3, (a << 2) | (b >>> 4));
		if (rest === 3) buffer.writeu8(result, groups * 3 + 1, (b << 4) | (c >>> 2));
	}
	return result;
}

function refuseText(problem: string): never {
	return fail("base64", problem);
}

/**
 * Reads Base64, with its padding or without, in one line or in many. Anything else in the text, spaces included, is refused.
 *
 * @example
 * const bytes = decodeBase64("ZG9sbHk="); // the five bytes of "dolly"
 */
export function decodeBase64(text: string): buffer {
	checkType(text, "string", "decodeBase64", "text");
	return decodeBase64At(buffer.fromstring(text), 0, refuseText);
}
