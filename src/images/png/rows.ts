import { fail } from "../../bytes/fail";
import { ColorType, PngFile } from "./chunks";
import { channelsOf, clearKey, colorsOf, expandDeep, expandGrayAlpha, expandIndexed } from "./expand";
import { Inflater } from "./inflate";
import { Filter, ROW_SLACK, unfilterBytes } from "./unfilter";
import { unfilterPixels } from "./unfilter-pixels";

/** Returns the bytes of a row of `width` pixels, without its filter. */
export function rowSize(png: PngFile, width: number): number {
	return math.ceil((width * png.depth * channelsOf(png.colorType)) / 8);
}

/** Returns the bytes of a PngRows: three stored rows, and one of pixels. */
export function rowsScratch(png: PngFile): number {
	return 3 * (1 + rowSize(png, png.width) + ROW_SLACK) + png.width * 4;
}

/** Makes pixels from the rows of a picture, or of one pass of an interlaced one, from top to bottom. */
export class PngRows {
	private readonly raw: buffer;
	/** The current row and the one above, in bytes, if pixels are made from them in a second step. */
	private row: buffer;
	private prior: buffer;
	/** The row above the first row. */
	private readonly zeros: buffer;
	private readonly colors?: Array<number>;
	private readonly pixelSize: number;
	private readonly isDirect: boolean;

	constructor(
		private readonly png: PngFile,
		private readonly source: buffer,
		private readonly inflater: Inflater,
	) {
		const size = rowSize(png, png.width);
		this.raw = buffer.create(1 + size + ROW_SLACK);
		this.row = buffer.create(size + ROW_SLACK);
		this.prior = buffer.create(size + ROW_SLACK);
		this.zeros = buffer.create(png.width * 4);
		this.colors = colorsOf(png, source);
		this.pixelSize = math.max(1, (png.depth * channelsOf(png.colorType)) / 8);
		this.isDirect = png.depth === 8 && (png.colorType === ColorType.Rgb || png.colorType === ColorType.Rgba);
	}

	/** Starts a pass: the next row has none above it. */
	public restart(): void {
		buffer.fill(this.prior, 0, 0);
	}

	/**
	 * Writes the `width` pixels of the next row to `target` at `at`.
	 *
	 * @param above the offset of the previous row in `target`; undefined for the first
	 */
	public next(width: number, target: buffer, at: number, above: number | undefined): void {
		const { png, source, raw, row, prior, colors } = this;
		const size = rowSize(png, width);
		this.inflater.read(raw, 0, 1 + size);
		const filter = buffer.readu8(raw, 0);
		if (filter > Filter.Paeth) fail("png", `a row has filter ${filter}, which does not exist`);
		if (this.isDirect) {
			unfilterPixels(raw, this.pixelSize, width, target, at, above === undefined ? this.zeros : target, above ?? 0);
			if (png.transparencySize > 0) clearKey(png, source, width, target, at);
			return;
		}
		unfilterBytes(raw, size, this.pixelSize, row, prior);
		if (colors) expandIndexed(row, png.depth, width, colors, target, at);
		else if (png.depth === 16) expandDeep(png, source, row, width, target, at);
		else expandGrayAlpha(row, width, target, at);
		this.row = prior;
		this.prior = row;
	}
}
