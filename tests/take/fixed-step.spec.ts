import { breathe } from "../breathe";
import { Take } from "../../src/camera";
import { takePath } from "../../src/take/take-path";
import { FixedStep } from "../../src/take/fixed-step";
import { decodeFrame, FRAME_SIZE } from "../../src/take/frame";
import { hex, readFloats } from "../buffers";
import { headless } from "../headless";
import { Seeded } from "../random";
import { fly, frameErrors, pathErrors } from "./flight";
import { xsOf } from "./make-take";

const TEN_MINUTES = 600;

/** Pushes a sample at each time, with X as given and the rest at rest. */
function stepsOf(rate: number, samples: Array<[seconds: number, x: number]>): FixedStep {
	const steps = new FixedStep(rate);
	for (const [seconds, x] of samples) steps.push(seconds, x, 0, 0, 0, 0, 0, 1);
	return steps;
}

function takeOf(steps: FixedStep): Take {
	return steps.take("take", "m");
}

export = () => {
	for (const [fps, studs, degrees] of [
		[20, 1e-2, 0.05],
		[60, 1e-3, 0.01],
		[144, 1e-3, 0.01],
		[240, 1e-3, 0.01],
	]) {
		it(`follows ten minutes of a figure eight sampled ${fps} times a second`, () => {
			const steps = new FixedStep(60);
			fly(steps, TEN_MINUTES, () => 1 / fps);
			const expected = math.floor(60 * steps.seconds + 1e-6) + 1;
			expect(steps.seconds).to.be.near(TEN_MINUTES, 1e-6);
			expect(expected).to.equal(36001);
			expect(steps.frameCount()).to.equal(expected);
			const take = takeOf(steps);
			expect(take.count).to.equal(expected);
			const worst = frameErrors(take);
			expect(worst.position <= studs).to.equal(true);
			expect(worst.degrees <= degrees).to.equal(true);
		});
	}

	it("follows it through random gaps up to 50 ms, at any rate", () => {
		for (const rate of [24, 60, 144]) {
			const random = new Seeded(rate);
			const steps = new FixedStep(rate);
			fly(steps, 120, () => random.between(0.0005, 0.05));
			const take = takeOf(steps);
			expect(take.count).to.equal(math.floor(rate * steps.seconds + 1e-6) + 1);
			const worst = frameErrors(take);
			expect(worst.position <= 1e-3).to.equal(true);
			expect(worst.degrees <= 0.01).to.equal(true);
		}
	});

	it("replays smoothly between its frames too", () => {
		const steps = new FixedStep(60);
		fly(steps, 60, () => 1 / 50);
		const worst = pathErrors(takePath(takeOf(steps)), 240, "smooth");
		expect(worst.position <= 1e-3).to.equal(true);
		expect(worst.degrees <= 0.01).to.equal(true);
	});

	it("keeps count through hitches of a second, in a line between the samples around them", () => {
		const random = new Seeded(3);
		const steps = new FixedStep(60);
		let time = 0;
		const samples = new Array<[number, number]>();
		for (const index of $range(1, 400)) {
			const x = random.between(-10, 10);
			samples.push([time, x]);
			steps.push(time, x, 0, 0, 0, 0, 0, 1);
			time += index % 20 === 0 ? 1 : 1 / 60;
		}
		const last = samples[samples.size() - 1][0];
		const xs = xsOf(takeOf(steps));
		expect(xs.size()).to.equal(math.floor(60 * last + 1e-6) + 1);
		let inHitches = 0;
		let at = 0;
		xs.forEach((x, frame) => {
			const seconds = frame / 60;
			while (at + 2 < samples.size() && samples[at + 1][0] < seconds) at += 1;
			const [from, low] = samples[at];
			const [to, high] = samples[at + 1];
			if (to - from > 0.5) {
				inHitches += 1;
				expect(x >= math.min(low, high) - 1e-5 && x <= math.max(low, high) + 1e-5).to.equal(true);
			}
		});
		expect(inHitches >= 19 * 59).to.equal(true);
	});

	it("cuts at a jump: until it the camera stays, and from it on it is there", () => {
		const samples = new Array<[number, number]>();
		for (const index of $range(0, 20)) samples.push([index / 50, index < 10 ? 1 : 501]);
		const take = takeOf(stepsOf(60, samples));
		xsOf(take).forEach((x, frame) => expect(x).to.equal(frame / 60 < 0.2 - 1e-9 ? 1 : 501));
		expect(take.cuts.join(" ")).to.equal("12");
	});

	it("cuts at a jump within a hitch, and at two jumps in a row, and goes straight through fast motion", () => {
		const jumpInHitch = stepsOf(10, [
			[0, 0],
			[0.1, 0],
			[1.1, 100],
			[1.2, 100],
		]);
		expect(takeOf(jumpInHitch).cuts.join(" ")).to.equal("11");
		const thereAndBack = new FixedStep(60);
		for (const index of $range(0, 9)) thereAndBack.push(index / 60, index === 5 ? 80 : 0, 0, 0, 0, 0, 0, 1);
		expect(takeOf(thereAndBack).cuts.join(" ")).to.equal("5 6");
		expect(xsOf(takeOf(thereAndBack)).join(" ")).to.equal("0 0 0 0 0 80 0 0 0 0");
		// From standing to 600 studs a second at once, and to a stand again: motion, though hardly a gentle one.
		const rocket = new FixedStep(60);
		for (const index of $range(0, 20)) rocket.push(index / 60, 10 * math.clamp(index - 5, 0, 8), 0, 0, 0, 0, 0, 1);
		expect(takeOf(rocket).cuts.join(" ")).to.equal("");
	});

	it("cuts at a jump in the very first step and in the last, where one side is known", () => {
		const cutsOf = (...xs: Array<number>) =>
			takeOf(
				stepsOf(
					10,
					xs.map((x, index) => [index / 10, x]),
				),
			).cuts.join(" ");
		expect(cutsOf(0, 50)).to.equal("1");
		expect(cutsOf(0, 50, 50, 50, 50)).to.equal("1");
		expect(cutsOf(0, 0, 0, 0, 50)).to.equal("4");
		// Two in a row, away and back; three are motion.
		expect(cutsOf(0, 0, 0, 50, 0, 0, 0, 0)).to.equal("3 4");
		expect(cutsOf(0, 0, 0, 50, 100, 150, 150, 150)).to.equal("");
	});

	it("keeps, with the last frames, the cuts between them alone", () => {
		const steps = new FixedStep(10, "test", 5);
		const cutsAt = new Array<string>();
		for (const index of $range(0, 19)) {
			// It jumps before frame 4, 9, 14 and 19.
			steps.push(index / 10, (index + 1).idiv(5) * 100, 0, 0, 0, 0, 0, 1);
			if (index >= 16) cutsAt.push(takeOf(steps).cuts.join("+"));
		}
		// Of frames 12 to 16 the third comes after a cut, of 13 to 17 the second; before 14 to 18 there is nothing to cut from.
		expect(cutsAt.join(" ")).to.equal("2 1  4");
		expect(takeOf(steps).count).to.equal(5);
	});

	it("has a frame finished once three samples after it are known, and all of them in the end", () => {
		const steps = new FixedStep(10);
		const finished = new Array<number>();
		for (const index of $range(0, 7)) {
			steps.push(index / 10, index, 0, 0, 0, 0, 0, 1);
			finished.push(steps.finishedCount());
		}
		expect(finished.join(" ")).to.equal("1 1 1 1 2 3 4 5");
		steps.finish();
		expect(steps.finishedCount()).to.equal(8);
	});

	it("has a lens where it is told one, and goes straight from one to the next", () => {
		const lensOf = (...lenses: Array<number>) => {
			const steps = new FixedStep(10);
			lenses.forEach((lens, index) => steps.push(index / 5, 0, 0, 0, 0, 0, 0, 1, lens));
			return takeOf(steps).fieldOfView;
		};
		const without = stepsOf(10, [
			[0, 0],
			[0.1, 0],
		]);
		expect(takeOf(without).fieldOfView).to.equal(undefined);
		expect(lensOf(50, 50, 50)).to.equal(50);
		const read = (lens: unknown) => readFloats(lens as buffer, 0, buffer.len(lens as buffer) / 4).join(" ");
		expect(read(lensOf(50, 60, 80))).to.equal("50 55 60 70 80");
	});

	it("cuts at a jump along any axis, and along all of them together", () => {
		// 2, 3 and 6 make 7: of 0.75 studs, as many sevenths.
		for (const [x, y, z] of [
			[1, 0, 0],
			[0, -1, 0],
			[0, 0, 1],
			[2 / 7, 3 / 7, -6 / 7],
		]) {
			for (const [studs, expected] of [
				[0.74, ""],
				[0.76, "3"],
			] as Array<[number, string]>) {
				const steps = new FixedStep(10);
				for (const index of $range(0, 6)) {
					const far = index < 3 ? 0 : studs;
					steps.push(index / 10, x * far, y * far, z * far, 0, 0, 0, 1);
				}
				expect(takeOf(steps).cuts.join(" ")).to.equal(expected);
			}
		}
	});

	it("takes a step that misses both sides by over 0.75 studs for a jump, however long it lasts", () => {
		for (const gap of [0.05, 0.125, 0.25]) {
			for (const [x, expected] of [
				[0.74, 0],
				[0.76, 1],
			]) {
				// At 8 studs a second.
				const samples = [0, 1, 2, 3, 4, 5].map((index): [number, number] => [
					index * gap,
					8 * index * gap + (index < 3 ? 0 : x),
				]);
				expect(takeOf(stepsOf(60, samples)).cuts.size()).to.equal(expected);
			}
		}
	});

	it("cuts where the camera only turns, all at once", () => {
		const steps = new FixedStep(60);
		for (const index of $range(0, 9)) {
			const half = math.rad(index < 5 ? 10 : 130) / 2;
			steps.push(index / 60, 0, 0, 0, 0, math.sin(half), 0, math.cos(half));
		}
		expect(takeOf(steps).cuts.join(" ")).to.equal("5");
	});

	it("writes the first sample at once and the rest when the sample after is known", () => {
		const steps = stepsOf(10, [[0, 5]]);
		expect(steps.frameCount()).to.equal(1);
		expect(xsOf(takeOf(steps)).join(" ")).to.equal("5");
		steps.push(0.25, 6, 0, 0, 0, 0, 0, 1);
		expect(steps.frameCount()).to.equal(3);
		expect(takeOf(steps).count).to.equal(3);
	});

	it("crosses a cut by holding the last sample", () => {
		const steps = new FixedStep(10);
		steps.push(0, 0, 0, 0, 0, 0, 0, 1);
		steps.push(0.2, 2, 0, 0, 0, 0, 0, 1);
		steps.cut();
		steps.push(0.45, 100, 0, 0, 0, 0, 0, 1);
		steps.push(0.65, 102, 0, 0, 0, 0, 0, 1);
		expect(xsOf(takeOf(steps)).join(" ")).to.equal("0 1 2 2 2 100.5 101.5");
		expect(takeOf(steps).cuts.join(" ")).to.equal("5");
	});

	it("takes the sample after a cut where a frame is due at its very time", () => {
		const steps = new FixedStep(10);
		steps.push(0, 0, 0, 0, 0, 0, 0, 1);
		steps.cut();
		steps.push(0.2, 100, 0, 0, 0, 0, 0, 1);
		expect(xsOf(takeOf(steps)).join(" ")).to.equal("0 0 100");
		expect(takeOf(steps).cuts.join(" ")).to.equal("2");
	});

	it("holds the last sample for as long as nothing is known", () => {
		const steps = stepsOf(10, [
			[0, 0],
			[0.1, 1],
			[0.2, 2],
		]);
		steps.hold(0.35);
		expect(steps.frameCount()).to.equal(4);
		steps.hold(0.4);
		steps.push(0.5, 9, 0, 0, 0, 0, 0, 1);
		expect(xsOf(takeOf(steps)).join(" ")).to.equal("0 1 2 2 2 9");
		expect(takeOf(steps).cuts.join(" ")).to.equal("5");
	});

	it("takes rotations of either sign for the same", () => {
		const steps = new FixedStep(60);
		for (const index of $range(0, 30)) {
			const sign = index % 2 === 0 ? 1 : -1;
			const half = math.rad(index);
			steps.push(index / 40, 0, 0, 0, 0, sign * math.sin(half), 0, sign * math.cos(half));
		}
		const { count, frames } = takeOf(steps);
		for (const frame of $range(0, count - 1)) {
			const [, , , , qy, , qw] = decodeFrame(frames, frame * FRAME_SIZE);
			// 2° in 1/40 s make 80° a second.
			expect(math.deg(2 * math.atan2(qy, qw))).to.be.near((frame / 60) * 80, 0.0062);
		}
	});

	it("keeps all frames in one buffer, however many", () => {
		const steps = new FixedStep(240);
		fly(steps, 69999 / 240, () => 3 / 240);
		const take = takeOf(steps);
		expect(take.count).to.equal(70000);
		expect(buffer.len(take.frames)).to.equal(70000 * 18);
		expect(frameErrors(take).position <= 1e-3).to.equal(true);
	});

	it("gives a take in between that is a beginning of the last, and goes on as if it had not been asked", () => {
		const random = new Seeded(8);
		const asked = new FixedStep(60);
		const left = new FixedStep(60);
		let time = 0;
		const peeks = new Array<Take>();
		for (const index of $range(1, 300)) {
			// A jump now and then, also where the take is asked for right before or after it.
			const x = random.between(0, 0.1) + (index % 37) * 50;
			for (const steps of [asked, left]) steps.push(time, x, 0, 0, 0, 0, 0, 1);
			if (random.unit() < 0.3) peeks.push(takeOf(asked));
			time += random.between(0.001, 0.03);
		}
		const [whole, other] = [takeOf(asked), takeOf(left)];
		expect(hex(whole.frames)).to.equal(hex(other.frames));
		expect(whole.cuts.join(" ")).to.equal(other.cuts.join(" "));
		expect(peeks.size() > 50).to.equal(true);
		const bytes = buffer.tostring(whole.frames);
		for (const peek of peeks) {
			// The last frames wait for the samples after them: up to three gaps of 30 ms are two frames each.
			const certain = math.max(peek.count - 7, 0) * FRAME_SIZE;
			expect(buffer.readstring(peek.frames, 0, certain)).to.equal(bytes.sub(1, certain));
		}
	});

	it("keeps the last frames alone through ten hours, in memory that does not grow", () => {
		const place = (seconds: number) => math.sin(seconds) * 10;
		const steps = new FixedStep(30, "test", 241);
		let sample = 0;
		// What is garbage is collected now and then: the least of a while is what is held.
		const leastWhile = (samples: number) => {
			let least = math.huge;
			for (const _ of $range(1, samples)) {
				const seconds = sample / 20;
				steps.push(seconds, place(seconds), 0, 0, 0, 0, 0, 1);
				sample += 1;
				if (sample % 500 === 0) least = math.min(least, gcinfo());
			}
			breathe();
			return least;
		};
		const early = leastWhile(20_000);
		for (const _ of $range(1, 34)) leastWhile(20_000);
		const late = leastWhile(20_001);
		expect(sample / 20 > 36000).to.equal(true);
		// Elsewhere others use the same memory meanwhile.
		if (headless) expect(late - early < 200).to.equal(true);
		const take = steps.take("", "");
		expect(take.count).to.equal(241);
		for (const frame of $range(0, 240)) {
			const seconds = (sample - 1) / 20 - (240 - frame) / 30;
			expect(buffer.readf32(take.frames, frame * 18)).to.be.near(place(seconds), 1e-3);
		}
	});
};
