import { cleanup } from "@rbxts/vide";

/** What a drag tells of. Places are in pixels from the object's top left corner. */
export interface DragEvents {
	/** Called when the button goes down: whether the drag is on. */
	onStart: (x: number, y: number) => boolean;
	onMove: (x: number, y: number) => void;
	onEnd?: () => void;
}

/** The handlers that have an object follow the mouse from where its button goes down to where it is let go. */
export function createDrag(objectOf: () => GuiObject | undefined, events: DragEvents) {
	let dragging: RBXScriptConnection | undefined;

	function place(input: InputObject) {
		const corner = objectOf()!.AbsolutePosition;
		return $tuple(input.Position.X - corner.X, input.Position.Y - corner.Y);
	}

	function release(): void {
		if (dragging === undefined) return;
		dragging.Disconnect();
		dragging = undefined;
		events.onEnd?.();
	}

	cleanup(release);

	return {
		began: (input: InputObject) => {
			if (input.UserInputType !== Enum.UserInputType.MouseButton1) return;
			release();
			const [x, y] = place(input);
			if (!events.onStart(x, y)) return;
			// The button may be let go anywhere: its input says so, wherever the pointer is.
			dragging = input.GetPropertyChangedSignal("UserInputState").Connect(() => {
				if (input.UserInputState === Enum.UserInputState.End) release();
			});
		},
		changed: (input: InputObject) => {
			if (dragging === undefined || input.UserInputType !== Enum.UserInputType.MouseMovement) return;
			const [x, y] = place(input);
			events.onMove(x, y);
		},
	};
}
