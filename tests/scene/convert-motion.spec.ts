import { changeOf } from "../../src/scene/axes";
import { convertClip, convertPath } from "../../src/scene/convert-motion";
import { convertSkeleton } from "../../src/scene/convert-scene";
import { CAMERA_SAMPLE_SIZE, CameraPath } from "../../src/motion/camera-path";
import { Channel } from "../../src/motion/channel";
import { FixedChannel } from "../../src/motion/fixed-channel";
import { Clip } from "../../src/scene/clip";
import { createPose } from "../../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../src/scene/pose-to-world";
import { samplePose } from "../../src/scene/sample-pose";
import { rotate } from "../../src/rotation/quaternion";
import { readFloats } from "../buffers";
import { expectNear } from "../expect-near";
import { manyJoints } from "./many-joints";
import { transformed, TURNED, turnings } from "./turnings";

const UPRIGHT = changeOf({ axes: "zUp", scale: 3 }, "spec");

/** What stands inside a converted channel or path. */
function inside(converted: unknown): unknown {
	const wrapper = converted as { channel?: Channel; path?: CameraPath };
	return wrapper.channel ?? wrapper.path;
}

/** A flight that stands at (1, 2, 3), turned, with a field of view of 70; `samples` counts how often it was asked. */
function standing(): CameraPath & { samples: number } {
	return {
		name: "flight",
		duration: 3,
		rate: 24,
		samples: 0,
		sample(_seconds, target) {
			this.samples += 1;
			[1, 2, 3, 0.1, 0.7, -0.1, 0.7].forEach((value, index) => {
				const length = math.sqrt(0.01 + 0.49 + 0.01 + 0.49);
				buffer.writef64(target, index * 8, index < 3 ? value : value / length);
			});
			buffer.writef64(target, 56, 70);
		},
	};
}

function sampleOf(path: CameraPath): Array<number> {
	const target = buffer.create(CAMERA_SAMPLE_SIZE);
	path.sample(0, target);
	return [0, 8, 16, 24, 32, 40, 48, 56].map((at) => buffer.readf64(target, at));
}

/** Where the camera of a sample has its own x y z. */
function direction(sample: Array<number>, x: number, y: number, z: number): [number, number, number] {
	const [dx, dy, dz] = rotate(sample[3], sample[4], sample[5], sample[6], x, y, z);
	return [dx, dy, dz];
}

export = () => {
	describe("a clip", () => {
		it("moves the turned points to where it moved the points, turned", () => {
			const { clip, skeleton } = manyJoints(12, 2);
			for (const joint of $range(0, 11)) {
				buffer.writef32(clip.skeleton.rest, joint * 40 + 28, 0.8);
				buffer.writef32(clip.skeleton.rest, joint * 40 + 36, 1.3);
			}
			const pose = createPose(12);
			const before = buffer.create(12 * WORLD_STRIDE);
			const after = buffer.create(12 * WORLD_STRIDE);
			samplePose(clip, 0.77, pose);
			poseToWorld(skeleton, pose, before);
			for (const axes of turnings) {
				const turn = TURNED[axes];
				const change = changeOf({ axes, scale: 4 }, "spec");
				const turned = convertSkeleton(skeleton, change);
				samplePose(convertClip(clip, change, turned), 0.77, pose);
				poseToWorld(turned, pose, after);
				for (const joint of $range(0, 11)) {
					const [x, y, z] = transformed(before, joint * WORLD_STRIDE, [1, 2, 3]);
					const point = turn(1, 2, 3).map((value) => value * 4);
					const expected = turn(x, y, z).map((value) => value * 4);
					expectNear(transformed(after, joint * WORLD_STRIDE, point), expected, 1e-3);
				}
			}
		});

		it("converts translations, rotations and factors each in their own way", () => {
			const skeleton = { name: "one", joints: [{ name: "Joint", parent: -1 }], rest: createPose(1) };
			const clip: Clip = {
				name: "one",
				duration: 1,
				loop: true,
				skeleton,
				tracks: [
					{
						joint: 0,
						translation: new FixedChannel(1, 2, 3),
						rotation: new FixedChannel(0.1, 0.2, 0.3, 0.4),
						scale: new FixedChannel(4, 5, 6),
					},
				],
			};
			const other = { ...skeleton };
			const converted = convertClip(clip, UPRIGHT, other);
			expect(`${converted.name} ${converted.duration} ${converted.loop}`).to.equal("one 1 true");
			const pose = createPose(1);
			samplePose(converted, 0, pose);
			expectNear(readFloats(pose, 0, 10), [3, 9, -6, 0.1, 0.3, -0.2, 0.4, 4, 6, 5], 1e-6);
			expect(converted.skeleton).to.equal(other);
		});

		it("is wrapped once, however often it is converted", () => {
			const { clip } = manyJoints(3, 1);
			let converted = clip;
			for (const _ of $range(1, 4)) converted = convertClip(converted, UPRIGHT, clip.skeleton);
			clip.tracks.forEach(({ translation, rotation }, index) => {
				expect(inside(converted.tracks[index].translation)).to.equal(translation);
				expect(inside(converted.tracks[index].rotation)).to.equal(rotation);
			});
			// Four quarter turns about X are none; four times three are 81.
			const [before, after] = [createPose(3), createPose(3)];
			samplePose(clip, 0.4, before);
			samplePose(converted, 0.4, after);
			for (const joint of $range(0, 2)) {
				const wanted = readFloats(before, joint * 40, 3).map((value) => value * 81);
				expectNear(readFloats(after, joint * 40, 3), wanted, 1e-3);
				expectNear(readFloats(after, joint * 40 + 12, 4), readFloats(before, joint * 40 + 12, 4), 1e-6);
			}
		});

		it("keeps channels as they are where nothing changes for them", () => {
			const { clip } = manyJoints(2, 1);
			const converted = convertClip(clip, changeOf({ scale: 2 }, "spec"), clip.skeleton);
			expect(converted.tracks[0].rotation).to.equal(clip.tracks[0].rotation);
			expect(converted.tracks[0].translation).never.to.equal(clip.tracks[0].translation);
			expect(converted.tracks[0].scale).to.equal(undefined);
		});
	});

	describe("a camera path", () => {
		it("turns where it is, where it looks and where its top is", () => {
			const before = sampleOf(standing());
			for (const axes of turnings) {
				const turn = TURNED[axes];
				const converted = convertPath(standing(), changeOf({ axes, scale: 3 }, "spec"));
				const after = sampleOf(converted);
				expect(converted.name).to.equal("flight");
				expect(converted.duration).to.equal(3);
				expect(converted.rate).to.equal(24);
				expectNear([after[0], after[1], after[2]], turn(3, 6, 9), 1e-12);
				for (const [x, y, z] of [
					[0, 0, -1],
					[0, 1, 0],
				]) {
					expectNear(direction(after, x, y, z), turn(...direction(before, x, y, z)), 1e-12);
				}
				expect(after[7]).to.equal(70);
			}
		});

		it("is wrapped once and sampled once, however often it is converted", () => {
			const path = standing();
			let converted: CameraPath = path;
			let expected = direction(sampleOf(standing()), 0, 0, -1);
			for (const _ of $range(1, 3)) {
				converted = convertPath(converted, UPRIGHT);
				const [x, y, z] = TURNED.zUp(...expected);
				expected = [x, y, z];
			}
			expect(inside(converted)).to.equal(path);
			const after = sampleOf(converted);
			expect(path.samples).to.equal(1);
			// (1, 2, 3) upright three times, each time three times as far.
			expectNear([after[0], after[1], after[2]], [27, -81, 54], 1e-9);
			expectNear(direction(after, 0, 0, -1), expected, 1e-12);
		});
	});
};
