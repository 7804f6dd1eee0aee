import { checkType, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { multiply } from "../rotation/quaternion";

/**
 * The axes of the data to convert:
 * - `yUp`: Y up, as in Roblox and glTF: nothing turns;
 * - `zUp`: Z up and Y forward: (x, y, z) becomes (x, z, -y).
 *
 * @example
 * const axes: Axes = "zUp";
 * const upright = convertScene(scene, { axes });
 */
export type Axes = "yUp" | "zUp";

/**
 * A change of units and of axes.
 *
 * @example
 * const conversion: Conversion = { scale: 0.5, axes: "zUp" }; // half as large, and upright
 * const converted = convertScene(scene, conversion);
 */
export interface Conversion {
	/** The factor of all lengths. Defaults to 1. */
	scale?: number;
	/** Defaults to `yUp`. */
	axes?: Axes;
}

/** A proper rotation onto other axes: the source and sign of each new component, and the same as a quaternion. */
export interface Turn {
	source: [number, number, number];
	sign: [number, number, number];
	rotation: [number, number, number, number];
}

/** A rotation onto other axes, then a scale. */
export interface Change {
	turn: Turn;
	scale: number;
}

const CONVERSION_DEFAULTS: Required<Conversion> = { scale: 1, axes: "yUp" };

const HALF = math.sqrt(0.5);
const STILL: Turn = { source: [0, 1, 2], sign: [1, 1, 1], rotation: [0, 0, 0, 1] };
const TURNS: { [name in Axes]: Turn } = {
	yUp: STILL,
	zUp: { source: [0, 2, 1], sign: [1, 1, -1], rotation: [-HALF, 0, 0, HALF] },
};

/** Returns whether a turn is the identity. */
export function isStill(turn: Turn): boolean {
	return turn === STILL;
}

/** Returns the change of a conversion. `caller` is the name in messages. */
export function changeOf(conversion: Conversion, caller: string): Change {
	checkType(conversion, "table", caller, "options");
	const { scale, axes } = { ...CONVERSION_DEFAULTS, ...conversion };
	const turn = TURNS[axes];
	if (turn === undefined) fail(caller, `axes is ${describeValue(axes)}; expected yUp or zUp`);
	// A mirror or a collapse is not a change of units.
	if (!typeIs(scale, "number") || !(scale > 0 && scale < math.huge)) {
		fail(caller, `scale is ${describeValue(scale)}; expected a number above 0`);
	}
	return { turn, scale };
}

/** Returns a change of size only. */
export function scaling(scale: number): Change {
	return { turn: STILL, scale };
}

/** Composes two changes into one. */
export function composeChanges(first: Change, second: Change): Change {
	const a = first.turn;
	const b = second.turn;
	const scale = first.scale * second.scale;
	if (isStill(a)) return { turn: b, scale };
	if (isStill(b)) return { turn: a, scale };
	const [x, y, z] = b.source;
	const [qx, qy, qz, qw] = multiply(
		b.rotation[0],
		b.rotation[1],
		b.rotation[2],
		b.rotation[3],
		a.rotation[0],
		a.rotation[1],
		a.rotation[2],
		a.rotation[3],
	);
	return {
		turn: {
			source: [a.source[x], a.source[y], a.source[z]],
			sign: [b.sign[0] * a.sign[x], b.sign[1] * a.sign[y], b.sign[2] * a.sign[z]],
			rotation: [qx, qy, qz, qw],
		},
		scale,
	};
}

/** Converts a vector. */
export function changeVector([x, y, z]: [number, number, number], { turn, scale }: Change): [number, number, number] {
	const from = [x, y, z];
	const { source, sign } = turn;
	return [from[source[0]] * sign[0] * scale, from[source[1]] * sign[1] * scale, from[source[2]] * sign[2] * scale];
}

/** Converts a rotation: its axis turns, its angle stays. */
export function changeRotation(
	[x, y, z, w]: [number, number, number, number],
	{ turn }: Change,
): [number, number, number, number] {
	const [ax, ay, az] = changeVector([x, y, z], { turn, scale: 1 });
	return [ax, ay, az, w];
}

/** Moves factors to their new axes. A factor has no sign. */
export function changeFactors([x, y, z]: [number, number, number], { turn }: Change): [number, number, number] {
	const from = [x, y, z];
	return [from[turn.source[0]], from[turn.source[1]], from[turn.source[2]]];
}
