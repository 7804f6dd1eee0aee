import type { Budget } from "../bytes/budget";
import { checkType } from "../bytes/check-argument";
import { codecBudget, TakeCodecOptions } from "./codec-options";
import { decodeTake } from "./packed/decode-take";
import { encodeTake } from "./packed/encode-take";
import { readKind } from "./recording-start";
import { checkTake, Take } from "./take";

/**
 * What codecs, stores and remotes carry. Today every recording is a `Take`.
 *
 * @example
 * const recording: Recording = recorder.stop();
 * store.save("harbour", recording);
 */
export type Recording = Take;

/** Refuses an argument that is not a recording. */
export function checkRecording(recording: Recording, caller: string): void {
	checkTake(recording, caller);
}

/**
 * Packs a recording, all of it: `decodeRecording` returns the same, bit for bit. A minute of flying takes a third of the
 * bytes that its frames have, a camera that stands still next to none.
 *
 * @example
 * const packed = encodeRecording(recorder.stop());
 * print(`${buffer.len(packed)} bytes`);
 */
export function encodeRecording(recording: Recording, options: TakeCodecOptions = {}): buffer {
	checkRecording(recording, "encodeRecording");
	const budget = codecBudget(options, "encodeRecording");
	return budget.finish(encodeTake(recording, budget));
}

/**
 * Unpacks what `encodeRecording` packed, whatever recording it is: its first bytes say. All of it is checked first: damage
 * anywhere refuses the whole recording.
 *
 * @example
 * const take = decodeRecording(source);
 * new CameraPlayer(take).play();
 */
export function decodeRecording(source: buffer, options: TakeCodecOptions = {}): Recording {
	checkType(source, "buffer", "decodeRecording", "source");
	const budget = codecBudget(options, "decodeRecording");
	return budget.finish(readRecording(source, budget));
}

/** Unpacks bytes of a recording, for callers that know that it is a buffer. */
export function readRecording(source: buffer, budget: Budget): Recording {
	readKind(source);
	return decodeTake(source, budget);
}
