/** A row of the table for each difference from -255 to 255, with as many entries per row. */
const RANGE = 255;
const ROW = 512;

/** The distance of the entries of two neighbouring differences above; those of two on the left are adjacent. */
export const PAETH_ABOVE = ROW;
/** The entry of no difference. */
export const PAETH_ORIGIN = RANGE * ROW + RANGE;

let built: buffer | undefined;

/** Returns -255 to 255 modulo 256, one after another. */
function createRamp(): buffer {
	const ramp = buffer.create(2 * RANGE + 1);
	for (const left of $range(-RANGE, RANGE)) buffer.writeu8(ramp, left + RANGE, left % 256);
	return ramp;
}

/**
 * Returns Paeth's predictor as a table: its entry PAETH_ORIGIN + (b - c) × PAETH_ABOVE + (a - c) is the prediction
 * minus c modulo 256, where a is the byte on the left, b the one above and c the one above on the left.
 *
 * The predictor takes the one of a, b and c that is nearest to a + b - c. With `left` = a - c and `above` = b - c:
 *
 * | above is at least 0        | below 0                    | nearest |
 * |----------------------------|----------------------------|---------|
 * | left ≤ -2 above            | left ≥ -2 above            | a       |
 * | -above / 2 ≤ left < above  | above < left ≤ -above / 2  | b       |
 * | left ≥ above               | left ≤ above               | a       |
 * | else                       | else                       | c       |
 *
 * Computed for each byte, its three unpredictable branches take half as long again.
 */
export function paethTable(): buffer {
	if (built !== undefined) return built;
	const nearest = buffer.create((2 * RANGE + 1) * ROW);
	const ramp = createRamp();
	const copyRamp = (above: number, first: number, last: number) => {
		if (first > last) return;
		buffer.copy(nearest, (above + RANGE) * ROW + first + RANGE, ramp, first + RANGE, last - first + 1);
	};
	for (const above of $range(0, RANGE)) {
		const half = above.idiv(2);
		copyRamp(above, -RANGE, math.max(-2 * above, -RANGE - 1));
		buffer.fill(nearest, (above + RANGE) * ROW + RANGE - half, above, half + above);
		copyRamp(above, above, RANGE);

		copyRamp(-above, -RANGE, -above);
		buffer.fill(nearest, (RANGE - above) * ROW + RANGE - above + 1, -above % 256, math.max(half + above, 0));
		copyRamp(-above, math.min(2 * above, RANGE + 1), RANGE);
	}
	built = nearest;
	return nearest;
}
