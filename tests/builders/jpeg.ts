/** A progressive JPEG of black pixels: a scan of DC coefficients, and `scans` others of which each has nothing. */
export interface EmptyJpegShape {
	/** A multiple of 8. */
	side: number;
	/** How many scans follow the first: 63 at most, of a coefficient each. */
	scans: number;
	/** Whether the file ends with a marker that may not stand there. */
	isDamaged?: boolean;
}

/** All of its scans are zeros in a few bytes. */
export function buildEmptyJpeg({ side, scans, isDamaged = false }: EmptyJpegShape): buffer {
	const bytes = [0xff, 0xd8];
	const put = (...more: Array<number>) => more.forEach((byte) => bytes.push(byte));
	const zeros = (count: number) => {
		for (const _ of $range(1, count)) bytes.push(0);
	};
	const blocks = (side / 8) ** 2;
	put(0xff, 0xdb, 0, 67, 0);
	for (const _ of $range(1, 64)) bytes.push(1);
	put(0xff, 0xc2, 0, 11, 8, side.idiv(256), side % 256, side.idiv(256), side % 256, 1, 1, 0x11, 0);
	// One code of one bit each: "no difference" for DC, and "16,384 blocks and as many as 14 bits say have nothing more" for others.
	for (const [kind, symbol] of [
		[0x00, 0x00],
		[0x10, 0xe0],
	]) {
		put(0xff, 0xc4, 0, 20, kind, 1);
		zeros(15);
		put(symbol);
	}
	put(0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0);
	zeros(math.ceil(blocks / 8));
	for (const coefficient of $range(1, scans)) {
		put(0xff, 0xda, 0, 8, 1, 1, 0, coefficient, coefficient, 0);
		zeros(math.ceil((math.ceil(blocks / 16384) * 15) / 8));
	}
	put(0xff, isDamaged ? 0x01 : 0xd9);
	const result = buffer.create(bytes.size());
	bytes.forEach((byte, at) => buffer.writeu8(result, at, byte));
	return result;
}
