import { CAMERA_SAMPLE_SIZE } from "../../src/motion/camera-path";
import { CameraPath, createTake, PathInterpolation, takeFromPath } from "../../src/camera";
import { pathOf as sourcePath } from "../../src/replay/flight-source";
import { takePath } from "../../src/take/take-path";
import { encodeFrame } from "../../src/take/frame";
import { floats, hex } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectSameRotation } from "../expect-near";
import { Seeded } from "../random";
import { largestStep } from "./largest-step";
import { straightTake, takeOf, xsOf } from "./make-take";

const NAN = 0 / 0;
const INTERPOLATIONS: Array<PathInterpolation> = ["smooth", "linear", "step"];
const sample = buffer.create(CAMERA_SAMPLE_SIZE);

/** The path of a take with a frame at each of `xs`, turned `yaws` degrees about Y. */
function pathOf(xs: Array<number>, rate = 60, yaws?: Array<number>): CameraPath {
	return takePath(takeOf(xs, { rate }, yaws));
}

function xAt(path: CameraPath, seconds: number, interpolation?: PathInterpolation): number {
	path.sample(seconds, sample, interpolation);
	return buffer.readf64(sample, 0);
}

function yawAt(path: CameraPath, seconds: number, interpolation?: PathInterpolation): number {
	path.sample(seconds, sample, interpolation);
	const degrees = math.deg(2 * math.atan2(buffer.readf64(sample, 32), buffer.readf64(sample, 48)));
	return ((degrees + 540) % 360) - 180;
}

export = () => {
	describe("takePath", () => {
		it("lasts from the first frame to the last", () => {
			expect(pathOf([0, 1, 2, 3]).duration).to.equal(3 / 60);
			expect(pathOf([0, 1, 2, 3], 10).duration).to.equal(0.3);
			expect(pathOf([5]).duration).to.equal(0);
			expect(takePath(takeOf([5], { name: "Opening", map: "Harbour" })).name).to.equal("Opening");
		});

		it("goes through every frame in every interpolation", () => {
			const xs = [0, 3, -2, 8, 8.5, 1];
			const path = pathOf(xs, 60);
			for (const interpolation of INTERPOLATIONS) {
				xs.forEach((x, frame) => expect(xAt(path, frame / 60, interpolation)).to.be.near(x, 1e-6));
			}
		});

		it("keeps the whole sample format: position, rotation of unit length, no field of view", () => {
			const path = pathOf([1, 2], 1, [0, 90]);
			buffer.fill(sample, 0, 0xff);
			path.sample(1, sample);
			const numbers = new Array<string>();
			for (const at of $range(0, 56, 8)) numbers.push(string.format("%.4f", buffer.readf64(sample, at)));
			expect(numbers.join(" ")).to.equal("2.0000 0.0000 0.0000 0.0000 0.7071 0.0000 0.7071 0.0000");
		});

		it("holds the frame before in steps", () => {
			const path = pathOf([0, 1, 2], 10);
			expect(xAt(path, 0.0999, "step")).to.equal(0);
			expect(xAt(path, 0.1, "step")).to.equal(1);
			expect(xAt(path, 0.1999, "step")).to.equal(1);
		});

		it("goes straight and at constant speed in linear", () => {
			const path = pathOf([0, 1, 5], 10, [0, 10, 100]);
			expect(xAt(path, 0.125, "linear")).to.be.near(2, 1e-6);
			expect(yawAt(path, 0.125, "linear")).to.be.near(32.5, 0.02);
		});

		it("follows a parabola exactly when smooth, at its ends too", () => {
			// Catmull-Rom reproduces second-degree curves; at the ends the missing neighbour is on the same parabola.
			const path = pathOf([0, 1, 4, 9, 16], 1);
			for (const t of [0.25, 0.5, 1.5, 2.25, 3.5, 3.9]) expect(xAt(path, t)).to.be.near(t * t, 1e-6);
		});

		it("has no corners when smooth", () => {
			const path = pathOf([0, 3, -2, 8, 8.5, 1], 1, [0, 20, -10, 50, 60, 70]);
			const small = 1e-4;
			for (const frame of $range(1, 4)) {
				const before = (xAt(path, frame) - xAt(path, frame - small)) / small;
				const after = (xAt(path, frame + small) - xAt(path, frame)) / small;
				expect(after).to.be.near(before, 0.01);
				const turnBefore = (yawAt(path, frame) - yawAt(path, frame - small)) / small;
				const turnAfter = (yawAt(path, frame + small) - yawAt(path, frame)) / small;
				expect(turnAfter).to.be.near(turnBefore, 0.1);
			}
		});

		it("stands still between frames that do, and does not swing before it starts and after it stops", () => {
			const path = pathOf([5, 5, 5, 6, 6, 6], 1, [10, 10, 10, 19, 19, 19]);
			for (const t of [0.5, 1.2, 1.5, 1.9, 3.1, 3.5, 4.5]) {
				expect(xAt(path, t)).to.equal(t < 2 ? 5 : 6);
				expect(yawAt(path, t)).to.be.near(t < 2 ? 10 : 19, 0.0062);
			}
			expect(xAt(path, 2.5)).to.be.near(5.5, 1e-6);
			expect(yawAt(path, 2.5)).to.be.near(14.5, 0.01);
		});

		it("turns the short way round, whichever sign the rotations have", () => {
			// 170° and 190° (stored with the opposite sign of w), then 350° and 10°.
			const path = pathOf([0, 0, 0, 0], 1, [150, 170, 190, 210]);
			for (const interpolation of ["smooth", "linear"] as Array<PathInterpolation>) {
				expect(math.abs(yawAt(path, 1.5, interpolation))).to.be.near(180, 0.02);
			}
			const back = pathOf([0, 0, 0, 0], 1, [330, 350, 10, 30]);
			for (const interpolation of ["smooth", "linear"] as Array<PathInterpolation>) {
				expect(yawAt(back, 1.5, interpolation)).to.be.near(0, 0.02);
				expect(yawAt(back, 1.25, interpolation)).to.be.near(-5, 0.02);
			}
		});

		it("follows a Catmull-Rom curve through rotations about any axis, whichever of their numbers a frame leaves out", () => {
			const random = new Seeded(12);
			const rotations: Array<Array<number>> = [[0.1, 0.7, -0.2, 0.6]];
			const frames = buffer.create(80 * 18);
			for (const frame of $range(0, 79)) {
				const [a, b, c, d] = rotations[frame];
				encodeFrame(0, 0, 0, a, b, c, d, frames, frame * 18, "spec");
				// A step of up to 30° to any side keeps the same sign, so that these are one curve.
				const step = () => random.between(-0.15, 0.15);
				rotations.push([a + step(), b + step(), c + step(), d + step()]);
				const last = rotations[frame + 1];
				const length = math.sqrt(last.reduce((sum, value) => sum + value * value, 0));
				rotations[frame + 1] = last.map((value) => value / length);
			}
			const first = math.sqrt(rotations[0].reduce((sum, value) => sum + value * value, 0));
			rotations[0] = rotations[0].map((value) => value / first);
			const path = takePath(createTake({ rate: 1, frames, cuts: [] }));
			for (const frame of $range(1, 77)) {
				for (const t of [0.25, 0.5, 0.8]) {
					const weights = [
						(-t + 2 * t ** 2 - t ** 3) / 2,
						(2 - 5 * t ** 2 + 3 * t ** 3) / 2,
						(t + 4 * t ** 2 - 3 * t ** 3) / 2,
						(t ** 3 - t ** 2) / 2,
					];
					const mixed = [0, 1, 2, 3].map((part) =>
						weights.reduce((sum, weight, index) => sum + weight * rotations[frame - 1 + index][part], 0),
					);
					const length = math.sqrt(mixed.reduce((sum, value) => sum + value * value, 0));
					path.sample(frame + t, sample, "smooth");
					const found = [24, 32, 40, 48].map((at) => buffer.readf64(sample, at));
					// A packed rotation is off by up to 0.0061°, or 5.4e-5 of its numbers, and four are mixed.
					expectSameRotation(
						found,
						mixed.map((value) => value / length),
						1e-4,
					);
				}
			}
		});

		it("never turns further than the frames around it call for", () => {
			const path = pathOf([0, 0, 0, 0], 1, [0, 0, 179, 179]);
			let last = yawAt(path, 1, "smooth");
			for (const t of $range(1, 2, 0.01)) {
				const yaw = yawAt(path, t, "smooth");
				expect(math.abs(yaw - last) < 5).to.equal(true);
				last = yaw;
			}
		});

		it("holds its first and last frame outside its time", () => {
			const path = pathOf([4, 5, 6]);
			for (const interpolation of INTERPOLATIONS) {
				expect(xAt(path, -1, interpolation)).to.equal(4);
				expect(xAt(path, 100, interpolation)).to.equal(6);
				expect(xAt(path, math.huge, interpolation)).to.equal(6);
			}
		});

		it("shows nothing between a cut and the frame before it, and is not bent by what lies beyond", () => {
			const path = takePath(takeOf([0, 1, 100, 101, 7], { rate: 10, cuts: [2, 4] }));
			expect(path.duration).to.equal(0.4);
			expect(path.cuts!.join(" ")).to.equal("0.2 0.4");
			for (const interpolation of INTERPOLATIONS) {
				expect(xAt(path, 0.15, interpolation)).to.equal(1);
				expect(xAt(path, 0.1999, interpolation)).to.equal(1);
				expect(xAt(path, 0.2, interpolation)).to.equal(100);
				expect(xAt(path, 0.35, interpolation)).to.equal(101);
				expect(xAt(path, 0.4, interpolation)).to.equal(7);
			}
			for (const interpolation of ["smooth", "linear"] as Array<PathInterpolation>) {
				expect(xAt(path, 0.05, interpolation)).to.be.near(0.5, 1e-6);
				expect(xAt(path, 0.25, interpolation)).to.be.near(100.5, 1e-6);
			}
		});

		it("finds its way among thousands of cuts", () => {
			const xs = new Array<number>();
			const cuts = new Array<number>();
			for (const frame of $range(0, 9999)) {
				xs.push(frame.idiv(2) * 100 + (frame % 2));
				if (frame > 0 && frame % 2 === 0) cuts.push(frame);
			}
			const path = takePath(takeOf(xs, { rate: 1, cuts }));
			for (const frame of [0, 1, 2, 3, 4998, 4999, 5000, 9997, 9998]) {
				const expected = frame % 2 === 0 ? xs[frame] + 0.5 : xs[frame];
				expect(xAt(path, frame + 0.5)).to.be.near(expected, 1e-6);
			}
		});

		it("plays 70,000 frames without a jump", () => {
			const path = takePath(straightTake(70000, {}, 0.01));
			expect(path.duration).to.be.near(69999 / 60, 1e-9);
			expect(xAt(path, 65535.5 / 60)).to.be.near(655.355, 1e-4);
			expect(xAt(path, 65534.5 / 60)).to.be.near(655.345, 1e-4);
			expect(xAt(path, 65534.5 / 60, "linear")).to.be.near(655.345, 1e-4);
			// f32 has steps of 6e-5 here; a frame lost or doubled would make a step of 0 or of 0.005.
			const { largest, smallest } = largestStep(path, 65520 / 60, 65550 / 60, 1 / 240);
			expect(largest < 0.0027).to.equal(true);
			expect(smallest > 0.0023).to.equal(true);
		});

		it("has the take's lens, straight from frame to frame, and none where a frame has none", () => {
			const lensAt = (path: CameraPath, seconds: number) => {
				path.sample(seconds, sample);
				return buffer.readf64(sample, 56);
			};
			expect(lensAt(takePath(takeOf([0, 1], { fieldOfView: 50, rate: 1 })), 0.5)).to.equal(50);
			const path = takePath(takeOf([0, 1, 2, 3, 4], { fieldOfView: floats(70, 40, 0, 60, 20), rate: 1, cuts: [4] }));
			expect(lensAt(path, 0)).to.equal(70);
			expect(lensAt(path, 0.5)).to.equal(55);
			expect(lensAt(path, 1)).to.equal(40);
			expect(lensAt(path, 1.5)).to.equal(40);
			expect(lensAt(path, 2.5)).to.equal(0);
			// Up to the cut the lens stays too.
			expect(lensAt(path, 3.9)).to.equal(60);
			expect(lensAt(path, 4)).to.equal(20);
		});

		it("refuses what it cannot play", () => {
			expect(failureOf(() => sourcePath(takeOf([]), "spec"))).to.equal('[dolly] spec: take "m" has no frames');
			expect(failureOf(() => sourcePath([takeOf([1])] as never, "spec"))).to.equal(
				"[dolly] spec: source is a table; expected a Take, a Shot, a Film or a CameraPath",
			);
			const path = pathOf([1]);
			expect(sourcePath(path, "spec")).to.equal(path);
			expect(failureOf(() => path.sample(NAN, sample)).sub(1, 26)).to.equal("[dolly] sample: seconds is");
			expect(failureOf(() => path.sample(0, buffer.create(63)))).to.equal(
				"[dolly] sample: target holds 63 bytes; expected at least 64",
			);
		});
	});

	describe("takeFromPath", () => {
		/** A camera that stands still. */
		const still = (more: Partial<CameraPath>): CameraPath => ({
			name: "still",
			duration: 1,
			cuts: [],
			sample(_, target) {
				buffer.fill(target, 0, 0);
				buffer.writef64(target, 48, 1);
			},
			...more,
		});

		it("gives back the frames, the rate, the cuts, the markers and the lens that a path was made of", () => {
			for (const rate of [10, 24, 60, 144]) {
				const options = { rate, cuts: [2, 5], markers: [{ name: "a", seconds: 0 }], fieldOfView: 35 };
				const take = takeOf([0, 3, -2, 8, 8.5, 1], options, [0, 20, -10, 50, 60, 70]);
				const copy = takeFromPath(takePath(take), { map: "m" });
				expect(copy.count).to.equal(6);
				expect(copy.rate).to.equal(rate);
				expect(copy.name).to.equal("m");
				expect(hex(copy.frames)).to.equal(hex(take.frames));
				expect(copy.cuts.join(" ")).to.equal("2 5");
				expect(copy.markers[0].name).to.equal("a");
				expect(copy.fieldOfView).to.equal(35);
			}
		});

		it("takes a path at another rate, up to the last frame that it reaches, with its cuts where they were", () => {
			const path = takePath(takeOf([0, 1, 2, 30], { rate: 10, cuts: [3] }));
			const twice = takeFromPath(path, { map: "other", rate: 20 });
			expect(twice.map).to.equal("other");
			expect(xsOf(twice).join(" ")).to.equal("0 0.5 1 1.5 2 2 30");
			expect(twice.cuts.join(" ")).to.equal("6");
			expect(takeFromPath(path, { rate: 9 }).count).to.equal(3);
			// 0.3 seconds lie between the frames 2 and 3 of 8 a second: the cut comes with the first frame after it.
			expect(takeFromPath(pathOf([0, 1, 2, 3, 4, 5, 6], 10), { rate: 8 }).count).to.equal(5);
			const later = takePath(takeOf([0, 0, 0, 9, 9, 9, 9], { rate: 10, cuts: [3] }));
			const eighths = takeFromPath(later, { rate: 8 });
			expect(xsOf(eighths).join(" ")).to.equal("0 0 0 9 9");
			expect(eighths.cuts.join(" ")).to.equal("3");
		});

		it("reaches the last frame where rounding to an f32 put the end before it, and no more", () => {
			const countOf = (duration: number) => takeFromPath(still({ duration }), { rate: 30 }).count;
			// 100 seconds are 3000 frames; an f32 is off by 2^-24 of itself at most.
			expect(countOf(100)).to.equal(3001);
			expect(countOf(100 * (1 - 0.9 * 2 ** -24))).to.equal(3001);
			expect(countOf(100 * (1 - 1.1 * 2 ** -24))).to.equal(3000);
			// And by a millionth of a frame, where that is more.
			expect(countOf(1 / 30 - 0.9e-6 / 30)).to.equal(2);
			expect(countOf(1 / 30 - 1.2e-6 / 30)).to.equal(1);
		});

		it("holds markers to the last frame, and takes cuts that fall on one frame for one", () => {
			const path = still({
				duration: 1.09,
				markers: [
					{ name: "in", seconds: 0.95 },
					{ name: "late", seconds: 1.08 },
				],
				cuts: [0, 0.05, 0.41, 0.45, 0.5, 1.05],
			});
			const take = takeFromPath(path, { rate: 10 });
			expect(take.count).to.equal(11);
			expect(take.markers.map(({ seconds }) => seconds).join(" ")).to.equal("0.95 1");
			// 0.41 to 0.5 seconds all come with frame 5; a cut at the start is none, and after the last frame there is none.
			expect(take.cuts.join(" ")).to.equal("1 5");
		});

		it("finds cuts in a path that says nothing of them", () => {
			const path: CameraPath = {
				name: "jumpy",
				duration: 1,
				sample(seconds, target) {
					buffer.fill(target, 0, 0);
					buffer.writef64(target, 0, seconds < 0.5 ? 0 : 100);
					buffer.writef64(target, 48, 1);
				},
			};
			expect(takeFromPath(path).cuts.join(" ")).to.equal("30");
			expect(takeFromPath({ ...path, cuts: [] }).cuts.isEmpty()).to.equal(true);
		});

		it("keeps a lens that changes, a number a frame", () => {
			const path = takePath(takeOf([0, 1, 2], { rate: 1, fieldOfView: floats(70, 50, 30) }));
			const lens = takeFromPath(path, { rate: 2 }).fieldOfView as buffer;
			const degrees = new Array<number>();
			for (const frame of $range(0, 4)) degrees.push(buffer.readf32(lens, frame * 4));
			expect(degrees.join(" ")).to.equal("70 60 50 40 30");
			expect(takeFromPath(pathOf([1, 2])).fieldOfView).to.equal(undefined);
		});

		it("refuses a path without an end, a name that does not fit, and what a path should not give", () => {
			const path = pathOf([1]);
			const writing = (write: (target: buffer) => void): CameraPath =>
				still({
					duration: 0,
					sample(_, target) {
						buffer.fill(target, 0, 0);
						write(target);
					},
				});
			const cases: Array<[() => void, string]> = [
				[
					() => takeFromPath({ name: "", duration: math.huge, sample() {} }),
					"path.duration is inf; expected a number of seconds",
				],
				[
					() => takeFromPath({ name: "", duration: 3601, sample() {} }),
					"path.duration is 3601; expected at most 3600 seconds without a rate",
				],
				[
					() => takeFromPath({ name: "", duration: 1e6, rate: 1000, sample() {} }),
					"path lasts 1000000 s, which makes 1000000001 frames; expected at most 59652323",
				],
				[() => takeFromPath(path, { map: string.rep("m", 256) }), "take.map is 256 bytes long; expected at most 255"],
				[() => takeFromPath(path, { rate: -1 }), "rate is -1; expected a number of frames per second, 0.001 to 1000"],
				[() => takeFromPath(writing((target) => buffer.writef64(target, 0, NAN))), "position nan, 0, 0 is not finite"],
				[
					() => takeFromPath(writing((target) => buffer.writef64(target, 56, 200))),
					"take.fieldOfView is 200 degrees; expected 0 or more, below 180",
				],
			];
			for (const [body, problem] of cases) {
				const [plain] = failureOf(body).gsub("%-nan", "nan");
				expect(plain).to.equal(`[dolly] takeFromPath: ${problem}`);
			}
		});
	});
};
