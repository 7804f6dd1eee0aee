import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants } from "node:zlib";
import decodeDxt from "decode-dxt";
import { decode as decodePng, encode as encodePng } from "fast-png";
import sharp from "sharp";
import { gradient, hash, noise, photo, text } from "./images/contents.mjs";
import { DXT, PALETTE, RAW, writeBlp } from "./images/write-blp.mjs";
import { writeJpeg } from "./images/write-jpeg.mjs";
import { chunk, writePng } from "./images/write-png.mjs";

/**
 * Pictures of every kind that is read, made by sharp, fast-png and by hand, and their pixels as libpng and libjpeg (in
 * sharp), fast-png and decode-dxt have them.
 */

const CONTENTS = [gradient, noise, photo, text];

/** A case: its picture's size, what the caller asks for, the file, and its pixels. */
function encodeCase({ name, file, width, height, pixels, maxSize = 0, isData = false }) {
	const head = Buffer.alloc(16);
	const hasAlpha = pixels.some((value, at) => at % 4 === 3 && value < 255);
	if (pixels.length !== width * height * 4) throw new Error(`${name}: ${pixels.length} bytes of pixels`);
	head.writeUInt16LE(Buffer.byteLength(name), 0);
	head.writeUInt16LE(width, 2);
	head.writeUInt16LE(height, 4);
	head.writeUInt16LE(maxSize, 6);
	head.writeUInt8(isData ? 1 : 0, 8);
	head.writeUInt8(hasAlpha ? 1 : 0, 9);
	head.writeUInt32LE(file.length, 12);
	return Buffer.concat([head, Buffer.from(name), file, pixels]);
}

export const linearOf = (level) => (level <= 10.31475 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4);
export const levelOf = (light) =>
	Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));

/** The same case for a caller who wants no side longer: blocks of pixels averaged, colours as light and by their alpha. */
export function reduced(whole, maxSize, isData = false) {
	let side = 1;
	while (Math.ceil(Math.max(whole.width, whole.height) / side) > maxSize) side *= 2;
	const width = Math.ceil(whole.width / side);
	const height = Math.ceil(whole.height / side);
	const pixels = Buffer.alloc(width * height * 4);
	for (let at = 0; at < width * height; at++) {
		const block = [];
		for (let v = 0; v < side; v++) {
			for (let u = 0; u < side; u++) {
				const [x, y] = [(at % width) * side + u, Math.floor(at / width) * side + v];
				const from = (y * whole.width + x) * 4;
				if (x < whole.width && y < whole.height) block.push(whole.pixels.subarray(from, from + 4));
			}
		}
		const mean = (valueOf, weightOf = () => 1) => {
			const total = block.reduce((sum, pixel) => sum + weightOf(pixel), 0);
			return total === 0 ? undefined : block.reduce((sum, pixel) => sum + valueOf(pixel) * weightOf(pixel), 0) / total;
		};
		for (let channel = 0; channel < 4; channel++) {
			const plain = mean((pixel) => pixel[channel]);
			const light = (weightOf) => mean((pixel) => linearOf(pixel[channel]), weightOf);
			const isPlain = isData || channel === 3;
			pixels[at * 4 + channel] = isPlain ? Math.round(plain) : levelOf(light((pixel) => pixel[3]) ?? light());
		}
	}
	return { ...whole, name: `${whole.name}, at most ${maxSize}`, width, height, pixels, maxSize, isData };
}

/** The pixels of a PNG by libpng; 16-bit numbers as the nearest of 8 bits. */
async function libpngPixels(file, isDeep) {
	const image = sharp(file).ensureAlpha();
	if (!isDeep) return image.toColourspace("srgb").raw().toBuffer();
	const data = await image.toColourspace("rgb16").raw({ depth: "ushort" }).toBuffer();
	const deep = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
	return Buffer.from(deep, 0).map((_, at) => Math.round(deep[at] / 257));
}

/** The pixels of a PNG by fast-png, which leaves colours as they are stored, where it reads them. */
function fastPngPixels(file) {
	if (file[24] < 8) return undefined;
	const { width, height, data, channels, depth, palette, transparency } = decodePng(file);
	if (transparency !== undefined) return undefined;
	const pixels = Buffer.alloc(width * height * 4, 255);
	for (let at = 0; at < width * height; at++) {
		let values = palette ? palette[data[at]] : [...data.subarray(at * channels, (at + 1) * channels)];
		if (depth === 16) values = values.map((value) => Math.round(value / 257));
		if (values.length < 3) values = [values[0], values[0], values[0], values[1] ?? 255];
		pixels.set(values, at * 4);
	}
	return pixels;
}

/** A case of a PNG on whose pixels both decoders agree, where both read it. */
async function pngCase(name, file, width, height, isDeep = false) {
	const pixels = await libpngPixels(file, isDeep);
	const others = fastPngPixels(file);
	if (others && !others.equals(pixels)) throw new Error(`${name}: fast-png and libpng disagree`);
	return { name, file, width, height, pixels };
}

/** The numbers of a pixel as a colour type and depth store them. */
function sampler(colorType, depth, content, width, height) {
	const most = 2 ** depth - 1;
	return (x, y) => {
		const [red, green, blue, alpha] = content(x, y, width, height).map((share) => Math.round(share * most));
		if (colorType === 3) return [Math.floor(hash(x, y, 5) * Math.min(most + 1, 200))];
		if (colorType === 0) return [green];
		if (colorType === 2) return [red, green, blue];
		return colorType === 4 ? [green, alpha] : [red, green, blue, alpha];
	};
}

const paletteOf = (count) =>
	Buffer.from(Array.from({ length: count * 3 }, (_, at) => Math.floor(hash(at, 3, 1) * 256)));

/** What tRNS names: the colour of the first pixel, or alphas for some of the palette. */
function transparencyOf(colorType, depth, sample) {
	if (colorType === 3) {
		const count = Math.min(2 ** depth, 200) - 1;
		return Buffer.from(Array.from({ length: count }, (_, at) => Math.floor(hash(at, 4, 1) * 256)));
	}
	const key = Buffer.alloc(colorType === 0 ? 2 : 6);
	sample(0, 0).forEach((value, channel) => key.writeUInt16BE(value, channel * 2));
	return key;
}

async function pngCases() {
	const cases = [];
	const add = async (name, width, height, options, content = photo) => {
		const { colorType, depth } = options;
		const sample = sampler(colorType, depth, content, width, height);
		const palette = colorType === 3 ? paletteOf(Math.min(2 ** depth, 200)) : undefined;
		const transparency = options.isKeyed ? transparencyOf(colorType, depth, sample) : undefined;
		const file = writePng(width, height, { ...options, palette, transparency }, sample);
		cases.push(await pngCase(name, file, width, height, depth === 16));
	};
	const kinds = [0, 2, 3, 4, 6].flatMap(
		(colorType) =>
			({ 0: [1, 2, 4, 8, 16], 3: [1, 2, 4, 8] })[colorType]?.map((depth) => [colorType, depth]) ?? [
				[colorType, 8],
				[colorType, 16],
			],
	);
	for (const [index, [colorType, depth]] of kinds.entries()) {
		const name = `colour type ${colorType}, ${depth} bits`;
		await add(name, 19, 13, { colorType, depth }, CONTENTS[index % 4]);
		await add(`${name}, interlaced`, 19, 13, { colorType, depth, isInterlaced: true }, CONTENTS[(index + 1) % 4]);
		if (colorType > 3) continue;
		await add(`${name}, tRNS`, 17, 11, { colorType, depth, isKeyed: true }, text);
		await add(`${name}, tRNS, interlaced`, 17, 11, { colorType, depth, isKeyed: true, isInterlaced: true }, text);
	}
	for (const [colorType, depth] of [
		[0, 8],
		[2, 8],
		[6, 8],
		[4, 8],
		[2, 16],
		[0, 1],
	]) {
		for (let filter = 0; filter < 5; filter++) {
			const name = `colour type ${colorType}, ${depth} bits, filter ${filter}`;
			await add(name, 16, 9, { colorType, depth, filter: () => filter }, noise);
		}
	}
	const rgba = { colorType: 6, depth: 8 };
	for (const [width, height] of [
		[1, 1],
		[1, 9],
		[5, 1],
		[2, 2],
		[8, 8],
	]) {
		await add(`${width} × ${height}`, width, height, rgba, noise);
		await add(`${width} × ${height}, interlaced`, width, height, { ...rgba, isInterlaced: true }, noise);
		await add(`${width} × ${height}, 1 bit`, width, height, { colorType: 0, depth: 1, isInterlaced: true }, noise);
	}
	const { Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;
	for (const [name, deflate] of [
		["stored blocks", { level: 0 }],
		["fixed codes", { strategy: Z_FIXED }],
		["no matches", { strategy: Z_HUFFMAN_ONLY }],
		["runs alone", { strategy: Z_RLE }],
		["level 9", { level: 9 }],
		["a window of 512 bytes and many blocks", { windowBits: 9, memLevel: 1 }],
	]) {
		await add(name, 40, 30, { ...rgba, deflate }, name === "runs alone" ? text : photo);
	}
	await add("a window that moves", 150, 120, { ...rgba, deflate: { memLevel: 3 } }, photo);
	await add("five IDAT chunks", 19, 13, { ...rgba, pieces: 5 });
	await add("IDAT chunks of a byte", 5, 4, { ...rgba, pieces: 60 });
	const extra = [chunk("gAMA", [0, 0, 177, 143]), chunk("tEXt", Buffer.from("Title\0by hand"))];
	await add("chunks that do not matter", 19, 13, { ...rgba, extra });
	const first = cases[0];
	cases.push({ ...first, name: "bytes after the end", file: Buffer.concat([first.file, Buffer.from("more")]) });

	const raw = (width, height, channels, content) => {
		const pixels = Buffer.alloc(width * height * channels);
		for (let at = 0; at < width * height; at++) {
			const colors = content(at % width, Math.floor(at / width), width, height);
			for (let k = 0; k < channels; k++) pixels[at * channels + k] = Math.round(colors[k] * 255);
		}
		return pixels;
	};
	const shot = sharp(raw(45, 35, 4, photo), { raw: { width: 45, height: 35, channels: 4 } });
	for (const [name, options] of [
		["by sharp", {}],
		["by sharp, filters chosen", { adaptiveFiltering: true }],
		["by sharp, interlaced", { progressive: true }],
		["by sharp, a palette", { palette: true, colours: 64 }],
		["by sharp, a palette of 4", { palette: true, colours: 4 }],
	]) {
		cases.push(await pngCase(name, await shot.clone().png(options).toBuffer(), 45, 35));
	}
	for (const channels of [1, 2, 3, 4]) {
		const data = raw(23, 17, channels, photo);
		const file = Buffer.from(encodePng({ width: 23, height: 17, data, channels, depth: 8 }));
		cases.push(await pngCase(`by fast-png, ${channels} channels`, file, 23, 17));
	}

	const named = (name) => cases.find((one) => one.name === name);
	cases.push(reduced(named("by sharp"), 44), reduced(named("by sharp"), 12), reduced(named("by sharp"), 1));
	cases.push(reduced(named("by sharp"), 44, true), reduced(named("by sharp"), 12, true));
	cases.push(reduced(named("by sharp, interlaced"), 12));
	cases.push(reduced(named("colour type 6, 8 bits, filter 4"), 9));
	cases.push(reduced(named("colour type 2, 8 bits, tRNS"), 9));
	cases.push(reduced(named("colour type 3, 4 bits"), 10));
	return cases;
}

/** Red, green and blue of 0 to 1 as luma and chroma of 0 to 255. */
function ycc([red, green, blue]) {
	const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
	return [luma, (blue - luma) / 1.772 + 0.5, (red - luma) / 1.402 + 0.5].map((share) => share * 255);
}

/** Planes with the samplings given, as `write-jpeg` takes them. */
function planesOf(samplings, width, height, content, convert = ycc) {
	return samplings.map(([across, down], index) => ({
		across,
		down,
		sample: (x, y) => convert(content(x, y, width, height))[index],
	}));
}

async function jpegCase(name, file, width, height) {
	const pixels = await sharp(file).toColourspace("srgb").ensureAlpha().raw().toBuffer();
	return { name, file, width, height, pixels };
}

/** libjpeg gives ink; how much light it leaves is the product of what colour and black leave. */
async function inkCase(name, file, width, height) {
	const ink = await sharp(file).pipelineColourspace("cmyk").toColourspace("cmyk").raw().toBuffer();
	const pixels = Buffer.alloc(width * height * 4, 255);
	for (let at = 0; at < width * height; at++) {
		for (let k = 0; k < 3; k++)
			pixels[at * 4 + k] = Math.round(((255 - ink[at * 4 + k]) * (255 - ink[at * 4 + 3])) / 255);
	}
	return { name, file, width, height, pixels };
}

async function jpegCases() {
	const cases = [];
	const add = async (name, width, height, samplings, options = {}, content = photo, convert = ycc) => {
		const file = writeJpeg(width, height, planesOf(samplings, width, height, content, convert), options);
		cases.push(await (samplings.length === 4 ? inkCase : jpegCase)(name, file, width, height));
	};
	const one = [1, 1];
	const color = (across, down) => [[across, down], one, one];
	for (const [name, samplings] of [
		["4:4:4", color(1, 1)],
		["4:2:2", color(2, 1)],
		["4:4:0", color(1, 2)],
		["4:2:0", color(2, 2)],
		["4:1:1", color(4, 1)],
		["4:1:0", color(4, 2)],
		["1 × 4", color(1, 4)],
		[
			"chroma alike in nothing",
			[
				[2, 2],
				[1, 2],
				[2, 1],
			],
		],
		["chroma finer than luma", [one, [2, 1], [2, 2]]],
		["red finer than blue", [[2, 2], [2, 2], one]],
	]) {
		await add(name, 45, 35, samplings);
		await add(`${name}, noise`, 33, 18, samplings, { quality: 6 }, noise);
	}
	for (const [width, height] of [
		[1, 1],
		[2, 2],
		[3, 3],
		[4, 5],
		[5, 4],
		[8, 8],
		[16, 16],
		[17, 9],
		[9, 33],
	]) {
		await add(`4:2:0, ${width} × ${height}`, width, height, color(2, 2), {}, noise);
		await add(`4:2:2, ${width} × ${height}`, width, height, color(2, 1), {}, noise);
		await add(`4:4:0, ${width} × ${height}`, width, height, color(1, 2), {}, noise);
	}
	for (const interval of [1, 3, 5]) {
		await add(`restarts after ${interval}`, 45, 35, color(2, 2), { interval });
		await add(`restarts after ${interval}, separate scans`, 45, 35, color(2, 2), { interval, isSeparate: true });
	}
	await add("more than eight restarts", 90, 35, color(1, 1), { interval: 2 }, gradient);
	await add("separate scans", 45, 35, color(2, 1), { isSeparate: true });
	await add("16-bit quantisers", 45, 35, color(2, 2), { isDeep: true });
	await add("JFIF, whatever the components are called", 20, 20, color(1, 1), { isJfif: true, ids: [82, 71, 66] });
	await add("strokes beyond black and white", 45, 35, color(2, 2), { quality: 40 }, text);
	const plain = (colors) => colors.map((share) => share * 255);
	await add("grey", 45, 35, [one], {}, photo, plain);
	await add("grey with sampling 2 × 2", 45, 35, [[2, 2]], {}, photo, plain);
	await add("RGB by Adobe's marker", 45, 35, color(1, 1), { adobe: 0 }, photo, plain);
	await add("RGB by the components' names", 45, 35, color(1, 1), { ids: [82, 71, 66] }, photo, plain);
	await add("YCbCr by Adobe's marker", 45, 35, color(2, 1), { adobe: 1, ids: [82, 71, 66] });
	const four = [one, one, one, one];
	const black = ([, , , alpha]) => (0.5 + alpha / 2) * 255;
	await add("CMYK without a marker", 45, 35, four, {}, photo, (colors) => [...plain(colors).slice(0, 3), 90]);
	await add("CMYK by Adobe", 45, 35, four, { adobe: 0 }, photo, (colors) => [
		...plain(colors).slice(0, 3),
		black(colors),
	]);
	const inks = ([red, green, blue, alpha]) => [...ycc([1 - red, 1 - green, 1 - blue]), black([0, 0, 0, alpha])];
	await add("YCCK by Adobe", 45, 35, four, { adobe: 2 }, photo, inks);
	await add("YCCK by Adobe, 4:2:0", 45, 35, [[2, 2], one, one, [2, 2]], { adobe: 2 }, photo, inks);

	const pixels = Buffer.alloc(70 * 50 * 3);
	for (let at = 0; at < 70 * 50; at++) {
		const colors = photo(at % 70, Math.floor(at / 70), 70, 50);
		for (let k = 0; k < 3; k++) pixels[at * 3 + k] = Math.round(colors[k] * 255);
	}
	const shot = sharp(pixels, { raw: { width: 70, height: 50, channels: 3 } });
	for (const [name, options] of [
		["by sharp, 4:2:0", { quality: 80 }],
		["by sharp, 4:4:4", { quality: 95, chromaSubsampling: "4:4:4" }],
		["by sharp, quality 100", { quality: 100 }],
		["by sharp, quality 8", { quality: 8 }],
		["by sharp, progressive, 4:2:0", { quality: 80, progressive: true }],
		["by sharp, progressive, 4:4:4", { quality: 95, progressive: true, chromaSubsampling: "4:4:4" }],
		["by sharp, progressive, quality 100", { quality: 100, progressive: true, chromaSubsampling: "4:4:4" }],
		["by sharp, as mozjpeg", { quality: 70, mozjpeg: true }],
	]) {
		cases.push(await jpegCase(name, await shot.clone().jpeg(options).toBuffer(), 70, 50));
	}
	const gray = shot.clone().greyscale();
	cases.push(await jpegCase("by sharp, grey", await gray.clone().jpeg().toBuffer(), 70, 50));
	cases.push(await jpegCase("by sharp, grey, progressive", await gray.jpeg({ progressive: true }).toBuffer(), 70, 50));
	const ink = shot.clone().toColourspace("cmyk");
	cases.push(await inkCase("by sharp, CMYK", await ink.clone().jpeg({ quality: 90 }).toBuffer(), 70, 50));
	const inkFile = await ink.jpeg({ quality: 90, progressive: true, chromaSubsampling: "4:4:4" }).toBuffer();
	cases.push(await inkCase("by sharp, CMYK, progressive", inkFile, 70, 50));

	const named = (name) => cases.find((file) => file.name === name);
	cases.push(reduced(named("by sharp, 4:2:0"), 20), reduced(named("by sharp, progressive, 4:4:4"), 35));
	cases.push(reduced(named("4:2:2"), 44, true), reduced(named("grey"), 1));
	return cases;
}

/** Random DXT blocks: some with colours in order, some equal, some the other way round. */
function dxtBlocks(width, height, size, seed) {
	const blocks = Buffer.alloc(Math.ceil(width / 4) * Math.ceil(height / 4) * size);
	for (let at = 0; at < blocks.length; at++) blocks[at] = hash(at, size, seed) * 256;
	for (let at = size - 8; at < blocks.length; at += size * 5) blocks.copyWithin(at + 2, at, at + 2);
	return blocks;
}

/** What decode-dxt makes of blocks: of whole ones, and so of the picture. */
function dxtPixels(blocks, width, height, format, isOpaque) {
	const padded = Math.ceil(width / 4) * 4;
	const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.length);
	const all = Buffer.from(decodeDxt(view, padded, Math.ceil(height / 4) * 4, format));
	const pixels = Buffer.alloc(width * height * 4);
	for (let y = 0; y < height; y++) all.copy(pixels, y * width * 4, y * padded * 4, (y * padded + width) * 4);
	if (isOpaque) for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
	return pixels;
}

function blpCases() {
	const cases = [];
	for (const [name, format, size, alphaDepth, alphaEncoding] of [
		["DXT1", "dxt1", 8, 0, 0],
		["DXT1 with alpha", "dxt1", 8, 1, 0],
		["DXT3", "dxt3", 16, 4, 1],
		["DXT5", "dxt5", 16, 8, 7],
	]) {
		for (const [width, height] of [
			[16, 12],
			[10, 7],
			[1, 1],
		]) {
			const blocks = dxtBlocks(width, height, size, alphaDepth);
			const pixels = dxtPixels(blocks, width, height, format, alphaDepth === 0);
			const file = writeBlp(width, height, { encoding: DXT, alphaDepth, alphaEncoding }, [blocks]);
			cases.push({ name: `${name}, ${width} × ${height}`, file, width, height, pixels });
		}
	}
	const blocks = dxtBlocks(16, 16, 8, 2);
	const mips = [blocks, dxtBlocks(8, 8, 8, 3), dxtBlocks(4, 4, 8, 4), dxtBlocks(2, 2, 8, 5), dxtBlocks(1, 1, 8, 6)];
	const file = writeBlp(16, 16, { encoding: DXT }, mips);
	for (const [level, mip] of mips.entries()) {
		const side = 16 >> level;
		const pixels = dxtPixels(mip, side, side, "dxt1", true);
		cases.push({ name: `the picture of ${side}`, file, width: side, height: side, pixels, maxSize: side });
	}
	cases.push(reduced({ ...cases.find(({ name }) => name === "DXT1, 16 × 12") }, 5));

	const [width, height] = [13, 9];
	const indices = Buffer.from(Array.from({ length: width * height }, (_, at) => hash(at, 1, 1) * 256));
	const palette = Buffer.from(Array.from({ length: 1024 }, (_, at) => hash(at, 2, 2) * 256));
	for (const alphaDepth of [0, 1, 4, 8]) {
		const most = 2 ** alphaDepth - 1;
		const alphas = Array.from(indices, (_, at) => Math.floor(hash(at, 3, 3) * (most + 1)));
		const packed = Buffer.alloc(Math.ceil((alphas.length * alphaDepth) / 8));
		alphas.forEach((alpha, at) => alphaDepth && (packed[(at * alphaDepth) >> 3] |= alpha << ((at * alphaDepth) & 7)));
		const pixels = Buffer.from(
			Array.from(indices).flatMap((index, at) => {
				const [blue, green, red] = palette.subarray(index * 4);
				return [red, green, blue, alphaDepth === 0 ? 255 : (alphas[at] * 255) / most];
			}),
		);
		const head = { encoding: PALETTE, alphaDepth, alphaEncoding: 8, palette };
		const paletted = writeBlp(width, height, head, [Buffer.concat([indices, packed])]);
		cases.push({ name: `a palette, ${alphaDepth} bits of alpha`, file: paletted, width, height, pixels });
	}
	for (const alphaDepth of [0, 8]) {
		const raw = Buffer.from(Array.from({ length: width * height * 4 }, (_, at) => hash(at, 6, 6) * 256));
		const pixels = Buffer.from(raw).map((_, at) => {
			if (at % 4 === 3) return alphaDepth === 0 ? 255 : raw[at];
			return raw[at - (at % 4) + 2 - (at % 4)];
		});
		const head = { encoding: RAW, alphaDepth, alphaEncoding: 8 };
		cases.push({
			...{ name: `raw, ${alphaDepth} bits of alpha`, file: writeBlp(width, height, head, [raw]) },
			...{ width, height, pixels },
		});
	}
	return cases;
}

export async function generate(folder) {
	for (const [format, cases] of [
		["png", await pngCases()],
		["jpeg", await jpegCases()],
		["blp", blpCases()],
	]) {
		writeFileSync(join(folder, `images-${format}.bin`), Buffer.concat(cases.map(encodeCase)));
	}
}
