import type { Budget } from "../bytes/budget";
import { checkType, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { codecBudget, TakeCodecOptions } from "../take/codec-options";
import { decodeTake } from "../take/packed/decode-take";
import { encodeTake } from "../take/packed/encode-take";
import { unpackedTakeBytes } from "../take/packed/header";
import { isRecording, readKind, RecordingKind } from "../take/recording-start";
import { checkTake, Take } from "../take/take";
import { checkReplay } from "./check-replay";
import { isReplay } from "./is-replay";
import { decodeReplay } from "./packed/decode-replay";
import { encodeReplay } from "./packed/encode-replay";
import { unpackedReplayBytes } from "./packed/replay-header";
import type { Replay } from "./replay";

/**
 * What codecs, stores and remotes carry: a `Take` or a `Replay`. `isReplay` tells which.
 *
 * @example
 * const recording: Recording = recorder.stop();
 * store.save("harbour", recording);
 */
export type Recording = Take | Replay;

/**
 * Refuses an argument that is not a recording.
 *
 * @param owner what messages call it
 */
export function checkRecording(recording: Recording, caller: string, owner = "recording"): void {
	if (!typeIs(recording, "table")) {
		fail(caller, `${owner} is ${describeValue(recording)}; expected a Take or a Replay`);
	}
	if (isReplay(recording)) checkReplay(recording, caller, owner);
	else checkTake(recording, caller, owner);
}

/**
 * Packs a recording, all of it: `decodeRecording` returns the same. Frames and rows come back bit for bit. A minute of flying takes a
 * third of the bytes that its frames have, a camera that stands still next to none; a minute of a character that moves takes about 40 KB.
 *
 * @example
 * const packed = encodeRecording(recorder.stop());
 * print(`${buffer.len(packed)} bytes`);
 */
export function encodeRecording(recording: Recording, options: TakeCodecOptions = {}): buffer {
	checkRecording(recording, "encodeRecording");
	const budget = codecBudget(options, "encodeRecording");
	return budget.finish(packRecording(recording, budget));
}

/** Packs a recording that was checked. */
export function packRecording(recording: Recording, budget: Budget): buffer {
	return isReplay(recording) ? encodeReplay(recording, budget) : encodeTake(recording, budget);
}

/**
 * Unpacks what `encodeRecording` packed, whatever recording it is: its first bytes say. All of it is checked first: damage
 * anywhere refuses the whole recording.
 *
 * @example
 * const recording = decodeRecording(source);
 * if (!isReplay(recording)) new CameraPlayer(recording).play();
 */
export function decodeRecording(source: buffer, options: TakeCodecOptions = {}): Recording {
	checkType(source, "buffer", "decodeRecording", "source");
	const budget = codecBudget(options, "decodeRecording");
	// Rows that repeat pack into next to nothing: what bytes from anywhere unpack to is in proportion to them.
	if (readKind(source) === RecordingKind.Replay) budget.admit(buffer.len(source));
	return budget.finish(readRecording(source, budget));
}

/** Unpacks bytes of a recording, for callers that know that it is a buffer and that bound what it may cost. */
export function readRecording(source: buffer, budget: Budget): Recording {
	return readKind(source) === RecordingKind.Replay ? decodeReplay(source, budget) : decodeTake(source, budget);
}

/**
 * The bytes that the frames and rows of a packed recording will have, by its first bytes and unchecked: what a receiver of bytes
 * sets aside before it decodes them. 0 for other bytes.
 */
export function unpackedBytes(start: buffer): number {
	if (!isRecording(start)) return 0;
	const [known, kind] = pcall(readKind, start);
	if (!known) return 0;
	return kind === RecordingKind.Replay ? unpackedReplayBytes(start) : unpackedTakeBytes(start);
}
