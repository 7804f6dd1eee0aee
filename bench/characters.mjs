import { compose, turn } from "../scripts/figure/quaternion.mjs";
import { CYCLE, STRIDE, walkAt } from "../scripts/figure/walk.mjs";

/* Characters that walk as the project's own figure does, with the fifteen joints that players have, as replays record them. */

/** The joints: name, and the joints of the figure whose turns it has, the upper one first. */
export const JOINTS = [
	["LowerTorso", ["Hips"]],
	["UpperTorso", ["Spine", "Chest"]],
	["Head", ["Neck", "Head"]],
	...["Left", "Right"].flatMap((side) =>
		["UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot"].map((limb) => [side + limb, [side + limb]]),
	),
];

/** Studs of a metre of the figure, which is as tall as a player's character. */
const SCALE = 3.6;

/** A number from -1 to 1 that drifts, unlike those of other seeds. */
function drift(seed, seconds) {
	return (
		Math.sin(seconds * (0.31 + 0.07 * (seed % 5)) + seed * 2.4) * Math.cos(seconds * 0.17 * (1 + (seed % 3)) + seed)
	);
}

/**
 * What `count` looks at a character see, `rate` per second: for each a frame of the root and then one of each joint, as seven numbers.
 * Each character has its own pace, way and habits; all stop now and then, and look about.
 */
export function walkOf(seed, count, rate) {
	const frames = [];
	let cycles = seed * 0.37;
	let heading = seed * 50;
	let [x, z] = [12 * Math.cos(seed), 12 * Math.sin(seed)];
	for (let look = 0; look < count; look++) {
		const seconds = look / rate;
		const pace = Math.max(0, 0.75 + 0.6 * drift(seed + 3, seconds));
		cycles += pace / rate / CYCLE;
		heading += (70 * drift(seed + 7, seconds)) / rate;
		const angle = (heading * Math.PI) / 180;
		const speed = (pace * STRIDE * SCALE) / CYCLE;
		x += (Math.sin(angle) * speed) / rate;
		z += (Math.cos(angle) * speed) / rate;
		const { hips, turns } = walkAt(cycles);
		const habits = new Map([
			["Head", compose(turn("y", 35 * drift(seed, seconds * 2)), turn("x", 12 * drift(seed + 1, seconds * 3)))],
			["UpperTorso", turn("y", 9 * drift(seed + 2, seconds * 2))],
			["RightUpperArm", turn("x", -40 * Math.max(0, drift(seed + 4, seconds * 2.2)))],
			["RightLowerArm", turn("x", -30 * Math.max(0, drift(seed + 4, seconds * 2.2 - 0.2)))],
		]);
		const half = angle / 2;
		frames.push([x, 3, z, 0, Math.sin(half), 0, Math.cos(half)]);
		for (const [name, sources] of JOINTS) {
			const own = compose(...sources.map((source) => turns.get(source)), habits.get(name) ?? [0, 0, 0, 1]);
			// The hips bob and sway in the root.
			const place = name === "LowerTorso" ? [hips[0] * SCALE, (hips[1] - 0.764) * SCALE, 0] : [0, 0, 0];
			frames.push([...place, ...own]);
		}
	}
	return frames;
}

/** Frames as f32. */
export function packFrames(frames) {
	const packed = Buffer.alloc(frames.length * 28);
	frames.forEach((frame, index) => frame.forEach((value, at) => packed.writeFloatLE(value, index * 28 + at * 4)));
	return packed;
}
