import { contrastOf } from "./contrast";

const STEPS = 20;

/** `text`, moved away from `ground` until it can be read on it: 4.5 for texts, 3 for lines and icons. */
export function legible(text: Color3, ground: Color3, least = 4.5): Color3 {
	const [black, white] = [new Color3(0, 0, 0), new Color3(1, 1, 1)];
	const goal = contrastOf(ground, black) > contrastOf(ground, white) ? black : white;
	for (const step of $range(0, STEPS)) {
		const changed = text.Lerp(goal, step / STEPS);
		if (contrastOf(changed, ground) >= least) return changed;
	}
	return goal;
}
