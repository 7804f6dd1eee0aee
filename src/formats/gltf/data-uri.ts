//!native
//!optimize 2
import { Budget } from "./budget";
import { failAt } from "./json";

/** What stands in the table of Base64 digits for a character that is none. */
const NO_DIGIT = 255;
const EQUALS = 61;
const PERCENT = 37;

function digitTable(): buffer {
	const digits = buffer.create(256);
	buffer.fill(digits, 0, NO_DIGIT);
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for (const index of $range(1, 64)) {
		const [code] = string.byte(alphabet, index);
		buffer.writeu8(digits, code, index - 1);
	}
	return digits;
}

const DIGITS = digitTable();

/** Decodes `groups` groups of four digits; gives the byte of the first character that is no digit, or -1. */
function decodeGroups(text: buffer, from: number, groups: number, target: buffer): number {
	const digits = DIGITS;
	let at = from;
	let to = 0;
	for (const _ of $range(1, groups)) {
		const a = buffer.readu8(digits, buffer.readu8(text, at));
		const b = buffer.readu8(digits, buffer.readu8(text, at + 1));
		const c = buffer.readu8(digits, buffer.readu8(text, at + 2));
		const d = buffer.readu8(digits, buffer.readu8(text, at + 3));
		if ((a | b | c | d) > 63) return at;
		buffer.writeu8(target, to, (a << 2) | (b >>> 4));
		buffer.writeu8(target, to + 1, (b << 4) | (c >>> 2));
		buffer.writeu8(target, to + 2, (c << 6) | d);
		at += 4;
		to += 3;
	}
	return -1;
}

function decodeBase64(text: buffer, from: number, path: string): buffer {
	let finish = buffer.len(text);
	// Padding may be left out: what counts is how many digits stand in the last group.
	for (const _ of $range(1, 2)) {
		if (finish > from && buffer.readu8(text, finish - 1) === EQUALS) finish -= 1;
	}
	const digits = finish - from;
	const groups = digits.idiv(4);
	const rest = digits % 4;
	if (rest === 1) failAt(`the Base64 text has ${digits} digits, which no bytes have`, path);
	const result = buffer.create(groups * 3 + (rest === 0 ? 0 : rest - 1));
	const wrong = decodeGroups(text, from, groups, result);
	if (wrong >= 0)
		failAt(`the Base64 text has a character that is no digit among characters ${wrong} to ${wrong + 3}`, path);
	if (rest > 0) {
		const at = from + groups * 4;
		const a = buffer.readu8(DIGITS, buffer.readu8(text, at));
		const b = buffer.readu8(DIGITS, buffer.readu8(text, at + 1));
		const c = rest === 3 ? buffer.readu8(DIGITS, buffer.readu8(text, at + 2)) : 0;
		if ((a | b | c) > 63) failAt(`the Base64 text has a character that is no digit among its last ${rest}`, path);
		buffer.writeu8(result, groups * 3, (a << 2) | (b >>> 4));
		if (rest === 3) buffer.writeu8(result, groups * 3 + 1, (b << 4) | (c >>> 2));
	}
	return result;
}

function decodePercent(text: buffer, from: number, path: string): buffer {
	const finish = buffer.len(text);
	const decoded = buffer.create(finish - from);
	let at = from;
	let to = 0;
	while (at < finish) {
		let code = buffer.readu8(text, at);
		if (code === PERCENT) {
			const hex = at + 2 < finish ? tonumber(buffer.readstring(text, at + 1, 2), 16) : undefined;
			if (hex === undefined) failAt(`character ${at} of the data URI starts no %XX`, path);
			code = hex;
			at += 2;
		}
		buffer.writeu8(decoded, to, code);
		at += 1;
		to += 1;
	}
	const result = buffer.create(to);
	buffer.copy(result, 0, decoded, 0, to);
	return result;
}

/** Whether `uri` carries its data in itself. */
export function isDataUri(uri: string): boolean {
	return uri.sub(1, 5).lower() === "data:";
}

/** The bytes that a `data:` URI carries, in Base64 or percent-encoded. */
export function decodeDataUri(uri: string, budget: Budget, path: string): buffer {
	const [comma] = string.find(uri, ",", 1, true);
	if (comma === undefined) failAt("the data URI has no comma", path);
	// The text once more as a buffer, and twice what it decodes to, which is never more than the text.
	budget.spend(uri.size() * 3, path);
	const text = buffer.fromstring(uri);
	const isBase64 =
		uri
			.sub(1, comma - 1)
			.lower()
			.sub(-7) === ";base64";
	return isBase64 ? decodeBase64(text, comma, path) : decodePercent(text, comma, path);
}
