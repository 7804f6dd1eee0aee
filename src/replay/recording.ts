import type { Budget } from "../bytes/budget";
import { checkType, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { codecBudget, TakeCodecOptions } from "../take/codec-options";
import { decodeTake } from "../take/packed/decode-take";
import { encodeTake } from "../take/packed/encode-take";
import { Grid, gridWithin, MAX_DEGREES, MAX_STUDS, MIN_STUDS } from "../take/packed/grid";
import { unpackedTakeBytes } from "../take/packed/header";
import { readKind, RecordingKind, startsAsRecording } from "../take/recording-start";
import { decodeShot, encodeShot } from "../take/packed/shot";
import { checkShot, isShot } from "../take/shot";
import { checkTake, Take } from "../take/take";
import { checkReplay } from "./check-replay";
import { checkFilm, Film, FilmClip, heldBy, isFilm } from "./film";
import { isReplay } from "./is-replay";
import { decodeReplay } from "./packed/decode-replay";
import { encodeReplay } from "./packed/encode-replay";
import { ClipCodec, decodeFilm, encodeFilm, unpackedFilmBytes } from "./packed/film";
import { unpackedReplayBytes } from "./packed/replay-header";
import type { Replay } from "./replay";

/**
 * What codecs, stores and remotes carry: a `Take`, a `Shot`, a `Replay` or a `Film`. `isRecording` distinguishes them.
 *
 * @example
 * const recording: Recording = recorder.stop();
 * store.save("harbour", recording);
 */
export type Recording = FilmClip | Film;

/**
 * Refuses an argument that is not a recording.
 *
 * @param owner its name in messages
 */
export function checkRecording(recording: Recording, caller: string, owner = "recording"): void {
	if (!typeIs(recording, "table")) {
		fail(caller, `${owner} is ${describeValue(recording)}; expected a Take, a Shot, a Replay or a Film`);
	}
	if (isReplay(recording)) checkReplay(recording, caller, owner);
	else if (isShot(recording)) checkShot(recording, caller, owner);
	else if (isFilm(recording)) checkFilm(recording, caller, owner);
	else checkTake(recording, caller, owner);
}

/**
 * A recording that consists of frames: a `Take` or a `Replay`.
 *
 * @example
 * const recording: FramedRecording = trimRecording(take, 2, 5.5);
 */
export type FramedRecording = Take | Replay;

/** Returns the number of frames or keys. A film has those of all its recordings. */
export function recordingLength(recording: Recording): number {
	if (isFilm(recording)) {
		let length = 0;
		for (const held of heldBy(recording)) length += recordingLength(held);
		return length;
	}
	return isShot(recording) ? recording.keys.size() : recording.count;
}

/** Refuses an argument that does not consist of frames. */
export function checkFramed(recording: FramedRecording, caller: string): void {
	if (typeIs(recording, "table") && isShot(recording)) {
		fail(caller, "recording is a Shot; expected a Take or a Replay. takeFromPath converts it to a take");
	}
	if (typeIs(recording, "table") && isFilm(recording)) {
		fail(caller, "recording is a Film; expected a Take or a Replay. Edit the items of a film, or use takeFromPath");
	}
	checkRecording(recording, caller);
}

/**
 * Options of `encodeRecording`.
 *
 * @example
 * const options: EncodeOptions = { studs: 0.01, degrees: 0.05 };
 * const packed = encodeRecording(take, options);
 */
export interface EncodeOptions extends TakeCodecOptions {
	/** The max distance, in studs, between a frame of a take and its decoded frame. Defaults to lossless. */
	studs?: number;
	/** The max angle between a frame of a take and its decoded frame. Needs `studs`. Defaults to 0. */
	degrees?: number;
}

/**
 * Packs a whole recording. `decodeRecording` restores it: frames and rows come back bit for bit.
 *
 * A minute of flight takes about a third of the bytes of its frames, and a camera at rest almost nothing. A minute of a
 * moving character takes about 40 KB. With `studs` and `degrees` a take is smaller, and its frames come back within
 * these bounds.
 *
 * @example
 * const packed = encodeRecording(recorder.stop());
 * print(`${buffer.len(packed)} bytes`);
 */
export function encodeRecording(recording: Recording, options: EncodeOptions = {}): buffer {
	checkRecording(recording, "encodeRecording");
	const budget = codecBudget(options, "encodeRecording", ["degrees", "studs"]);
	const { studs, degrees } = options;
	if (studs === undefined && degrees === undefined) return budget.finish(packRecording(recording, budget));
	const grid = checkBounds(studs, degrees);
	if (isFilm(recording)) {
		fail("encodeRecording", "recording is a Film; expected a Take with studs and degrees. Round its takes first");
	}
	if (isReplay(recording) || isShot(recording)) {
		const [found, hint] = isReplay(recording)
			? ["Replay", "ReplayRecorder's precision limits the error of a replay"]
			: ["Shot", "a shot has no frames to round"];
		fail("encodeRecording", `recording is a ${found}; expected a Take with studs and degrees: ${hint}`);
	}
	return budget.finish(encodeTake(recording, budget, grid));
}

/** Returns the grid for the caller's bounds. */
function checkBounds(studs: unknown, degrees: unknown = 0): Grid {
	if (!typeIs(studs, "number") || !(studs >= MIN_STUDS && studs <= MAX_STUDS)) {
		fail("encodeRecording", `studs is ${describeValue(studs)}; expected a number up to ${MAX_STUDS}, above 0.000001`);
	}
	if (!typeIs(degrees, "number") || !(degrees >= 0 && degrees <= MAX_DEGREES)) {
		fail("encodeRecording", `degrees is ${describeValue(degrees)}; expected 0 to ${MAX_DEGREES}`);
	}
	return gridWithin(studs, degrees);
}

/** Packs a checked recording. */
export function packRecording(recording: Recording, budget: Budget): buffer {
	return isFilm(recording) ? encodeFilm(recording, budget, CLIPS) : packClip(recording, budget);
}

function packClip(recording: FilmClip, budget: Budget): buffer {
	if (isReplay(recording)) return encodeReplay(recording, budget);
	return isShot(recording) ? encodeShot(recording, budget) : encodeTake(recording, budget);
}

/**
 * Unpacks the bytes of `encodeRecording`. Dolly recognises the kind of recording by its first bytes. Damage anywhere
 * fails the call: there are no partial recordings.
 *
 * @example
 * const recording = decodeRecording(source);
 * if (!isRecording(recording, "replay")) new CameraPlayer(recording).play(); // a take, a shot or a film
 */
export function decodeRecording(source: buffer, options: TakeCodecOptions = {}): Recording {
	checkType(source, "buffer", "decodeRecording", "source");
	const budget = codecBudget(options, "decodeRecording");
	// Repeating rows and frames pack into almost nothing: the decoded size must stay in proportion to the bytes.
	readKind(source);
	budget.admit(buffer.len(source));
	return budget.finish(readRecording(source, budget));
}

/** Unpacks the bytes of a recording. The caller has checked that it is a buffer, and bounds its cost. */
export function readRecording(source: buffer, budget: Budget): Recording {
	return readKind(source) === RecordingKind.Film ? decodeFilm(source, budget, CLIPS) : readClip(source, budget);
}

function readClip(source: buffer, budget: Budget): FilmClip {
	const kind = readKind(source);
	if (kind === RecordingKind.Replay) return decodeReplay(source, budget);
	return kind === RecordingKind.Shot ? decodeShot(source, budget) : decodeTake(source, budget);
}

/**
 * Returns the bytes that a packed recording's frames and rows decode to, by its unchecked first bytes; 0 for other
 * bytes. Receivers reserve them before decoding.
 */
export function unpackedBytes(start: buffer): number {
	if (!startsAsRecording(start)) return 0;
	const [known, kind] = pcall(readKind, start);
	// The tables of a shot are counted when it is decoded.
	if (!known || kind === RecordingKind.Shot) return 0;
	if (kind === RecordingKind.Film) return unpackedFilmBytes(start);
	return kind === RecordingKind.Replay ? unpackedReplayBytes(start) : unpackedTakeBytes(start);
}

/** Packs and reads the items of a film. */
const CLIPS: ClipCodec = { pack: packClip, read: readClip, unpackedBytes };
