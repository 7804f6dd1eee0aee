import type { IconName } from "../../ui/icon";
import type { Library } from "./library";

interface RecordWords {
	text: string;
	icon: IconName;
	tip: string;
}

/** Returns the text, icon and tooltip of the record button: record, stop, or cancel the countdown. */
export function recordWords({ recording, countdown }: Library): RecordWords {
	if (recording.isRecording()) return { text: "Stop", icon: "stop", tip: "Stop, and keep what was recorded (R)" };
	if (countdown.left() > 0) return { text: "Cancel", icon: "close", tip: "Cancel before it begins (Esc)" };
	return { text: "Record", icon: "record", tip: "Record the camera of the viewport (R)" };
}
