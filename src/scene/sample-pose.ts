//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { Clip } from "./clip";
import { POSE_STRIDE, ROTATION_OFFSET, SCALE_OFFSET } from "./pose";

/**
 * Returns the clip's time after `seconds`: beyond its end it starts again or stays there, by `loop`. The end itself
 * stays the end, so that a whole pass can be sampled.
 */
export function clipTime(clip: Clip, seconds: number, loop = clip.loop): number {
	const duration = clip.duration;
	if (seconds >= 0 && seconds <= duration) return seconds;
	if (loop && duration > 0) return seconds % duration;
	return seconds > duration ? duration : 0;
}

/**
 * Writes the local transform of every joint at `seconds` into `pose` (see `createPose`). Allocates nothing.
 *
 * @example
 * const pose = createPose(skeleton.joints.size());
 * samplePose(clip, 0.5, pose);
 * const height = buffer.readf32(pose, 3 * POSE_STRIDE + 4); // of the fourth joint, above its parent
 */
export function samplePose(clip: Clip, seconds: number, pose: buffer): void {
	const rest = clip.skeleton.rest;
	const size = buffer.len(rest);
	if (buffer.len(pose) < size) {
		fail("samplePose", `pose has ${buffer.len(pose)} bytes, but the clip's ${size / POSE_STRIDE} joints take ${size}`);
	}
	// NaN would pass through every channel.
	if (seconds - seconds !== 0) fail("samplePose", `seconds is ${seconds}`);
	const time = clipTime(clip, seconds);
	buffer.copy(pose, 0, rest, 0, size);
	for (const track of clip.tracks) {
		const at = track.joint * POSE_STRIDE;
		const { translation, rotation, scale } = track;
		if (translation) translation.write(time, pose, at);
		if (rotation) rotation.write(time, pose, at + ROTATION_OFFSET);
		if (scale) scale.write(time, pose, at + SCALE_OFFSET);
	}
}
