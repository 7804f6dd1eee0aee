import { deflateSync } from "node:zlib";

/** Writes PNG files by hand, for what encoders do not write: every depth, interlacing, chosen filters and odd chunks. */

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PASSES = [
	[0, 0, 8, 8],
	[4, 0, 8, 8],
	[0, 4, 4, 8],
	[2, 0, 4, 4],
	[0, 2, 2, 4],
	[1, 0, 2, 2],
	[0, 1, 1, 2],
];

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, value) => {
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
	return value;
});

function crc32(bytes) {
	let sum = 0xffffffff;
	for (const byte of bytes) sum = (sum >>> 8) ^ CRC_TABLE[(sum ^ byte) & 255];
	return (sum ^ 0xffffffff) >>> 0;
}

export function chunk(type, data) {
	const result = Buffer.alloc(12 + data.length);
	result.writeUInt32BE(data.length, 0);
	result.write(type, 4, "latin1");
	Buffer.from(data).copy(result, 8);
	result.writeUInt32BE(crc32(result.subarray(4, 8 + data.length)), 8 + data.length);
	return result;
}

function paeth(a, b, c) {
	const p = a + b - c;
	const [pa, pb, pc] = [a, b, c].map((value) => Math.abs(p - value));
	if (pa <= pb && pa <= pc) return a;
	return pb <= pc ? b : c;
}

function filtered(row, prior, pixel, filter) {
	const result = Buffer.alloc(1 + row.length);
	result[0] = filter;
	for (let at = 0; at < row.length; at++) {
		const a = at < pixel ? 0 : row[at - pixel];
		const b = prior[at];
		const c = at < pixel ? 0 : prior[at - pixel];
		result[1 + at] = row[at] - [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter];
	}
	return result;
}

/** The rows of a picture or a pass as they are stored; `sample` gives the numbers of a pixel. */
function storedRows({ colorType, depth, filter }, width, height, sample) {
	const channels = CHANNELS[colorType];
	const pixel = Math.max(1, (depth * channels) / 8);
	const rows = [];
	let prior = Buffer.alloc(Math.ceil((width * depth * channels) / 8));
	for (let y = 0; y < height; y++) {
		const row = Buffer.alloc(prior.length);
		for (let x = 0; x < width; x++) {
			sample(x, y).forEach((value, channel) => {
				const bit = (x * channels + channel) * depth;
				if (depth === 16) row.writeUInt16BE(value, bit / 8);
				else row[bit >> 3] |= value << (8 - depth - (bit & 7));
			});
		}
		rows.push(filtered(row, prior, pixel, filter(y)));
		prior = row;
	}
	return rows;
}

/**
 * @param options colorType, depth, isInterlaced; `filter` of a row; palette and transparency as bytes; `pieces`, how many
 * IDAT chunks; `deflate`, options of zlib; `extra` chunks before the picture
 * @param sample the numbers of the pixel at x, y
 */
export function writePng(width, height, options, sample) {
	const settings = { isInterlaced: false, filter: (y) => y % 5, pieces: 1, deflate: {}, extra: [], ...options };
	const { colorType, depth, isInterlaced, palette, transparency, pieces, deflate, extra } = settings;
	const rows = [];
	for (const [left, top, across, down] of isInterlaced ? PASSES : [[0, 0, 1, 1]]) {
		const passWidth = Math.max(0, Math.ceil((width - left) / across));
		const passHeight = Math.max(0, Math.ceil((height - top) / down));
		if (passWidth === 0) continue;
		const at = (x, y) => sample(left + x * across, top + y * down);
		rows.push(...storedRows(settings, passWidth, passHeight, at));
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([depth, colorType, 0, 0, isInterlaced ? 1 : 0], 8);
	const data = deflateSync(Buffer.concat(rows), deflate);
	const size = Math.ceil(data.length / pieces);
	return Buffer.concat([
		Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
		chunk("IHDR", header),
		...extra,
		...(palette ? [chunk("PLTE", palette)] : []),
		...(transparency ? [chunk("tRNS", transparency)] : []),
		...Array.from({ length: pieces }, (_, index) => chunk("IDAT", data.subarray(index * size, (index + 1) * size))),
		chunk("IEND", []),
	]);
}
