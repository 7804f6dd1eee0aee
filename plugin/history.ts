import { refuse } from "./sentence";

/** A change of the place in progress, as one step of Studio's history. */
export interface HistoryStep {
	/** Ends the step; one undo reverts it. */
	commit: () => void;
	/** Reverts the changes of this step. */
	cancel: () => void;
}

/**
 * Begins a step of Studio's history. Returns undefined while a playtest of the place runs, or during another change.
 * Inside a playtest there is no history, and the step does nothing. May yield.
 */
export function beginStep(what: string): HistoryStep | undefined {
	const history = game.GetService("ChangeHistoryService");
	const isEdit = game.GetService("RunService").IsEdit();
	const id = isEdit ? history.TryBeginRecording(`Dolly: ${what}`, what) : undefined;
	if (isEdit && id === undefined) return undefined;
	const finish = (operation: Enum.FinishRecordingOperation) => {
		// Finishing a recording that has already ended is an error.
		if (id !== undefined && history.IsRecordingInProgress(id)) history.FinishRecording(id, operation);
	};
	return {
		commit: () => finish(Enum.FinishRecordingOperation.Commit),
		cancel: () => finish(Enum.FinishRecordingOperation.Cancel),
	};
}

/**
 * Changes the place as one step of Studio's history that one undo reverts. If `body` fails, reverts its changes and
 * rethrows the error. Returns false and does nothing during a playtest or another change of the place. May yield.
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

/** Shown when no step can begin. */
export const NO_STEP = "A playtest or another change of the place is under way. Try again when it is over.";

/** Does the same, but fails if no step can begin: for actions that the user asked for. */
export function withHistory(what: string, body: () => void): void {
	if (!tryHistory(what, body)) refuse(NO_STEP);
}
