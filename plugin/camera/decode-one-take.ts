import { decodeRecording, isReplay, Job, Take } from "../../src/camera";
import { refuse } from "../refuse";

/** The take that packed bytes are. A replay, which the plugin cannot play, is refused in the name of `what`. */
export function decodeOneTake(source: buffer, what: string, job?: Job): Take {
	const recording = decodeRecording(source, { job });
	if (isReplay(recording)) refuse(what, `"${recording.name}" is a replay; a take is needed`);
	return recording;
}
