import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { Image } from "../image";
import { divisorFor, RowTarget, Wanted } from "../row-target";
import { passesOf, readPasses } from "./adam7";
import { ColorType, gatherData, placeOfData, PngFile, readChunks } from "./chunks";
import { Inflater, INFLATER_BYTES, INFLATER_PADDING, MOST_INFLATED } from "./inflate";
import { PngRows, rowsScratch, rowSize } from "./rows";

/** Returns the bytes of all rows with their filters. */
function storedSize(png: PngFile): number {
	if (!png.isInterlaced) return png.height * (1 + rowSize(png, png.width));
	let size = 0;
	for (const { width, height } of passesOf(png.width, png.height)) size += height * (1 + rowSize(png, width));
	return size;
}

/** The steps of a stored byte, which is inflated and unfiltered, and of one of a 16-bit picture. */
const BYTE_STEPS = 1;
const DEEP_BYTE_STEPS = 1.5;
/** The steps of a pixel, and of putting one of an interlaced picture in its place. */
const PIXEL_STEPS = 2;
const SCATTER_STEPS = 1;

/** Decodes a PNG of any colour type and depth, interlaced or not. */
export function decodePng(source: buffer, wanted: Wanted, budget: Budget): Image {
	const png = readChunks(source, budget);
	const { width, height, dataSize } = png;
	const stored = storedSize(png);
	if (stored > dataSize * MOST_INFLATED) {
		fail("png", `IDAT of ${dataSize} bytes cannot hold ${width} × ${height} pixels`, png.dataAt);
	}
	const divisor = divisorFor(width, height, wanted.maxSize);
	const pixelSteps = PIXEL_STEPS + (png.isInterlaced ? SCATTER_STEPS : 0);
	const byteSteps = png.depth === 16 ? DEEP_BYTE_STEPS : BYTE_STEPS;
	budget.spendSteps(stored * byteSteps + width * height * pixelSteps, "png", png.dataAt);
	const isScattered = png.isInterlaced && divisor > 1;
	// An interlaced picture is complete only at its end, so all of it is reduced then.
	const scattered = (png.isInterlaced ? 2 * width * 4 : 0) + (isScattered ? width * height * 4 : 0);
	const scratch = dataSize + INFLATER_PADDING + INFLATER_BYTES + rowsScratch(png) + scattered;
	budget.spendBytes(scratch, "png", png.dataAt);

	const data = buffer.create(dataSize + INFLATER_PADDING);
	gatherData(source, png, data);
	const placeOf = (position: number) => placeOfData(source, png, position);
	const inflater = new Inflater(data, dataSize, "png", placeOf, budget);
	const target = new RowTarget(width, height, divisor, wanted.isData, "png", budget);
	const rows = new PngRows(png, source, inflater);
	if (png.isInterlaced) {
		const pixels = isScattered ? buffer.create(width * height * 4) : target.pixels;
		readPasses(rows, width, height, pixels, budget);
		if (isScattered) target.copyRows(pixels);
	} else {
		for (const y of $range(0, height - 1)) {
			rows.next(width, target.rows, target.offsetOf(y), y === 0 ? undefined : target.offsetOf(y - 1));
			target.endRow(y);
		}
	}
	inflater.finish();
	budget.returnBytes(scratch + target.scratch);
	const { colorType, transparencySize } = png;
	return target.toImage(colorType === ColorType.GrayAlpha || colorType === ColorType.Rgba || transparencySize > 0);
}
