import { checkType, describeValue, itemOf } from "../bytes/check-argument";
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
