import { checkKeys, checkSource, checkType } from "../bytes/check-argument";
import { Budget } from "../bytes/budget";
import { fail } from "../bytes/fail";
import { budgetOf, Job } from "../bytes/job";
import { decodeBlp } from "./blp/decode-blp";
import { Image } from "./image";
import { decodeJpeg } from "./jpeg/decode-jpeg";
import { MAX_SIDE } from "./limits";
import { decodePng } from "./png/decode-png";
import { Wanted } from "./row-target";
import { formatOf } from "./signature";

/**
 * How a picture is decoded.
 *
 * @example
 * const options: ImageOptions = { maxSize: 256, isData: true };
 * const normals = decodeImage(source, options);
 */
export interface ImageOptions {
	/**
	 * No side of the result may be longer. A picture that is larger is halved, as often as it takes, while it is read; a BLP
	 * gives one of its smaller pictures where it has them.
	 */
	maxSize?: number;
	/**
	 * Whether the numbers are data, such as normals or roughness: halving then averages them as they stand. Colours are
	 * averaged as light, each by its alpha.
	 */
	isData?: boolean;
	/** The budget, the pauses and the cancelling of this call. */
	job?: Job;
}

const IMAGE_DEFAULTS = { maxSize: MAX_SIDE, isData: false };
const OPTIONS: Array<keyof ImageOptions> = ["isData", "job", "maxSize"];

/**
 * Decodes a PNG, JPEG or BLP2 file to pixels, whichever it is by its first bytes.
 *
 * A file that is damaged or cut short, one of another kind, or one of more than 4096 pixels a side fails with
 * `[dolly] png: …`, `jpeg`, `blp` or `image`. Nothing is returned in part.
 *
 * @param source the file's bytes
 * @returns its pixels, RGBA with a byte each
 * @example
 * const image = decodeImage(source, { maxSize: 1024 });
 * print(image.width, image.height, buffer.len(image.pixels)); // 1024 512 2097152
 */
export function decodeImage(source: buffer, options: ImageOptions = {}): Image {
	checkSource(source, "decodeImage");
	checkKeys(options, OPTIONS, "decodeImage", "options");
	const { maxSize, isData } = { ...IMAGE_DEFAULTS, ...options };
	if (!typeIs(maxSize, "number") || !(maxSize >= 1))
		fail("decodeImage", `maxSize is ${maxSize}, not a number from 1 on`);
	checkType(isData, "boolean", "decodeImage", "isData");
	const budget = budgetOf(options, "decodeImage");
	return budget.finish(decodePixels(source, { maxSize, isData }, budget));
}

/** The pixels of an image, for callers that have checked what they ask for. */
export function decodePixels(source: buffer, wanted: Wanted, budget: Budget): Image {
	const format = formatOf(source);
	if (format === "png") return decodePng(source, wanted, budget);
	if (format === "jpeg") return decodeJpeg(source, wanted, budget);
	return decodeBlp(source, wanted, budget);
}
