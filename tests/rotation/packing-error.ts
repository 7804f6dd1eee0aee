//!native
//!optimize 2
import { packRotation, unpackRotation } from "../../src/rotation/smallest-three";
import { Seeded } from "../random";
import { angleBetween } from "./angle-between";

export interface PackingError {
	degrees: number;
	largestWhole: number;
	drops: [x: number, y: number, z: number, w: number];
}

/** Packs and unpacks `count` rotations within `spread` of a centre (0 0 0 0 and 1 are every rotation there is). */
export function worstPackingError(count: number, centre: number, spread: number, random: Seeded): PackingError {
	const worst: PackingError = { degrees: 0, largestWhole: 0, drops: [0, 0, 0, 0] };
	let tried = 0;
	while (tried < count) {
		const x = centre + random.between(-spread, spread);
		const y = centre + random.between(-spread, spread);
		const z = centre + random.between(-spread, spread);
		const w = centre + random.between(-spread, spread);
		const length = math.sqrt(x * x + y * y + z * z + w * w);
		// Outside the unit ball the corners of the cube would be tried more often than its sides.
		if (length > 0.01 && (length <= 1 || centre !== 0)) {
			tried += 1;
			const [index, q0, q1, q2] = packRotation(x, y, z, w);
			const [ux, uy, uz, uw] = unpackRotation(index, q0, q1, q2);
			const degrees = angleBetween(x / length, y / length, z / length, w / length, ux, uy, uz, uw);
			worst.degrees = math.max(worst.degrees, degrees);
			worst.largestWhole = math.max(worst.largestWhole, math.abs(q0), math.abs(q1), math.abs(q2));
			worst.drops[index] += 1;
		}
	}
	return worst;
}
