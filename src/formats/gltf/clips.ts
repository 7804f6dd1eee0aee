import { JointTrack } from "../../scene/clip";
import { AnimationTracks } from "./animations";
import { Budget } from "./budget";
import { GltfClip, GltfNode } from "./gltf";
import { nodeSkeleton, NodeSkeleton } from "./skeletons";

/** About what one joint's track takes. */
const TRACK_BYTES = 128;

/**
 * Makes the clips: one for each animation and each skeleton that it moves. Where an animation moves a node that no skin
 * has, a skeleton of all nodes is added to `skeletons`, and its clip holds the whole animation.
 */
export function makeClips(
	animations: ReadonlyArray<AnimationTracks>,
	skeletons: Array<NodeSkeleton>,
	nodes: ReadonlyArray<GltfNode>,
	sceneName: string,
	budget: Budget,
): Array<GltfClip> {
	const skinCount = skeletons.size();
	const skinsOf = new Map<number, Array<number>>();
	skeletons.forEach(({ joints }, index) => {
		for (const [node] of joints) {
			const list = skinsOf.get(node);
			if (list === undefined) skinsOf.set(node, [index]);
			else list.push(index);
		}
	});
	const clips = new Array<GltfClip>();
	animations.forEach((animation, animationIndex) => {
		const tracksOf = new Map<number, Array<JointTrack>>();
		const add = (node: number, skeleton: number) => {
			budget.spend(TRACK_BYTES, `animations[${animationIndex}]`);
			const { translation, rotation, scale } = animation.nodes.get(node)!;
			const joint = skeletons[skeleton].joints.get(node)!;
			const list = tracksOf.get(skeleton) ?? [];
			list.push({ joint, translation, rotation, scale });
			tracksOf.set(skeleton, list);
		};
		let isBeyondSkins = false;
		for (const node of animation.order) {
			const list = skinsOf.get(node);
			if (list === undefined) isBeyondSkins = true;
			else for (const skeleton of list) add(node, skeleton);
		}
		if (isBeyondSkins) {
			if (skeletons.size() === skinCount) skeletons.push(nodeSkeleton(sceneName, nodes, budget));
			for (const node of animation.order) add(node, skinCount);
		}
		for (const skeleton of $range(0, skeletons.size() - 1)) {
			const tracks = tracksOf.get(skeleton);
			if (tracks !== undefined) {
				clips.push({
					name: animation.name,
					duration: animation.duration,
					loop: false,
					rest: skeletons[skeleton].skeleton.rest,
					tracks,
					animation: animationIndex,
					skeleton,
				});
			}
		}
	});
	return clips;
}
