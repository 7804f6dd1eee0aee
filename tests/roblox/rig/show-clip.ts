import { ClipMixer } from "../../../src/roblox/rig/clip-mixer";
import { ClipTrack } from "../../../src/roblox/rig/clip-track";
import { Clip } from "../../../src/scene/clip";

/** What plays clips: a mixer, or a model that has one. */
interface Playing<T> {
	play(clip: T, options: { fade: number; speed: number }): ClipTrack;
}

/** Shows a clip at a time, whole and at a standstill. */
export function showClip<T extends Clip | string>(
	playing: Playing<T> | ClipMixer,
	clip: T,
	seconds: number,
): ClipTrack {
	const track = (playing as Playing<T>).play(clip, { fade: 0, speed: 0 });
	track.seek(seconds);
	return track;
}
