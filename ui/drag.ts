import { cleanup } from "@rbxts/vide";

/** The handlers of a drag. Positions are in pixels from the object's top left corner. */
export interface DragEvents {
	/** Called when the button is pressed. Returns whether the drag begins. */
	onStart: (x: number, y: number) => boolean;
	onMove: (x: number, y: number) => void;
	onEnd?: () => void;
}

/** Returns an object's handlers, which follow the mouse from a press to its release. */
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
			// The button can be released anywhere. Its input object reports that regardless of the pointer's position.
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
