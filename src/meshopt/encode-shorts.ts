//!native
//!optimize 2
import { ATTRIBUTES_HEADER, Channel, tailSize } from "./attributes";
import { codeDifferences, codeSteps, newNumbers, Numbers, Sums } from "./encode-channels";
import { writePlane } from "./encode-groups";
import { Control, Size } from "./groups";

/** The max columns of a stream whose blocks have 256 elements. */
export const MAX_SHORTS = 16;

const VERSION = 1;

/** The codes of a column's low and high bytes, and the sums of their groups. Nothing yields while they are in use. */
const codes = newNumbers(2 * Size.Plane);
const sums = newNumbers(2 * Sums.Plane);

/** Bits of a control byte for an absent column. */
const ABSENT = Control.Zeros + 4 * Control.Zeros;

/**
 * Writes an ATTRIBUTES stream of version 1 whose elements are columns of 16-bit numbers, up to `MAX_SHORTS` of them, of
 * up to 256 elements. The result equals `encodeAttributes` of such elements in channels of mode 1, without making the
 * elements: call `begin`, then add each column, then `finish`. An odd number of columns is followed by zeros.
 */
export class ShortsStream {
	private target = buffer.create(0);
	private start = 0;
	private position = 0;
	private size = 0;
	private count = 0;
	/** Columns so far, their first numbers, and the control bits of the first of two. */
	private written = 0;
	private readonly baselines = newNumbers(MAX_SHORTS);
	private bits = 0;

	/** Begins a stream of `size` columns of `count` numbers at `start` of `target`. */
	public begin(size: number, count: number, target: buffer, start: number): void {
		this.target = target;
		this.start = start;
		this.size = size;
		this.count = count;
		this.written = 0;
		buffer.writeu8(target, start, ATTRIBUTES_HEADER + VERSION);
		this.position = start + 1 + math.ceil(size / 2);
	}

	/**
	 * Writes a column that begins with `baseline`, by the `known` - 1 steps from a number to the next; the others
	 * repeat the last.
	 */
	public addSteps(steps: Numbers, known: number, baseline: number): void {
		this.add(codeSteps(steps, known, this.count, codes, sums), baseline);
	}

	/**
	 * Writes a column of the differences of an order, up to 2, of numbers in `rows` from `at` on, `stride` bytes apart.
	 */
	public addDifferences(rows: buffer, at: number, stride: number, order: number): void {
		const [isWide, baseline] = codeDifferences(rows, at, stride, this.count, order, codes, sums);
		this.add(isWide, baseline);
	}

	/** Writes a column of equal numbers. */
	public addConstant(value: number): void {
		this.control(ABSENT, value);
	}

	public finish(): number {
		const { target, size } = this;
		if (size % 2 === 1) this.control(ABSENT, 0);
		const channels = math.ceil(size / 2);
		const stride = 4 * channels;
		const padding = tailSize(VERSION, stride) - stride - channels;
		buffer.fill(target, this.position, 0, padding);
		const tail = this.position + padding;
		for (const index of $range(0, 2 * channels - 1)) {
			buffer.writeu16(target, tail + 2 * index, this.baselines[index + 1]);
		}
		buffer.fill(target, tail + stride, Channel.Shorts, channels);
		return tail + stride + channels;
	}

	/** Writes the planes of a coded column. */
	private add(isWide: boolean, baseline: number): void {
		const { target, count } = this;
		const [low, afterLow] = writePlane(codes, 1, sums, 1, count, target, this.position);
		this.position = afterLow;
		if (!isWide) {
			this.control(low + 4 * Control.Zeros, baseline);
			return;
		}
		const [high, afterHigh] = writePlane(codes, Size.Plane + 1, sums, Sums.Plane + 1, count, target, afterLow);
		this.position = afterHigh;
		this.control(low + 4 * high, baseline);
	}

	private control(bits: number, baseline: number): void {
		const { written } = this;
		this.baselines[written + 1] = baseline;
		this.written = written + 1;
		if (written % 2 === 0) this.bits = bits;
		else buffer.writeu8(this.target, this.start + 1 + written.idiv(2), this.bits + 16 * bits);
	}
}
