/** Writes sequential JPEG files by hand, for what encoders do not write: any sampling, restarts, separate scans, YCCK. */

const ZIGZAG = [
	0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
	35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
	55, 62, 63,
];

const COSINES = Array.from({ length: 8 }, (_, u) =>
	Array.from({ length: 8 }, (_, x) => (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16)),
);

/** The code of all symbols that a block can need, none shorter than its rank allows: lengths grow as symbols get rarer. */
function makeCode(symbols) {
	// Two codes of 3 bits and on, four of each length: short and long codes both occur.
	const counts = new Array(16).fill(0);
	const lengths = new Map();
	let left = symbols.length;
	let room = 1;
	for (let length = 1; length <= 16; length++) {
		room *= 2;
		const rest = 16 - length;
		// As many as leave room for all others at 16 bits, one code of ones kept free.
		let count = length < 3 ? 0 : Math.min(length < 9 ? 3 : 200, left);
		while (count > 0 && (room - count) * 2 ** rest < left - count + 1) count--;
		counts[length - 1] = count;
		room -= count;
		left -= count;
	}
	if (left > 0) throw new Error(`${left} symbols have no code`);
	let code = 0;
	let index = 0;
	counts.forEach((count, at) => {
		for (let k = 0; k < count; k++) lengths.set(symbols[index++], { code: code++, length: at + 1 });
		code *= 2;
	});
	return { counts, symbols, lengths };
}

/** Common symbols first: few zeros before small numbers. */
function acSymbols() {
	const symbols = [0x00, 0xf0];
	for (let run = 0; run < 16; run++) for (let size = 1; size <= 10; size++) symbols.push(run * 16 + size);
	return symbols.sort((a, b) => (a >> 4) + 2 * (a & 15) - ((b >> 4) + 2 * (b & 15)));
}

const DC = makeCode([2, 3, 1, 0, 4, 5, 6, 7, 8, 9, 10, 11]);
const AC = makeCode(acSymbols());

class BitWriter {
	bytes = [];
	hold = 0;
	held = 0;

	put(value, count) {
		for (let bit = count - 1; bit >= 0; bit--) {
			this.hold = (this.hold << 1) | ((value >> bit) & 1);
			if (++this.held < 8) continue;
			this.bytes.push(this.hold);
			if (this.hold === 0xff) this.bytes.push(0);
			this.hold = 0;
			this.held = 0;
		}
	}

	symbol({ lengths }, symbol) {
		const { code, length } = lengths.get(symbol);
		this.put(code, length);
	}

	number(value, size) {
		this.put(value < 0 ? value + 2 ** size - 1 : value, size);
	}

	/** Fills the byte with ones. */
	flush() {
		while (this.held > 0) this.put(1, 1);
	}
}

const sizeOf = (value) => (value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1);

/** The quantised coefficients of a block of samples, in stored order. */
function transform(samples, quantizer) {
	const half = Array.from({ length: 64 }, (_, at) => {
		const [y, u] = [at >> 3, at & 7];
		return COSINES[u].reduce((sum, cosine, x) => sum + cosine * (samples[y * 8 + x] - 128), 0);
	});
	return ZIGZAG.map((at, index) => {
		const [v, u] = [at >> 3, at & 7];
		const value = COSINES[v].reduce((sum, cosine, y) => sum + cosine * half[y * 8 + u], 0);
		return Math.max(-1023, Math.min(1023, Math.round(value / quantizer[index])));
	});
}

function writeBlock(bits, coefficients, predictor) {
	const difference = coefficients[0] - predictor;
	bits.symbol(DC, sizeOf(difference));
	bits.number(difference, sizeOf(difference));
	let run = 0;
	for (let index = 1; index < 64; index++) {
		const value = coefficients[index];
		if (value === 0) {
			run++;
			continue;
		}
		for (; run > 15; run -= 16) bits.symbol(AC, 0xf0);
		bits.symbol(AC, run * 16 + sizeOf(value));
		bits.number(value, sizeOf(value));
		run = 0;
	}
	if (run > 0) bits.symbol(AC, 0);
	return coefficients[0];
}

const segment = (marker, bytes) => [0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes];

/**
 * @param components for each plane: its sampling `across` and `down`, and `sample(x, y)` of 0 to 255 for a pixel
 * @param options quality: what the quantisers grow with; `interval` of restarts; `isSeparate`: a scan for each plane;
 * `isDeep`: 16-bit quantisers; `adobe`: the transform in Adobe's marker; `ids` of the planes; `isJfif`
 */
export function writeJpeg(width, height, components, options = {}) {
	const { quality = 2, interval = 0, isSeparate = false, isDeep = false, adobe, ids = [1, 2, 3, 4], isJfif } = options;
	const quantizer = ZIGZAG.map((_, index) => Math.min(255, Math.round(1 + (quality * index) / 8)));
	const maxAcross = Math.max(...components.map(({ across }) => across));
	const maxDown = Math.max(...components.map(({ down }) => down));
	const planes = components.map(({ across, down, sample }) => {
		const [pixelsAcross, pixelsDown] = [maxAcross / across, maxDown / down];
		const planeWidth = Math.ceil((width * across) / maxAcross);
		const planeHeight = Math.ceil((height * down) / maxDown);
		// A sample is the mean of its pixels; beyond the edge the last ones go on.
		const mean = (x, y) => {
			let sum = 0;
			for (let v = 0; v < pixelsDown; v++) {
				for (let u = 0; u < pixelsAcross; u++) {
					const column = Math.min(x * pixelsAcross + u, width - 1);
					sum += sample(column, Math.min(y * pixelsDown + v, height - 1));
				}
			}
			return sum / (pixelsAcross * pixelsDown);
		};
		const block = (column, row) => {
			const samples = Array.from({ length: 64 }, (_, at) =>
				mean(Math.min(column * 8 + (at & 7), planeWidth - 1), Math.min(row * 8 + (at >> 3), planeHeight - 1)),
			);
			return transform(samples, quantizer);
		};
		return { across, down, block, blocksAcross: Math.ceil(planeWidth / 8), blocksDown: Math.ceil(planeHeight / 8) };
	});

	const bytes = [0xff, 0xd8];
	if (isJfif) bytes.push(...segment(0xe0, [...Buffer.from("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0]));
	if (adobe !== undefined) bytes.push(...segment(0xee, [...Buffer.from("Adobe"), 0, 100, 0, 0, 0, 0, adobe]));
	bytes.push(...segment(0xfe, [...Buffer.from("written by hand")]));
	bytes.push(...segment(0xdb, isDeep ? [0x10, ...quantizer.flatMap((value) => [0, value])] : [0, ...quantizer]));
	const heads = planes.map(({ across, down }, index) => [ids[index], across * 16 + down, 0]);
	bytes.push(
		...segment(isDeep ? 0xc1 : 0xc0, [
			8,
			height >> 8,
			height & 255,
			width >> 8,
			width & 255,
			planes.length,
			...heads.flat(),
		]),
	);
	bytes.push(...segment(0xc4, [0x00, ...DC.counts, ...DC.symbols, 0x10, ...AC.counts, ...AC.symbols]));
	if (interval > 0) bytes.push(...segment(0xdd, [interval >> 8, interval & 255]));

	for (const scan of isSeparate ? planes.map((plane) => [plane]) : [planes]) {
		const isAlone = scan.length === 1;
		const chosen = scan.map((plane) => [ids[planes.indexOf(plane)], 0]);
		bytes.push(...segment(0xda, [scan.length, ...chosen.flat(), 0, 63, 0]));
		const columns = isAlone ? scan[0].blocksAcross : Math.ceil(width / (8 * maxAcross));
		const rows = isAlone ? scan[0].blocksDown : Math.ceil(height / (8 * maxDown));
		let bits = new BitWriter();
		let predictors = scan.map(() => 0);
		for (let mcu = 0; mcu < columns * rows; mcu++) {
			if (interval > 0 && mcu > 0 && mcu % interval === 0) {
				bits.flush();
				bytes.push(...bits.bytes, 0xff, 0xd0 + ((mcu / interval - 1) % 8));
				bits = new BitWriter();
				predictors = scan.map(() => 0);
			}
			const [column, row] = [mcu % columns, Math.floor(mcu / columns)];
			scan.forEach(({ across, down, block }, index) => {
				const [wide, high] = isAlone ? [1, 1] : [across, down];
				for (let v = 0; v < high; v++) {
					for (let u = 0; u < wide; u++) {
						predictors[index] = writeBlock(bits, block(column * wide + u, row * high + v), predictors[index]);
					}
				}
			});
		}
		bits.flush();
		bytes.push(...bits.bytes);
	}
	return Buffer.from([...bytes, 0xff, 0xd9]);
}
