//!native
//!optimize 2

/*
 * The inverse DCT of Loeffler, Ligtenberg and Moschytz with 13-bit constants, rounded at the same places as
 * libjpeg's "slow integer" one: after the columns to quarters of a level, then to levels. Numbers are exact to 53 bits,
 * so products need no shifts; with scaled constants, no divisions either. The result equals libjpeg's to the last bit.
 */

/** The constants, for columns: outputs are quarters of a level. */
const SCALE1 = 2 ** -11;
const EVEN1 = 8192 * SCALE1;
const A1 = 4433 * SCALE1;
const B1 = 6270 * SCALE1;
const C1 = -15137 * SCALE1;
const D1 = 9633 * SCALE1;
const E1 = 2446 * SCALE1;
const F1 = 16819 * SCALE1;
const G1 = 25172 * SCALE1;
const H1 = 12299 * SCALE1;
const I1 = -7373 * SCALE1;
const J1 = -20995 * SCALE1;
const K1 = -16069 * SCALE1;
const L1 = -3196 * SCALE1;

/** For rows: outputs are levels. */
const SCALE2 = 2 ** -18;
const EVEN2 = 8192 * SCALE2;
const A2 = 4433 * SCALE2;
const B2 = 6270 * SCALE2;
const C2 = -15137 * SCALE2;
const D2 = 9633 * SCALE2;
const E2 = 2446 * SCALE2;
const F2 = 16819 * SCALE2;
const G2 = 25172 * SCALE2;
const H2 = 12299 * SCALE2;
const I2 = -7373 * SCALE2;
const J2 = -20995 * SCALE2;
const K2 = -16069 * SCALE2;
const L2 = -3196 * SCALE2;

/** Adding and subtracting this rounds to a whole number: numbers of its size have no smaller digits. */
const WHOLE = 1.5 * 2 ** 52;
/** Less than the smallest digit: it rounds halves up, as a shift does, instead of to the even number. */
const UP = 2 ** -13;

/** Samples are stored minus half their range; half a level rounds. */
const CENTER = 128.5;

/** The columns' results. Nothing pauses between the columns and the rows, so all calls may share them. */
const middle = new Array<number>(64, 0);

function clampLevel(value: number): number {
	return value < 0 ? 0 : value > 255 ? 255 : value;
}

function fillBlock(level: number, target: buffer, at: number, stride: number): void {
	const four = math.floor(clampLevel(level)) * 0x01010101;
	for (const row of $range(at, at + 7 * stride, stride)) {
		buffer.writeu32(target, row, four);
		buffer.writeu32(target, row + 4, four);
	}
}

/**
 * Makes samples from a block's coefficients, and sets these to zero for the next block.
 *
 * @param block 64 coefficients row by row, times their quantisers
 * @param last the last one in stored order that is not zero
 * @param target the buffer for the samples: eight rows of eight, `stride` apart, from `at` on
 */
export function inverseDct(block: Array<number>, last: number, target: buffer, at: number, stride: number): void {
	if (last === 0) {
		// Twice three bits less, each rounded: a quarter of a level is never lost on the way.
		fillBlock(block[0] / 8 + CENTER, target, at, stride);
		block[0] = 0;
		return;
	}
	const columns = middle;
	for (const column of $range(1, 8)) {
		const s0 = block[column - 1];
		const s1 = block[column + 7];
		const s2 = block[column + 15];
		const s3 = block[column + 23];
		const s4 = block[column + 31];
		const s5 = block[column + 39];
		const s6 = block[column + 47];
		const s7 = block[column + 55];
		if (s1 === 0 && s2 === 0 && s3 === 0 && s4 === 0 && s5 === 0 && s6 === 0 && s7 === 0) {
			const value = s0 * 4;
			block[column - 1] = 0;
			columns[column - 1] = value;
			columns[column + 7] = value;
			columns[column + 15] = value;
			columns[column + 23] = value;
			columns[column + 31] = value;
			columns[column + 39] = value;
			columns[column + 47] = value;
			columns[column + 55] = value;
			continue;
		}
		block[column - 1] = 0;
		block[column + 7] = 0;
		block[column + 15] = 0;
		block[column + 23] = 0;
		block[column + 31] = 0;
		block[column + 39] = 0;
		block[column + 47] = 0;
		block[column + 55] = 0;

		const z1 = (s2 + s6) * A1;
		const t2 = z1 + s6 * C1;
		const t3 = z1 + s2 * B1;
		const t0 = (s0 + s4) * EVEN1 + UP;
		const t1 = (s0 - s4) * EVEN1 + UP;
		const even0 = t0 + t3;
		const even3 = t0 - t3;
		const even1 = t1 + t2;
		const even2 = t1 - t2;

		const z5 = (s7 + s3 + s5 + s1) * D1;
		const z3 = (s7 + s3) * K1 + z5;
		const z4 = (s5 + s1) * L1 + z5;
		const y1 = (s7 + s1) * I1;
		const y2 = (s5 + s3) * J1;
		const odd0 = s7 * E1 + y1 + z3;
		const odd1 = s5 * F1 + y2 + z4;
		const odd2 = s3 * G1 + y2 + z3;
		const odd3 = s1 * H1 + y1 + z4;

		columns[column - 1] = even0 + odd3 + WHOLE - WHOLE;
		columns[column + 7] = even1 + odd2 + WHOLE - WHOLE;
		columns[column + 15] = even2 + odd1 + WHOLE - WHOLE;
		columns[column + 23] = even3 + odd0 + WHOLE - WHOLE;
		columns[column + 31] = even3 - odd0 + WHOLE - WHOLE;
		columns[column + 39] = even2 - odd1 + WHOLE - WHOLE;
		columns[column + 47] = even1 - odd2 + WHOLE - WHOLE;
		columns[column + 55] = even0 - odd3 + WHOLE - WHOLE;
	}

	let to = at;
	for (const row of $range(1, 57, 8)) {
		const s0 = columns[row - 1];
		const s1 = columns[row];
		const s2 = columns[row + 1];
		const s3 = columns[row + 2];
		const s4 = columns[row + 3];
		const s5 = columns[row + 4];
		const s6 = columns[row + 5];
		const s7 = columns[row + 6];

		const z1 = (s2 + s6) * A2;
		const t2 = z1 + s6 * C2;
		const t3 = z1 + s2 * B2;
		const t0 = (s0 + s4) * EVEN2 + CENTER;
		const t1 = (s0 - s4) * EVEN2 + CENTER;
		const even0 = t0 + t3;
		const even3 = t0 - t3;
		const even1 = t1 + t2;
		const even2 = t1 - t2;

		const z5 = (s7 + s3 + s5 + s1) * D2;
		const z3 = (s7 + s3) * K2 + z5;
		const z4 = (s5 + s1) * L2 + z5;
		const y1 = (s7 + s1) * I2;
		const y2 = (s5 + s3) * J2;
		const odd0 = s7 * E2 + y1 + z3;
		const odd1 = s5 * F2 + y2 + z4;
		const odd2 = s3 * G2 + y2 + z3;
		const odd3 = s1 * H2 + y1 + z4;

		// Writing a byte truncates.
		buffer.writeu8(target, to, clampLevel(even0 + odd3));
		buffer.writeu8(target, to + 1, clampLevel(even1 + odd2));
		buffer.writeu8(target, to + 2, clampLevel(even2 + odd1));
		buffer.writeu8(target, to + 3, clampLevel(even3 + odd0));
		buffer.writeu8(target, to + 4, clampLevel(even3 - odd0));
		buffer.writeu8(target, to + 5, clampLevel(even2 - odd1));
		buffer.writeu8(target, to + 6, clampLevel(even1 - odd2));
		buffer.writeu8(target, to + 7, clampLevel(even0 - odd3));
		to += stride;
	}
}
