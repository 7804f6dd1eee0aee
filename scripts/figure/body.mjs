import { placeOf } from "./skeleton.mjs";
import { ball, only, ring, Solid } from "./solid.mjs";

/** Colours as screens show them. */
const SKIN = [0.96, 0.78, 0.64];
const NOSE = [0.93, 0.7, 0.57];
const MOUTH = [0.74, 0.36, 0.34];
const HAIR = [0.36, 0.22, 0.16];
export const JACKET = [0.98, 0.65, 0.18];
const JACKET_EDGE = [0.86, 0.47, 0.12];
const SCARF = [0.85, 0.24, 0.27];
const TROUSERS = [0.2, 0.32, 0.5];
const SHOE = [0.9, 0.91, 0.93];
const SOLE = [0.8, 0.28, 0.25];
const PACK = [0.22, 0.56, 0.52];
const PACK_DARK = [0.16, 0.42, 0.4];
const EYE = [0.12, 0.1, 0.12];

const SIDES = { Left: 1, Right: -1 };

/** Shares of the joints of a chain by how high a place is: each joint carries what is below it, blended around it. */
function alongChain(chain, blend) {
	const heights = chain.map((name) => placeOf(name)[1]);
	return ([, y]) => {
		const shares = new Map([[chain[0], 1]]);
		for (let index = 1; index < chain.length; index++) {
			const sign = heights[index] < heights[0] ? 1 : -1;
			const t = Math.min(1, Math.max(0, 0.5 + (sign * (heights[index] - y)) / (2 * blend)));
			for (const [name, share] of shares) shares.set(name, share * (1 - t));
			shares.set(chain[index], t);
		}
		return shares;
	};
}

function addTorso(body) {
	const shares = alongChain(["Hips", "Spine", "Chest", "Neck"], 0.07);
	const rings = [
		[0.7, 0.1, 0.085, 0],
		[0.74, 0.135, 0.105, 0],
		[0.82, 0.14, 0.108, 0],
		[0.83, 0.152, 0.118, 0],
		[0.86, 0.15, 0.117, 0],
		[0.95, 0.138, 0.106, 0],
		[1.06, 0.155, 0.112, 0.004],
		[1.15, 0.158, 0.104, 0],
		[1.2, 0.12, 0.085, 0],
		[1.235, 0.07, 0.066, 0],
	].map(([y, rx, rz, z]) => ring([0, y, z], rx, rz, 12, shares, 0.12));
	body.loft(rings, (_, band) => (band < 3 ? TROUSERS : band < 4 ? JACKET_EDGE : JACKET));
	const scarf = [
		[1.185, 0.088, 0.084],
		[1.205, 0.112, 0.106],
		[1.245, 0.108, 0.102],
		[1.265, 0.08, 0.076],
	].map(([y, rx, rz]) => ring([0, y, 0.008], rx, rz, 10, only("Neck")));
	body.loft(scarf, () => SCARF);
	const tail = [
		[1.02, 0.03, 0.012, 0.124],
		[1.12, 0.036, 0.014, 0.125],
		[1.22, 0.03, 0.016, 0.104],
	].map(([y, rx, rz, z]) => ring([0.05, y, z], rx, rz, 4, only("Chest"), 0.6));
	body.loft(tail, () => SCARF);
}

function addHead(body) {
	const shares = only("Head");
	const neck = [1.2, 1.3].map((y) => ring([0, y, 0], 0.05, 0.05, 8, alongChain(["Neck", "Head"], 0.03)));
	body.loft(neck, () => SKIN);
	const face = [
		[1.272, 0.07, 0.066],
		[1.292, 0.106, 0.102],
		[1.325, 0.132, 0.132],
		[1.37, 0.142, 0.145],
		[1.43, 0.145, 0.149],
		[1.49, 0.13, 0.118],
		[1.54, 0.1, 0.085],
		[1.565, 0.05, 0.045],
	].map(([y, rx, rz]) => ring([0, y, 0.012], rx, rz, 14, shares, 0.1));
	body.loft(face, () => SKIN);
	// Hair: a larger cap, open at the face.
	const cap = ball([0, 1.452, -0.012], [0.158, 0.15, 0.158], 8, 12, shares, 0.1).slice(2);
	body.loft(cap, () => HAIR);
	body.loft(ball([0, 1.375, -0.05], [0.142, 0.1, 0.116], 5, 10, shares), () => HAIR);
	body.loft(ball([0, 1.5, -0.175], [0.062, 0.062, 0.055], 5, 8, shares), () => HAIR);
	for (const sign of Object.values(SIDES)) {
		body.loft(ball([sign * 0.055, 1.405, 0.15], [0.019, 0.028, 0.014], 4, 8, shares), () => EYE);
		body.loft(ball([sign * 0.146, 1.395, 0.0], [0.02, 0.034, 0.026], 4, 6, shares), () => SKIN);
	}
	body.loft(ball([0, 1.372, 0.162], [0.016, 0.014, 0.014], 3, 6, shares), () => NOSE);
	body.loft(ball([0, 1.334, 0.144], [0.026, 0.006, 0.01], 3, 6, shares), () => MOUTH);
}

function addArm(body, side, sign) {
	const shares = alongChain([`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`], 0.035);
	// The shoulder stays a little with the chest.
	const shoulder = () =>
		new Map([
			["Chest", 0.35],
			[`${side}UpperArm`, 0.65],
		]);
	const at = (y) => sign * (0.175 + ((1.165 - y) / 0.42) * 0.065);
	const rings = [
		[0.735, 0.05, 0.046],
		[0.76, 0.052, 0.048],
		[0.77, 0.046, 0.043],
		[0.85, 0.05, 0.047],
		[0.93, 0.05, 0.048],
		[0.96, 0.051, 0.049],
		[1.05, 0.056, 0.056],
		[1.13, 0.063, 0.064],
	].map(([y, rx, rz]) => ring([at(y), y, 0], rx, rz, 8, shares));
	rings.push(ring([sign * 0.165, 1.185, 0], 0.052, 0.056, 8, shoulder));
	rings.push(ring([sign * 0.15, 1.212, 0], 0.026, 0.03, 8, shoulder));
	body.loft(rings, (_, band) => (band < 2 ? JACKET_EDGE : JACKET));
	const hand = ball([at(0.69), 0.685, 0.012], [0.036, 0.062, 0.046], 5, 8, only(`${side}Hand`));
	body.loft(hand, () => SKIN);
	const thumb = ball([at(0.7) - sign * 0.012, 0.7, 0.056], [0.014, 0.032, 0.016], 3, 6, only(`${side}Hand`));
	body.loft(thumb, () => SKIN);
}

function addLeg(body, side, sign) {
	const shares = alongChain([`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`], 0.045);
	const x = sign * 0.085;
	const hip = () =>
		new Map([
			["Hips", 0.5],
			[`${side}UpperLeg`, 0.5],
		]);
	const rings = [
		[0.095, 0.05, 0.054, 0],
		[0.12, 0.062, 0.066, 0],
		[0.16, 0.058, 0.063, -0.002],
		[0.28, 0.064, 0.072, -0.008],
		[0.37, 0.064, 0.068, 0],
		[0.41, 0.066, 0.07, 0.004],
		[0.45, 0.068, 0.072, 0.002],
		[0.57, 0.078, 0.086, 0],
		[0.66, 0.082, 0.094, 0],
	].map(([y, rx, rz, z]) => ring([x, y, z], rx, rz, 10, shares));
	rings.push(ring([x * 0.95, 0.74, 0], 0.078, 0.092, 10, hip));
	rings.push(ring([x * 0.9, 0.8, 0], 0.05, 0.06, 10, hip));
	body.loft(rings, () => TROUSERS);
	addShoe(body, side, x);
}

/** A shoe: rings along Z, from the heel to the toes. */
function addShoe(body, side, x) {
	const shares = ([, , z]) => {
		const t = Math.min(1, Math.max(0, (z - 0.08) / 0.04));
		return new Map([
			[`${side}Foot`, 1 - t],
			[`${side}Toes`, t],
		]);
	};
	const profile = [
		[-0.072, 0.036, 0.07],
		[-0.058, 0.05, 0.105],
		[-0.01, 0.054, 0.118],
		[0.045, 0.056, 0.1],
		[0.1, 0.061, 0.075],
		[0.145, 0.054, 0.066],
		[0.172, 0.034, 0.05],
	];
	const outline =
		(bottom, top) =>
		([z, half, height]) => {
			const [low, high] = [bottom(height), top(height)];
			const corner = (cx, cy) => {
				const place = [x + cx, cy, z];
				return { place, shares: shares(place) };
			};
			// From above, turning from right to left below: outside is outside when rings follow each other forwards.
			return [
				corner(half * 0.45, high),
				corner(-half * 0.45, high),
				corner(-half * 0.95, low + (high - low) * 0.55),
				corner(-half, low),
				corner(half, low),
				corner(half * 0.95, low + (high - low) * 0.55),
			];
		};
	body.loft(
		profile.map(
			outline(
				() => 0.022,
				(height) => height,
			),
		),
		() => SHOE,
	);
	body.loft(
		profile.map(([z, half, height]) =>
			outline(
				() => 0,
				() => 0.024,
			)([z, half * 1.06, height]),
		),
		() => SOLE,
	);
}

function addPack(body) {
	const shares = only("Chest");
	const rings = [
		[0.86, 0.09, 0.05],
		[0.885, 0.118, 0.072],
		[1.0, 0.122, 0.078],
		[1.1, 0.118, 0.074],
		[1.165, 0.1, 0.06],
		[1.19, 0.06, 0.035],
	].map(([y, rx, rz]) => ring([0, y, -0.17], rx, rz, 12, shares, 0.5));
	body.loft(rings, (_, band) => (band < 3 ? PACK : PACK_DARK));
	const pocket = [
		[0.895, 0.07, 0.03],
		[0.91, 0.082, 0.038],
		[0.985, 0.082, 0.038],
		[1.0, 0.07, 0.03],
	].map(([y, rx, rz]) => ring([0, y, -0.235], rx, rz, 8, shares, 0.6));
	body.loft(pocket, () => PACK_DARK);
	for (const sign of Object.values(SIDES)) {
		const strap = [
			[0.93, 0.122, 0.066],
			[1.05, 0.1, 0.098],
			[1.14, 0.095, 0.092],
			[1.195, 0.095, 0.066],
		].map(([y, x, z]) => ring([sign * x, y, z], 0.017, 0.012, 4, shares, 0.6));
		body.loft(strap, () => PACK_DARK);
	}
}

/** The triangles of the whole figure. */
export function makeBody() {
	const body = new Solid();
	addTorso(body);
	addHead(body);
	addPack(body);
	for (const [side, sign] of Object.entries(SIDES)) {
		addArm(body, side, sign);
		addLeg(body, side, sign);
	}
	return body.triangles;
}
