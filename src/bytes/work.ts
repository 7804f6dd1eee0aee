import { checkKeys, checkOptional, describeValue } from "./check-argument";
import { fail } from "./fail";
import { Report } from "./report";

/** What one call may cost, unless told otherwise. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_ELEMENTS = 1_000_000;
const MAX_STEPS = 4_000_000_000;

/**
 * What an input may cost whatever it says: so much to begin with, and so much a byte of it. Real files stay far below; what
 * a small file claims to be large is refused before it is made.
 */
const FREE = { bytes: 8 * 1024 * 1024, elements: 20_000, steps: 4_000_000 };
const A_BYTE = { bytes: 48, elements: 0.25, steps: 24 };

/** Steps between two looks at whether to pause: below a millisecond of them, interpreted. */
const STEPS_A_PAUSE = 4096;

/** What a cancelled call fails with. */
const CANCELLED = "[dolly] cancelled";

/**
 * What a piece of long work may cost, and how it goes on. What a file may cost in proportion to its size, as
 * docs/limits.md says, holds as well: these limits do not raise it.
 *
 * @example
 * const options: WorkOptions = { maxBytes: 16 * 1024 * 1024, onProgress: (share, what) => print(share, what) };
 * const scene = readModel(source, { work: new Work(options) });
 */
export interface WorkOptions {
	/** The most bytes that may be made of the input, all its parts together; 256 MB unless given. */
	maxBytes?: number;
	/** The most things that may be made of it: nodes, joints, tracks, parts and the like; 1,000,000 unless given. */
	maxElements?: number;
	/** The most steps that may be taken, a vertex or a key each; 4,000,000,000 unless given. */
	maxSteps?: number;
	/** Called between the parts of the work. It may yield, and may throw to end the work. */
	pause?: () => void;
	/** Told how far the work is, 0 to 1, and what it is at. */
	onProgress?: (share: number, what: string) => void;
}

const OPTIONS: Array<keyof WorkOptions> = ["maxBytes", "maxElements", "maxSteps", "onProgress", "pause"];

function limitOf(options: WorkOptions, name: "maxBytes" | "maxElements" | "maxSteps", usual: number): number {
	const limit = options[name] ?? usual;
	if (!typeIs(limit, "number") || !(limit >= 0)) {
		fail("Work", `${name} is ${describeValue(limit)}; it must be a number from 0 on`);
	}
	return limit;
}

/**
 * Goes through every long call: the budget of bytes, elements and steps, the pauses that spare a frame, cancelling, and
 * the report of what was left out. One Work may serve several calls; they share its budget.
 *
 * @example
 * const work = new Work({ maxBytes: 64 * 1024 * 1024 });
 * task.delay(10, () => work.cancel()); // importModel then fails with "[dolly] cancelled" and leaves nothing behind
 * const imported = importModel(source, { work });
 * for (const line of work.report.lines()) print(line);
 */
export class Work {
	/** What was left out, approximated or looks wrong. */
	public readonly report = new Report();
	/** Whether `cancel` was called. */
	public isCancelled = false;
	/** Called between parts; builders set one that spares the frame where there is none. */
	public pause?: () => void;

	/** What has been spent so far. */
	public bytes = 0;
	public elements = 0;
	public steps = 0;

	/** The most bytes that it may spend. */
	public readonly maxBytes: number;
	private readonly maxElements: number;
	private readonly maxSteps: number;
	private onProgress?: (share: number, what: string) => void;
	/** The input's own limits, once it is known; none before. */
	private admitted = 0;
	private bytesLimit: number;
	private elementsLimit: number;
	private stepsLimit: number;
	private sincePause = 0;
	private phaseStart = 0;
	private phaseEnd = 1;

	constructor(options: WorkOptions = {}) {
		checkKeys(options, OPTIONS, "Work", "options");
		checkOptional(options.pause, "function", "Work", "pause");
		checkOptional(options.onProgress, "function", "Work", "onProgress");
		this.maxBytes = limitOf(options, "maxBytes", MAX_BYTES);
		this.maxElements = limitOf(options, "maxElements", MAX_ELEMENTS);
		this.maxSteps = limitOf(options, "maxSteps", MAX_STEPS);
		this.bytesLimit = this.maxBytes;
		this.elementsLimit = this.maxElements;
		this.stepsLimit = this.maxSteps;
		this.pause = options.pause;
		this.onProgress = options.onProgress;
	}

	/**
	 * Ends the work at its next pause: the call fails with `[dolly] cancelled`. What it paused and told by is let go of, so that
	 * a Work that is kept holds on to nothing of the call. It stays cancelled: the next call needs another.
	 */
	public cancel(): void {
		this.isCancelled = true;
		this.pause = undefined;
		this.onProgress = undefined;
	}

	/**
	 * Tells how large an input is, when a reader begins: from then on all that is done with it, to the last part that is
	 * built, stays in proportion to its size as well as below the caller's limits.
	 */
	public admit(inputBytes: number): void {
		this.admitted += inputBytes;
		this.bytesLimit = math.min(this.maxBytes, FREE.bytes + A_BYTE.bytes * this.admitted);
		this.elementsLimit = math.min(this.maxElements, FREE.elements + A_BYTE.elements * this.admitted);
		this.stepsLimit = math.min(this.maxSteps, FREE.steps + A_BYTE.steps * this.admitted);
	}

	/**
	 * A Work beside this one, for what is not in proportion to the input, such as pixels: it has what is left of the
	 * caller's bytes, and pauses, ends and reports with this one.
	 */
	public apart(): Work {
		const other = new Work({
			maxBytes: math.max(this.maxBytes - this.bytes, 0),
			maxSteps: this.maxSteps,
			pause: () => this.pausePoint(),
		});
		(other as { report: Report }).report = this.report;
		return other;
	}

	/** Refuses `count` of something: for the caller's limit, or because it is out of proportion to the input. */
	private refuse(
		count: number,
		what: "bytes" | "elements" | "steps",
		limit: number,
		callersLimit: number,
		format: string,
		place?: number | string,
	): never {
		const things = what === "elements" ? "things" : what;
		const option = what === "bytes" ? "maxBytes" : what === "elements" ? "maxElements" : "maxSteps";
		const bound = limit < callersLimit ? `what ${this.admitted} bytes of input may cost` : option;
		fail(format, `${count} ${things} on top of ${this[what]} exceed ${bound} (${math.floor(limit)})`, place);
	}

	/** Asked before `count` bytes are allocated: refuses what would exceed the limit. */
	public spendBytes(count: number, format: string, place?: number | string): void {
		// Written so that a NaN fails too.
		if (!(this.bytes + count <= this.bytesLimit)) {
			this.refuse(count, "bytes", this.bytesLimit, this.maxBytes, format, place);
		}
		this.bytes += count;
	}

	/** Gives back bytes that were spent on what is dropped again, such as scratch; what was made of the input stays spent. */
	public returnBytes(count: number): void {
		this.bytes -= count;
	}

	/** Asked before `count` things are made. */
	public spendElements(count: number, format: string, place?: number | string): void {
		if (!(this.elements + count <= this.elementsLimit)) {
			this.refuse(count, "elements", this.elementsLimit, this.maxElements, format, place);
		}
		this.elements += count;
	}

	/** Asked before `count` steps are taken; pauses where enough have gone by. */
	public step(count: number, format: string, place?: number | string): void {
		if (!(this.steps + count <= this.stepsLimit)) {
			this.refuse(count, "steps", this.stepsLimit, this.maxSteps, format, place);
		}
		this.steps += count;
		this.sincePause += count;
		if (this.sincePause >= STEPS_A_PAUSE) this.pausePoint();
	}

	/** Brings the next pause nearer by `count` steps that are not charged: for what takes longer than its steps say. */
	public countToPause(count: number): void {
		this.sincePause += count;
		if (this.sincePause >= STEPS_A_PAUSE) this.pausePoint();
	}

	/** A place between two parts of the work, where it may pause or end. */
	public pausePoint(): void {
		this.sincePause = 0;
		if (this.isCancelled) error(CANCELLED, 0);
		if (this.pause === undefined) return;
		this.pause();
		if (this.isCancelled) error(CANCELLED, 0);
	}

	/** Says that what `progress` tells from now on, 0 to 1, is the part of the whole from `start` to `finish`. */
	public phase(start: number, finish: number): void {
		this.phaseStart = start;
		this.phaseEnd = finish;
	}

	/** Tells how far the work is, and pauses. */
	public progress(share: number, what: string): void {
		this.onProgress?.(this.phaseStart + (this.phaseEnd - this.phaseStart) * share, what);
		this.pausePoint();
	}

	/** Puts something that was left out, approximated or looks wrong into the report; the same message is one line. */
	public warn(message: string, place?: string, count?: number): void {
		this.report.add(message, place, count);
	}
}

/** The Work that a caller handed over, or a fresh one; anything else is refused in the name of `caller`. */
export function workOf(options: { work?: Work } | undefined, caller: string): Work {
	checkOptional(options, "table", caller, "options");
	const work = options?.work;
	if (work === undefined) return new Work();
	if (!(work instanceof Work)) fail(caller, `work is ${describeValue(work)}; it must be a Work`);
	return work;
}
