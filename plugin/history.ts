import { refuse } from "./refuse";
/**
 * Does something to the place as one step of Studio's history: one undo takes it back. Where it fails, what it had done so
 * far is undone, and the failure goes on. In a playtest there is no history, and it is just done. May yield.
 */
export function withHistory(what: string, body: () => void): void {
	const history = game.GetService("ChangeHistoryService");
	const isEdit = game.GetService("RunService").IsEdit();
	const id = isEdit ? history.TryBeginRecording(`Dolly: ${what}`, what) : undefined;
	if (isEdit && id === undefined) {
		refuse("history", "another change of the place, or a playtest, is under way; try again when it is over");
	}
	const [ok, problem] = pcall(body);
	// To finish a recording that is over by now would be an error.
	if (id !== undefined && history.IsRecordingInProgress(id)) {
		history.FinishRecording(id, ok ? Enum.FinishRecordingOperation.Commit : Enum.FinishRecordingOperation.Cancel);
	}
	if (!ok) error(problem, 0);
}
