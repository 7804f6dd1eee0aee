import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { decode as decodePng } from "fast-png";
import jpeg from "jpeg-js";
import sharp from "sharp";

/** Pictures that sharp encodes, and what decodes them in V8: fast-png and jpeg-js. */

const SIDE = 1024;

/** Noise of several sizes on top of each other, as clouds, stone and skin have it. */
function clouds(side, seed) {
	let state = seed;
	const random = () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
	const values = new Float32Array(side * side);
	for (let cells = 4, reach = 0.5; cells <= side / 4; cells *= 2, reach *= 0.55) {
		const corners = Float32Array.from({ length: (cells + 1) ** 2 }, random);
		for (let y = 0; y < side; y++) {
			for (let x = 0; x < side; x++) {
				const [u, v] = [(x / side) * cells, (y / side) * cells];
				const [i, j] = [Math.floor(u), Math.floor(v)];
				const [a, b] = [u - i, v - j].map((t) => t * t * (3 - 2 * t));
				const k = j * (cells + 1) + i;
				const top = corners[k] * (1 - a) + corners[k + 1] * a;
				const bottom = corners[k + cells + 1] * (1 - a) + corners[k + cells + 2] * a;
				values[y * side + x] += reach * (top * (1 - b) + bottom * b - 0.5);
			}
		}
	}
	// The grain of a sensor.
	for (let at = 0; at < values.length; at++) values[at] += (random() - 0.5) * 0.04;
	return values;
}

function photo() {
	const [light, warm, blue] = [1, 2, 3].map((seed) => clouds(SIDE, seed));
	const pixels = new Uint8ClampedArray(SIDE * SIDE * 4);
	for (let at = 0; at < SIDE * SIDE; at++) {
		const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
		const disc = (x - 500) ** 2 + (y - 400) ** 2 < 250 ** 2 ? 60 : 0;
		pixels[4 * at] = 128 + light[at] * 220 + warm[at] * 40 + disc;
		pixels[4 * at + 1] = 120 + light[at] * 200 + y / 12;
		pixels[4 * at + 2] = 100 + light[at] * 180 + blue[at] * 40 + x / 10;
		pixels[4 * at + 3] = 300 - Math.hypot(x - 512, y - 512) / 2;
	}
	return sharp(Buffer.from(pixels.buffer), { raw: { width: SIDE, height: SIDE, channels: 4 } });
}

/** fast-png leaves colours as they are stored: what makes them RGBA is part of the work. */
function toRgba({ width, height, data, channels, palette }) {
	if (channels === 4) return data;
	const pixels = new Uint8Array(width * height * 4);
	const words = new Uint32Array(pixels.buffer);
	if (palette) {
		const colors = Uint32Array.from(palette, ([r, g, b, a = 255]) => (r | (g << 8) | (b << 16) | (a << 24)) >>> 0);
		for (let at = 0; at < words.length; at++) words[at] = colors[data[at]];
	} else {
		for (let at = 0, from = 0; at < words.length; at++, from += 3) {
			words[at] = (data[from] | (data[from + 1] << 8) | (data[from + 2] << 16) | 0xff000000) >>> 0;
		}
	}
	return pixels;
}

/** jpeg-js repeats chroma samples where libjpeg and Dolly interpolate them: alike on average, not pixel by pixel. */
function isAlike(ours, theirs) {
	let sum = 0;
	for (let at = 0; at < ours.length; at++) sum += Math.abs(ours[at] - theirs[at]);
	return ours.length === theirs.length && sum / ours.length < 2;
}

export async function prepare(folder) {
	const picture = photo();
	const opaque = picture.clone().removeAlpha();
	const png = (file) => ({ name: "fast-png in V8", body: () => toRgba(decodePng(file)) });
	const jpg = (file) => ({
		name: "jpeg-js in V8",
		body: () => jpeg.decode(file, { useTArray: true }).data,
		agrees: isAlike,
	});
	const files = [
		["PNG, RGB, 1024 × 1024", png, await opaque.clone().png({ adaptiveFiltering: true }).toBuffer()],
		["PNG, RGBA, 1024 × 1024", png, await picture.clone().png({ adaptiveFiltering: true }).toBuffer()],
		["PNG, 256 colours, 1024 × 1024", png, await opaque.clone().png({ palette: true, dither: 0.5 }).toBuffer()],
		["JPEG 4:2:0, quality 85, 1024 × 1024", jpg, await opaque.clone().jpeg({ quality: 85 }).toBuffer()],
		[
			"JPEG 4:4:4, quality 92, 1024 × 1024",
			jpg,
			await opaque.clone().jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer(),
		],
		["JPEG, progressive, 1024 × 1024", jpg, await opaque.clone().jpeg({ quality: 85, progressive: true }).toBuffer()],
	];
	const rivals = [];
	const directory = [];
	files.forEach(([row, rivalOf, file], index) => {
		writeFileSync(join(folder, `images-${index}.bin`), file);
		directory.push([index, SIDE * SIDE * 4, row].join("\t"));
		const rival = rivalOf(file);
		rivals.push({ row, ...rival, result: rival.body });
	});
	writeFileSync(join(folder, "images.txt"), directory.join("\n"));
	return rivals;
}
