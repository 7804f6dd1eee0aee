//!native
//!optimize 2
import { Mdx, readMdx } from "../../src/formats/mdx/read-mdx";
import { CAMERA_SAMPLE_SIZE } from "../../src/motion/camera-path";
import { createPose } from "../../src/scene/pose";
import { samplePose } from "../../src/scene/sample-pose";
import { everyChunkFile } from "../formats/mdx/every-chunk";
import { fortyBones, fortyBonesFile } from "../formats/mdx/forty-bones";
import { Seeded } from "../random";
import { Target } from "./fuzz";
import { nonFiniteFloats, nonFiniteIn } from "./non-finite";

/** Clips that are sampled of each model: a damaged count can make very many. */
const MAX_CLIPS = 8;

function meshFault({ scene }: Mdx): string | undefined {
	for (const mesh of scene.meshes) {
		const fault =
			nonFiniteFloats(mesh.positions, "positions") ??
			nonFiniteFloats(mesh.normals, "normals") ??
			nonFiniteFloats(mesh.weights, "weights");
		if (fault !== undefined) return fault;
		for (const uvs of mesh.uvs) if (nonFiniteFloats(uvs, "uvs") !== undefined) return nonFiniteFloats(uvs, "uvs");
		for (const at of $range(0, buffer.len(mesh.indices) - 4, 4)) {
			if (buffer.readu32(mesh.indices, at) >= mesh.vertexCount) return `index ${at / 4} is out of range`;
		}
		if (mesh.joints) {
			if (!mesh.skeleton) return `${mesh.name} has joints and no skeleton`;
			const jointCount = mesh.skeleton.joints.size();
			for (const at of $range(0, buffer.len(mesh.joints) - 2, 2)) {
				if (buffer.readu16(mesh.joints, at) >= jointCount) return `joint ${at / 2} is out of range`;
			}
		}
	}
	return undefined;
}

function poseFault({ scene }: Mdx, random: Seeded): string | undefined {
	for (const index of $range(0, math.min(scene.clips.size(), MAX_CLIPS) - 1)) {
		const clip = scene.clips[index];
		const pose = createPose(clip.skeleton.joints.size());
		for (const _ of $range(1, 3)) {
			samplePose(clip, random.unit() * clip.duration * 1.5, pose);
			const fault = nonFiniteFloats(pose, `pose of clip ${index}`);
			if (fault !== undefined) return fault;
		}
	}
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	for (const path of scene.cameras) {
		path.sample(random.unit() * path.duration, sample);
		for (const at of $range(0, CAMERA_SAMPLE_SIZE - 8, 8)) {
			const value = buffer.readf64(sample, at);
			if (value - value !== 0) return `camera ${path.name} is ${value} at byte ${at}`;
		}
	}
	return undefined;
}

export function mdxTarget(): Target {
	return {
		name: "mdx",
		seeds: [everyChunkFile(), fortyBonesFile(fortyBones(5))],
		read: (input, random) => {
			const mdx = readMdx(input);
			return nonFiniteIn(mdx.file, "file") ?? meshFault(mdx) ?? poseFault(mdx, random);
		},
	};
}
