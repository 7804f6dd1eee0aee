import { cleanup } from "@rbxts/vide";

/** Where the pointer is, in pixels from the corner of what it is over, and what is held down. */
export interface PointerPlace {
	readonly x: number;
	readonly y: number;
	readonly shift: boolean;
	readonly ctrl: boolean;
	readonly alt: boolean;
}

/** A drag that has begun. */
export interface DragTarget {
	/** Called once the pointer has gone so far that it is no click. */
	onMove: (at: PointerPlace) => void;
	onEnd?: () => void;
	/** It was cancelled instead of being let go. Defaults to `onEnd`. */
	onCancel?: () => void;
	/** Whether it follows from the first pixel. Defaults to false: drags start after 4 pixels. */
	isImmediate?: boolean;
}

export interface PointerEvents {
	/** The left button goes down: what a drag does from here. */
	onPress: (at: PointerPlace) => DragTarget | undefined;
	/** It was let go where it went down. */
	onClick?: (at: PointerPlace) => void;
	onDoubleClick?: (at: PointerPlace) => void;
	/** The right button. */
	onMenu?: (at: PointerPlace) => void;
	/** The middle button drags. */
	onPan?: (at: PointerPlace) => DragTarget | undefined;
	/** The wheel turns: 1 away from the person, -1 towards them. */
	onWheel?: (at: PointerPlace, steps: number) => void;
	onHover?: (at: PointerPlace) => void;
}

/** Pixels after which a press is a drag, and seconds within which two clicks are a double click. */
const DRAG_DISTANCE = 4;
const DOUBLE_CLICK = 0.4;

/** Cancels the drag that is under way in a panel. */
let cancelCurrent: (() => boolean) | undefined;

/** Cancels the drag that is under way in any panel, as there is one mouse; false if there is none. */
export function cancelDrag(): boolean {
	return cancelCurrent !== undefined && cancelCurrent();
}

/** The handlers that have an object hear of the mouse. */
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
		// The button may be let go anywhere: its input says so, wherever the pointer is.
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

	// A panel that changes its layout loses what was pressed. What the drag did is kept once nothing is being rebuilt.
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
