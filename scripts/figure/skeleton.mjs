/*
 * The figure's joints: where each stands when the figure stands still, in metres, with Y up and the figure looking along +Z.
 * No joint is turned.
 */

const SIDES = { Left: 1, Right: -1 };

/** Name, parent and place of every joint, parents first. */
export const JOINTS = [
	["Hips", undefined, [0, 0.78, 0]],
	["Spine", "Hips", [0, 0.9, 0]],
	["Chest", "Spine", [0, 1.03, 0]],
	["Neck", "Chest", [0, 1.22, 0]],
	["Head", "Neck", [0, 1.28, 0.005]],
	...Object.entries(SIDES).flatMap(([side, sign]) => [
		[`${side}UpperArm`, "Chest", [sign * 0.175, 1.165, 0]],
		[`${side}LowerArm`, `${side}UpperArm`, [sign * 0.215, 0.945, 0]],
		[`${side}Hand`, `${side}LowerArm`, [sign * 0.24, 0.745, 0.01]],
		[`${side}UpperLeg`, "Hips", [sign * 0.085, 0.74, 0]],
		[`${side}LowerLeg`, `${side}UpperLeg`, [sign * 0.085, 0.41, 0]],
		[`${side}Foot`, `${side}LowerLeg`, [sign * 0.085, 0.08, 0]],
		[`${side}Toes`, `${side}Foot`, [sign * 0.085, 0.025, 0.1]],
	]),
].map(([name, parent, place]) => ({ name, parent, place }));

const PLACES = new Map(JOINTS.map(({ name, place }) => [name, place]));

/** Where a joint stands. */
export const placeOf = (name) => PLACES.get(name);

/** Where a joint stands from its parent. */
export function offsetOf({ parent, place }) {
	const from = parent === undefined ? [0, 0, 0] : PLACES.get(parent);
	return place.map((value, axis) => value - from[axis]);
}
