//!native
//!optimize 2

/*
 * Lengthens rows of a component with fewer samples than the picture has pixels. A sample is in the middle of its
 * pixels. Each pixel is three parts of the nearest sample and one part of the next, along each direction with half as
 * many samples. This is libjpeg's fancy upsampling, including its rounding.
 */

/** A row and its neighbours, as the four functions need them. */
export interface RowPair {
	samples: buffer;
	/** Where the nearest row starts, and the next one above or below. */
	near: number;
	next: number;
	/** The number of samples in a row. */
	count: number;
}

/** Doubles the samples across; down, doubles them or keeps them. */
export function upsampleAcross(rows: RowPair, isHalfDown: boolean, target: buffer): void {
	const { samples, near, next: beyond, count } = rows;
	// Sums of 16 parts: four from across times four from down, or four times one row.
	const other = isHalfDown ? beyond : near;
	const evenBias = isHalfDown ? 8 : 4;
	const oddBias = isHalfDown ? 7 : 8;
	let middle = buffer.readu8(samples, near) * 3 + buffer.readu8(samples, other);
	buffer.writeu8(target, 0, (middle * 4 + 8) / 16);
	let to = 1;
	for (const index of $range(1, count - 1)) {
		const right = buffer.readu8(samples, near + index) * 3 + buffer.readu8(samples, other + index);
		// Writing a byte truncates.
		buffer.writeu8(target, to, (middle * 3 + right + oddBias) / 16);
		buffer.writeu8(target, to + 1, (right * 3 + middle + evenBias) / 16);
		to += 2;
		middle = right;
	}
	buffer.writeu8(target, to, (middle * 4 + 7) / 16);
}

/** Keeps the samples across, and doubles them down. */
export function upsampleDown(rows: RowPair, isUpper: boolean, target: buffer): void {
	const { samples, near, next: beyond, count } = rows;
	const bias = isUpper ? 1 : 2;
	for (const index of $range(0, count - 1)) {
		const sum = buffer.readu8(samples, near + index) * 3 + buffer.readu8(samples, beyond + index);
		buffer.writeu8(target, index, (sum + bias) / 4);
	}
}

/** Repeats samples, for any other ratio. */
export function repeatAcross(rows: RowPair, times: number, target: buffer): void {
	const { samples, near, count } = rows;
	for (const index of $range(0, count - 1)) {
		const sample = buffer.readu8(samples, near + index);
		for (const to of $range(index * times, (index + 1) * times - 1)) buffer.writeu8(target, to, sample);
	}
}
