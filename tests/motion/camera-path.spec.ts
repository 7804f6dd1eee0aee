import { checkPath, checkSample, heldLens, writeCameraSample } from "../../src/motion/camera-path";
import { CAMERA_SAMPLE_SIZE } from "../../src/motion/camera-path";
import { failureOf } from "../expect-failure";

export = () => {
	it("holds lenses to what can be seen through", () => {
		expect([-5, 0.005, 0.01, 70, 179, 180, 1e17].map(heldLens).join(" ")).to.equal("0.01 0.01 0.01 70 179 179 179");
	});

	it("refuses samples whose numbers are not finite, whichever it is", () => {
		for (const at of $range(0, CAMERA_SAMPLE_SIZE - 8, 8)) {
			for (const wrong of [0 / 0, math.huge, -math.huge]) {
				const sample = buffer.create(CAMERA_SAMPLE_SIZE);
				writeCameraSample(sample, 1, -2, 3, 0, 0, 0, 1);
				checkSample(sample, "Flight", 2, "spec");
				buffer.writef64(sample, at, wrong);
				expect(failureOf(() => checkSample(sample, "Flight", 2, "spec")).sub(1, 13)).to.equal("[dolly] spec:");
			}
		}
	});

	it("takes samples as far off as an f32 goes, and rotations however short that still have a direction", () => {
		const check = (x: number, qy: number) => {
			const sample = buffer.create(CAMERA_SAMPLE_SIZE);
			writeCameraSample(sample, x, 0, 0, 0, qy, 0, 0);
			checkSample(sample, "Flight", 2, "spec");
		};
		check(-3.4e38, 1);
		expect(failureOf(() => check(3.5e38, 1))).to.equal(
			'[dolly] spec: path "Flight" is not finite, or too large, at 2 seconds',
		);
		check(0, 1.1e-6);
		for (const length of [0, 0.9e-6]) {
			expect(failureOf(() => check(0, length))).to.equal('[dolly] spec: path "Flight" has no rotation at 2 seconds');
		}
	});

	it("refuses what is no path, and names what is wrong with it", () => {
		const path = { name: "Flight", duration: 2, sample() {} };
		const failure = (more: object) => failureOf(() => checkPath({ ...path, ...more }, "spec"));
		for (const more of [{}, { duration: 0 }, { rate: 30 }, { cuts: [] }, { cuts: [0, 1, 1, 2], markers: [] }]) {
			checkPath({ ...path, ...more }, "spec");
		}
		for (const duration of [-1, math.huge, "2"]) {
			expect(failure({ duration }).find("[dolly] spec: path.duration is ", 1, true)[0]).to.equal(1);
		}
		expect(failure({ duration: 0 / 0 }).find("expected a number of seconds")[0]).to.be.ok();
		expect(failure({ cuts: [0, 1, 0.5] })).to.equal(
			"[dolly] spec: item 3 of path.cuts is 0.5; expected rising seconds",
		);
		expect(failure({ cuts: ["1"] })).to.equal('[dolly] spec: item 1 of path.cuts is "1"; expected rising seconds');
		expect(failure({ rate: 0 }).find("[dolly] spec: path.rate is 0", 1, true)[0]).to.equal(1);
		expect(failure({ markers: [{ name: "a", seconds: 3 }] })).to.equal(
			"[dolly] spec: seconds of item 1 of path.markers is 3; expected 0 to 2",
		);
		expect(failure({ loop: 1 })).to.equal("[dolly] spec: path.loop is 1; expected a boolean");
	});
};
