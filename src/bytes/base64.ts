//!native
//!optimize 2
import { checkKeys, checkSource, checkType } from "./check-argument";
import { fail } from "./fail";
import { Budget } from "./budget";
import { budgetOf, Job } from "./job";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PAD = 61;
const LINE_FEED = 10;
const RETURN = 13;

/** The entry in `VALUES` of a character that is not a digit. */
const NO_DIGIT = 255;

/** Digit to character, and character to digit. */
const CHARACTERS = buffer.fromstring(ALPHABET);
const VALUES = buffer.create(256);
buffer.fill(VALUES, 0, NO_DIGIT);
for (const digit of $range(0, 63)) {
	buffer.writeu8(VALUES, buffer.readu8(CHARACTERS, digit), digit);
}

/** The two characters for each 12 bits, the first in the low byte. */
const PAIRS = buffer.create(4096 * 2);
for (const pair of $range(0, 4095)) {
	buffer.writeu8(PAIRS, pair * 2, buffer.readu8(CHARACTERS, pair >>> 6));
	buffer.writeu8(PAIRS, pair * 2 + 1, buffer.readu8(CHARACTERS, pair & 63));
}

/** Groups between two pause points. */
const GROUPS_A_STEP = 4096;

/** Options of `encodeBase64` and `decodeBase64`. */
interface Base64Options {
	/** Pauses and cancels the call. */
	job?: Job;
}

/**
 * Encodes bytes as Base64 (RFC 4648), with padding and without line breaks.
 *
 * @param options its `job` pauses and cancels the call
 *
 * @example
 * const text = encodeBase64(encodeArchive([take]));
 */
export function encodeBase64(source: buffer, options?: Base64Options): string {
	checkSource(source, "encodeBase64");
	if (options !== undefined) checkKeys(options, ["job"], "encodeBase64", "options");
	const budget = budgetOf(options, "encodeBase64");
	const characters = PAIRS;
	const size = buffer.len(source);
	const groups = size.idiv(3);
	const rest = size % 3;
	const target = buffer.create((groups + (rest > 0 ? 1 : 0)) * 4);
	for (const first of $range(0, groups - 1, GROUPS_A_STEP)) {
		const last = math.min(first + GROUPS_A_STEP, groups) - 1;
		let to = first * 4;
		for (const at of $range(first * 3, last * 3, 3)) {
			const b = buffer.readu8(source, at + 1);
			const high = (buffer.readu8(source, at) << 4) | (b >>> 4);
			const low = ((b & 15) << 8) | buffer.readu8(source, at + 2);
			buffer.writeu16(target, to, buffer.readu16(characters, high * 2));
			buffer.writeu16(target, to + 2, buffer.readu16(characters, low * 2));
			to += 4;
		}
		budget.step(last - first + 1, "encodeBase64");
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
	return budget.finish(buffer.tostring(target));
}

/** Decodes groups of four digits up to `last`. Returns the byte of the first group that holds anything else, or -1. */
function decodeGroups(text: buffer, from: number, first: number, last: number, target: buffer): number {
	const values = VALUES;
	let at = from + first * 4;
	for (const to of $range(first * 3, last * 3, 3)) {
		const word = buffer.readu32(text, at);
		const a = buffer.readu8(values, word & 255);
		const b = buffer.readu8(values, (word >>> 8) & 255);
		const c = buffer.readu8(values, (word >>> 16) & 255);
		const d = buffer.readu8(values, word >>> 24);
		if ((a | b | c | d) > 63) return at;
		buffer.writeu8(target, to, (a << 2) | (b >>> 4));
		buffer.writeu8(target, to + 1, (b << 4) | (c >>> 2));
		buffer.writeu8(target, to + 2, (c << 6) | d);
		at += 4;
	}
	return -1;
}

function countBreaks(text: buffer, from: number, finish: number): number {
	let breaks = 0;
	for (const at of $range(from, finish - 1)) {
		const byte = buffer.readu8(text, at);
		if (byte === LINE_FEED || byte === RETURN) breaks += 1;
	}
	return breaks;
}

/** Copies bytes without line breaks and returns where the copy ends. */
function copyWithoutBreaks(text: buffer, from: number, finish: number, target: buffer, start: number): number {
	let to = start;
	for (const at of $range(from, finish - 1)) {
		const byte = buffer.readu8(text, at);
		if (byte === LINE_FEED || byte === RETURN) continue;
		buffer.writeu8(target, to, byte);
		to += 1;
	}
	return to;
}

/** Returns the bytes from `from` on without line breaks, or undefined if there are none. */
function withoutBreaks(text: buffer, from: number, budget: Budget, owner: string): buffer | undefined {
	const size = buffer.len(text);
	let breaks = 0;
	for (const first of $range(from, size - 1, GROUPS_A_STEP)) {
		breaks += countBreaks(text, first, math.min(first + GROUPS_A_STEP, size));
		budget.step(GROUPS_A_STEP / 4, owner);
	}
	if (breaks === 0) return undefined;
	const result = buffer.create(size - from - breaks);
	let to = 0;
	for (const first of $range(from, size - 1, GROUPS_A_STEP)) {
		to = copyWithoutBreaks(text, first, math.min(first + GROUPS_A_STEP, size), result, to);
		budget.step(GROUPS_A_STEP / 2, owner);
	}
	return result;
}

/**
 * Decodes the Base64 in `text` from byte `from` to its end. `refuse` throws the error. If the text has line breaks, as
 * in mail and PEM, the position in an error does not count them.
 */
export function decodeBase64At(
	text: buffer,
	from: number,
	budget: Budget,
	owner: string,
	refuse: (problem: string) => never,
): buffer {
	const unbroken = withoutBreaks(text, from, budget, owner);
	if (unbroken) return decodeBase64At(unbroken, 0, budget, owner, refuse);
	let finish = buffer.len(text);
	// Padding is optional: the number of digits in the last group decides.
	for (const _ of $range(1, 2)) {
		if (finish > from && buffer.readu8(text, finish - 1) === PAD) finish -= 1;
	}
	const digits = finish - from;
	const groups = digits.idiv(4);
	const rest = digits % 4;
	if (rest === 1) refuse(`the Base64 text has ${digits} digits, a length that no bytes encode to`);
	const result = buffer.create(groups * 3 + (rest === 0 ? 0 : rest - 1));
	for (const first of $range(0, groups - 1, GROUPS_A_STEP)) {
		const last = math.min(first + GROUPS_A_STEP, groups) - 1;
		const wrong = decodeGroups(text, from, first, last, result);
		if (wrong >= 0) {
			refuse(`the Base64 text has an invalid character among characters ${wrong} to ${wrong + 3}`);
		}
		budget.step(last - first + 1, owner);
	}
	if (rest > 0) {
		const at = from + groups * 4;
		const a = buffer.readu8(VALUES, buffer.readu8(text, at));
		const b = buffer.readu8(VALUES, buffer.readu8(text, at + 1));
		const c = rest === 3 ? buffer.readu8(VALUES, buffer.readu8(text, at + 2)) : 0;
		if ((a | b | c) > 63) refuse(`the Base64 text has an invalid character among its last ${rest}`);
		buffer.writeu8(result, groups * 3, (a << 2) | (b >>> 4));
		if (rest === 3) buffer.writeu8(result, groups * 3 + 1, (b << 4) | (c >>> 2));
	}
	return result;
}

function refuseText(problem: string): never {
	return fail("base64", problem);
}

/**
 * Decodes Base64, with or without padding and line breaks. Any other character fails, including a space.
 *
 * @param options its `job` pauses and cancels the call
 *
 * @example
 * const bytes = decodeBase64("ZG9sbHk="); // the five bytes of "dolly"
 */
export function decodeBase64(text: string, options?: Base64Options): buffer {
	checkType(text, "string", "decodeBase64", "text");
	if (options !== undefined) checkKeys(options, ["job"], "decodeBase64", "options");
	const budget = budgetOf(options, "decodeBase64");
	return budget.finish(decodeBase64At(buffer.fromstring(text), 0, budget, "base64", refuseText));
}
