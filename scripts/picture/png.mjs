import { deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** CRC-32 by bytes; Node's own is newer than the oldest Node that we run on. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
	let value = byte;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
	return value;
});

function crc32(bytes) {
	let value = 0xffffffff;
	for (const byte of bytes) value = (value >>> 8) ^ TABLE[(value ^ byte) & 255];
	return (value ^ 0xffffffff) >>> 0;
}

function chunk(type, body) {
	const bytes = Buffer.alloc(12 + body.length);
	bytes.writeUInt32BE(body.length, 0);
	bytes.write(type, 4, "latin1");
	bytes.set(body, 8);
	bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + body.length)), 8 + body.length);
	return bytes;
}

/** The five ways to write a row as differences: from nothing, the left, above, their mean, and the one that fits best. */
function predictor(filter, left, above, corner) {
	if (filter === 1) return left;
	if (filter === 2) return above;
	if (filter === 3) return (left + above) >> 1;
	if (filter !== 4) return 0;
	const guess = left + above - corner;
	const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
	if (toLeft <= toAbove && toLeft <= toCorner) return left;
	return toAbove <= toCorner ? above : corner;
}

/** Rows of bytes, each with the filter that leaves the smallest differences. */
function filterRows(pixels, rowSize, height, channels) {
	const result = Buffer.alloc((rowSize + 1) * height);
	const row = new Uint8Array(rowSize);
	for (let y = 0; y < height; y++) {
		const from = y * rowSize;
		const to = y * (rowSize + 1);
		let least = Infinity;
		for (let filter = 0; filter < 5; filter++) {
			let sum = 0;
			for (let x = 0; x < rowSize; x++) {
				const left = x >= channels ? pixels[from + x - channels] : 0;
				const above = y > 0 ? pixels[from + x - rowSize] : 0;
				const corner = x >= channels && y > 0 ? pixels[from + x - rowSize - channels] : 0;
				const difference = (pixels[from + x] - predictor(filter, left, above, corner)) & 255;
				row[x] = difference;
				sum += difference < 128 ? difference : 256 - difference;
			}
			if (sum >= least) continue;
			least = sum;
			result[to] = filter;
			result.set(row, to + 1);
		}
	}
	return result;
}

const RGB = 2;
const RGBA = 6;

function header(width, height, colorType) {
	const body = Buffer.alloc(13);
	body.writeUInt32BE(width, 0);
	body.writeUInt32BE(height, 4);
	body.set([8, colorType, 0, 0, 0], 8);
	return chunk("IHDR", body);
}

/** The bytes of a PNG file of red, green and blue, and of alpha if there are four bytes a pixel. */
export function encodePng({ width, height, pixels }) {
	const channels = pixels.length / (width * height);
	const data = deflateSync(filterRows(pixels, width * channels, height, channels));
	const head = header(width, height, channels === 4 ? RGBA : RGB);
	return Buffer.concat([SIGNATURE, head, chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}
