//!native
//!optimize 2
import { crc32 } from "../../src/bytes/crc32";
import { decodeImage } from "../../src/images/decode-image";
import { oracleCases } from "../images/oracle-cases";
import { Seeded } from "../random";
import { Target } from "./fuzz";

/** What each format starts with. */
const STARTS = { png: "\x89PNG\r\n\x1a\n", jpeg: "\xff\xd8\xff", blp: "BLP2" };

/** Sizes that callers ask for: the whole picture, half of it, a pixel. */
const WANTED = [4096, 16, 1];

/** Gives every chunk of a PNG the checksum of what it has become, so that what is inside is read. */
function repairPng(file: buffer): void {
	const size = buffer.len(file);
	let at = 8;
	while (at + 12 <= size) {
		const length = bit32.byteswap(buffer.readu32(file, at));
		if (length > size - at - 12) return;
		buffer.writeu32(file, at + 8 + length, bit32.byteswap(crc32(file, at + 4, at + 8 + length)));
		at += 12 + length;
	}
}

function readImage(input: buffer, format: "png" | "jpeg" | "blp", random: Seeded): string | undefined {
	const file = buffer.create(math.max(buffer.len(input), STARTS[format].size()));
	buffer.copy(file, 0, input);
	// Otherwise it is no longer this decoder's.
	buffer.writestring(file, 0, STARTS[format]);
	if (format === "png" && random.int(0, 7) > 0) repairPng(file);
	const maxSize = WANTED[random.int(0, WANTED.size() - 1)];
	const image = decodeImage(file, { maxSize, isData: random.int(0, 1) === 0 });
	const { width, height, pixels, hasAlpha } = image;
	if (width < 1 || height < 1 || width > maxSize || height > maxSize) return `it is ${width} × ${height}`;
	if (buffer.len(pixels) !== width * height * 4) return `${buffer.len(pixels)} bytes of pixels`;
	let isOpaque = true;
	for (const at of $range(3, buffer.len(pixels) - 1, 4)) if (buffer.readu8(pixels, at) < 255) isOpaque = false;
	return isOpaque === hasAlpha ? "hasAlpha is wrong" : undefined;
}

/** Damages pictures of one format that the oracle made, small ones only. */
export function imageTarget(format: "png" | "jpeg" | "blp"): Target {
	return {
		name: format,
		seeds: oracleCases(format).map(({ file }) => file),
		read: (input, random) => readImage(input, format, random),
	};
}
