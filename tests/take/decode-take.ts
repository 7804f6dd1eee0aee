import { decodeRecording, isReplay, Take, TakeCodecOptions } from "../../src/camera";

/** The take that packed bytes are. */
export function decodeTake(source: buffer, options?: TakeCodecOptions): Take {
	const recording = decodeRecording(source, options);
	assert(!isReplay(recording), "expected a take, but a replay came");
	return recording;
}
