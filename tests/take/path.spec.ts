import { encodeFrame, FRAME_SIZE } from "../../src/take/frame";
import { pathFromRecordings, pathToRecordings } from "../../src/take/path";
import { MAX_FRAMES, Recording } from "../../src/take/recording";
import { splitTakes } from "../../src/take/takes";
import { CAMERA_SAMPLE_SIZE, CameraPath, PathInterpolation } from "../../src/motion/camera-path";
import { hex } from "../buffers";
import { failureOf } from "../expect-failure";
import { largestStep } from "./largest-step";

const NAN = 0 / 0;
const INTERPOLATIONS: Array<PathInterpolation> = ["smooth", "linear", "step"];
const sample = buffer.create(CAMERA_SAMPLE_SIZE);

/** A recording with a frame for each of `xs`, turned `yaws` degrees about Y. */
function recordingOf(map: string, xs: Array<number>, yaws?: Array<number>): Recording {
	const frames = buffer.create(xs.size() * FRAME_SIZE);
	xs.forEach((x, index) => {
		const half = math.rad(yaws === undefined ? 0 : yaws[index]) / 2;
		encodeFrame(x, 0, 0, 0, math.sin(half), 0, math.cos(half), frames, index * FRAME_SIZE);
	});
	return { map, count: xs.size(), frames };
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

/** A recording of `count` frames that stand a hundredth of a stud apart on X from `first` on. */
function longRecording(map: string, count: number, first = 0): Recording {
	const frames = buffer.create(count * FRAME_SIZE);
	for (const frame of $range(0, count - 1)) {
		buffer.writef32(frames, frame * FRAME_SIZE, (first + frame) / 100);
		buffer.writeu32(frames, frame * FRAME_SIZE + 8, 3);
	}
	return { map, count, frames };
}

export = () => {
	describe("splitTakes", () => {
		it("makes a take of every recording that is not full", () => {
			const takes = splitTakes([recordingOf("a", [1]), recordingOf("a", [2]), recordingOf("b", [])]);
			expect(takes.map((take) => take.size()).join(" ")).to.equal("1 1 1");
		});

		it("joins a full recording to the next one of the same map only", () => {
			const full = { map: "a", count: MAX_FRAMES, frames: buffer.create(0) };
			const rest = recordingOf("a", [1]);
			const other = recordingOf("b", [1]);
			const sizes = (recordings: Array<Recording>) =>
				splitTakes(recordings)
					.map((take) => take.size())
					.join(" ");
			expect(sizes([full, rest, rest])).to.equal("2 1");
			expect(sizes([full, full, rest])).to.equal("3");
			expect(sizes([full, other])).to.equal("1 1");
			expect(sizes([rest, full])).to.equal("1 1");
			expect(sizes([])).to.equal("");
		});
	});

	describe("pathFromRecordings", () => {
		it("lasts from the first frame to the last", () => {
			expect(pathFromRecordings([recordingOf("m", [0, 1, 2, 3])]).duration).to.equal(3 / 60);
			expect(pathFromRecordings([recordingOf("m", [0, 1, 2, 3])], 10).duration).to.equal(0.3);
			expect(pathFromRecordings([recordingOf("m", [5])]).duration).to.equal(0);
			expect(pathFromRecordings([recordingOf("Harbour", [5])]).name).to.equal("Harbour");
		});

		it("goes through every frame in every interpolation", () => {
			const xs = [0, 3, -2, 8, 8.5, 1];
			const path = pathFromRecordings([recordingOf("m", xs)], 60);
			for (const interpolation of INTERPOLATIONS) {
				xs.forEach((x, frame) => expect(xAt(path, frame / 60, interpolation)).to.be.near(x, 1e-6));
			}
		});

		it("keeps the whole sample format: position, rotation of unit length, no field of view", () => {
			const path = pathFromRecordings([recordingOf("m", [1, 2], [0, 90])], 1);
			buffer.fill(sample, 0, 0xff);
			path.sample(1, sample);
			const numbers = new Array<string>();
			for (const at of $range(0, 56, 8)) numbers.push(string.format("%.4f", buffer.readf64(sample, at)));
			expect(numbers.join(" ")).to.equal("2.0000 0.0000 0.0000 0.0000 0.7071 0.0000 0.7071 0.0000");
		});

		it("holds the frame before in steps", () => {
			const path = pathFromRecordings([recordingOf("m", [0, 1, 2])], 10);
			expect(xAt(path, 0.0999, "step")).to.equal(0);
			expect(xAt(path, 0.1, "step")).to.equal(1);
			expect(xAt(path, 0.1999, "step")).to.equal(1);
		});

		it("goes straight and at constant speed in linear", () => {
			const path = pathFromRecordings([recordingOf("m", [0, 1, 5], [0, 10, 100])], 10);
			expect(xAt(path, 0.125, "linear")).to.be.near(2, 1e-6);
			expect(yawAt(path, 0.125, "linear")).to.be.near(32.5, 0.02);
		});

		it("follows a parabola exactly when smooth, at its ends too", () => {
			// Catmull-Rom reproduces second-degree curves; at the ends the missing neighbour is on the same parabola.
			const path = pathFromRecordings([recordingOf("m", [0, 1, 4, 9, 16])], 1);
			for (const t of [0.25, 0.5, 1.5, 2.25, 3.5, 3.9]) expect(xAt(path, t)).to.be.near(t * t, 1e-6);
		});

		it("has no corners when smooth", () => {
			const path = pathFromRecordings([recordingOf("m", [0, 3, -2, 8, 8.5, 1], [0, 20, -10, 50, 60, 70])], 1);
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

		it("turns the short way round, whichever sign the rotations have", () => {
			// 170° and 190° (stored with the opposite sign of w), then 350° and 10°.
			const path = pathFromRecordings([recordingOf("m", [0, 0, 0, 0], [150, 170, 190, 210])], 1);
			for (const interpolation of ["smooth", "linear"] as Array<PathInterpolation>) {
				expect(math.abs(yawAt(path, 1.5, interpolation))).to.be.near(180, 0.02);
			}
			const back = pathFromRecordings([recordingOf("m", [0, 0, 0, 0], [330, 350, 10, 30])], 1);
			for (const interpolation of ["smooth", "linear"] as Array<PathInterpolation>) {
				expect(yawAt(back, 1.5, interpolation)).to.be.near(0, 0.02);
				expect(yawAt(back, 1.25, interpolation)).to.be.near(-5, 0.02);
			}
		});

		it("never turns further than the frames around it call for", () => {
			const path = pathFromRecordings([recordingOf("m", [0, 0, 0, 0], [0, 0, 179, 179])], 1);
			let last = yawAt(path, 1, "smooth");
			for (const t of $range(1, 2, 0.01)) {
				const yaw = yawAt(path, t, "smooth");
				expect(math.abs(yaw - last) < 5).to.equal(true);
				last = yaw;
			}
		});

		it("holds its first and last frame outside its time", () => {
			const path = pathFromRecordings([recordingOf("m", [4, 5, 6])]);
			for (const interpolation of INTERPOLATIONS) {
				expect(xAt(path, -1, interpolation)).to.equal(4);
				expect(xAt(path, 100, interpolation)).to.equal(6);
				expect(xAt(path, math.huge, interpolation)).to.equal(6);
			}
		});

		it("plays takes one frame's time apart and cuts between them", () => {
			const path = pathFromRecordings(
				[recordingOf("a", [0, 1]), recordingOf("a", [100, 101]), recordingOf("b", [7])],
				10,
			);
			expect(path.duration).to.equal(0.4);
			for (const interpolation of INTERPOLATIONS) {
				expect(xAt(path, 0.15, interpolation)).to.equal(1);
				expect(xAt(path, 0.1999, interpolation)).to.equal(1);
				expect(xAt(path, 0.2, interpolation)).to.equal(100);
				expect(xAt(path, 0.35, interpolation)).to.equal(101);
				expect(xAt(path, 0.4, interpolation)).to.equal(7);
			}
			expect(xAt(path, 0.25, "linear")).to.be.near(100.5, 1e-6);
			expect(xAt(path, 0.25, "smooth")).to.be.near(100.5, 1e-6);
		});

		it("joins 70,000 frames in two recordings without a jump", () => {
			const path = pathFromRecordings([longRecording("m", 65535), longRecording("m", 4465, 65535)]);
			expect(path.duration).to.be.near(69999 / 60, 1e-9);
			expect(xAt(path, 65535.5 / 60)).to.be.near(655.355, 1e-4);
			expect(xAt(path, 65534.5 / 60)).to.be.near(655.345, 1e-4);
			expect(xAt(path, 65534.5 / 60, "linear")).to.be.near(655.345, 1e-4);
			// f32 has steps of 6e-5 here; a frame lost or doubled would make a step of 0 or of 0.005.
			const { largest, smallest } = largestStep(path, 65520 / 60, 65550 / 60, 1 / 240);
			expect(largest < 0.0027).to.equal(true);
			expect(smallest > 0.0023).to.equal(true);
		});

		it("leaves out recordings without frames", () => {
			const path = pathFromRecordings([recordingOf("a", []), recordingOf("a", [1, 2]), recordingOf("a", [])], 1);
			expect(path.duration).to.equal(1);
			expect(xAt(path, 1)).to.equal(2);
		});

		it("refuses what it cannot play", () => {
			expect(failureOf(() => pathFromRecordings([]))).to.equal("[dolly] pathFromRecordings: recordings hold no frame");
			expect(failureOf(() => pathFromRecordings([recordingOf("m", [1])], 0))).to.equal(
				"[dolly] pathFromRecordings: rate is 0; it must be a number of frames a second above 0",
			);
			expect(failureOf(() => pathFromRecordings([recordingOf("m", [1])], NAN)).sub(1, 36)).to.equal(
				"[dolly] pathFromRecordings: rate is ",
			);
			expect(failureOf(() => pathFromRecordings([{ map: "m", count: 2, frames: buffer.create(18) }]))).to.equal(
				'[dolly] pathFromRecordings: recording of "m" has 18 bytes for 2 frames; 36 are needed',
			);
			const path = pathFromRecordings([recordingOf("m", [1])]);
			expect(failureOf(() => path.sample(NAN, sample))).to.equal("[dolly] sample: seconds is not a number");
			expect(failureOf(() => path.sample(0, buffer.create(63)))).to.equal(
				"[dolly] sample: target holds 63 bytes; 64 are needed",
			);
		});
	});

	describe("pathToRecordings", () => {
		it("gives back the frames that a path was made of", () => {
			const recording = recordingOf("m", [0, 3, -2, 8, 8.5, 1], [0, 20, -10, 50, 60, 70]);
			for (const rate of [10, 24, 60, 144]) {
				const [copy] = pathToRecordings(pathFromRecordings([recording], rate), "m", rate);
				expect(copy.count).to.equal(6);
				expect(hex(copy.frames)).to.equal(hex(recording.frames));
			}
		});

		it("takes a path at another rate, up to the last frame that it reaches", () => {
			const path = pathFromRecordings([recordingOf("m", [0, 1, 2, 3])], 10);
			const [twice] = pathToRecordings(path, "other", 20);
			expect(twice.map).to.equal("other");
			expect(twice.count).to.equal(7);
			expect(buffer.readf32(twice.frames, 5 * FRAME_SIZE)).to.be.near(2.5, 1e-6);
			expect(pathToRecordings(path, "m", 9)[0].count).to.equal(3);
		});

		it("begins a next recording after 65,535 frames", () => {
			const path = pathFromRecordings([longRecording("m", 65535), longRecording("m", 4465, 65535)]);
			const recordings = pathToRecordings(path, "m");
			expect(recordings.map(({ count }) => count).join(" ")).to.equal("65535 4465");
			expect(buffer.readf32(recordings[0].frames, 65534 * FRAME_SIZE)).to.be.near(655.34, 1e-4);
			expect(buffer.readf32(recordings[1].frames, 0)).to.be.near(655.35, 1e-4);
		});

		it("refuses a path without an end and a map without a name that fits", () => {
			const endless: CameraPath = { name: "", duration: math.huge, sample() {} };
			expect(failureOf(() => pathToRecordings(endless, "m")).sub(1, 36)).to.equal(
				"[dolly] pathToRecordings: path lasts",
			);
			const path = pathFromRecordings([recordingOf("m", [1])]);
			expect(failureOf(() => pathToRecordings(path, string.rep("m", 256)))).to.equal(
				"[dolly] pathToRecordings: map is 256 bytes long; 255 fit",
			);
			expect(failureOf(() => pathToRecordings(path, "m", -1)).sub(1, 37)).to.equal(
				"[dolly] pathToRecordings: rate is -1;",
			);
		});
	});
};
