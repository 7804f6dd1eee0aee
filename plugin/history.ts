import { refuse } from "./sentence";

/**
 * Does something to the place as one step of Studio's history, where one can begin now: one undo takes it back. Where it
 * fails, what it had done so far is undone, and the failure goes on. In a playtest there is no history, and it is just done.
 * May yield. Gives false, and does nothing, while a playtest or another change of the place is under way.
 */
export function tryHistory(what: string, body: () => void): boolean {
	const history = game.GetService("ChangeHistoryService");
	const isEdit = game.GetService("RunService").IsEdit();
	const id = isEdit ? history.TryBeginRecording(`Dolly: ${what}`, what) : undefined;
	if (isEdit && id === undefined) return false;
	const [ok, problem] = pcall(body);
	// To finish a recording that is over by now would be an error.
	if (id !== undefined && history.IsRecordingInProgress(id)) {
		history.FinishRecording(id, ok ? Enum.FinishRecordingOperation.Commit : Enum.FinishRecordingOperation.Cancel);
	}
	if (!ok) error(problem, 0);
	return true;
}

/** The same, for what a person asked for: fails where no step can begin now. */
export function withHistory(what: string, body: () => void): void {
	if (!tryHistory(what, body)) {
		refuse("Another change of the place, or a playtest, is under way; try again when it is over.");
	}
}
