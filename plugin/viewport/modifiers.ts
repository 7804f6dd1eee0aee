import { UserInputService } from "@rbxts/services";

/** The pressed modifier keys. Ctrl is Cmd on a Mac. */
export interface Modifiers {
	readonly shift: boolean;
	readonly ctrl: boolean;
	readonly alt: boolean;
}

/** Returns the pressed modifier keys. Events of adornments do not contain them. */
export function heldModifiers(): Modifiers {
	const isHeld = (...keys: Array<Enum.KeyCode["Name"]>) =>
		keys.some((key) => UserInputService.IsKeyDown(Enum.KeyCode[key]));
	return {
		shift: isHeld("LeftShift", "RightShift"),
		ctrl: isHeld("LeftControl", "RightControl", "LeftMeta", "RightMeta", "LeftSuper", "RightSuper"),
		alt: isHeld("LeftAlt", "RightAlt"),
	};
}
