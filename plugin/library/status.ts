import type { Library } from "./library";

function counted(count: number, one: string): string {
	return `${count} ${one}${count === 1 ? "" : "s"}`;
}

/** What is in the place, for a panel that has nothing else to say. */
function idleText(library: Library): string {
	const takes = library.of("takes").size();
	const shots = library.of("shots").size();
	const replays = library.of("replays").size();
	const parts = new Array<string>();
	if (takes > 0) parts.push(counted(takes, "take"));
	if (shots > 0) parts.push(counted(shots, "shot"));
	if (replays > 0) parts.push(counted(replays, "replay"));
	return parts.isEmpty() ? "Nothing recorded in this place." : `${parts.join(", ")} in this place.`;
}

/** What the lowest line says: what runs, else what was done last, else what there is. */
export function statusOf(library: Library): string {
	const { messages, recording, countdown } = library;
	if (messages.isProblem()) return messages.text();
	if (countdown.left() > 0) return library.banner();
	if (recording.isRecording()) {
		const keeps = `Stop keeps it as ${recording.name()}.`;
		if (recording.isPaused()) return `Paused. Resume goes on, and ${keeps.sub(1, 1).lower()}${keeps.sub(2)}`;
		if (!library.settings.get("flies")) return `Recording. ${keeps}`;
		return `Recording at ${library.settings.get("flySpeed")} studs per second. ${keeps}`;
	}
	return messages.text() === "" ? idleText(library) : messages.text();
}
