import { untrack } from "@rbxts/vide";
import type { Library } from "../library/library";

/** The speeds that the menu offers. */
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

/** Asks how fast the playhead goes. */
export function chooseSpeed({ menus, editor: { playback } }: Library): void {
	menus.show(
		SPEEDS.map((speed) => ({
			text: `${speed}×`,
			isChecked: untrack(playback.speed) === speed,
			run: () => playback.speed(speed),
		})),
	);
}
