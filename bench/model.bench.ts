import { createPose } from "../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../src/scene/pose-to-world";
import { samplePose } from "../src/scene/sample-pose";
import { manyJoints } from "../tests/scene/many-joints";
import { BenchRow } from "./row";

const JOINTS = 200;
const POSES = 10;

/** Each call takes ten poses a 60th of a second apart, as a game would in ten frames. */
export = (): Array<BenchRow> => {
	const { clip, skeleton } = manyJoints(JOINTS, 4);
	const pose = createPose(JOINTS);
	const world = buffer.create(JOINTS * WORLD_STRIDE);
	let seconds = 0;
	return [
		{
			name: "samplePose: translation and rotation, every interpolation",
			unit: "joints/s",
			work: JOINTS * POSES,
			body: () => {
				for (const _ of $range(1, POSES)) {
					seconds += 1 / 60;
					samplePose(clip, seconds, pose);
				}
			},
		},
		{
			name: "poseToWorld",
			unit: "joints/s",
			work: JOINTS * POSES,
			body: () => {
				for (const _ of $range(1, POSES)) poseToWorld(skeleton, pose, world);
			},
		},
	];
};
