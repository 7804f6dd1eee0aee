import { checkType, describeValue, itemOf } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { Channel } from "../motion/channel";
import { Marker } from "../motion/marker";
import { checkSkeleton, Skeleton } from "./skeleton";
import { restOf } from "./rest";

/**
 * The channels of one joint; a property without one keeps its rest value.
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
 * How a clip fades and tints a mesh; what has no channel stays as at rest.
 *
 * @example
 * const ghost: TintTrack = { mesh: 0, rest: [0.5, 1, 1, 1] }; // half seen, throughout
 * const faded: Clip = { ...clip, tints: [ghost] };
 */
export interface TintTrack {
	/** Its place in `Scene.meshes`. */
	mesh: number;
	/** Alpha, red, green, blue at rest. */
	rest: [number, number, number, number];
	/** One number: how much of it is seen, 0 to 1. */
	alpha?: Channel;
	/** Three: what its colour is multiplied by, as it is shown. */
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
	/** Whether time beyond the end starts again; otherwise it stays at the last pose. */
	loop: boolean;
	/** The skeleton that it was made for. Another is matched by its joints' names; joints without a channel hold its rest. */
	skeleton: Skeleton;
	/** At most one entry a joint. */
	tracks: Array<JointTrack>;
	tints?: Array<TintTrack>;
	/** What a track fires `marker` for while it plays the clip. */
	markers?: Array<Marker>;
	/** Seconds that the clip fades in, if the file says so. */
	blendTime?: number;
	/** Whether it runs all the time, under every other clip and on the model's own clock: MDX has such clips. */
	isAmbient?: boolean;
}

/** Whether no pose of a clip scales anything: no channel does, and rest has factors of 1. */
export function isUnscaled(clip: Clip): boolean {
	for (const { scale } of clip.tracks) if (scale) return false;
	return restOf(clip.skeleton).isUnscaled;
}

/** Whether something is a channel, or left out. */
function isChannel(channel: unknown): boolean {
	if (channel === undefined) return true;
	return typeIs(channel, "table") && typeIs((channel as { write?: unknown }).write, "function");
}

/** Refuses what is not a Clip. Its skeleton is checked with it, unless the caller has checked that already. */
export function checkClip(clip: Clip, caller: string, isSkeletonChecked = false): void {
	if (!typeIs(clip, "table") || !typeIs(clip.tracks, "table")) {
		fail(caller, `clip is ${describeValue(clip)}; it must be a Clip`);
	}
	if (!isSkeletonChecked) checkSkeleton(clip.skeleton, caller, "clip.skeleton");
	if (!typeIs(clip.duration, "number") || !(clip.duration >= 0 && clip.duration < math.huge)) {
		fail(caller, `clip.duration is ${describeValue(clip.duration)}; it must be a number of seconds`);
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
