import { untrack } from "@rbxts/vide";
import type { Library } from "../library/library";

/** The menu's aspect ratios, width by height; 0 fits any viewport. */
const ASPECTS: ReadonlyArray<{ text: string; aspect: number }> = [
	{ text: "Any", aspect: 0 },
	{ text: "16:9", aspect: 16 / 9 },
	{ text: "2.39:1", aspect: 2.39 },
	{ text: "4:3", aspect: 4 / 3 },
	{ text: "1:1", aspect: 1 },
	{ text: "9:16", aspect: 9 / 16 },
];

/** Shows the menu of aspect ratios. */
export function chooseAspect({ menus, editor, messages }: Library): void {
	if (!untrack(editor.shown)) {
		messages.say("Open a recording first: the aspect is kept with it.");
		return;
	}
	const current = untrack(editor.frameAspect);
	menus.show(
		ASPECTS.map(({ text, aspect }) => ({
			text,
			// Metadata from elsewhere can have fewer digits.
			isChecked: math.abs(aspect - current) < 0.005,
			run: () => editor.setAspect(aspect),
		})),
	);
}
