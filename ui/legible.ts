import { contrastOf } from "./contrast";

const STEPS = 20;

/** Changes the colour `text` until it is legible on `ground`: a contrast of 4.5 for text, 3 for lines and icons. */
export function legible(text: Color3, ground: Color3, least = 4.5): Color3 {
	const [black, white] = [new Color3(0, 0, 0), new Color3(1, 1, 1)];
	const goal = contrastOf(ground, black) > contrastOf(ground, white) ? black : white;
	for (const step of $range(0, STEPS)) {
		const changed = text.Lerp(goal, step / STEPS);
		if (contrastOf(changed, ground) >= least) return changed;
	}
	return goal;
}
