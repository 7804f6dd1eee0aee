import { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";
import { Writer } from "../../bytes/writer";
import { encodeTake } from "../../take/packed/encode-take";
import { writeHeader } from "../../take/packed/header";
import type { Recording } from "../../take/recording";
import { spareFrames } from "../spare-frames";

/** The bytes that a take came in as, and the frames and lenses that it had then, whose bytes never change. */
interface KnownBytes {
	bytes: buffer;
	frames: buffer;
	fieldOfView?: number | buffer;
}

const known = new WeakMap<Recording, KnownBytes>();

/** Keeps the bytes that a take came in as, so that whoever stores or sends it on need not pack it again. */
export function rememberBytes(take: Recording, bytes: buffer): void {
	known.set(take, { bytes, frames: take.frames, fieldOfView: take.fieldOfView });
}

export function forgetBytes(take: Recording): void {
	known.delete(take);
}

/**
 * Whether a take is what its bytes say. All but frames and lenses stands in the header: that is written anew and compared,
 * because tables may have been changed where they are.
 */
function isSame(take: Recording, { bytes, frames, fieldOfView }: KnownBytes): boolean {
	if (take.frames !== frames || take.fieldOfView !== fieldOfView) return false;
	const header = new Writer();
	writeHeader(header, take);
	const size = header.position;
	if (size > buffer.len(bytes)) return false;
	return buffer.readstring(bytes, 0, size) === buffer.tostring(header.finish());
}

/** A take that was checked, packed: the bytes that it came in as, where it is still what it was. */
export function bytesOf(take: Recording, budget: Budget): buffer {
	const former = known.get(take);
	return former && isSame(take, former) ? former.bytes : encodeTake(take, budget);
}

/** The Job of the options, which waits for the next frame whenever this one's share of time is spent, unless told. */
export function sparingBudget(options: { job?: Job }, caller: string): Budget {
	const budget = budgetOf(options, caller);
	budget.pause ??= spareFrames();
	return budget;
}
