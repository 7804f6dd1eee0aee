import { decodeRecording, isReplay, Job, Take } from "../../src/camera";
import { refuse } from "../sentence";

/** The take that packed bytes are. A replay, which the plugin cannot play, is refused. */
export function decodeOneTake(source: buffer, job?: Job): Take {
	const recording = decodeRecording(source, { job });
	if (isReplay(recording)) return refuse(`"${recording.name}" is a replay, which this panel cannot play.`);
	return recording;
}
