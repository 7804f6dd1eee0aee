//!native
//!optimize 2
import { decodeImage } from "../../src/images/decode-image";
import { headless } from "../headless";

/** A picture that `tests/oracle/images.mjs` made, and its pixels. */
export interface OracleCase {
	name: string;
	file: buffer;
	width: number;
	height: number;
	/** What the caller asks for; 0 for the whole picture. */
	maxSize: number;
	isData: boolean;
	hasAlpha: boolean;
	pixels: buffer;
}

const HEAD = 16;

function slice(source: buffer, at: number, size: number): buffer {
	const result = buffer.create(size);
	buffer.copy(result, 0, source, at, size);
	return result;
}

/** All cases of a format. */
export function oracleCases(format: "png" | "jpeg" | "blp"): Array<OracleCase> {
	assert(headless !== undefined);
	const source = headless.readFile(`generated/images-${format}.bin`);
	const cases = new Array<OracleCase>();
	let at = 0;
	while (at < buffer.len(source)) {
		const nameSize = buffer.readu16(source, at);
		const width = buffer.readu16(source, at + 2);
		const height = buffer.readu16(source, at + 4);
		const fileSize = buffer.readu32(source, at + 12);
		const fileAt = at + HEAD + nameSize;
		cases.push({
			name: buffer.readstring(source, at + HEAD, nameSize),
			file: slice(source, fileAt, fileSize),
			width,
			height,
			maxSize: buffer.readu16(source, at + 6),
			isData: buffer.readu8(source, at + 8) === 1,
			hasAlpha: buffer.readu8(source, at + 9) === 1,
			pixels: slice(source, fileAt + fileSize, width * height * 4),
		});
		at = fileAt + fileSize + width * height * 4;
	}
	return cases;
}

/** How the pixels of a format's cases compare with the oracle's. */
export interface Comparison {
	cases: number;
	/** The most that a level differs, and the most that the levels of one picture do on average. */
	worst: number;
	worstMean: number;
	/** Levels that differ at all, over all pictures. */
	different: number;
	/** The first picture that is not of the size, or not as opaque, as it should be, or further off than `allowed`. */
	trouble: string;
}

/** Decodes all cases of a format and compares; no level may be further off than `allowed`, the mean than `allowedMean`. */
export function compareCases(format: "png" | "jpeg" | "blp", allowed: number, allowedMean: number): Comparison {
	const result: Comparison = { cases: 0, worst: 0, worstMean: 0, different: 0, trouble: "" };
	for (const one of oracleCases(format)) {
		const options = { maxSize: one.maxSize === 0 ? undefined : one.maxSize, isData: one.isData };
		const [ok, image] = pcall(decodeImage, one.file, options);
		result.cases += 1;
		if (!ok) {
			if (result.trouble === "") result.trouble = `${one.name}: ${image}`;
			continue;
		}
		let worst = 0;
		let sum = 0;
		const size = math.min(buffer.len(image.pixels), buffer.len(one.pixels));
		for (const at of $range(0, size - 1)) {
			const off = math.abs(buffer.readu8(image.pixels, at) - buffer.readu8(one.pixels, at));
			if (off === 0) continue;
			result.different += 1;
			sum += off;
			if (off > worst) worst = off;
		}
		const mean = sum / size;
		const isAlike =
			image.width === one.width &&
			image.height === one.height &&
			buffer.len(image.pixels) === buffer.len(one.pixels) &&
			image.format === format &&
			image.hasAlpha === one.hasAlpha;
		if ((worst > allowed || mean > allowedMean || !isAlike) && result.trouble === "") {
			result.trouble = string.format("%s: %d off, %.3f on average", one.name, worst, mean);
		}
		result.worst = math.max(result.worst, worst);
		result.worstMean = math.max(result.worstMean, mean);
	}
	return result;
}
