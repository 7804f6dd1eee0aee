/** A chunk of a RIFF file; bodies of an odd length are padded. */
function chunk(name, body) {
	const head = Buffer.alloc(8);
	head.write(name, 0, "latin1");
	head.writeUInt32LE(body.length, 4);
	return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

const HAS_ANIMATION = 2;
/** Each picture replaces the one before. */
const NO_BLENDING = 2;

/**
 * Joins still WebP files of one size to one that moves for ever, each shown for so many milliseconds. An encoder of animations keeps pixels
 * that hardly change from one picture to the next, which leaves blotches in a sky; these are as good as stills.
 */
export function animateWebp(stills, { width, height, milliseconds }) {
	const features = Buffer.alloc(10);
	features[0] = HAS_ANIMATION;
	features.writeUIntLE(width - 1, 4, 3);
	features.writeUIntLE(height - 1, 7, 3);
	const frames = stills.map((still) => {
		const head = Buffer.alloc(16);
		head.writeUIntLE(width - 1, 6, 3);
		head.writeUIntLE(height - 1, 9, 3);
		head.writeUIntLE(milliseconds, 12, 3);
		head[15] = NO_BLENDING;
		// What follows "RIFF", a length and "WEBP" in a still: the chunk with its pixels.
		return chunk("ANMF", Buffer.concat([head, still.subarray(12)]));
	});
	const body = Buffer.concat([Buffer.from("WEBP"), chunk("VP8X", features), chunk("ANIM", Buffer.alloc(6)), ...frames]);
	return chunk("RIFF", body);
}
