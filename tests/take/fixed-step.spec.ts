import { FixedStep } from "../../src/take/fixed-step";
import { decodeFrame, FRAME_SIZE } from "../../src/take/frame";
import { pathFromRecordings } from "../../src/take/path";
import { Recording } from "../../src/take/recording";
import { Seeded } from "../random";
import { fly, frameErrors, pathErrors } from "./flight";

const TEN_MINUTES = 600;

function countOf(recordings: Array<Recording>): number {
	return recordings.reduce((sum, { count }) => sum + count, 0);
}

/** Pushes a sample at each time, with X as given and the rest at rest. */
function stepsOf(rate: number, samples: Array<[seconds: number, x: number]>): FixedStep {
	const steps = new FixedStep("m", rate);
	for (const [seconds, x] of samples) steps.push(seconds, x, 0, 0, 0, 0, 0, 1);
	return steps;
}

function xsOf(recordings: Array<Recording>): Array<number> {
	const xs = new Array<number>();
	for (const { count, frames } of recordings) {
		for (const frame of $range(0, count - 1)) xs.push(decodeFrame(frames, frame * FRAME_SIZE)[0]);
	}
	return xs;
}

export = () => {
	for (const [fps, studs, degrees] of [
		[20, 1e-2, 0.05],
		[60, 1e-3, 0.01],
		[144, 1e-3, 0.01],
		[240, 1e-3, 0.01],
	]) {
		it(`follows ten minutes of a figure eight sampled ${fps} times a second`, () => {
			const steps = new FixedStep("m", 60);
			fly(steps, TEN_MINUTES, () => 1 / fps);
			const expected = math.floor(60 * steps.seconds + 1e-6) + 1;
			expect(steps.seconds).to.be.near(TEN_MINUTES, 1e-6);
			expect(expected).to.equal(36001);
			expect(steps.frameCount()).to.equal(expected);
			const recordings = steps.finish();
			expect(countOf(recordings)).to.equal(expected);
			const worst = frameErrors(recordings, 60);
			expect(worst.position <= studs).to.equal(true);
			expect(worst.degrees <= degrees).to.equal(true);
		});
	}

	it("follows it through random gaps up to 50 ms, at any rate", () => {
		for (const rate of [24, 60, 144]) {
			const random = new Seeded(rate);
			const steps = new FixedStep("m", rate);
			fly(steps, 120, () => random.between(0.0005, 0.05));
			const recordings = steps.finish();
			expect(countOf(recordings)).to.equal(math.floor(rate * steps.seconds + 1e-6) + 1);
			const worst = frameErrors(recordings, rate);
			expect(worst.position <= 1e-3).to.equal(true);
			expect(worst.degrees <= 0.01).to.equal(true);
		}
	});

	it("replays smoothly between its frames too", () => {
		const steps = new FixedStep("m", 60);
		fly(steps, 60, () => 1 / 50);
		const worst = pathErrors(pathFromRecordings(steps.finish(), 60), 240, "smooth");
		expect(worst.position <= 1e-3).to.equal(true);
		expect(worst.degrees <= 0.01).to.equal(true);
	});

	it("keeps count through hitches of a second, in a line between the samples around them", () => {
		const random = new Seeded(3);
		const steps = new FixedStep("m", 60);
		let time = 0;
		const samples = new Array<[number, number]>();
		for (const index of $range(1, 400)) {
			const x = random.between(-10, 10);
			samples.push([time, x]);
			steps.push(time, x, 0, 0, 0, 0, 0, 1);
			time += index % 20 === 0 ? 1 : 1 / 60;
		}
		const last = samples[samples.size() - 1][0];
		const xs = xsOf(steps.finish());
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

	it("does not swing before or after a jump", () => {
		const samples = new Array<[number, number]>();
		for (const index of $range(0, 20)) samples.push([index / 50, index < 10 ? 1 : 501]);
		const xs = xsOf(stepsOf(60, samples).finish());
		xs.forEach((x, frame) => {
			const seconds = frame / 60;
			if (seconds <= 0.18) expect(x).to.equal(1);
			if (seconds >= 0.2) expect(x).to.equal(501);
		});
	});

	it("writes the first sample at once and the rest when the sample after is known", () => {
		const steps = stepsOf(10, [[0, 5]]);
		expect(steps.frameCount()).to.equal(1);
		expect(xsOf(steps.finish()).join(" ")).to.equal("5");
		steps.push(0.25, 6, 0, 0, 0, 0, 0, 1);
		expect(steps.frameCount()).to.equal(3);
		expect(countOf(steps.finish())).to.equal(3);
	});

	it("crosses a cut by holding the last sample", () => {
		const steps = new FixedStep("m", 10);
		steps.push(0, 0, 0, 0, 0, 0, 0, 1);
		steps.push(0.2, 2, 0, 0, 0, 0, 0, 1);
		steps.cut();
		steps.push(0.45, 100, 0, 0, 0, 0, 0, 1);
		steps.push(0.65, 102, 0, 0, 0, 0, 0, 1);
		expect(xsOf(steps.finish()).join(" ")).to.equal("0 1 2 2 2 100.5 101.5");
	});

	it("takes the sample after a cut where a frame is due at its very time", () => {
		const steps = new FixedStep("m", 10);
		steps.push(0, 0, 0, 0, 0, 0, 0, 1);
		steps.cut();
		steps.push(0.2, 100, 0, 0, 0, 0, 0, 1);
		expect(xsOf(steps.finish()).join(" ")).to.equal("0 0 100");
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
		expect(xsOf(steps.finish()).join(" ")).to.equal("0 1 2 2 2 9");
	});

	it("takes rotations of either sign for the same", () => {
		const steps = new FixedStep("m", 60);
		for (const index of $range(0, 30)) {
			const sign = index % 2 === 0 ? 1 : -1;
			const half = math.rad(index);
			steps.push(index / 40, 0, 0, 0, 0, sign * math.sin(half), 0, sign * math.cos(half));
		}
		const [recording] = steps.finish();
		for (const frame of $range(0, recording.count - 1)) {
			const [, , , , qy, , qw] = decodeFrame(recording.frames, frame * FRAME_SIZE);
			// 2° in 1/40 s make 80° a second.
			expect(math.deg(2 * math.atan2(qy, qw))).to.be.near((frame / 60) * 80, 0.0062);
		}
	});

	it("goes on in a next recording after 65,535 frames", () => {
		const steps = new FixedStep("m", 240);
		fly(steps, 69999 / 240, () => 3 / 240);
		const recordings = steps.finish();
		expect(recordings.map(({ count }) => count).join(" ")).to.equal("65535 4465");
		expect(frameErrors(recordings, 240).position <= 1e-3).to.equal(true);
	});
};
