/** What pictures show, the same in every run: for a pixel and the picture's size, red, green, blue and alpha of 0 to 1. */

/** A number of 0 to 1 that looks random, for three whole ones. */
export function hash(x, y, z) {
	let mixed = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b) ^ Math.imul(z + 1, 0xc2b2ae35);
	mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
	mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
	return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

export function gradient(x, y, width, height) {
	return [x / width, y / height, 1 - x / width, 1 - (x + y) / (2 * (width + height))];
}

export function noise(x, y) {
	return [0, 1, 2, 3].map((channel) => hash(x, y, channel));
}

/** Soft light, an edge and the grain of a sensor. */
export function photo(x, y, width, height) {
	const light = 0.5 + 0.25 * Math.sin(x / 9 + y / 23) + 0.2 * Math.cos(y / 7 - x / 31);
	const disc = Math.hypot(x - width / 2, y - height / 3) < height / 4 ? 0.25 : 0;
	const channel = (k) =>
		Math.min(1, Math.max(0, light * (1 - 0.2 * k) + disc * k * 0.5 + (hash(x, y, k) - 0.5) * 0.06));
	return [channel(0), channel(1), channel(2), Math.min(1, 0.2 + light)];
}

/** Strokes of few colours on white, with nothing in between. */
export function text(x, y) {
	const isStroke = y % 11 > 2 && y % 11 < 9 && hash(x >> 1, Math.floor(y / 11), 7) < 0.5;
	if (!isStroke) return [1, 1, 1, 0];
	return y % 22 < 11 ? [0, 0, 0, 1] : [0.8, 0.1, 0.2, 1];
}
