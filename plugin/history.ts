import { refuse } from "./sentence";

/** A change of the place that is under way, as one step of Studio's history. */
export interface HistoryStep {
	/** Ends the step: what was done meanwhile is one undo. */
	commit: () => void;
	/** Takes back what was done meanwhile. */
	cancel: () => void;
}

/**
 * Begins a step of Studio's history; undefined while a playtest or another change of the place is under way. In a playtest there is no
 * history, and the step does nothing. May yield.
 */
export function beginStep(what: string): HistoryStep | undefined {
	const history = game.GetService("ChangeHistoryService");
	const isEdit = game.GetService("RunService").IsEdit();
	const id = isEdit ? history.TryBeginRecording(`Dolly: ${what}`, what) : undefined;
	if (isEdit && id === undefined) return undefined;
	const finish = (operation: Enum.FinishRecordingOperation) => {
		// To finish a recording that is over by now would be an error.
		if (id !== undefined && history.IsRecordingInProgress(id)) history.FinishRecording(id, operation);
	};
	return {
		commit: () => finish(Enum.FinishRecordingOperation.Commit),
		cancel: () => finish(Enum.FinishRecordingOperation.Cancel),
	};
}

/**
 * Changes the place as one step of Studio's history, if one can begin now: one undo takes it back. If it fails, what it has done so far
 * is undone, and the failure goes on. Returns false, and does nothing, while a playtest or another change of the place is under way.
 * May yield.
 */
export function tryHistory(what: string, body: () => void): boolean {
	const step = beginStep(what);
	if (!step) return false;
	const [ok, problem] = pcall(body);
	if (ok) step.commit();
	else step.cancel();
	if (!ok) error(problem, 0);
	return true;
}

/** What a person reads when no step can begin. */
export const NO_STEP = "A playtest or another change of the place is under way. Try again when it is over.";

/** The same, for what a person asked for: fails if no step can begin now. */
export function withHistory(what: string, body: () => void): void {
	if (!tryHistory(what, body)) refuse(NO_STEP);
}
