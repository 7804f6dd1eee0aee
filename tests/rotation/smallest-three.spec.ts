import { packRotation, unpackRotation } from "../../src/rotation/smallest-three";
import { failureOf } from "../expect-failure";
import { Seeded } from "../random";
import { angleBetween } from "./angle-between";
import { worstPackingError } from "./packing-error";

const NAN = 0 / 0;

function packed(qx: number, qy: number, qz: number, qw: number): string {
	const [index, q0, q1, q2] = packRotation(qx, qy, qz, qw);
	return `${index}: ${q0} ${q1} ${q2}`;
}

export = () => {
	describe("packRotation", () => {
		it("drops w of the identity", () => {
			expect(packed(0, 0, 0, 1)).to.equal("3: 0 0 0");
		});

		it("drops the axis of a half turn", () => {
			expect(packed(1, 0, 0, 0)).to.equal("0: 0 0 0");
			expect(packed(0, 1, 0, 0)).to.equal("1: 0 0 0");
			expect(packed(0, 0, 1, 0)).to.equal("2: 0 0 0");
		});

		it("drops the largest by absolute value and gives the others its sign", () => {
			// 0.1 × 32767 = 3276.7, 0.3 × 32767 = 9830.1, √0.74 is dropped.
			const large = -math.sqrt(0.74);
			expect(packed(0.1, 0.3, large, 0.4)).to.equal("2: -3277 -9830 -13107");
		});

		it("drops the first of equals", () => {
			expect(packed(0.5, 0.5, 0.5, 0.5)).to.equal("0: 16384 16384 16384");
			expect(packed(-0.5, 0.5, 0.5, 0.5)).to.equal("0: -16384 -16384 -16384");
			expect(packed(0, 0.6, -0.6, 0)).to.equal("1: 0 -23170 0");
			expect(packed(0, 0, 0.7, 0.7)).to.equal("2: 0 0 23170");
		});

		it("rounds halves away from zero", () => {
			// (½, ½, ½, ½) holds exactly 16383.5 units of each component; -16383.5 must go to -16384, not to -16383.
			expect(packed(0.5, -0.5, -0.5, 0.5)).to.equal("0: -16384 -16384 16384");
		});

		it("takes rotations of any length", () => {
			expect(packed(0, 300, 0, 400)).to.equal("3: 0 19660 0");
		});

		it("takes what is too short to be a rotation for the identity", () => {
			expect(packed(0, 0, 0, 0)).to.equal("3: 0 0 0");
			expect(packed(9e-7, 0, 0, 0)).to.equal("3: 0 0 0");
			expect(packed(2e-6, 0, 0, 0)).to.equal("0: 0 0 0");
		});

		it("takes -0 for 0", () => {
			expect(packed(-0, -0, -0, 1)).to.equal("3: 0 0 0");
			expect(packed(-0, -0, -0, -0)).to.equal("3: 0 0 0");
		});

		it("refuses NaN and infinity", () => {
			expect(failureOf(() => packRotation(NAN, 0, 0, 1)).match("^%[dolly%] packRotation: qx is %-?nan;")[0]).to.be.ok();
			expect(failureOf(() => packRotation(0, math.huge, 0, 1))).to.equal(
				"[dolly] packRotation: qy is inf; expected a finite number",
			);
			expect(failureOf(() => packRotation(1e200, 1e200, 0, 1)).find("has no finite length")[0]).to.be.ok();
		});
	});

	describe("unpackRotation", () => {
		it("puts the dropped component where its index says", () => {
			const expected = [
				[0.8, 0, 0.6, 0],
				[0, 0.8, 0.6, 0],
				[0, 0.6, 0.8, 0],
				[0, 0.6, 0, 0.8],
			];
			expected.forEach((rotation, index) => {
				// 19660 / 32767 is 0.6 less 6e-6, so the rest is 0.8 plus 5e-6.
				const [qx, qy, qz, qw] = unpackRotation(index, 0, 19660, 0);
				[qx, qy, qz, qw].forEach((value, at) => expect(value).to.be.near(rotation[at], 1e-5));
			});
		});

		it("allows a dropped component of exactly 0", () => {
			const [qx, qy, qz, qw] = unpackRotation(2, -32767, 0, 0);
			expect([qx, qy, qz, qw].join(" ")).to.equal("-1 0 0 0");
		});

		it("refuses components that are longer than 1 together", () => {
			expect(failureOf(() => unpackRotation(2, 32767, 1, 0))).to.equal(
				"[dolly] unpackRotation: rotation 32767, 1, 0 is longer than 1",
			);
			expect(failureOf(() => unpackRotation(2, -32768, 0, 0))).to.equal(
				"[dolly] unpackRotation: rotation -32768, 0, 0 is longer than 1",
			);
			expect(failureOf(() => unpackRotation(2, NAN, 0, 0)).find("q0 is")[0]).to.be.ok();
		});

		it("refuses an index that names no component", () => {
			expect(failureOf(() => unpackRotation(4, 0, 0, 0))).to.equal(
				"[dolly] unpackRotation: index is 4; expected 0, 1, 2 or 3",
			);
		});
	});

	describe("a packed rotation", () => {
		it("is at most 0.0055° off in 100,000 random rotations, with whole numbers up to 23170", () => {
			const worst = worstPackingError(100000, 0, 1, new Seeded(2026));
			expect(worst.degrees <= 0.0055).to.equal(true);
			// An error that never comes near the bound would mean that the measure is wrong.
			expect(worst.degrees > 0.004).to.equal(true);
			expect(worst.largestWhole <= 23170).to.equal(true);
			worst.drops.forEach((drops) => expect(drops > 20000).to.equal(true));
		});

		it("is at most 2√3/32767 rad off near (½, ½, ½, ½), and comes close to that", () => {
			const bound = math.deg((2 * math.sqrt(3)) / 32767);
			expect(bound).to.be.near(0.00606, 1e-5);
			const worst = worstPackingError(100000, 0.5, 0.001, new Seeded(7));
			expect(worst.degrees <= bound).to.equal(true);
			expect(worst.degrees > 0.0055).to.equal(true);
			const [index, q0, q1, q2] = packRotation(0.5, 0.5, 0.5, 0.5);
			const [qx, qy, qz, qw] = unpackRotation(index, q0, q1, q2);
			expect(angleBetween(0.5, 0.5, 0.5, 0.5, qx, qy, qz, qw)).to.be.near(bound, 1e-6);
		});
	});
};
