import { Work, workOf } from "../../bytes/work";
import { encodeTake } from "../../take/packed/encode-take";
import type { Take } from "../../take/take";
import { spareFrames } from "../spare-frames";

/** The bytes that a take came in as, and what it was then. */
interface KnownBytes {
	bytes: buffer;
	take: Take;
}

const known = new WeakMap<Take, KnownBytes>();

/** Keeps the bytes that a take came in as, so that whoever stores or sends it on need not pack it again. */
export function rememberBytes(take: Take, bytes: buffer): void {
	known.set(take, { bytes, take: { ...take } });
}

export function forgetBytes(take: Take): void {
	known.delete(take);
}

function isSame(take: Take, former: Take): boolean {
	for (const [key, value] of pairs(take)) if (former[key] !== value) return false;
	for (const [key] of pairs(former)) if (take[key] === undefined) return false;
	return true;
}

/** A take packed: the bytes that it came in as, where it is still what it was. */
export function bytesOf(take: Take, work: Work): buffer {
	const former = known.get(take);
	return former && isSame(take, former.take) ? former.bytes : encodeTake(take, { work });
}

/** The Work of the options, which waits for the next frame whenever this one's share of time is spent, unless told. */
export function sparingWork(options: { work?: Work }, caller: string): Work {
	const work = workOf(options, caller);
	work.pause ??= spareFrames();
	return work;
}
