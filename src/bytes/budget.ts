import { fail } from "./fail";
import { Report } from "./report";

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_ELEMENTS = 1_000_000;
const MAX_STEPS = 4_000_000_000;

/**
 * The default cost of an input: a base, and an amount per byte of it. Real files are far below it; a small file that
 * claims to be large is refused before anything is allocated.
 */
const FREE = { bytes: 8 * 1024 * 1024, elements: 20_000, steps: 4_000_000 };
const PER_BYTE = { bytes: 48, elements: 0.25, steps: 24 };

/**
 * The default cost of pictures, whose pixels are not in proportion to the bytes that pack them: so much for small
 * files, and an amount per byte of larger ones. A step of a picture takes about 15 ns, or 60 ns interpreted.
 */
const PIXELS = { bytes: 32 * 1024 * 1024, steps: 64_000_000 };
const PIXELS_PER_BYTE = { bytes: 48, steps: 64 };

/** Steps between two pause points: less than a millisecond, interpreted. */
const STEPS_PER_PAUSE = 4096;

export const CANCELLED = "[dolly] cancelled";

/** Limits of a Budget, and its hooks. A limit replaces the rule that cost is in proportion to the input. */
export interface BudgetOptions {
	maxBytes?: number;
	maxElements?: number;
	maxSteps?: number;
	/** Called between the parts of the work. It may yield, and may throw to end the work. */
	pause?: () => void;
	/** Called with the progress of the work, 0 to 1, and its current step. */
	onProgress?: (alpha: number, what: string) => void;
	report?: Report;
}

/**
 * Limits a long call in bytes, elements and steps, and carries its pauses, cancelling and report. Users hold a `Job`,
 * which contains one.
 */
export class Budget {
	public readonly report: Report;
	public isCancelled = false;
	/** Whether a limit was exceeded. */
	public hasRefused = false;
	/** Called between parts. Builders set one that spares the frame if there is none. */
	public pause?: () => void;

	public bytes = 0;
	public elements = 0;
	public steps = 0;

	public readonly maxBytes: number;
	/** The limits that the caller set. Keeping the whole options would make its hooks outlive `cancel`. */
	private readonly limits: { maxBytes?: number; maxElements?: number; maxSteps?: number };
	private onProgress?: (alpha: number, what: string) => void;
	/** Bytes of input, once a reader knows them, and of pictures. */
	private admitted = 0;
	private admittedPixels = 0;
	private bytesLimit: number;
	private elementsLimit: number;
	private stepsLimit: number;
	private sincePause = 0;
	private phaseStart = 0;
	private phaseEnd = 1;

	constructor(options: BudgetOptions = {}) {
		const { maxBytes, maxElements, maxSteps } = options;
		this.limits = { maxBytes, maxElements, maxSteps };
		this.report = options.report ?? new Report();
		this.maxBytes = maxBytes ?? MAX_BYTES;
		this.bytesLimit = this.maxBytes;
		this.elementsLimit = maxElements ?? MAX_ELEMENTS;
		this.stepsLimit = maxSteps ?? MAX_STEPS;
		this.pause = options.pause;
		this.onProgress = options.onProgress;
	}

	/**
	 * Ends the work at its next pause: the call fails with `[dolly] cancelled`. Drops the hooks, so that a budget that
	 * is kept does not keep anything of the call alive.
	 */
	public cancel(): void {
		this.isCancelled = true;
		this.pause = undefined;
		this.onProgress = undefined;
	}

	/**
	 * Called by a reader with the size of its input. From then on everything made from it, to the last built part,
	 * stays in proportion to its size, except for limits that the caller set.
	 */
	public admit(inputBytes: number): void {
		this.admitted += inputBytes;
		this.setLimits();
	}

	/** Called before a picture is decoded, with the bytes that its pixels are packed in. */
	public admitPixels(packedBytes: number): void {
		this.admittedPixels += packedBytes;
		this.setLimits();
	}

	/** Returns the bytes of input so far; 0 before a reader knows them. */
	public inputBytes(): number {
		return this.admitted;
	}

	/** Returns the bytes that may be allocated yet, and the steps that may be taken. */
	public bytesLeft(): number {
		return this.bytesLimit - this.bytes;
	}

	public stepsLeft(): number {
		return this.stepsLimit - this.steps;
	}

	private setLimits(): void {
		const { maxBytes, maxElements, maxSteps } = this.limits;
		const { admitted, admittedPixels: pixels } = this;
		let bytes = 0;
		let steps = 0;
		if (admitted > 0 || pixels === 0) {
			bytes = FREE.bytes + PER_BYTE.bytes * admitted;
			steps = FREE.steps + PER_BYTE.steps * admitted;
			this.elementsLimit = maxElements ?? math.min(MAX_ELEMENTS, FREE.elements + PER_BYTE.elements * admitted);
		}
		if (pixels > 0) {
			bytes += math.max(PIXELS.bytes, PIXELS_PER_BYTE.bytes * pixels);
			steps += math.max(PIXELS.steps, PIXELS_PER_BYTE.steps * pixels);
		}
		this.bytesLimit = maxBytes ?? math.min(MAX_BYTES, bytes);
		this.stepsLimit = maxSteps ?? math.min(MAX_STEPS, steps);
	}

	/**
	 * Returns a second Budget for costs that are not in proportion to the input, such as pixels. It has the rest of the
	 * caller's bytes, and pauses, ends and reports with this one.
	 */
	public apart(onProgress?: (alpha: number, what: string) => void): Budget {
		const { maxBytes, maxSteps } = this.limits;
		return new Budget({
			maxBytes: maxBytes === undefined ? undefined : math.max(maxBytes - this.bytes, 0),
			maxSteps,
			pause: () => this.pausePoint(),
			onProgress,
			report: this.report,
		});
	}

	/** Refuses `count` more, because of the caller's limit or of the proportion to the input. */
	private refuse(count: number, what: "bytes" | "elements" | "steps", format: string, place?: number | string): never {
		const option = what === "bytes" ? "maxBytes" : what === "elements" ? "maxElements" : "maxSteps";
		const limit = what === "bytes" ? this.bytesLimit : what === "elements" ? this.elementsLimit : this.stepsLimit;
		const used = `${this[what]} ${what} used, ${count} more needed`;
		const input = this.admitted + this.admittedPixels;
		const isInput = this.limits[option] === undefined && input > 0;
		this.hasRefused = true;
		const bound = isInput
			? `${input} bytes of input may cost ${math.floor(limit)} ${what}; pass a Job with ${option} to allow more`
			: `${option} (${math.floor(limit)}) reached`;
		fail(format, `${bound}: ${used}`, place);
	}

	/** Called before `count` bytes are allocated. Refuses to exceed the limit. */
	public spendBytes(count: number, format: string, place?: number | string): void {
		// Written so that NaN fails too.
		if (!(this.bytes + count <= this.bytesLimit)) this.refuse(count, "bytes", format, place);
		this.bytes += count;
	}

	/** Gives back bytes of scratch buffers. Bytes of results stay spent. */
	public returnBytes(count: number): void {
		this.bytes -= count;
	}

	/** Called before `count` elements are made. */
	public spendElements(count: number, format: string, place?: number | string): void {
		if (!(this.elements + count <= this.elementsLimit)) this.refuse(count, "elements", format, place);
		this.elements += count;
	}

	/** Called before work of `count` steps, which it counts to its pauses itself. */
	public spendSteps(count: number, format: string, place?: number | string): void {
		if (!(this.steps + count <= this.stepsLimit)) this.refuse(count, "steps", format, place);
		this.steps += count;
	}

	/** Called before `count` steps are taken. Pauses if one is due. */
	public step(count: number, format: string, place?: number | string): void {
		this.spendSteps(count, format, place);
		this.sincePause += count;
		if (this.sincePause >= STEPS_PER_PAUSE) this.pausePoint();
	}

	/**
	 * Brings the next pause nearer by `count` steps without charging them: for work that takes longer than its steps.
	 */
	public countToPause(count: number): void {
		this.sincePause += count;
		if (this.sincePause >= STEPS_PER_PAUSE) this.pausePoint();
	}

	/** Marks a point between two parts of the work, at which it may pause or end. */
	public pausePoint(): void {
		this.sincePause = 0;
		this.report.flush();
		if (this.isCancelled) error(CANCELLED, 0);
		if (this.pause === undefined) return;
		this.pause();
		if (this.isCancelled) error(CANCELLED, 0);
	}

	/** Maps the following calls of `progress`, 0 to 1, to the range from `start` to `finish` of the whole. */
	public phase(start: number, finish: number): void {
		this.phaseStart = start;
		this.phaseEnd = finish;
	}

	/** Reports the progress and the current step to the caller, then pauses. */
	public progress(alpha: number, what: string): void {
		this.onProgress?.(this.phaseStart + (this.phaseEnd - this.phaseStart) * alpha, what);
		this.pausePoint();
	}

	/**
	 * Reports to the caller that the call is done, and returns its result. Does not pause: nothing can end the call any
	 * more.
	 */
	public finish<T>(result: T): T {
		this.report.flush();
		this.onProgress?.(1, "Done");
		return result;
	}

	/** Adds a line to the report about something left out, approximated or wrong. Equal messages share one line. */
	public warn(message: string, place?: string, count?: number): void {
		this.report.add(message, place, count);
	}
}
