import { Bend, chooseBend } from "../../src/take/curve";
import { FixedStep } from "../../src/take/fixed-step";
import { TIMED_SIZE, writeTimedSample } from "../../src/take/timed-sample";
import { expectNear } from "../expect-near";
import { xsOf } from "./make-take";

/** Where frame 5 of 100 a second lies between samples of 100 t² that are `gap` seconds apart. */
function between(gap: number): number {
	const steps = new FixedStep(100);
	for (const index of $range(0, 4)) steps.push(index * gap, 100 * (index * gap) ** 2, 0, 0, 0, 0, 0, 1);
	return xsOf(steps.take("", ""))[5];
}

/** The bend between the second and the third of four samples that stand at `xs`, a tenth of a second apart or at `times`. */
function bendOf(xs: Array<number>, times = [0, 0.1, 0.2, 0.3], hasBefore = true, hasAfter = true): Bend {
	const samples = buffer.create(4 * TIMED_SIZE);
	xs.forEach((x, index) => writeTimedSample(samples, index * TIMED_SIZE, times[index], 7, x, 0, 0, 0, 0, 1, 0));
	return chooseBend(samples, TIMED_SIZE, hasBefore, hasAfter, 0, 16);
}

export = () => {
	it("follows a curve through gaps of up to a tenth of a second, and a line through longer ones", () => {
		expect(between(0.0999)).to.be.near(0.25, 1e-5);
		// The line from 0 to 100 × 0.101² at 0.101 seconds.
		expect(between(0.101)).to.be.near(0.05 * 100 * 0.101, 1e-5);
	});

	it("follows a polynomial of the third degree exactly, between samples at any times", () => {
		const steps = new FixedStep(100);
		const cube = (seconds: number) => 1000 * seconds ** 3;
		for (const hundredths of [0, 3, 5, 9, 10.5, 14, 17, 20.25, 23]) {
			const seconds = hundredths / 100;
			steps.push(seconds, cube(seconds), 7, -cube(seconds), 0, 0, 0, 1);
		}
		const xs = xsOf(steps.take("", ""));
		// The first and the last stretch have no sample beyond.
		for (const frame of $range(3, 20)) expect(xs[frame]).to.be.near(cube(frame / 100), 1e-5);
	});

	it("goes along a line on all axes at once", () => {
		const steps = new FixedStep(10);
		steps.push(0, 1, 2, -3, 0, 0, 0, 1);
		steps.push(0.5, 2, 0, 1, 0, 0, 0, 1);
		const { frames } = steps.take("", "");
		for (const frame of $range(0, 5)) {
			const place = [0, 4, 8].map((at) => buffer.readf32(frames, frame * 18 + at));
			const share = frame / 5;
			expectNear(place, [1 + share, 2 - 2 * share, -3 + 4 * share], 1e-5);
		}
	});

	it("bends to one side alone where that is all that is known", () => {
		expect(bendOf([0, 1, 3, 4], undefined, false, false)).to.equal(Bend.None);
		expect(bendOf([0, 1, 3, 4], undefined, true, false)).to.equal(Bend.Left);
		expect(bendOf([0, 1, 3, 4], undefined, false, true)).to.equal(Bend.Right);
		expect(bendOf([0, 1, 3, 4], undefined, true, true)).to.equal(Bend.Both);
	});

	it("bends to the calm side where the other bends 8 times as much, and further than the stretch is long", () => {
		// From 0 to 1: the left bends by 0.5, the right by what is given. Second differences are halves of these.
		const bent = (left: number, right: number, step = 1) => bendOf([-step + left, 0, step, 2 * step + right]);
		expect(bent(0.5, 3.9)).to.equal(Bend.Both);
		expect(bent(0.5, 4.1)).to.equal(Bend.Left);
		expect(bent(3.9, 0.5)).to.equal(Bend.Both);
		expect(bent(4.1, 0.5)).to.equal(Bend.Right);
		expect(bent(-0.5, -4.1)).to.equal(Bend.Left);
		// Half of 4.1 is how far it bends; a stretch of 2.1 is longer than that, one of 2 is not.
		expect(bent(0.5, 4.1, 2)).to.equal(Bend.Left);
		expect(bent(0.5, 4.1, 2.1)).to.equal(Bend.Both);
		// However little that is, where the other side is straight.
		expect(bendOf([-0.01, 0, 0.01, 0.12])).to.equal(Bend.Left);
		expect(bendOf([-0.11, 0, 0.01, 0.02])).to.equal(Bend.Right);
		// Exactly 8 times as much, and exactly as far as the stretch is long, are still one motion.
		const sixteenths = [0, 1, 2, 3].map((index) => index / 16);
		expect(bendOf([-0.5, 0, 1, 6], sixteenths)).to.equal(Bend.Both);
		expect(bendOf([-1.875, 0, 2, 8], sixteenths)).to.equal(Bend.Both);
		expect(bendOf([-1.875, 0, 2, 8.125], sixteenths)).to.equal(Bend.Left);
	});

	it("weighs bends by the gaps beside the stretch", () => {
		// A step after that is three times as long bends by (18 / 3 - 1) over twice the time, or 2.5: 8 times 0.3125.
		const slowAfter = [0, 0.02, 0.04, 0.1];
		expect(bendOf([-1.31, 0, 1, 19], slowAfter)).to.equal(Bend.Left);
		expect(bendOf([-1.315, 0, 1, 19], slowAfter)).to.equal(Bend.Both);
		// (15 / 3 - 1) / 2 is twice the stretch: half of it is as long.
		expect(bendOf([-1.2, 0, 1, 16.1], slowAfter)).to.equal(Bend.Left);
		expect(bendOf([-1.2, 0, 1, 15.9], slowAfter)).to.equal(Bend.Both);
		const slowBefore = [0, 0.06, 0.08, 0.1];
		expect(bendOf([-18, 0, 1, 2.31], slowBefore)).to.equal(Bend.Right);
		expect(bendOf([-18, 0, 1, 2.315], slowBefore)).to.equal(Bend.Both);
	});
};
