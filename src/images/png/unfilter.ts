//!native
//!optimize 2
import { PAETH_ABOVE, PAETH_ORIGIN, paethTable } from "./paeth";

export const enum Filter {
	None,
	Sub,
	Up,
	Average,
	Paeth,
}

/** Bytes read and written beyond the end of a row, by whole words. */
export const ROW_SLACK = 3;

/**
 * Undoes the filter of a row of bytes.
 *
 * @param raw the stored row: the filter, then the bytes
 * @param count the bytes of the row
 * @param pixel the bytes of a pixel, which is the distance to the byte that predicts
 * @param row the buffer for the bytes
 * @param prior the row above; zeros above the first
 */
export function unfilterBytes(raw: buffer, count: number, pixel: number, row: buffer, prior: buffer): void {
	const filter: Filter = buffer.readu8(raw, 0);
	if (filter === Filter.None) {
		buffer.copy(row, 0, raw, 1, count);
	} else if (filter === Filter.Sub) {
		buffer.copy(row, 0, raw, 1, math.min(pixel, count));
		for (const at of $range(pixel, count - 1)) {
			// Writing a byte wraps.
			buffer.writeu8(row, at, buffer.readu8(raw, at + 1) + buffer.readu8(row, at - pixel));
		}
	} else if (filter === Filter.Up) {
		for (const at of $range(0, count - 1, 4)) {
			const x = buffer.readu32(raw, at + 1);
			const y = buffer.readu32(prior, at);
			buffer.writeu32(row, at, ((x & 0x7f7f7f7f) + (y & 0x7f7f7f7f)) ^ ((x ^ y) & 0x80808080));
		}
	} else if (filter === Filter.Average) {
		for (const at of $range(0, math.min(pixel, count) - 1)) {
			buffer.writeu8(row, at, buffer.readu8(raw, at + 1) + buffer.readu8(prior, at).idiv(2));
		}
		for (const at of $range(pixel, count - 1)) {
			const average = (buffer.readu8(row, at - pixel) + buffer.readu8(prior, at)).idiv(2);
			buffer.writeu8(row, at, buffer.readu8(raw, at + 1) + average);
		}
	} else if (filter === Filter.Paeth) {
		const paeth = paethTable();
		for (const channel of $range(0, math.min(pixel, count) - 1)) {
			let a = 0;
			let c = 0;
			for (const at of $range(channel, count - 1, pixel)) {
				const b = buffer.readu8(prior, at);
				const nearest = buffer.readu8(paeth, PAETH_ORIGIN + b * PAETH_ABOVE + a - c * (PAETH_ABOVE + 1));
				a = (buffer.readu8(raw, at + 1) + c + nearest) & 255;
				buffer.writeu8(row, at, a);
				c = b;
			}
		}
	}
}
