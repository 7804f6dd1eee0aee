import { Budget } from "../bytes/budget";
import { BoxFilter } from "./box-filter";
import { Image } from "./image";
import { isOpaque } from "./opacity";

/** Rows between two calls of progress. */
const ROWS_PER_PROGRESS = 32;

/** The steps of a pixel that is averaged with others. */
const REDUCE_STEPS = 1.5;

/** Checked options of a picture. */
export interface Wanted {
	/** The longest side that the result may have. */
	maxSize: number;
	isData: boolean;
}

/** Returns the divisor of each side: the smallest power of two with which none exceeds `maxSize`. */
export function divisorFor(width: number, height: number, maxSize: number): number {
	let divisor = 1;
	while (math.ceil(math.max(width, height) / divisor) > maxSize) divisor *= 2;
	return divisor;
}

/**
 * The target of a decoder's rows, from top to bottom: the picture itself or, for a reduced one, scratch from which
 * complete blocks of pixels are averaged.
 */
export class RowTarget {
	/** The result, and its size. */
	public readonly pixels: buffer;
	public readonly width: number;
	public readonly height: number;
	/** The buffer for rows. It always contains the row above the current one, too. */
	public readonly rows: buffer;
	/** The bytes spent on everything but the result. */
	public readonly scratch: number;

	private readonly stride: number;
	private readonly filter?: BoxFilter;

	constructor(
		private readonly fullWidth: number,
		private readonly fullHeight: number,
		private readonly divisor: number,
		isData: boolean,
		private readonly format: Image["format"],
		private readonly budget: Budget,
	) {
		this.width = math.ceil(fullWidth / divisor);
		this.height = math.ceil(fullHeight / divisor);
		this.stride = fullWidth * 4;
		const size = this.width * this.height * 4;
		// Two rows, and four sums of 16 bytes for each pixel.
		this.scratch = divisor === 1 ? 0 : 2 * this.stride + this.width * 64;
		budget.spendBytes(size + this.scratch, format);
		if (divisor > 1) budget.spendSteps(fullWidth * fullHeight * REDUCE_STEPS, format);
		this.pixels = buffer.create(size);
		if (divisor === 1) {
			this.rows = this.pixels;
		} else {
			this.rows = buffer.create(2 * this.stride);
			this.filter = new BoxFilter(fullWidth, divisor, isData);
		}
	}

	/** Returns where row `y` starts in `rows`. */
	public offsetOf(y: number): number {
		return (this.filter ? y % 2 : y) * this.stride;
	}

	/** Finishes row `y`. */
	public endRow(y: number): void {
		this.budget.countToPause(this.stride / 4);
		if (y % ROWS_PER_PROGRESS === 0) this.budget.progress(y / this.fullHeight, "Decoding pixels");
		if (!this.filter) return;
		this.filter.add(this.rows, this.offsetOf(y));
		const { divisor } = this;
		if ((y + 1) % divisor !== 0 && y + 1 !== this.fullHeight) return;
		this.filter.flush(this.pixels, y.idiv(divisor) * this.width * 4, (y % divisor) + 1);
	}
	/** Copies all rows of a complete picture. */
	public copyRows(pixels: buffer): void {
		for (const y of $range(0, this.fullHeight - 1)) {
			buffer.copy(this.rows, this.offsetOf(y), pixels, y * this.stride, this.stride);
			this.endRow(y);
		}
	}

	/** Returns the picture, after all rows are written. */
	public toImage(mayHaveAlpha: boolean): Image {
		const { width, height, pixels, format, fullWidth, fullHeight } = this;
		let hasAlpha = false;
		for (const y of $range(0, mayHaveAlpha ? height - 1 : -1)) {
			this.budget.countToPause(width);
			hasAlpha = !isOpaque(pixels, y * width * 4, (y + 1) * width * 4);
			if (hasAlpha) break;
		}
		return { width, height, pixels, hasAlpha, format, fullWidth, fullHeight };
	}
}
