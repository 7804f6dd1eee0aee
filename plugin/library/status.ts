import type { Library } from "./library";

function counted(count: number, one: string): string {
	return `${count} ${one}${count === 1 ? "" : "s"}`;
}

/** Describes the contents of the place, for a panel without a message. */
export function placeText(library: Library): string {
	const takes = library.of("takes").size();
	const shots = library.of("shots").size();
	const replays = library.of("replays").size();
	const parts = new Array<string>();
	if (takes > 0) parts.push(counted(takes, "take"));
	if (shots > 0) parts.push(counted(shots, "shot"));
	if (replays > 0) parts.push(counted(replays, "replay"));
	return parts.isEmpty() ? "Nothing recorded in this place." : `${parts.join(", ")} in this place.`;
}

/** Describes the countdown or the running recording. Otherwise empty. */
function runningText({ recording, countdown, settings, banner }: Library): string {
	if (countdown.left() > 0) return banner();
	if (!recording.isRecording()) return "";
	const keeps = `Stop keeps it as ${recording.name()}.`;
	if (recording.isPaused()) return `Paused. Resume goes on, and ${keeps.sub(1, 1).lower()}${keeps.sub(2)}`;
	if (!settings.get("flies")) return `Recording. ${keeps}`;
	return `Recording at ${settings.get("flySpeed")} studs per second. ${keeps}`;
}

/**
 * Returns the status line of a panel: a problem, otherwise the running recording, otherwise the last action, otherwise
 * the idle text.
 */
export function statusOf(library: Library, idle: () => string): string {
	const { messages } = library;
	if (messages.isProblem()) return messages.text();
	const running = runningText(library);
	if (running !== "") return running;
	return messages.text() === "" ? idle() : messages.text();
}
