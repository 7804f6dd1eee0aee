//!native
//!optimize 2
import { packC4, unpackC4 } from "../../src/rotation/c4";
import { breathe } from "../breathe";
import { Seeded } from "../random";

export interface RoundTrips {
	/** The largest error of x, and of y and z, in their own quanta. */
	x: number;
	yz: number;
	/** The smallest w that came back. */
	w: number;
}

/** Packs and unpacks `count` rotations of unit length, spread evenly. */
export function roundTrips(count: number, random: Seeded): RoundTrips {
	let worstX = 0;
	let worstYz = 0;
	let lowestW = 1;
	for (const index of $range(1, count)) {
		if (index % 1000 === 0) breathe();
		// Shoemake's uniform rotations.
		const share = random.unit();
		const a = random.unit() * 2 * math.pi;
		const b = random.unit() * 2 * math.pi;
		const x = math.sqrt(1 - share) * math.sin(a);
		const y = math.sqrt(1 - share) * math.cos(a);
		const z = math.sqrt(share) * math.sin(b);
		const w = math.sqrt(share) * math.cos(b);
		const [data0, data1] = packC4(x, y, z, w);
		const [unpackedX, unpackedY, unpackedZ, unpackedW] = unpackC4(data0, data1);
		const sign = w >= 0 ? 1 : -1;
		worstX = math.max(worstX, math.abs(unpackedX - sign * x) * 2 ** 21);
		worstYz = math.max(worstYz, math.abs(unpackedY - sign * y) * 2 ** 20, math.abs(unpackedZ - sign * z) * 2 ** 20);
		lowestW = math.min(lowestW, unpackedW);
	}
	return { x: worstX, yz: worstYz, w: lowestW };
}
