import { linear } from "./canvas.mjs";
import { unit } from "./cframe.mjs";

/** To the sun: a late morning, from behind the left shoulder of who walks up the path towards the camera. */
export const SUN = unit([-0.62, 0.74, 0.5]);
const GLOW = linear([1, 0.93, 0.78]);

/** Colours by the sine of the angle above the horizon. */
const STOPS = [
	[-0.02, linear([0.87, 0.93, 0.93])],
	[0.1, linear([0.75, 0.89, 0.96])],
	[0.35, linear([0.5, 0.76, 0.95])],
	[1, linear([0.26, 0.56, 0.87])],
];

/** Writes the linear colour of the sky in a direction of length 1. */
export function skyColor(x, y, z, result) {
	let index = 1;
	while (index < STOPS.length - 1 && y > STOPS[index][0]) index += 1;
	const [low, from] = STOPS[index - 1];
	const [high, to] = STOPS[index];
	const alpha = Math.min(1, Math.max(0, (y - low) / (high - low)));
	const towards = Math.max(0, x * SUN[0] + y * SUN[1] + z * SUN[2]);
	const glow = 0.28 * towards ** 6;
	for (let channel = 0; channel < 3; channel++) {
		const color = from[channel] + (to[channel] - from[channel]) * alpha;
		result[channel] = color + (GLOW[channel] - color) * glow;
	}
}
