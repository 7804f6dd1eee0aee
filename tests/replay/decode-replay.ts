import { decodeRecording, isRecording, Replay, TakeCodecOptions } from "../../src/camera";

/** The replay that packed bytes are. */
export function decodeReplay(source: buffer, options?: TakeCodecOptions): Replay {
	const recording = decodeRecording(source, options);
	assert(isRecording(recording, "replay"), "expected a replay, but a take came");
	return recording;
}
