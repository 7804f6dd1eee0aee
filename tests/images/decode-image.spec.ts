import { decodeImage } from "../../src/codecs";
import { Job } from "../../src";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { OracleCase, oracleCases } from "./oracle-cases";

type Format = "png" | "jpeg" | "blp";

function caseOf(format: Format, name: string): OracleCase {
	const found = oracleCases(format).find((one) => one.name === name);
	assert(found !== undefined, `there is no case "${name}"`);
	return found;
}

/** A file that starts so, and goes on with zeros. */
function fileOf(start: string, offset = 0): buffer {
	const file = buffer.create(64);
	buffer.writestring(file, offset, start);
	return file;
}

function part(source: buffer, size: number): buffer {
	const result = buffer.create(size);
	buffer.copy(result, 0, source, 0, size);
	return result;
}

/** A copy with a byte added to, modulo 256. */
function altered(source: buffer, at: number, by: number): buffer {
	const result = part(source, buffer.len(source));
	buffer.writeu8(result, at, (buffer.readu8(result, at) + by) % 256);
	return result;
}

/** Where a text stands in a file, counted from 0. */
function placeOf(source: buffer, text: string): number {
	const [found] = buffer.tostring(source).find(text, 1, true);
	assert(found !== undefined);
	return found - 1;
}

const SAMPLES: Array<[Format, string]> = [
	["png", "by sharp"],
	["png", "by sharp, interlaced"],
	["jpeg", "by sharp, 4:2:0"],
	["jpeg", "by sharp, progressive, 4:4:4"],
	["blp", "DXT5, 16 × 12"],
	["blp", "a palette, 4 bits of alpha"],
];

export = () => {
	const itHeadless = headless ? it : itSKIP;

	it("refuses other kinds of pictures by their names", () => {
		const others: Array<[name: string, start: string, offset?: number]> = [
			["WebP", "RIFF\0\0\0\0WEBPVP8 "],
			["KTX2", "\xabKTX 20\xbb\r\n\x1a\n"],
			["AVIF", "ftypavif", 4],
			["BLP1", "BLP1"],
			["GIF", "GIF89a"],
			["DDS", "DDS "],
			["BMP", "BM"],
			["TIFF", "II*\0"],
			["JPEG XL", "\xff\x0a"],
			["Basis Universal", "sB"],
		];
		for (const [name, start, offset] of others) {
			const message = `[dolly] image: ${name} is not supported; expected PNG, JPEG or BLP2`;
			expect(failureOf(() => decodeImage(fileOf(start, offset)))).to.equal(message);
		}
		for (const file of [buffer.create(0), fileOf("glTF"), fileOf("\x89PNG")]) {
			expect(failureOf(() => decodeImage(file))).to.equal(
				"[dolly] image: unknown format; expected PNG, JPEG or BLP2 at byte 0",
			);
		}
	});

	it("names the argument that is wrong", () => {
		const file = buffer.create(0);
		expect(failureOf(() => decodeImage("PNG" as never))).to.equal(
			'[dolly] decodeImage: source is "PNG"; expected a buffer. Convert it with buffer.fromstring',
		);
		expect(failureOf(() => decodeImage(file, 1024 as never))).to.equal(
			"[dolly] decodeImage: options is 1024; expected a table",
		);
		for (const maxSize of [0, 0 / 0, "large"]) {
			expect(failureOf(() => decodeImage(file, { maxSize: maxSize as never })).sub(1, 32)).to.equal(
				"[dolly] decodeImage: maxSize is ",
			);
		}
		expect(failureOf(() => decodeImage(file, { isData: 1 as never }))).to.equal(
			"[dolly] decodeImage: isData is 1; expected a boolean",
		);
	});

	itHeadless("refuses every file that is cut short", () => {
		for (const [format, name] of SAMPLES) {
			const { file } = caseOf(format, name);
			// A BLP's pixels end the file; the pieces before are one of its headers, as good as another.
			for (const size of $range(format === "png" ? 8 : 4, buffer.len(file) - 1)) {
				const message = failureOf(() => decodeImage(part(file, size)));
				assert(message.sub(1, 9 + format.size()) === `[dolly] ${format}:`, `${name}, ${size} bytes: ${message}`);
			}
		}
	});

	itHeadless("checks the sums of PNG: CRC-32 of every chunk, Adler-32 of the data", () => {
		const { file } = caseOf("png", "chunks that do not matter");
		for (const chunk of ["IHDR", "gAMA", "tEXt", "IDAT", "IEND"]) {
			const at = placeOf(file, chunk);
			const size = bit32.byteswap(buffer.readu32(file, at - 4));
			const place = at + 4 + size;
			const [right, wrong] = [0, 1].map((by) => {
				return string.format("%08x", bit32.byteswap(buffer.readu32(altered(file, place + 3, by), place)));
			});
			expect(failureOf(() => decodeImage(altered(file, place + 3, 1)))).to.equal(
				`[dolly] png: the chunk's CRC-32 is ${right}, not ${wrong} at byte ${place}`,
			);
		}
		// The data's own sum stands at its end, and the chunk's sum is made to fit.
		const at = placeOf(file, "IDAT");
		const size = bit32.byteswap(buffer.readu32(file, at - 4));
		const wrong = altered(file, at + 4 + size - 1, 1);
		buffer.writeu32(wrong, at + 4 + size, bit32.byteswap(plainCrc32(wrong, at, at + 4 + size)));
		expect(failureOf(() => decodeImage(wrong)).sub(1, 29)).to.equal("[dolly] png: the Adler-32 is ");
	});

	itHeadless("refuses pictures above 4096 pixels, or of more than their bytes can hold, before it makes them", () => {
		const png = caseOf("png", "colour type 6, 8 bits").file;
		const sized = (width: number, height: number) => {
			const file = part(png, buffer.len(png));
			buffer.writeu32(file, 16, bit32.byteswap(width));
			buffer.writeu32(file, 20, bit32.byteswap(height));
			buffer.writeu32(file, 29, bit32.byteswap(plainCrc32(file, 12, 29)));
			return file;
		};
		const job = () => new Job({ maxBytes: 1000 });
		expect(failureOf(() => decodeImage(sized(4097, 1), { job: job() }))).to.equal(
			"[dolly] png: a picture of 4097 × 1 exceeds 4096 × 4096 at byte 16",
		);
		expect(failureOf(() => decodeImage(sized(0, 7), { job: job() }))).to.equal(
			"[dolly] png: a picture of 0 × 7 has no pixels at byte 16",
		);
		const idat = placeOf(png, "IDAT");
		const held = bit32.byteswap(buffer.readu32(png, idat - 4));
		expect(failureOf(() => decodeImage(sized(4096, 4096), { job: job() }))).to.equal(
			`[dolly] png: IDAT of ${held} bytes cannot hold 4096 × 4096 pixels at byte ${idat - 4}`,
		);
		const jpeg = caseOf("jpeg", "by sharp, 4:2:0").file;
		const frame = placeOf(jpeg, "\xff\xc0");
		const large = part(jpeg, buffer.len(jpeg));
		buffer.writestring(large, frame + 5, "\x10\0\x10\0");
		expect(failureOf(() => decodeImage(large)).find("bytes cannot hold 4096 × 4096 pixels", 1, true)[0]).to.be.ok();
		buffer.writestring(large, frame + 5, "\x10\x01\x10\0");
		expect(failureOf(() => decodeImage(large))).to.equal(
			`[dolly] jpeg: a picture of 4096 × 4097 exceeds 4096 × 4096 at byte ${frame + 5}`,
		);
	});

	itHeadless("spends what it makes, gives scratch back, and fails before it exceeds the budget", () => {
		for (const [format, name] of SAMPLES) {
			const { file, width, height } = caseOf(format, name);
			const job = new Job();
			decodeImage(file, { job });
			expect(job.budget.bytes).to.equal(width * height * 4);
			const message = failureOf(() => decodeImage(file, { job: new Job({ maxBytes: job.budget.bytes - 1 }) }));
			expect(message.find("maxBytes (", 1, true)[0]).to.be.ok();
		}
	});

	itHeadless("pauses at least once in 8,192 pixels, and ends where it is cancelled", () => {
		const { file } = caseOf("png", "a window that moves");
		let pauses = 0;
		const counting = new Job({ pause: () => (pauses += 1) });
		decodeImage(file, { job: counting });
		expect(pauses >= (150 * 120) / 8192).to.equal(true);
		// Every byte is summed up, every byte that comes out is counted, and so is every pixel.
		expect(counting.budget.steps >= buffer.len(file) - 100 + 601 * 120 + 150 * 120).to.equal(true);
		for (const at of $range(1, pauses)) {
			let count = 0;
			const job: Job = new Job({
				pause: () => {
					count += 1;
					if (count === at) job.cancel();
				},
			});
			expect(failureOf(() => decodeImage(file, { job }))).to.equal("[dolly] cancelled");
		}
	});

	itHeadless("says what of a JPEG or a BLP it does not read", () => {
		const jpeg = caseOf("jpeg", "by sharp, 4:2:0").file;
		const frame = placeOf(jpeg, "\xff\xc0");
		const kinds: Array<[by: number, name: string]> = [
			[3, "lossless"],
			[5, "hierarchical"],
			[9, "arithmetic-coded"],
		];
		for (const [by, name] of kinds) {
			expect(failureOf(() => decodeImage(altered(jpeg, frame + 1, by)))).to.equal(
				`[dolly] jpeg: ${name} pictures are not supported at byte ${frame}`,
			);
		}
		expect(failureOf(() => decodeImage(altered(jpeg, frame + 4, 4)))).to.equal(
			`[dolly] jpeg: 12 bits per sample are not supported, only 8 at byte ${frame + 4}`,
		);
		const blp = caseOf("blp", "DXT5, 16 × 12").file;
		expect(failureOf(() => decodeImage(altered(blp, 4, 255)))).to.equal(
			"[dolly] blp: BLP2 with JPEG content is not supported at byte 4",
		);
		expect(failureOf(() => decodeImage(altered(blp, 8, 3)))).to.equal(
			"[dolly] blp: encoding 5 does not exist at byte 8",
		);
		expect(failureOf(() => decodeImage(altered(blp, 10, 1)))).to.equal(
			"[dolly] blp: DXT with alpha of kind 8 is not supported at byte 10",
		);
	});
};

/** CRC-32 bit by bit, as the specification of PNG has it. */
function plainCrc32(source: buffer, start: number, finish: number): number {
	let sum = 0xffffffff;
	for (const at of $range(start, finish - 1)) {
		sum = sum ^ buffer.readu8(source, at);
		for (const _ of $range(1, 8)) sum = sum % 2 === 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
	}
	return sum ^ 0xffffffff;
}
