import { decodeRecording, isRecording, Take, TakeCodecOptions } from "../../src/camera";

/** The take that packed bytes are. */
export function decodeTake(source: buffer, options?: TakeCodecOptions): Take {
	const recording = decodeRecording(source, options);
	assert(isRecording(recording, "take"), "expected a take, but another recording came");
	return recording;
}
