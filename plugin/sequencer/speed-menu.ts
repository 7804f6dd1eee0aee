import { untrack } from "@rbxts/vide";
import type { Library } from "../library/library";

/** The menu's speeds. */
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

/** Shows the menu of playback speeds. */
export function chooseSpeed({ menus, editor: { playback } }: Library): void {
	menus.show(
		SPEEDS.map((speed) => ({
			text: `${speed}×`,
			isChecked: untrack(playback.speed) === speed,
			run: () => playback.speed(speed),
		})),
	);
}
