/** Writes BLP2 files by hand. */

export const PALETTE = 1;
export const DXT = 2;
export const RAW = 3;

/**
 * @param options encoding, alphaDepth, alphaEncoding; `palette` of 256 × blue, green, red, any
 * @param mips the bytes of each picture, the largest first
 */
export function writeBlp(width, height, { encoding, alphaDepth = 0, alphaEncoding = 0, palette }, mips) {
	const head = Buffer.alloc(148 + 1024);
	head.write("BLP2", 0, "latin1");
	head.writeUInt32LE(1, 4);
	head.set([encoding, alphaDepth, alphaEncoding, mips.length > 1 ? 1 : 0], 8);
	head.writeUInt32LE(width, 12);
	head.writeUInt32LE(height, 16);
	let at = head.length;
	mips.forEach((mip, index) => {
		head.writeUInt32LE(at, 20 + index * 4);
		head.writeUInt32LE(mip.length, 84 + index * 4);
		at += mip.length;
	});
	if (palette) Buffer.from(palette).copy(head, 148);
	return Buffer.concat([head, ...mips]);
}
