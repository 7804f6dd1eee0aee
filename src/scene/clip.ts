import { checkOptional, checkType, describeValue, itemOf } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { Channel } from "../motion/channel";
import { Marker } from "../motion/marker";
import { checkSkeleton, Skeleton } from "./skeleton";
import { restOf } from "./rest";

/**
 * The channels of one joint. A property without a channel keeps its rest value.
 *
 * @example
 * const raised: JointTrack = { joint: 0, translation: new FixedChannel(0, 3, 0) };
 * const floating: Clip = { ...clip, tracks: [raised] };
 */
export interface JointTrack {
	joint: number;
	translation?: Channel;
	rotation?: Channel;
	scale?: Channel;
}

/**
 * How a clip fades and tints a mesh. A property without a channel keeps its rest value.
 *
 * @example
 * const ghost: TintTrack = { mesh: 0, rest: [0.5, 1, 1, 1] }; // half seen, throughout
 * const faded: Clip = { ...clip, tints: [ghost] };
 */
export interface TintTrack {
	/** The index in `Scene.meshes`. */
	mesh: number;
	/** Alpha, red, green, blue at rest. */
	rest: [number, number, number, number];
	/** One number: the opacity, 0 to 1. */
	alpha?: Channel;
	/** Three numbers: the factors of its colour, in display space. */
	color?: Channel;
}

/**
 * How a clip morphs the meshes of a node.
 *
 * @example
 * const morphs: Array<MorphTrack> = clip.morphs ?? [];
 * for (const { node, count } of morphs) print(`${scene.nodes[node].name} has ${count} morph targets`);
 */
export interface MorphTrack {
	/** The node that draws the meshes, an index into `Scene.nodes`. */
	node: number;
	/** The joint of the clip's skeleton that the node hangs on, or -1: tracks that play only some joints ask for it. */
	joint: number;
	/** How many morph targets it changes: the first ones of each mesh. */
	count: number;
	/** Writes `count` f32: how far each target is on. */
	weights: Channel;
}

/**
 * An animation of one skeleton.
 *
 * @example
 * const idle: Clip = { name: "Idle", duration: 1, loop: true, skeleton, tracks: [] }; // holds still
 * ClipMixer.of({ skeleton, instance: part }).play(idle);
 */
export interface Clip {
	name: string;
	/** Seconds. */
	duration: number;
	/** Whether the clip starts again at its end. Otherwise it holds its last pose. */
	loop: boolean;
	/**
	 * The skeleton that it was made for. On another skeleton, joints match by name, and joints without a channel hold
	 * their rest.
	 */
	skeleton: Skeleton;
	/** At most one entry per joint. */
	tracks: Array<JointTrack>;
	tints?: Array<TintTrack>;
	/** At most one entry a node. */
	morphs?: Array<MorphTrack>;
	/** The markers that a track fires while it plays the clip. */
	markers?: Array<Marker>;
	/** Seconds that the clip fades in, if the file has them. */
	blendTime?: number;
	/** Whether it always runs, under every other clip and on the model's own clock. MDX has such clips. */
	isAmbient?: boolean;
}

/** Returns whether a clip never scales: it has no scale channel, and all factors at rest are 1. */
export function isUnscaled(clip: Clip): boolean {
	for (const { scale } of clip.tracks) if (scale) return false;
	return restOf(clip.skeleton).isUnscaled;
}

/** Returns whether a value is a channel or undefined. */
function isChannel(channel: unknown): boolean {
	if (channel === undefined) return true;
	return typeIs(channel, "table") && typeIs((channel as { write?: unknown }).write, "function");
}

/** The most morph targets that a track may change. */
const MAX_MORPHS = 65536;

function checkMorphs({ morphs }: Clip, caller: string): void {
	checkOptional(morphs, "table", caller, "clip.morphs");
	morphs?.forEach((track, index) => {
		const place = itemOf("clip.morphs", index);
		const { node, joint, count, weights } = (typeIs(track, "table") ? track : {}) as Partial<MorphTrack>;
		if (!typeIs(node, "number") || !(node >= 0 && node % 1 === 0)) {
			fail(caller, `node of ${place} is ${describeValue(node)}; expected the index of a node`);
		}
		if (!typeIs(joint, "number")) fail(caller, `joint of ${place} is ${describeValue(joint)}; expected a number`);
		if (!typeIs(count, "number") || !(count >= 0 && count <= MAX_MORPHS && count % 1 === 0)) {
			fail(caller, `count of ${place} is ${describeValue(count)}; expected a whole number up to ${MAX_MORPHS}`);
		}
		if (weights === undefined || !isChannel(weights)) fail(caller, `${place} has weights that are not a channel`);
	});
}

/** Refuses an argument that is not a Clip. Checks its skeleton too, unless `isSkeletonChecked`. */
export function checkClip(clip: Clip, caller: string, isSkeletonChecked = false): void {
	if (!typeIs(clip, "table") || !typeIs(clip.tracks, "table")) {
		fail(caller, `clip is ${describeValue(clip)}; expected a Clip`);
	}
	if (!isSkeletonChecked) checkSkeleton(clip.skeleton, caller, "clip.skeleton");
	if (!typeIs(clip.duration, "number") || !(clip.duration >= 0 && clip.duration < math.huge)) {
		fail(caller, `clip.duration is ${describeValue(clip.duration)}; expected a number of seconds`);
	}
	const count = clip.skeleton.joints.size();
	checkType(clip.name, "string", caller, "clip.name");
	checkType(clip.loop, "boolean", caller, "clip.loop");
	checkMorphs(clip, caller);
	clip.tracks.forEach((track, index) => {
		const joint: unknown = typeIs(track, "table") ? track.joint : undefined;
		if (!typeIs(joint, "number") || !(joint >= 0 && joint < count && joint % 1 === 0)) {
			fail(
				caller,
				`joint of ${itemOf("clip.tracks", index)} is ${describeValue(joint)}; expected the index of a joint`,
			);
		}
		const { translation, rotation, scale } = track;
		if (!(isChannel(translation) && isChannel(rotation) && isChannel(scale))) {
			fail(caller, `${itemOf("clip.tracks", index)} has a translation, rotation or scale that is not a channel`);
		}
	});
}
