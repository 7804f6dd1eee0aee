//!native
//!optimize 2
import { ByteSheet } from "../byte-sheet";

/** Interpolations by the number that stands in a track's header. */
export const enum Curve {
	None = 0,
	Linear = 1,
	Hermite = 2,
	Bezier = 3,
}

/**
 * A key: its time in milliseconds, then the numbers of its value and, in a hermite or bezier track, of its in-tangent and
 * its out-tangent. A rotation is four numbers x y z w.
 */
export type Key = Array<number>;

function writeFixedText(sheet: ByteSheet, value: string, size: number): void {
	sheet.append(buffer.fromstring(value));
	sheet.fill(size - value.size(), 0);
}

/** An object whose first word is its size, that word included. */
export function sized(...parts: Array<buffer>): buffer {
	const sheet = new ByteSheet();
	sheet.u32(0);
	for (const part of parts) sheet.append(part);
	sheet.point(0, sheet.size);
	return sheet.finish();
}

export function floats(values: Array<number>): buffer {
	const sheet = new ByteSheet();
	for (const value of values) sheet.f32(value);
	return sheet.finish();
}

export function words(values: Array<number>): buffer {
	const sheet = new ByteSheet();
	for (const value of values) sheet.i32(value);
	return sheet.finish();
}

export function bytesOf(values: Array<number>): buffer {
	const sheet = new ByteSheet();
	for (const value of values) sheet.u8(value);
	return sheet.finish();
}

export function fixedText(value: string, size: number): buffer {
	const sheet = new ByteSheet();
	writeFixedText(sheet, value, size);
	return sheet.finish();
}

function cut(value: number): number {
	return value < 0 ? math.ceil(value) : math.floor(value);
}

/** Packs x into 22 bits and y and z into 21 each, from the top; the opposite rotation where w is negative. */
function writePackedRotation(sheet: ByteSheet, x: number, y: number, z: number, w: number): void {
	const sign = w < 0 ? -1 : 1;
	const [qx, qy, qz] = [cut(sign * x * 2 ** 21), cut(sign * y * 2 ** 20), cut(sign * z * 2 ** 20)];
	// The low word holds z and the low 11 bits of y; the high word the other 10 bits of y and x.
	const low = (qz % 2 ** 21) + (qy % 2 ** 11) * 2 ** 21;
	const high = (qy.idiv(2 ** 11) % 2 ** 10) + (qx % 2 ** 22) * 2 ** 10;
	sheet.u32(low, high);
}

const ROTATIONS = new Set(["KGRT", "KTAR"]);
const INDICES = new Set(["KMTF", "KRTX"]);

/** A track with a header of 16 bytes, or of 12 where `shortHeader` says so. */
export function track(
	tag: string,
	curve: Curve,
	globalSequence: number,
	keys: Array<Key>,
	shortHeader = false,
): buffer {
	const sheet = new ByteSheet();
	sheet.append(buffer.fromstring(tag));
	sheet.u32(keys.size());
	if (!shortHeader) sheet.u32(curve);
	sheet.i32(globalSequence);
	for (const key of keys) {
		sheet.i32(key[0]);
		if (ROTATIONS.has(tag)) {
			for (const at of $range(1, key.size() - 4, 4)) {
				writePackedRotation(sheet, key[at], key[at + 1], key[at + 2], key[at + 3]);
			}
		} else {
			for (const at of $range(1, key.size() - 1)) {
				if (INDICES.has(tag)) sheet.u32(key[at]);
				else sheet.f32(key[at]);
			}
		}
	}
	return sheet.finish();
}

/** KEVT: a header of 12 bytes, then times alone. */
export function eventTrack(globalSequence: number, ...times: Array<number>): buffer {
	const sheet = new ByteSheet();
	sheet.append(buffer.fromstring("KEVT"));
	sheet.u32(times.size());
	sheet.i32(globalSequence);
	for (const time of times) sheet.i32(time);
	return sheet.finish();
}

export interface NodeFields {
	name: string;
	objectId: number;
	parentId?: number;
	flags?: number;
	tracks?: Array<buffer>;
}

export function node(fields: NodeFields): buffer {
	return sized(
		fixedText(fields.name, 80),
		words([fields.objectId, fields.parentId ?? -1, fields.flags ?? 0]),
		...(fields.tracks ?? []),
	);
}
