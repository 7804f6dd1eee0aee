import { Recording } from "../../src/camera";
import type { Editor, Gesture } from "../editor/editor";

/** A drag in the viewport: one step of history, with its selection. */
export class KeyGesture {
	private gesture?: Gesture;

	constructor(private readonly editor: Editor) {}

	/** Begins a step, with the ids of the dragged keys. Returns false and shows the reason if none can begin. */
	public begin(what: string, said: string, ids: ReadonlyArray<string>): boolean {
		const { selection } = this.editor;
		const gesture = this.editor.beginGesture(what, () => said);
		if (!gesture) return false;
		this.gesture = gesture;
		if (!ids.isEmpty()) selection.set(ids);
		return true;
	}

	public isUnderWay(): boolean {
		return this.gesture !== undefined && !this.gesture.isOver();
	}

	public show(recording: Recording): void {
		this.gesture?.show(recording);
	}

	public commit(): void {
		if (this.isUnderWay()) this.gesture!.commit();
		this.gesture = undefined;
	}

	/** Restores the previous recording. Returns false if there is no drag. */
	public cancel(): boolean {
		if (!this.gesture) return false;
		if (this.isUnderWay()) this.gesture.cancel();
		this.gesture = undefined;
		return true;
	}
}
