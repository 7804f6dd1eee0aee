import { cleanup } from "@rbxts/vide";

/** The pointer's position in pixels from an object's corner, and the modifier keys. */
export interface PointerPlace {
	readonly x: number;
	readonly y: number;
	readonly shift: boolean;
	readonly ctrl: boolean;
	readonly alt: boolean;
}

/** A drag in progress. */
export interface DragTarget {
	/** Called once the pointer has moved too far for a click. */
	onMove: (at: PointerPlace) => void;
	onEnd?: () => void;
	/** Called when the drag is cancelled. Defaults to `onEnd`. */
	onCancel?: () => void;
	/** Whether it follows from the first pixel. Defaults to false: drags start after 4 pixels. */
	isImmediate?: boolean;
}

export interface PointerEvents {
	/** Called when the left button is pressed. Returns the drag that begins there. */
	onPress: (at: PointerPlace) => DragTarget | undefined;
	/** Called when the button is released at the position of the press. */
	onClick?: (at: PointerPlace) => void;
	onDoubleClick?: (at: PointerPlace) => void;
	/** Called for the right button. */
	onMenu?: (at: PointerPlace) => void;
	/** Returns the drag of the middle button. */
	onPan?: (at: PointerPlace) => DragTarget | undefined;
	/** Called for the wheel: 1 away from the user, -1 towards them. */
	onWheel?: (at: PointerPlace, steps: number) => void;
	onHover?: (at: PointerPlace) => void;
}

/** Pixels after which a press is a drag, and the max seconds between the clicks of a double click. */
const DRAG_DISTANCE = 4;
const DOUBLE_CLICK = 0.4;

/** Cancels a panel's current drag. */
let cancelCurrent: (() => boolean) | undefined;

/** Cancels the current drag in any panel, because there is one mouse. Returns false if there is none. */
export function cancelDrag(): boolean {
	return cancelCurrent !== undefined && cancelCurrent();
}

/** Returns an object's mouse handlers. */
export function createPointer(objectOf: () => GuiObject | undefined, events: PointerEvents) {
	let release: (() => void) | undefined;
	let follow: ((at: PointerPlace) => void) | undefined;
	let lastClick = -math.huge;
	let lastPlace: PointerPlace | undefined;

	function placeOf(input: InputObject): PointerPlace {
		const corner = objectOf()!.AbsolutePosition;
		return {
			x: input.Position.X - corner.X,
			y: input.Position.Y - corner.Y,
			shift: input.IsModifierKeyDown(Enum.ModifierKey.Shift),
			ctrl: input.IsModifierKeyDown(Enum.ModifierKey.Ctrl) || input.IsModifierKeyDown(Enum.ModifierKey.Meta),
			alt: input.IsModifierKeyDown(Enum.ModifierKey.Alt),
		};
	}

	function beginDrag(input: InputObject, start: PointerPlace, target: DragTarget | undefined, onClick?: () => void) {
		release?.();
		let isDrag = target?.isImmediate ?? false;
		if (isDrag) target!.onMove(start);
		follow = (at) => {
			isDrag = isDrag || math.abs(at.x - start.x) + math.abs(at.y - start.y) >= DRAG_DISTANCE;
			if (isDrag) target?.onMove(at);
		};
		// The button can be released anywhere. Its input object reports that regardless of the pointer's position.
		const connection = input.GetPropertyChangedSignal("UserInputState").Connect(() => {
			if (input.UserInputState === Enum.UserInputState.End) release?.();
		});
		const stop = () => {
			release = undefined;
			follow = undefined;
			connection.Disconnect();
			if (cancelCurrent === cancel) cancelCurrent = undefined;
		};
		const cancel = () => {
			stop();
			if (isDrag) (target?.onCancel ?? target?.onEnd)?.();
			return isDrag;
		};
		cancelCurrent = cancel;
		release = () => {
			stop();
			if (isDrag) target?.onEnd?.();
			else onClick?.();
			if (target?.isImmediate) onClick?.();
		};
	}

	function click(at: PointerPlace): void {
		const now = os.clock();
		const isNear =
			lastPlace !== undefined && math.abs(lastPlace.x - at.x) + math.abs(lastPlace.y - at.y) <= DRAG_DISTANCE;
		if (now - lastClick <= DOUBLE_CLICK && isNear) {
			lastClick = -math.huge;
			events.onDoubleClick?.(at);
			return;
		}
		lastClick = now;
		lastPlace = at;
		events.onClick?.(at);
	}

	// A layout change removes the pressed object. The drag's result is kept after the rebuild.
	cleanup(() => {
		if (release) task.defer(release);
	});

	return {
		began: (input: InputObject) => {
			const at = placeOf(input);
			if (input.UserInputType === Enum.UserInputType.MouseButton1) {
				beginDrag(input, at, events.onPress(at), () => click(at));
			} else if (input.UserInputType === Enum.UserInputType.MouseButton2) {
				events.onMenu?.(at);
			} else if (input.UserInputType === Enum.UserInputType.MouseButton3 && events.onPan) {
				beginDrag(input, at, events.onPan(at));
			}
		},
		changed: (input: InputObject) => {
			const at = placeOf(input);
			if (input.UserInputType === Enum.UserInputType.MouseWheel) {
				events.onWheel?.(at, math.sign(input.Position.Z));
			} else if (input.UserInputType === Enum.UserInputType.MouseMovement) {
				if (follow) follow(at);
				else events.onHover?.(at);
			}
		},
	};
}
