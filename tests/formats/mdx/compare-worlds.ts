//!native
//!optimize 2
import { Mdx } from "../../../src/formats/mdx/read-mdx";
import { createPose } from "../../../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../../src/scene/pose-to-world";
import { samplePose } from "../../../src/scene/sample-pose";
import { PlainModel } from "./forty-bones";
import { worldTheLongWay } from "./long-way";

export interface Comparison {
	instants: number;
	/** The largest difference of any number of any world matrix. */
	worst: number;
	/** How far the joint that moves most strays from its rest, so that standing still cannot pass. */
	travel: number;
}

/** World matrices of every bone at instants spread over a sequence, against the long way. */
export function compareWorlds(mdx: Mdx, model: PlainModel, sequence: number, instants: number): Comparison {
	const clip = mdx.scene.clips[sequence];
	const { skeleton } = clip;
	const count = skeleton.joints.size();
	const pose = createPose(count);
	const world = buffer.create(count * WORLD_STRIDE);
	const joints = new Map<string, number>();
	skeleton.joints.forEach(({ name }, index) => joints.set(name, index));
	let worst = 0;
	let low = math.huge;
	let high = -math.huge;
	for (const instant of $range(0, instants - 1)) {
		const seconds = ((instant + 0.37) / instants) * clip.duration;
		samplePose(clip, seconds, pose);
		poseToWorld(skeleton, pose, world);
		worldTheLongWay(model, sequence, seconds).forEach((matrix, objectId) => {
			const at = joints.get(`Bone ${objectId}`)! * WORLD_STRIDE;
			for (const row of $range(0, 2)) {
				for (const column of $range(0, 3)) {
					// The long way has rows where poseToWorld has columns.
					const value = buffer.readf32(world, at + row * 16 + column * 4);
					worst = math.max(worst, math.abs(value - matrix[column * 4 + row]));
				}
			}
			if (objectId === 39) {
				low = math.min(low, buffer.readf32(world, at + 12));
				high = math.max(high, buffer.readf32(world, at + 12));
			}
		});
	}
	return { instants, worst, travel: high - low };
}
