import { findCuts } from "../../src/take/find-cuts";
import { encodeFrame, FRAME_SIZE } from "../../src/take/frame";
import { Seeded } from "../random";
import { framesOf } from "./make-take";

function cutsOf(xs: Array<number>, rate = 60, yaws?: Array<number>): string {
	return findCuts(framesOf(xs, yaws), xs.size(), rate).join(" ");
}

/** Frames that stand still, but for one step to `x` and `yaw` after the fifth. */
function stepTo(x: number, yaw: number, rate = 60): string {
	const later = (value: number) => [0, 0, 0, 0, 0, value, value, value, value];
	return cutsOf(later(x), rate, later(yaw));
}

export = () => {
	it("finds a jump of over 0.75 studs from rest to rest, in the frame where the camera is there", () => {
		expect(stepTo(100, 0)).to.equal("5");
		expect(stepTo(0.76, 0)).to.equal("5");
		expect(stepTo(0.74, 0)).to.equal("");
	});

	it("finds it along every axis, and by all of them together", () => {
		const found = (x: number, y: number, z: number) => {
			const frames = buffer.create(9 * FRAME_SIZE);
			for (const frame of $range(0, 8)) {
				const far = frame < 5 ? 0 : 1;
				encodeFrame(x * far, y * far, z * far, 0, 0, 0, 1, frames, frame * FRAME_SIZE, "test");
			}
			return findCuts(frames, 9, 60).join(" ");
		};
		for (const sign of [-1, 1]) {
			for (const [studs, cuts] of [
				[0.76, "5"],
				[0.74, ""],
			] as Array<[number, string]>) {
				expect(found(sign * studs, 0, 0)).to.equal(cuts);
				expect(found(0, sign * studs, 0)).to.equal(cuts);
				expect(found(0, 0, sign * studs)).to.equal(cuts);
				// 2, 3 and 6 make 7.
				const third = (sign * studs) / 7;
				expect(found(2 * third, 3 * third, 6 * third)).to.equal(cuts);
				expect(found(-6 * third, 2 * third, -3 * third)).to.equal(cuts);
			}
		}
	});

	it("finds jumps in every frame of a long take", () => {
		const xs = new Array<number>();
		for (const frame of $range(0, 2999)) xs.push(frame >= 2500 ? 300 : frame >= 1025 ? 200 : frame >= 1024 ? 100 : 0);
		expect(cutsOf(xs)).to.equal("1024 1025 2500");
	});

	it("finds a turn of over 100° all at once", () => {
		expect(stepTo(0, 180)).to.equal("5");
		expect(stepTo(0, 100.1)).to.equal("5");
		expect(stepTo(0, 99.9)).to.equal("");
		// Beyond half a turn the short way counts.
		expect(stepTo(0, 345)).to.equal("");
	});

	it("asks for a miss of 0.75 studs from the velocity on both sides", () => {
		const moving = (jump: number) => [0, 2, 4, 6, 6 + jump, 8 + jump, 10 + jump, 12 + jump];
		expect(cutsOf(moving(2.74))).to.equal("");
		expect(cutsOf(moving(2.76))).to.equal("4");
		// Fast on one side only: the start of a motion, and its end.
		expect(cutsOf([0, 0, 0, 10, 20, 30, 40])).to.equal("");
		expect(cutsOf([0, 10, 20, 30, 40, 40, 40])).to.equal("");
	});

	it("finds two jumps in a row, but takes three for motion", () => {
		expect(cutsOf([0, 0, 0, 50, 0, 0, 0])).to.equal("3 4");
		expect(cutsOf([0, 0, 0, 50, 90, 90, 90])).to.equal("3 4");
		expect(cutsOf([0, 0, 0, 50, 100, 150, 150, 150])).to.equal("");
	});

	it("finds jumps at both ends, where only one side is known", () => {
		expect(cutsOf([0, 50])).to.equal("1");
		expect(cutsOf([0, 50, 50])).to.equal("1");
		expect(cutsOf([0, 0, 50])).to.equal("2");
		expect(cutsOf([0, 50, 100])).to.equal("");
		expect(cutsOf([0])).to.equal("");
		expect(cutsOf([])).to.equal("");
	});

	it("misses no turn of 100°, whichever rotations it is between", () => {
		const random = new Seeded(4);
		for (const _ of $range(1, 2000)) {
			const frames = buffer.create(8 * FRAME_SIZE);
			const rotation = [0, 0, 0, 0].map(() => random.between(-1, 1));
			const [x, y, z, w] = rotation;
			// A turn by 100.05° about a random axis, after the rotation.
			const axis = [0, 0, 0].map(() => random.between(-1, 1));
			const length = math.sqrt(axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2);
			if (length < 0.1 || x * x + y * y + z * z + w * w < 0.1) continue;
			const half = math.rad(100.05) / 2;
			const [a, b, c] = axis.map((value) => (value / length) * math.sin(half));
			const d = math.cos(half);
			for (const frame of $range(0, 7)) {
				const at = frame * FRAME_SIZE;
				if (frame < 4) encodeFrame(0, 0, 0, x, y, z, w, frames, at, "test");
				else
					encodeFrame(
						0,
						0,
						0,
						w * a + x * d + y * c - z * b,
						w * b - x * c + y * d + z * a,
						w * c + x * b - y * a + z * d,
						w * d - x * a - y * b - z * c,
						frames,
						at,
						"test",
					);
			}
			expect(findCuts(frames, 8, 60).join(" ")).to.equal("4");
		}
	});
};
