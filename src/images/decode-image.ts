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
 * Options of `decodeImage`.
 *
 * @example
 * const options: ImageOptions = { maxSize: 256, isData: true };
 * const normals = decodeImage(source, options);
 */
export interface ImageOptions {
	/**
	 * The longest side that the result may have. A larger picture is halved while it is read, as often as needed. For a
	 * BLP, Dolly uses one of the smaller pictures that the file holds, if any.
	 */
	maxSize?: number;
	/**
	 * Whether the numbers are data, such as normals or roughness. Halving averages data directly; it averages colours
	 * as light, weighted by alpha.
	 */
	isData?: boolean;
	/** Budget, pauses and cancelling of the call. */
	job?: Job;
}

const IMAGE_DEFAULTS = { maxSize: MAX_SIDE, isData: false };
const OPTIONS: Array<keyof ImageOptions> = ["isData", "job", "maxSize"];

/**
 * Decodes a PNG, JPEG or BLP2 file to pixels. Dolly recognises the format by the file's first bytes.
 *
 * A damaged or truncated file, an unknown format or a side over 4096 pixels fails with `[dolly] png: …`, `jpeg`, `blp`
 * or `image`. There are no partial results.
 *
 * @param source the file's bytes
 * @returns its pixels, RGBA with one byte each
 *
 * @example
 * const image = decodeImage(source, { maxSize: 1024 });
 * print(image.width, image.height, buffer.len(image.pixels)); // 1024 512 2097152
 */
export function decodeImage(source: buffer, options: ImageOptions = {}): Image {
	checkSource(source, "decodeImage");
	checkKeys(options, OPTIONS, "decodeImage", "options");
	const { maxSize, isData } = { ...IMAGE_DEFAULTS, ...options };
	if (!typeIs(maxSize, "number") || !(maxSize >= 1))
		fail("decodeImage", `maxSize is ${maxSize}; expected a number, 1 or more`);
	checkType(isData, "boolean", "decodeImage", "isData");
	const budget = budgetOf(options, "decodeImage");
	budget.admitPixels(buffer.len(source));
	return budget.finish(decodePixels(source, { maxSize, isData }, budget));
}

/** Decodes the pixels of an image for checked arguments. */
export function decodePixels(source: buffer, wanted: Wanted, budget: Budget): Image {
	const format = formatOf(source);
	if (format === "png") return decodePng(source, wanted, budget);
	if (format === "jpeg") return decodeJpeg(source, wanted, budget);
	return decodeBlp(source, wanted, budget);
}
