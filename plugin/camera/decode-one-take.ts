import { decodeRecording, isRecording, Job, Take } from "../../src/camera";
import { refuse } from "../sentence";

/** The take that packed bytes are. Another recording, which the panel cannot play, is refused. */
export function decodeOneTake(source: buffer, job?: Job): Take {
	const recording = decodeRecording(source, { job });
	if (isRecording(recording, "take")) return recording;
	return refuse(`"${recording.name}" is a shot or a replay, which this panel cannot play.`);
}
