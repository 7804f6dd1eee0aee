import { checkType, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { Channel } from "../motion/channel";
import { Marker } from "../motion/marker";
import { POSE_STRIDE, SCALE_OFFSET } from "./pose";
import { Skeleton } from "./skeleton";

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
 * const idle: Clip = { name: "Idle", duration: 1, loop: true, rest: skeleton.rest, tracks: [] }; // holds still
 * new ClipPlayer(idle, { skeleton, instance: part }).play();
 */
export interface Clip {
	name: string;
	/** Seconds. */
	duration: number;
	/** Whether time beyond the end starts again; otherwise it stays at the last pose. */
	loop: boolean;
	/** The skeleton's rest pose: what joints without a channel hold. */
	rest: buffer;
	/** At most one entry a joint. */
	tracks: Array<JointTrack>;
	tints?: Array<TintTrack>;
	/** What a player tells of while it plays the clip. */
	markers?: Array<Marker>;
	/** Seconds that a cross-fade to this clip takes, where the file says so. */
	blendTime?: number;
}

/** Whether no pose of a clip scales anything: no channel does, and rest has factors of 1. */
export function isUnscaled(clip: Clip): boolean {
	for (const { scale } of clip.tracks) if (scale) return false;
	for (const at of $range(SCALE_OFFSET, buffer.len(clip.rest) - 4, POSE_STRIDE)) {
		for (const axis of $range(at, at + 8, 4)) if (buffer.readf32(clip.rest, axis) !== 1) return false;
	}
	return true;
}

/** Whether something is a channel, or left out. */
function isChannel(channel: unknown): boolean {
	if (channel === undefined) return true;
	return typeIs(channel, "table") && typeIs((channel as { write?: unknown }).write, "function");
}

/** Refuses what is no Clip, and one that is for another skeleton. */
export function checkClip(clip: Clip, skeleton: Skeleton, caller: string): void {
	if (!typeIs(clip, "table") || !typeIs(clip.rest, "buffer")) {
		fail(caller, `clip is ${describeValue(clip)}; it must be a Clip`);
	}
	checkType(clip.tracks, "table", caller, "clip.tracks");
	if (!typeIs(clip.duration, "number") || !(clip.duration >= 0 && clip.duration < math.huge)) {
		fail(caller, `clip.duration is ${describeValue(clip.duration)}; it must be a number of seconds`);
	}
	const count = skeleton.joints.size();
	const joints = buffer.len(clip.rest) / POSE_STRIDE;
	if (joints !== count) fail(caller, `clip "${clip.name}" has ${joints} joints, the skeleton ${count}`);
	checkType(clip.name, "string", caller, "clip.name");
	checkType(clip.loop, "boolean", caller, "clip.loop");
	clip.tracks.forEach((track, index) => {
		const joint: unknown = typeIs(track, "table") ? track.joint : undefined;
		if (!typeIs(joint, "number") || !(joint >= 0 && joint < count && joint % 1 === 0)) {
			fail(caller, `clip.tracks[${index}].joint is ${describeValue(joint)}; it must be the index of a joint`);
		}
		const { translation, rotation, scale } = track;
		if (!(isChannel(translation) && isChannel(rotation) && isChannel(scale))) {
			fail(caller, `clip.tracks[${index}] has a translation, rotation or scale that is no channel`);
		}
	});
}
