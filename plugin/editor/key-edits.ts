import { insertKey, KeyEasing, Shot, ShotKey } from "../../src/camera";

/** Keys stand on frames of this many per second, as players' screens show them. */
export const KEY_RATE = 60;

/** A time on the nearest frame. */
export function onFrame(seconds: number, rate = KEY_RATE): number {
	return math.max(math.round(seconds * rate), 0) / rate;
}

/** The number of the frame that a time is nearest to. */
function frameOf({ seconds }: ShotKey): number {
	return math.round(seconds * KEY_RATE);
}

/** What became of keys: the shot, where the changed keys are in it, and how many others they replaced. */
export interface KeyChange {
	readonly shot: Shot;
	readonly indices: Array<number>;
	readonly replaced: number;
}

/** A shot with keys put into it; one that stands on the same frame is replaced. */
export function putKeys(shot: Shot, others: ReadonlyArray<ShotKey>, put: ReadonlyArray<ShotKey>): KeyChange {
	const taken = new Set(put.map(frameOf));
	const kept = others.filter((key) => !taken.has(frameOf(key)));
	const fresh = new Set(put);
	const keys = [...kept, ...put].sort((a, b) => a.seconds < b.seconds);
	const indices = new Array<number>();
	keys.forEach((key, index) => {
		if (fresh.has(key)) indices.push(index);
	});
	const last = keys[keys.size() - 1].seconds;
	const markers = shot.markers.map((marker) => ({ ...marker, seconds: math.min(marker.seconds, last) }));
	return { shot: { ...shot, keys, markers }, indices, replaced: others.size() - kept.size() };
}

/** Moves keys by so many seconds, onto frames; none goes before the start. Keys that they land on are replaced. */
export function shiftKeys(shot: Shot, indices: ReadonlyArray<number>, seconds: number, copies = false): KeyChange {
	const chosen = new Set(indices);
	let first = math.huge;
	for (const index of indices) first = math.min(first, shot.keys[index].seconds);
	const delta = math.max(seconds, -first);
	const moved = new Array<ShotKey>();
	for (const index of indices) {
		const key = shot.keys[index];
		moved.push({ ...key, seconds: onFrame(key.seconds + delta) });
	}
	return putKeys(
		shot,
		shot.keys.filter((_, index) => copies || !chosen.has(index)),
		moved,
	);
}

/** Removes keys; undefined if none would be left. */
export function removeKeys(shot: Shot, indices: ReadonlyArray<number>): Shot | undefined {
	const chosen = new Set(indices);
	const keys = shot.keys.filter((_, index) => !chosen.has(index));
	if (keys.isEmpty()) return undefined;
	const last = keys[keys.size() - 1].seconds;
	return { ...shot, keys, markers: shot.markers.map((m) => ({ ...m, seconds: math.min(m.seconds, last) })) };
}

/** How the camera goes from a key to the next: `hold` is said at the key, everything else at the next one. */
export function segmentEasing(shot: Shot, index: number): KeyEasing {
	if (shot.keys[index].easing === "hold") return "hold";
	const following = shot.keys[index + 1]?.easing ?? "smooth";
	return following === "hold" ? "smooth" : following;
}

/** Has the camera go otherwise from keys to the next ones. */
export function easeSegments(shot: Shot, indices: ReadonlyArray<number>, easing: KeyEasing): Shot {
	const keys = [...shot.keys];
	for (const index of indices) {
		const following = keys[index + 1];
		if (easing === "hold") {
			keys[index] = { ...keys[index], easing: "hold" };
			continue;
		}
		if (keys[index].easing === "hold") keys[index] = { ...keys[index], easing: "smooth" };
		// A key at which the camera holds is still held at.
		if (following && following.easing !== "hold") keys[index + 1] = { ...following, easing };
	}
	return { ...shot, keys };
}

/** How the camera passes through keys: by itself, coming to rest, or with the velocities that it has now, to be dragged. */
export type Tangents = "auto" | "flat" | "free";

export function tangentsOf(key: ShotKey): Tangents {
	if (key.easing === "stop") return "flat";
	return key.velocity || key.turning || key.zooming !== undefined ? "free" : "auto";
}

/** The velocities of a key at which the camera comes to rest. */
const STILL = { velocity: [0, 0, 0] as const, turning: [0, 0, 0] as const, zooming: 0 };

/** Gives keys other tangents. `free` keeps the curve as it is: its velocities are then the key's own. */
export function setTangents(shot: Shot, indices: ReadonlyArray<number>, tangents: Tangents): Shot {
	let changed = shot;
	for (const index of indices) {
		const { seconds } = shot.keys[index];
		const keys = [...changed.keys];
		const key = keys[index];
		const easing = key.easing === "stop" ? "smooth" : key.easing;
		if (tangents === "auto") {
			keys[index] = { ...key, easing, velocity: undefined, turning: undefined, zooming: undefined };
		} else if (tangents === "flat") {
			const isCurve = key.easing === "smooth" || key.easing === "stop";
			keys[index] = isCurve
				? { ...key, easing: "stop", velocity: undefined, turning: undefined, zooming: undefined }
				: { ...key, ...STILL };
		} else {
			keys[index] = { ...key, easing, ...(key.easing === "stop" ? STILL : passing(changed, seconds)) };
		}
		changed = { ...changed, keys };
	}
	return changed;
}

/** The velocities with which the curve passes a key at a time. */
function passing(shot: Shot, seconds: number): Pick<ShotKey, "velocity" | "turning" | "zooming"> {
	const { keys } = shot;
	const last = keys[keys.size() - 1].seconds;
	// A key more beside it has the shot say what the velocities are.
	const beside = insertKey(shot, seconds >= last ? math.max(seconds - 0.5 / KEY_RATE, 0) : seconds + 0.5 / KEY_RATE);
	const key = beside.keys.find((other) => other.seconds === seconds);
	return { velocity: key?.velocity, turning: key?.turning, zooming: key?.zooming };
}
