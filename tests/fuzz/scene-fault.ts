//!native
//!optimize 2
import { buildKeyframeSequence, buildModel, BuiltKeyframeSequence, Clip, convertScene, Scene, Job } from "../../src";
import { CAMERA_SAMPLE_SIZE } from "../../src/motion/camera-path";
import { createPose } from "../../src/scene/pose";
import { rigidPoseOf } from "../../src/scene/rest";
import { RIGID_STRIDE } from "../../src/scene/rigid-pose";
import { samplePose } from "../../src/scene/sample-pose";
import { Seeded } from "../random";
import { nonFiniteFloats, nonFiniteIn } from "./non-finite";

/** Of how many clips and cameras samples are looked at, and how large what is built may be: the stand-in is slow. */
const MOST_CLIPS = 6;
const MOST_MESHES = 8;
const MOST_VERTICES = 500;
const MOST_JOINTS = 100;
/**
 * What keyframes may cost: a pose of the stand-in takes two kilobytes, and one alone in its keyframe five with it. A clip that asks
 * for more is sampled, and then refused.
 */
const KEYFRAMES = { maxBytes: 4 * 2 ** 20, maxElements: 8000 };

function nonFiniteDoubles(values: buffer, name: string): string | undefined {
	for (const at of $range(0, buffer.len(values) - 8, 8)) {
		const value = buffer.readf64(values, at);
		if (value - value !== 0) return `${name} is ${value} at byte ${at}`;
	}
	return undefined;
}

function meshFault({ meshes }: Scene): string | undefined {
	for (const mesh of meshes) {
		const fault =
			nonFiniteFloats(mesh.positions, "positions") ??
			nonFiniteFloats(mesh.normals, "normals") ??
			nonFiniteFloats(mesh.weights, "weights") ??
			(mesh.bind && nonFiniteDoubles(mesh.bind, "bind")) ??
			nonFiniteIn(mesh.place, "place");
		if (fault !== undefined) return fault;
	}
	return undefined;
}

function motionFault(scene: Scene, random: Seeded): string | undefined {
	for (const index of $range(0, math.min(scene.clips.size(), MOST_CLIPS) - 1)) {
		const clip = scene.clips[index];
		const count = clip.skeleton.joints.size();
		const pose = createPose(count);
		const rigid = rigidPoseOf(clip.skeleton);
		const relative = buffer.create(count * RIGID_STRIDE);
		for (const share of [0, random.unit(), 1]) {
			samplePose(clip, share * clip.duration, pose);
			const fault = nonFiniteFloats(pose, `pose of clip ${index}`);
			if (fault !== undefined) return fault;
			rigid.update(pose);
			rigid.writeRelative(relative);
			const moved = nonFiniteDoubles(relative, `transform of clip ${index}`);
			if (moved !== undefined) return moved;
		}
	}
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	for (const index of $range(0, math.min(scene.cameras.size(), MOST_CLIPS) - 1)) {
		const path = scene.cameras[index];
		path.sample(random.unit() * path.duration, sample);
		const fault = nonFiniteDoubles(sample, `camera ${path.name}`);
		if (fault !== undefined) return fault;
	}
	return undefined;
}

/** Makes keyframes of a clip, or sees it refused as it must be. */
function keyframesFault(clip: Clip, job: Job): string | undefined {
	const own = new Job({ ...KEYFRAMES, pause: () => job.budget.pausePoint() });
	const [ok, result] = pcall(() => buildKeyframeSequence(clip, { job: own }));
	if (ok) (result as BuiltKeyframeSequence).sequence.Destroy();
	return ok || tostring(result).sub(1, 8) === "[dolly] " ? undefined : `keyframes: ${result}`;
}

/** Takes a scene on the whole way: looks at all its numbers, samples it, converts it, and builds what is small. */
export function sceneFault(scene: Scene, random: Seeded, job: Job): string | undefined {
	const fault = meshFault(scene) ?? motionFault(scene, random);
	if (fault !== undefined) return fault;
	const large = convertScene(scene, { scale: random.int(0, 1) === 0 ? 3 : 1e6, axes: "zUp", job });
	const converted = meshFault(large) ?? motionFault(large, random);
	if (converted !== undefined) return `converted: ${converted}`;
	const [clip] = scene.clips;
	const unmade = clip && keyframesFault(clip, job);
	if (unmade !== undefined) return unmade;
	let vertices = 0;
	for (const { vertexCount } of scene.meshes) vertices += vertexCount;
	let things = scene.nodes.size();
	for (const { joints } of scene.skeletons) things += joints.size();
	const isSmall = scene.meshes.size() <= MOST_MESHES && vertices <= MOST_VERTICES && things <= 2 * MOST_JOINTS;
	if (isSmall && random.int(0, 9) === 0) buildModel(scene, { job }).destroy();
	return undefined;
}
