import { makeBody } from "./body.mjs";
import { curve } from "./curve.mjs";
import { compose, rotate, turn } from "./quaternion.mjs";
import { JOINTS, offsetOf } from "./skeleton.mjs";

/** Seconds of the clip, keys per second, and how far ahead of where it was hit the figure stands up again, in metres. */
const SECONDS = 4;
const KEYS = 30;
export const FALL_DISTANCE = 1.9;

/** From here on, in seconds, the body's lowest point touches the ground. */
const LANDING = 0.66;

/**
 * What changes over the seconds. `hips` is pitched forwards, `y` is how high the hips are as long as nothing touches the ground; legs
 * and arms go back by positive degrees, elbows bend forwards and knees backwards. The right side may differ.
 */
const CURVES = {
	z: [
		[0, 0],
		[0.1, 0.12],
		[0.6, 1.15],
		[1.1, 1.62],
		[2.2, 1.66],
		[3.1, FALL_DISTANCE],
		[SECONDS, FALL_DISTANCE],
	],
	y: [
		[0, 0.76],
		[0.1, 0.82],
		[0.3, 0.98],
		[0.48, 0.68],
		[LANDING, 0.13],
	],
	hips: [
		[0, 2],
		[0.1, -6],
		[0.36, 38],
		[0.66, 84],
		[0.8, 92],
		[1.1, 89],
		[2.1, 89],
		[2.75, 42],
		[3.4, 2],
	],
	spine: [
		[0, 2],
		[0.1, -16],
		[0.36, 4],
		[0.7, -6],
		[2.1, -5],
		[2.75, 14],
		[3.4, 2],
	],
	chest: [
		[0, 1],
		[0.1, -16],
		[0.36, 2],
		[0.7, -8],
		[2.1, -6],
		[2.75, 10],
		[3.4, 1],
	],
	head: [
		[0, -2],
		[0.1, -34],
		[0.4, -10],
		[0.7, -44],
		[1.1, -26],
		[1.7, -26],
		[2.1, -40],
		[2.75, -30],
		[3.4, -2],
	],
	arm: [
		[0, -4],
		[0.12, 46],
		[0.4, -96],
		[0.7, -152],
		[1.1, -160],
		[2.0, -158],
		[2.4, -105],
		[2.9, -50],
		[3.4, -2],
	],
	spread: [
		[0, 5],
		[0.12, 48],
		[0.4, 30],
		[0.7, 24],
		[2.2, 24],
		[3.4, 5],
	],
	elbow: [
		[0, 20],
		[0.12, 40],
		[0.4, 30],
		[0.8, 8],
		[2.0, 16],
		[2.4, 70],
		[2.9, 30],
		[3.4, 16],
	],
	leg: [
		[0, -8],
		[0.12, -4],
		[0.4, 16],
		[0.8, 10],
		[1.1, 4],
		[2.1, 2],
		[2.75, -84],
		[3.4, 0],
	],
	rightLeg: [
		[0, 8],
		[0.12, 28],
		[0.4, 30],
		[0.8, 2],
		[1.1, 2],
		[2.1, 0],
		[2.75, -42],
		[3.4, 0],
	],
	knee: [
		[0, 8],
		[0.12, 16],
		[0.4, 48],
		[0.72, 84],
		[1.1, 14],
		[1.35, 20],
		[2.1, 10],
		[2.75, 96],
		[3.4, 3],
	],
	rightKnee: [
		[0, 12],
		[0.12, 34],
		[0.4, 76],
		[0.76, 62],
		[1.05, 8],
		[2.1, 6],
		[2.75, 92],
		[3.4, 3],
	],
	foot: [
		[0, 0],
		[0.4, 30],
		[0.9, 55],
		[2.1, 55],
		[2.75, -12],
		[3.4, 0],
	],
};

const at = (name, seconds) => curve(CURVES[name], Math.min(seconds, CURVES[name].at(-1)[0]));

/** How each joint is turned. */
function turnsAt(seconds) {
	const value = (name) => at(name, seconds);
	// A small roll shows that nothing of this was meant.
	const roll = 9 * Math.sin(Math.min(1, seconds / 0.7) * Math.PI);
	const turns = new Map([
		["Hips", compose(turn("x", value("hips")), turn("z", roll))],
		["Spine", compose(turn("x", value("spine")), turn("y", roll * 0.8))],
		["Chest", compose(turn("x", value("chest")), turn("y", roll))],
		["Neck", turn("x", value("head") * 0.4)],
		["Head", compose(turn("x", value("head") * 0.6), turn("y", -roll))],
	]);
	for (const [side, sign] of [
		["Left", 1],
		["Right", -1],
	]) {
		const isRight = side === "Right";
		turns.set(`${side}UpperArm`, compose(turn("z", value("spread") * sign), turn("x", value("arm"))));
		turns.set(`${side}LowerArm`, turn("x", -value("elbow")));
		turns.set(`${side}Hand`, turn("x", -8));
		turns.set(`${side}UpperLeg`, compose(turn("z", 4 * sign), turn("x", value(isRight ? "rightLeg" : "leg"))));
		turns.set(`${side}LowerLeg`, turn("x", value(isRight ? "rightKnee" : "knee")));
		turns.set(`${side}Foot`, turn("x", value("foot")));
		turns.set(`${side}Toes`, turn("x", 0));
	}
	return turns;
}

/** The corners of the body, once each. */
const CORNERS = [
	...new Map(makeBody().flatMap(({ corners }) => corners.map((corner) => [corner.place.join(), corner]))).values(),
];
const PLACES = new Map(JOINTS.map(({ name, place }) => [name, place]));

/** How far the lowest point of the body is below its hips. */
export function depthBelowHips(turns) {
	const world = new Map();
	for (const joint of JOINTS) {
		const above = world.get(joint.parent);
		const own = turns.get(joint.name);
		const offset = above && rotate(above.turn, offsetOf(joint));
		const place = above ? above.place.map((value, axis) => value + offset[axis]) : [0, 0, 0];
		world.set(joint.name, { place, turn: above ? compose(above.turn, own) : own });
	}
	let lowest = 0;
	for (const { place, shares } of CORNERS) {
		let [y, total] = [0, 0];
		for (const [name, share] of shares) {
			if (share === 0) continue;
			const joint = world.get(name);
			const from = PLACES.get(name);
			const turned = rotate(
				joint.turn,
				place.map((value, axis) => value - from[axis]),
			);
			y += (joint.place[1] + turned[1]) * share;
			total += share;
		}
		lowest = Math.min(lowest, y / total);
	}
	return -lowest;
}

/** The figure some seconds after it was hit from behind. */
export function fallAt(seconds) {
	const turns = turnsAt(seconds);
	const resting = depthBelowHips(turns);
	const y = seconds < LANDING ? Math.max(at("y", seconds), resting) : resting;
	return { hips: [0, y, at("z", seconds)], turns };
}

/** A clip in which the figure is hit from behind, falls on its front, lies there and stands up again. */
export function fall() {
	const moments = Array.from({ length: SECONDS * KEYS + 1 }, (_, key) => fallAt(key / KEYS));
	return { name: "Fall", seconds: SECONDS, moments };
}
