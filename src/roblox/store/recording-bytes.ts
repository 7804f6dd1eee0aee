import { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";
import { Writer } from "../../bytes/writer";
import { isFilm } from "../../replay/film";
import { isReplay } from "../../replay/is-replay";
import { writeReplayHeader } from "../../replay/packed/replay-header";
import { packRecording, Recording } from "../../replay/recording";
import { rememberedGrid } from "../../take/packed/grid";
import { writeHeader } from "../../take/packed/header";
import { isShot } from "../../take/shot";
import { spareFrames } from "../spare-frames";

/** The bytes in which a recording arrived, and its buffers at that time, whose bytes never change. */
interface KnownBytes {
	bytes: buffer;
	buffers: Array<buffer>;
}

const known = new WeakMap<Recording, KnownBytes>();

/** Returns the buffers of a recording: those of frames, of a field of view per frame, and of rows. */
function buffersOf(recording: Recording): Array<buffer> {
	const buffers = new Array<buffer>();
	if (isShot(recording) || isFilm(recording)) return buffers;
	const takes = isReplay(recording) ? recording.subjects.map(({ root }) => root) : [recording];
	for (const { frames, fieldOfView } of takes) {
		buffers.push(frames);
		if (typeIs(fieldOfView, "buffer")) buffers.push(fieldOfView);
	}
	if (isReplay(recording)) {
		for (const { rotations, translations } of recording.subjects) buffers.push(rotations, translations);
	}
	return buffers;
}

/** Remembers the bytes in which a recording arrived, so that storing it or sending it on need not pack it again. */
export function rememberBytes(recording: Recording, bytes: buffer): void {
	known.set(recording, { bytes, buffers: buffersOf(recording) });
}

export function forgetBytes(recording: Recording): void {
	known.delete(recording);
}

/**
 * Returns whether a recording is unchanged. Everything but frames, fields of view and rows is in the header, which is
 * written again and compared, because tables may have been changed in place.
 */
function isSame(recording: Recording, { bytes, buffers }: KnownBytes, budget: Budget): boolean {
	const now = buffersOf(recording);
	if (now.size() !== buffers.size() || now.some((each, index) => each !== buffers[index])) return false;
	const header = new Writer();
	if (isReplay(recording)) writeReplayHeader(header, recording, budget);
	else if (isShot(recording) || isFilm(recording))
		return false; // all of it would be written again
	else writeHeader(header, recording, rememberedGrid(recording.frames));
	const size = header.position;
	if (size > buffer.len(bytes)) return false;
	return buffer.readstring(bytes, 0, size) === buffer.tostring(header.finish());
}

/** Packs a checked recording. Returns the bytes in which it arrived, if it is unchanged. */
export function bytesOf(recording: Recording, budget: Budget): buffer {
	const former = known.get(recording);
	return former && isSame(recording, former, budget) ? former.bytes : packRecording(recording, budget);
}

/**
 * Returns the budget of the options' Job. Unless the Job has its own pause, it waits for the next frame whenever this
 * one's share of time is spent.
 */
export function sparingBudget(options: { job?: Job }, caller: string): Budget {
	const budget = budgetOf(options, caller);
	budget.pause ??= spareFrames();
	return budget;
}
