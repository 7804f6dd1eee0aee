import { packC4, unpackC4 } from "../../src/rotation/c4";
import { failureOf } from "../expect-failure";
import { Seeded } from "../random";
import { roundTrips } from "./c4-round-trips";

export = () => {
	function unpacks(data0: number, data1: number, x: number, y: number, z: number, w: number): void {
		const [ux, uy, uz, uw] = unpackC4(data0, data1);
		expect(ux).to.equal(x);
		expect(uy).to.equal(y);
		expect(uz).to.equal(z);
		expect(uw).to.equal(w);
	}

	describe("unpackC4", () => {
		it("reads zero as no rotation", () => {
			unpacks(0, 0, 0, 0, 0, 1);
		});

		it("gives x 22 bits: bit 20 is a half, bit 21 the sign", () => {
			unpacks(0, 0x20000000, 0.25, 0, 0, 0.9682458639144897);
			unpacks(0, 0x80000000, -1, 0, 0, 0);
		});

		it("gives y and z 21 bits each, y across both halves", () => {
			// y = 0.25 is 2^18 units: bit 18 of 21 at 21, so bit 39 of 64.
			unpacks(0, 0x80, 0, 0.25, 0, 0.9682458639144897);
			unpacks(0xffe00000, 0x3ff, 0, -(2 ** -20), 0, 1);
			unpacks(0x40000, 0, 0, 0, 0.25, 0.9682458639144897);
			unpacks(0x1c0000, 0, 0, 0, -0.25, 0.9682458639144897);
		});

		it("computes w in single precision: 2^-10 for the largest x, where doubles would snap to 0", () => {
			unpacks(0, 0x7ffffc00, 1 - 2 ** -21, 0, 0, 2 ** -10);
		});

		it("snaps w to 0 within 2^-20 of a sum of 1", () => {
			// 0.8 and 0.6 in whole units: their squares add up to 1 - 3e-9.
			unpacks(0x33400000, 0x66666533, 1677721 / 2 ** 21, 629146 / 2 ** 20, 0, 0);
			unpacks(0, 0x40000180, 0.5, 0.75, 0, 0.4330126941204071);
		});

		it("refuses a sum of squares above 1", () => {
			// x = y = 0.75: the sum is 1.125.
			expect(failureOf(() => unpackC4(0, 0x60000180))).to.equal(
				"[dolly] c4: rotation (0.75, 0.75, 0) has a sum of squares of 1.125, which is above 1",
			);
		});
	});

	describe("packC4", () => {
		function packs(x: number, y: number, z: number, w: number, data0: number, data1: number): void {
			const [low, high] = packC4(x, y, z, w);
			expect(low).to.equal(data0);
			expect(high).to.equal(data1);
		}

		it("packs half a turn's half about each axis", () => {
			packs(0.5, 0.5, 0.5, 0.5, 0x80000, 0x40000100);
			packs(0.5, -0.5, 0.5, 0.5, 0x80000, 0x40000300);
		});

		it("takes the sign from w", () => {
			packs(-0.5, -0.5, -0.5, -0.5, 0x80000, 0x40000100);
		});

		it("cuts toward zero, so that both signs lose alike", () => {
			packs(0, 0, 1.75 * 2 ** -20, 1, 1, 0);
			packs(0, 0, -1.75 * 2 ** -20, 1, 0x1fffff, 0);
		});

		it("lets a component of 1 become -1, the same half turn", () => {
			packs(1, 0, 0, 0, 0, 0x80000000);
			packs(0, 0, 1, 0, 0x100000, 0);
		});

		it("refuses what is not of unit length", () => {
			expect(failureOf(() => packC4(0.9, 0.9, 0.9, 0))).to.equal(
				"[dolly] packC4: (0.9, 0.9, 0.9, 0) does not have unit length",
			);
		});

		it("brings 1,000,000 rotations back within one quantum, with w never negative", () => {
			const worst = roundTrips(1_000_000, new Seeded(4));
			expect(worst.x <= 1).to.equal(true);
			expect(worst.yz <= 1).to.equal(true);
			expect(worst.w >= 0).to.equal(true);
		});
	});
};
