import { Recording, Shot, ShotKey } from "../../src/camera";
import { KEY_RATE, onFrame, putKeys } from "../editor/key-edits";
import { keysOf, shotAt, TimelineKey, withClip } from "../editor/timeline-items";

/** Seconds between a key and its copy, if there is room. */
const LATER = 0.5;

/** Returns the time of a key's copy: half a second later, or halfway to the next key if that is too near. */
function timeOfCopy({ keys }: Shot, index: number): number | undefined {
	const { seconds } = keys[index];
	const following = keys[index + 1] as ShotKey | undefined;
	if (!following) return onFrame(seconds + LATER);
	const gap = following.seconds - seconds;
	const time = onFrame(seconds + math.min(LATER, gap / 2));
	const frame = 0.99 / KEY_RATE;
	return time - seconds >= frame && following.seconds - time >= frame ? time : undefined;
}

/**
 * Copies keys. Returns the recording, the indices of the keys and which keys they are. Undefined if there is no room
 * for any.
 */
export function copyKeys(
	recording: Recording,
	chosen: ReadonlyArray<TimelineKey>,
): { recording: Recording; copies: Array<TimelineKey> } | undefined {
	let changed = recording;
	const ids = new Set<string>();
	for (const clip of new Set(chosen.map((key) => key.clip))) {
		const shot = shotAt(recording, clip);
		if (!shot) continue;
		const keys = [...shot.keys];
		const copies = new Array<ShotKey>();
		for (const { clip: own, index } of chosen) {
			const seconds = own === clip ? timeOfCopy(shot, index) : undefined;
			if (seconds === undefined) continue;
			// The copy continues elsewhere, so it gets automatic velocities.
			const still = { velocity: undefined, turning: undefined, zooming: undefined };
			copies.push({ ...shot.keys[index], ...still, seconds });
			// The cut follows the copy instead.
			if (shot.keys[index].easing === "hold") keys[index] = { ...shot.keys[index], easing: "smooth" };
		}
		if (copies.isEmpty()) continue;
		const put = putKeys(shot, keys, copies);
		changed = withClip(changed, clip, put.shot);
		for (const index of put.indices) ids.add(`key:${clip}:${index}`);
	}
	if (ids.isEmpty()) return undefined;
	return { recording: changed, copies: keysOf(changed).filter(({ id }) => ids.has(id)) };
}
