import { compose, turn } from "./quaternion.mjs";
import { makeRigged } from "./make-rigged.mjs";
import { ball, only, ring, Solid } from "./solid.mjs";

const YELLOW = [0.99, 0.8, 0.22];
const WING = [0.96, 0.7, 0.14];
const BILL = [0.95, 0.45, 0.16];
const EYE = [0.12, 0.1, 0.12];

/** Name, parent and place of every joint, in metres; the duck looks along +Z, and the water is at 0. */
const JOINTS = [
	["Body", undefined, [0, 0.12, 0]],
	["Head", "Body", [0, 0.36, 0.22]],
	["Tail", "Body", [0, 0.2, -0.3]],
].map(([name, parent, place]) => ({ name, parent, place }));

/** Seconds of a cycle of the clip, and its keys. */
const CYCLE = 2.4;
const KEYS = 36;

/** The triangles of the whole duck. */
export function makeDuckBody() {
	const duck = new Solid();
	const hull = [
		[-0.09, 0.1, 0.16, 0],
		[-0.04, 0.19, 0.29, 0],
		[0.05, 0.235, 0.35, 0],
		[0.14, 0.235, 0.35, 0.01],
		[0.22, 0.2, 0.29, 0.03],
		[0.28, 0.12, 0.18, 0.08],
		[0.31, 0.07, 0.1, 0.13],
	].map(([y, rx, rz, z]) => ring([0, y, z], rx, rz, 12, only("Body")));
	duck.loft(hull, () => YELLOW);
	const tail = [
		[0.12, 0.1, 0.07, -0.29],
		[0.22, 0.085, 0.05, -0.35],
		[0.31, 0.03, 0.02, -0.41],
	].map(([y, rx, rz, z]) => ring([0, y, z], rx, rz, 8, only("Tail")));
	duck.loft(tail, () => YELLOW);
	duck.loft(ball([0, 0.46, 0.24], [0.15, 0.15, 0.16], 7, 12, only("Head")), () => YELLOW);
	const bill = [
		[0.4, 0.06, 0.05, 0.4],
		[0.42, 0.085, 0.09, 0.42],
		[0.45, 0.06, 0.06, 0.39],
	].map(([y, rx, rz, z]) => ring([0, y, z], rx, rz, 8, only("Head")));
	duck.loft(bill, () => BILL);
	for (const sign of [1, -1]) {
		duck.loft(ball([sign * 0.225, 0.13, -0.03], [0.045, 0.1, 0.2], 5, 8, only("Body")), () => WING);
		duck.loft(ball([sign * 0.098, 0.51, 0.342], [0.024, 0.03, 0.02], 4, 8, only("Head")), () => EYE);
	}
	return duck.triangles;
}

/** The duck on the water at a share of its cycle: it bobs, nods, and wags its tail. */
function swimAt(share) {
	const wave = (times, late = 0) => Math.sin((share * times - late) * 2 * Math.PI);
	return {
		hips: [0, 0.12 + 0.012 * wave(1), 0],
		turns: new Map([
			["Body", compose(turn("x", 2.5 * wave(1, 0.2)), turn("z", 2 * wave(2)))],
			["Head", compose(turn("y", 16 * wave(1, 0.1)), turn("x", 7 * wave(2, 0.3)))],
			["Tail", turn("y", 14 * wave(4))],
		]),
	};
}

/** A GLB of a low-poly duck with a clip "Swim", on the spot. */
export function makeDuck() {
	const moments = Array.from({ length: KEYS + 1 }, (_, key) => swimAt(key / KEYS));
	return makeRigged({
		name: "Duck",
		joints: JOINTS,
		triangles: makeDuckBody(),
		clips: [{ name: "Swim", seconds: CYCLE, moments }],
	});
}
