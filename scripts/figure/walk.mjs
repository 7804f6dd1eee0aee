import { curve } from "./curve.mjs";
import { compose, inverse, rotate, turn } from "./quaternion.mjs";
import { offsetOf, JOINTS, placeOf } from "./skeleton.mjs";

/** Seconds and metres of a cycle: a step of the left foot and one of the right. */
export const CYCLE = 0.9;
export const STRIDE = 0.84;

/** The shares of a foot's cycle, from when its heel strikes, at which it lies flat, its heel rises, and its toes leave. */
const FLAT = 0.12;
const HEEL_OFF = 0.38;
const TOE_OFF = 0.62;
/** How far the toes point up when the heel strikes, and down when they leave, in degrees. */
const STRIKE_PITCH = 20;
const LEAVE_PITCH = 52;
/** How far ahead of the hips the ankle is when the heel strikes. */
const REACH = 0.235;
/** The points that a foot rolls over, from its ankle. */
const HEEL = [-0.05, -0.08];
const BALL = [0.1, -0.08];

const OFFSETS = new Map(JOINTS.map((joint) => [joint.name, offsetOf(joint)]));
const wave = (cycles) => Math.sin(cycles * 2 * Math.PI);
const ease = (t) => t * t * (3 - 2 * t);
const mix = (a, b, t) => a + (b - a) * t;

/** The ankle of a foot that rolls over a point of it, which stays on the ground: ahead of where it lies flat, and up. */
function rolled([pointZ, pointY], pitch) {
	const angle = (pitch * Math.PI) / 180;
	const [z, y] = [-pointZ, -pointY];
	return [pointZ + z * Math.cos(angle) - y * Math.sin(angle), z * Math.sin(angle) + y * Math.cos(angle)];
}

/** Where a foot is at a share of its cycle: its ankle ahead of the hips and above the ground, its pitch, its toes' bend. */
function footAt(share) {
	const flat = REACH - share * STRIDE;
	if (share < FLAT) {
		const pitch = STRIKE_PITCH * (1 - ease(share / FLAT));
		const [z, y] = rolled(HEEL, pitch);
		return { z: flat + z, y, pitch, bend: 0 };
	}
	if (share < HEEL_OFF) return { z: flat, y: -HEEL[1], pitch: 0, bend: 0 };
	if (share < TOE_OFF) {
		const t = (share - HEEL_OFF) / (TOE_OFF - HEEL_OFF);
		const pitch = -LEAVE_PITCH * t * t;
		const [z, y] = rolled(BALL, pitch);
		return { z: flat + z, y, pitch, bend: -pitch * 0.8 };
	}
	const t = (share - TOE_OFF) / (1 - TOE_OFF);
	const [leftZ, leftY] = rolled(BALL, -LEAVE_PITCH);
	const [strikeZ, strikeY] = rolled(HEEL, STRIKE_PITCH);
	const from = REACH - TOE_OFF * STRIDE + leftZ;
	const to = REACH + strikeZ;
	return {
		z: mix(
			from,
			to,
			curve(
				[
					[0, 0],
					[0.12, 0.05],
					[0.5, 0.5],
					[0.85, 0.96],
					[1, 1],
				],
				t,
			),
		),
		y: curve(
			[
				[0, leftY],
				[0.2, leftY + 0.035],
				[0.6, 0.108],
				[0.85, 0.1],
				[1, strikeY],
			],
			t,
		),
		pitch: curve(
			[
				[0, -LEAVE_PITCH],
				[0.12, -LEAVE_PITCH - 4],
				[0.6, 2],
				[0.9, STRIKE_PITCH + 3],
				[1, STRIKE_PITCH],
			],
			t,
		),
		bend: LEAVE_PITCH * 0.8 * (1 - ease(Math.min(1, t / 0.3))),
	};
}

const lengthOf = (vector) => Math.hypot(...vector);

/** Turns of a leg whose ankle reaches a point, seen from the hips. */
function legTurns(side, hips, hipsTurn, foot) {
	const local = rotate(
		inverse(hipsTurn),
		[placeOf(`${side}Foot`)[0], foot.y, foot.z].map((v, axis) => v - hips[axis]),
	);
	const [x, y, z] = local.map((value, axis) => value - OFFSETS.get(`${side}UpperLeg`)[axis]);
	const thigh = lengthOf(OFFSETS.get(`${side}LowerLeg`));
	const shin = lengthOf(OFFSETS.get(`${side}Foot`));
	const distance = Math.min(Math.hypot(x, y, z), (thigh + shin) * 0.9995);
	const knee = Math.acos((thigh ** 2 + shin ** 2 - distance ** 2) / (2 * thigh * shin));
	const lead = Math.acos((thigh ** 2 + distance ** 2 - shin ** 2) / (2 * thigh * distance));
	const forward = Math.atan2(z, Math.hypot(x, y));
	const degrees = 180 / Math.PI;
	const upper = compose(turn("z", Math.atan2(x, -y) * degrees), turn("x", -(forward + lead) * degrees));
	const lower = turn("x", 180 - knee * degrees);
	const ankle = compose(inverse(compose(hipsTurn, upper, lower)), turn("x", -foot.pitch));
	return { upper, lower, foot: ankle, toes: turn("x", -foot.bend) };
}

/** The figure at a number of cycles: where its hips are, and how each joint is turned. */
export function walkAt(cycles) {
	const share = ((cycles % 1) + 1) % 1;
	// The left heel strikes at 0; the body is highest when it passes over a foot.
	const hips = [0.012 * wave(share - 0.06), 0.764 - 0.014 * Math.cos((share - 0.05) * 4 * Math.PI), 0];
	const yaw = -7 * Math.cos(share * 2 * Math.PI);
	const roll = 2.5 * wave(share - 0.06);
	const hipsTurn = compose(turn("y", yaw), turn("z", roll), turn("x", 2));
	const turns = new Map([
		["Hips", hipsTurn],
		["Spine", compose(turn("y", -yaw * 0.8), turn("z", -roll * 0.6), turn("x", 2))],
		["Chest", compose(turn("y", -yaw * 0.9), turn("z", -roll * 0.7), turn("x", 1))],
		["Neck", compose(turn("y", yaw * 0.35), turn("x", -2))],
		["Head", compose(turn("y", yaw * 0.3), turn("z", roll * 0.3), turn("x", -2 - 1.2 * Math.cos(share * 4 * Math.PI)))],
	]);
	for (const [side, sign, offset] of [
		["Left", 1, 0],
		["Right", -1, 0.5],
	]) {
		const own = (share + offset) % 1;
		const leg = legTurns(side, hips, hipsTurn, footAt(own));
		turns.set(`${side}UpperLeg`, leg.upper);
		turns.set(`${side}LowerLeg`, leg.lower);
		turns.set(`${side}Foot`, leg.foot);
		turns.set(`${side}Toes`, leg.toes);
		// An arm is back when the leg of its side is ahead; the elbow bends as it comes forward, a little late.
		const swing = 27 * Math.cos(own * 2 * Math.PI);
		const bend = 27 - 16 * Math.cos((own - 0.06) * 2 * Math.PI);
		turns.set(`${side}UpperArm`, compose(turn("z", 5 * sign), turn("x", swing - 2)));
		turns.set(`${side}LowerArm`, compose(turn("y", -12 * sign), turn("x", -bend)));
		turns.set(`${side}Hand`, turn("x", -6 - 6 * Math.cos((own - 0.12) * 2 * Math.PI)));
	}
	return { hips: [hips[0], hips[1], hips[2] + cycles * STRIDE], turns };
}
