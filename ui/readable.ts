import { contrastOf } from "./contrast";

/** The contrast that WCAG requires between text and its background. */
const LEAST_CONTRAST = 4.5;
const STEPS = 20;

function towards(color: Color3, goal: Color3, isEnough: (color: Color3) => boolean): Color3 {
	for (const step of $range(0, STEPS)) {
		const changed = color.Lerp(goal, step / STEPS);
		if (isEnough(changed)) return changed;
	}
	return goal;
}

/** Darkens `fill` until `text` is readable on it, or lightens it if the text is dark. */
export function readable(fill: Color3, text: Color3): Color3 {
	const [black, white] = [new Color3(0, 0, 0), new Color3(1, 1, 1)];
	const goal = contrastOf(text, black) > contrastOf(text, white) ? black : white;
	return towards(fill, goal, (changed) => contrastOf(changed, text) >= LEAST_CONTRAST);
}
