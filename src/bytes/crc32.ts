//!native
//!optimize 2

/** The polynomial of zip, PNG and Ethernet, its bits in reverse order. */
const POLYNOMIAL = 0xedb88320;

/** The checksum's change for each value of a byte: 256 × u32. */
const TABLE = buffer.create(1024);
for (const value of $range(0, 255)) {
	let sum = value;
	for (const _ of $range(1, 8)) {
		sum = sum % 2 === 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
	}
	buffer.writeu32(TABLE, value * 4, sum);
}

/**
 * The CRC-32 (as in zip and PNG) of bytes `start` to `finish`, `finish` excluded.
 *
 * @example
 * const sum = crc32(source, 4, buffer.len(source));
 */
export function crc32(source: buffer, start = 0, finish = buffer.len(source)): number {
	let sum = 0xffffffff;
	for (const at of $range(start, finish - 1)) {
		sum = (sum >>> 8) ^ buffer.readu32(TABLE, ((sum ^ buffer.readu8(source, at)) & 0xff) * 4);
	}
	return sum ^ 0xffffffff;
}
