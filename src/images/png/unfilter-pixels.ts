//!native
//!optimize 2
import { PAETH_ABOVE, PAETH_ORIGIN, paethTable } from "./paeth";
import { Filter } from "./unfilter";

const CORNER = PAETH_ABOVE + 1;

/**
 * Undoes Paeth's filter on rows of red, green and blue. The channels are interleaved, since each waits for its left.
 */
function unfilterPaethRgb(raw: buffer, width: number, rows: buffer, at: number, prior: buffer, priorAt: number): void {
	const paeth = paethTable();
	let [a0, a1, a2] = [0, 0, 0];
	let [c0, c1, c2] = [0, 0, 0];
	let from = 1;
	const above = priorAt - at;
	for (const to of $range(at, at + width * 4 - 4, 4)) {
		const x = buffer.readu32(raw, from);
		const b = buffer.readu32(prior, to + above);
		const b0 = b & 255;
		const b1 = (b >>> 8) & 255;
		const b2 = (b >>> 16) & 255;
		a0 = (x + c0 + buffer.readu8(paeth, PAETH_ORIGIN + a0 + b0 * PAETH_ABOVE - c0 * CORNER)) & 255;
		a1 = ((x >>> 8) + c1 + buffer.readu8(paeth, PAETH_ORIGIN + a1 + b1 * PAETH_ABOVE - c1 * CORNER)) & 255;
		a2 = ((x >>> 16) + c2 + buffer.readu8(paeth, PAETH_ORIGIN + a2 + b2 * PAETH_ABOVE - c2 * CORNER)) & 255;
		buffer.writeu32(rows, to, 0xff000000 + a0 + a1 * 256 + a2 * 65536);
		c0 = b0;
		c1 = b1;
		c2 = b2;
		from += 3;
	}
}

/** Does the same on rows with alpha. */
function unfilterPaethRgba(raw: buffer, width: number, rows: buffer, at: number, prior: buffer, priorAt: number): void {
	const paeth = paethTable();
	let [a0, a1, a2, a3] = [0, 0, 0, 0];
	let [c0, c1, c2, c3] = [0, 0, 0, 0];
	const back = 1 - at;
	const above = priorAt - at;
	for (const to of $range(at, at + width * 4 - 4, 4)) {
		const x = buffer.readu32(raw, to + back);
		const b = buffer.readu32(prior, to + above);
		const b0 = b & 255;
		const b1 = (b >>> 8) & 255;
		const b2 = (b >>> 16) & 255;
		const b3 = b >>> 24;
		a0 = (x + c0 + buffer.readu8(paeth, PAETH_ORIGIN + a0 + b0 * PAETH_ABOVE - c0 * CORNER)) & 255;
		a1 = ((x >>> 8) + c1 + buffer.readu8(paeth, PAETH_ORIGIN + a1 + b1 * PAETH_ABOVE - c1 * CORNER)) & 255;
		a2 = ((x >>> 16) + c2 + buffer.readu8(paeth, PAETH_ORIGIN + a2 + b2 * PAETH_ABOVE - c2 * CORNER)) & 255;
		a3 = ((x >>> 24) + c3 + buffer.readu8(paeth, PAETH_ORIGIN + a3 + b3 * PAETH_ABOVE - c3 * CORNER)) & 255;
		buffer.writeu32(rows, to, a0 + a1 * 256 + a2 * 65536 + a3 * 16777216);
		c0 = b0;
		c1 = b1;
		c2 = b2;
		c3 = b3;
	}
}

/**
 * Undoes the filter of a row of 8-bit RGB or RGBA pixels and writes them as RGBA, in one pass. A pixel's bytes are
 * added in one word: their upper bits separately, so that no carry reaches a neighbour.
 *
 * @param raw the stored row: the filter, then the bytes
 * @param size 3 or 4, the bytes of a stored pixel
 * @param rows the buffer for the pixels, from `at` on
 * @param prior the buffer with the pixels of the row above, from `priorAt` on; zeros above the first
 */
export function unfilterPixels(
	raw: buffer,
	size: number,
	width: number,
	rows: buffer,
	at: number,
	prior: buffer,
	priorAt: number,
): void {
	const filter: Filter = buffer.readu8(raw, 0);
	const hasAlpha = size === 4;
	const opaque = hasAlpha ? 0 : 0xff000000;
	const low = hasAlpha ? 0x7f7f7f7f : 0x7f7f7f;
	const high = hasAlpha ? 0x80808080 : 0x808080;
	const last = at + width * 4 - 4;
	let from = 1;
	if (filter === Filter.None) {
		if (hasAlpha) {
			buffer.copy(rows, at, raw, 1, width * 4);
			return;
		}
		for (const to of $range(at, last, 4)) {
			buffer.writeu32(rows, to, buffer.readu32(raw, from) | 0xff000000);
			from += 3;
		}
	} else if (filter === Filter.Sub) {
		let left = 0;
		for (const to of $range(at, last, 4)) {
			const x = buffer.readu32(raw, from);
			left = ((x & low) + (left & low)) ^ ((x ^ left) & high);
			buffer.writeu32(rows, to, left + opaque);
			from += size;
		}
	} else if (filter === Filter.Up) {
		const above = priorAt - at;
		for (const to of $range(at, last, 4)) {
			const x = buffer.readu32(raw, from);
			const y = buffer.readu32(prior, to + above);
			buffer.writeu32(rows, to, (((x & low) + (y & low)) ^ ((x ^ y) & high)) + opaque);
			from += size;
		}
	} else if (filter === Filter.Average) {
		const above = priorAt - at;
		const halves = low * 2;
		let left = 0;
		for (const to of $range(at, last, 4)) {
			const x = buffer.readu32(raw, from);
			const y = buffer.readu32(prior, to + above);
			const mean = (left & y) + (((left ^ y) & halves) >>> 1);
			left = ((x & low) + (mean & low)) ^ ((x ^ mean) & high);
			buffer.writeu32(rows, to, left + opaque);
			from += size;
		}
	} else if (filter === Filter.Paeth) {
		if (hasAlpha) unfilterPaethRgba(raw, width, rows, at, prior, priorAt);
		else unfilterPaethRgb(raw, width, rows, at, prior, priorAt);
	}
}
