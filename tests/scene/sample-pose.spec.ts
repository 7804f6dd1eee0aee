import { Clip } from "../../src/scene/clip";
import { KeyedChannel } from "../../src/motion/keyed-channel";
import { createPose, POSE_STRIDE } from "../../src/scene/pose";
import { WORLD_STRIDE } from "../../src/scene/pose-to-world";
import { samplePose } from "../../src/scene/sample-pose";
import { doubles, floats, readFloats } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";
import { manyJoints } from "./many-joints";
import { kilobytesLeft, kilobytesOfTables } from "./sampling-garbage";

function clipOfTwo(loop: boolean): Clip {
	const joints = ["first", "second"].map((name) => ({ name, parent: -1 }));
	const rest = createPose(2);
	buffer.writef32(rest, 4, 7);
	buffer.writef32(rest, POSE_STRIDE + 28, 3);
	const keyed = (kind: "vector" | "rotation", values: buffer) =>
		new KeyedChannel({ kind, interpolation: "linear", times: doubles(0, 2), values });
	return {
		name: "two",
		duration: 2,
		loop,
		skeleton: { name: "two", joints, rest },
		tracks: [
			{
				joint: 1,
				translation: keyed("vector", floats(0, 0, 0, 10, 20, 30)),
				rotation: keyed("rotation", floats(0, 0, 0, 1, 0, 1, 0, 0)),
			},
			{ joint: 0, scale: keyed("vector", floats(1, 1, 1, 3, 1, 1)) },
		],
	};
}

export = () => {
	const HALF = math.sqrt(0.5);

	it("writes every channel and leaves the rest to the rest pose", () => {
		const pose = createPose(2);
		buffer.fill(pose, 0, 0xff);
		samplePose(clipOfTwo(false), 1, pose);
		expectNear(readFloats(pose, 0, 10), [0, 7, 0, 0, 0, 0, 1, 2, 1, 1], 0);
		expectNear(readFloats(pose, POSE_STRIDE, 10), [5, 10, 15, 0, HALF, 0, HALF, 3, 1, 1], 1e-6);
	});

	it("stays at both ends of a clip that does not loop", () => {
		const pose = createPose(2);
		const clip = clipOfTwo(false);
		for (const [seconds, x] of [
			[-1, 0],
			[0, 0],
			[2, 10],
			[2.5, 10],
			[1e9, 10],
		]) {
			samplePose(clip, seconds, pose);
			expect(buffer.readf32(pose, POSE_STRIDE)).to.equal(x);
		}
	});

	it("starts again beyond the ends of a clip that loops, and its end is still its end", () => {
		const pose = createPose(2);
		const clip = clipOfTwo(true);
		for (const [seconds, x] of [
			[-0.5, 7.5],
			[0, 0],
			[2, 10],
			[2.5, 2.5],
			[7, 5],
		]) {
			samplePose(clip, seconds, pose);
			expect(buffer.readf32(pose, POSE_STRIDE)).to.equal(x);
		}
	});

	it("holds a clip of no length at its only pose", () => {
		const pose = createPose(2);
		const clip = { ...clipOfTwo(true), duration: 0 };
		samplePose(clip, 5, pose);
		expect(buffer.readf32(pose, POSE_STRIDE)).to.equal(0);
	});

	it("names mistakes", () => {
		const clip = clipOfTwo(false);
		expect(failureOf(() => samplePose(clip, 0, createPose(1)))).to.equal(
			"[dolly] samplePose: pose has 40 bytes, but the clip's 2 joints take 80",
		);
		expect(failureOf(() => samplePose(clip, math.huge, createPose(2)))).to.equal("[dolly] samplePose: seconds is inf");
	});

	it("leaves no garbage behind in 10,000 poses of 200 joints", () => {
		const { clip, skeleton } = manyJoints(200, 4);
		const left = kilobytesLeft(clip, skeleton, createPose(200), buffer.create(200 * WORLD_STRIDE), 10000);
		expect(left).to.equal(0);
		// A measure that sees nothing would find no garbage in anything.
		expect(kilobytesOfTables(100) > 100).to.equal(true);
	});
};
