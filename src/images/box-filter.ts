//!native
//!optimize 2
import { levelOf, LINEAR } from "./srgb";

/**
 * The weight of a transparent pixel, relative to alpha 1: invisible next to others, but enough to give a fully
 * transparent block its mean colour.
 */
const LEAST_WEIGHT = 2 ** -10;

/** The sums of the pixels that become one, for each pixel of the resulting row. */
export class BoxFilter {
	private readonly red: Array<number>;
	private readonly green: Array<number>;
	private readonly blue: Array<number>;
	/** Alpha, or weights that are slightly above alpha. */
	private readonly alpha: Array<number>;

	/**
	 * @param width the pixels of a row
	 * @param side the width and height in pixels of a block that becomes one
	 * @param isData whether to average all channels directly, instead of colours as light, weighted by alpha
	 */
	constructor(
		private readonly width: number,
		private readonly side: number,
		private readonly isData: boolean,
	) {
		const size = math.ceil(width / side);
		this.red = new Array<number>(size, 0);
		this.green = new Array<number>(size, 0);
		this.blue = new Array<number>(size, 0);
		this.alpha = new Array<number>(size, 0);
	}

	/** Adds the row of pixels at `at`. */
	public add(rows: buffer, at: number): void {
		const { red, green, blue, alpha, width, side, isData } = this;
		const linear = LINEAR;
		let column = 0;
		for (const first of $range(0, width - 1, side)) {
			let [r, g, b, a] = [0, 0, 0, 0];
			const start = at + first * 4;
			for (const from of $range(start, start + math.min(side, width - first) * 4 - 4, 4)) {
				if (isData) {
					r += buffer.readu8(rows, from);
					g += buffer.readu8(rows, from + 1);
					b += buffer.readu8(rows, from + 2);
					a += buffer.readu8(rows, from + 3);
				} else {
					const weight = buffer.readu8(rows, from + 3) + LEAST_WEIGHT;
					r += linear[buffer.readu8(rows, from)] * weight;
					g += linear[buffer.readu8(rows, from + 1)] * weight;
					b += linear[buffer.readu8(rows, from + 2)] * weight;
					a += weight;
				}
			}
			red[column] += r;
			green[column] += g;
			blue[column] += b;
			alpha[column] += a;
			column += 1;
		}
	}

	/** Writes the means of the `count` rows added, and starts anew. */
	public flush(target: buffer, at: number, count: number): void {
		const { red, green, blue, alpha, width, side, isData } = this;
		let to = at;
		for (const column of $range(0, red.size() - 1)) {
			const pixels = count * math.min(side, width - column * side);
			const [r, g, b, a] = [red[column], green[column], blue[column], alpha[column]];
			if (isData) {
				buffer.writeu8(target, to, math.floor(r / pixels + 0.5));
				buffer.writeu8(target, to + 1, math.floor(g / pixels + 0.5));
				buffer.writeu8(target, to + 2, math.floor(b / pixels + 0.5));
				buffer.writeu8(target, to + 3, math.floor(a / pixels + 0.5));
			} else {
				// Rounding may raise a mean of ones slightly above 1.
				buffer.writeu8(target, to, levelOf(math.min(r / a, 1)));
				buffer.writeu8(target, to + 1, levelOf(math.min(g / a, 1)));
				buffer.writeu8(target, to + 2, levelOf(math.min(b / a, 1)));
				buffer.writeu8(target, to + 3, math.floor(a / pixels - LEAST_WEIGHT + 0.5));
			}
			red[column] = 0;
			green[column] = 0;
			blue[column] = 0;
			alpha[column] = 0;
			to += 4;
		}
	}
}
