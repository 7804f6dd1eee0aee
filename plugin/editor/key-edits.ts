import { insertKey, KeyEasing, Shot, ShotKey } from "../../src/camera";

/** Keys are placed on frames at this rate, that of most players' screens. */
export const KEY_RATE = 60;

/** Rounds a time to the nearest frame. */
export function onFrame(seconds: number, rate = KEY_RATE): number {
	return math.max(math.round(seconds * rate), 0) / rate;
}

/** Returns the number of the nearest frame. */
function frameOf({ seconds }: ShotKey): number {
	return math.round(seconds * KEY_RATE);
}

/** The result of moving keys: the shot, the indices of the changed keys, and how many others they replaced. */
export interface KeyChange {
	readonly shot: Shot;
	readonly indices: Array<number>;
	readonly replaced: number;
}

/** Puts keys into a shot. Replaces keys on the same frame. */
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

/** Moves keys by `seconds`, onto frames, but not before the start. Replaces keys on the same frame. */
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

/** Removes keys. Returns undefined if none would be left. */
export function removeKeys(shot: Shot, indices: ReadonlyArray<number>): Shot | undefined {
	const chosen = new Set(indices);
	const keys = shot.keys.filter((_, index) => !chosen.has(index));
	if (keys.isEmpty()) return undefined;
	const last = keys[keys.size() - 1].seconds;
	return { ...shot, keys, markers: shot.markers.map((m) => ({ ...m, seconds: math.min(m.seconds, last) })) };
}

/** Returns the easing from a key to the next. The key itself stores `hold`; the next one stores all other easings. */
export function segmentEasing(shot: Shot, index: number): KeyEasing {
	if (shot.keys[index].easing === "hold") return "hold";
	const following = shot.keys[index + 1]?.easing ?? "smooth";
	return following === "hold" ? "smooth" : following;
}

/** Sets the easing from keys to the next ones. */
export function easeSegments(shot: Shot, indices: ReadonlyArray<number>, easing: KeyEasing): Shot {
	const keys = [...shot.keys];
	for (const index of indices) {
		const following = keys[index + 1];
		if (easing === "hold") {
			keys[index] = { ...keys[index], easing: "hold" };
			continue;
		}
		if (keys[index].easing === "hold") keys[index] = { ...keys[index], easing: "smooth" };
		// A key with `hold` keeps it.
		if (following && following.easing !== "hold") keys[index + 1] = { ...following, easing };
	}
	return { ...shot, keys };
}

/** How the camera passes keys: automatic, at rest, or with its current velocities, which can be dragged. */
export type Tangents = "auto" | "flat" | "free";

export function tangentsOf(key: ShotKey): Tangents {
	if (key.easing === "stop") return "flat";
	return key.velocity || key.turning || key.zooming !== undefined ? "free" : "auto";
}

/** The velocities of a key at which the camera rests. */
const STILL = { velocity: [0, 0, 0] as const, turning: [0, 0, 0] as const, zooming: 0 };

/** Sets the tangents of keys. `free` keeps the curve and stores its velocities in the key. */
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

/** Returns the velocities of the curve at a key's time. */
function passing(shot: Shot, seconds: number): Pick<ShotKey, "velocity" | "turning" | "zooming"> {
	const { keys } = shot;
	const last = keys[keys.size() - 1].seconds;
	// Inserting a second key next to it computes the velocities.
	const beside = insertKey(shot, seconds >= last ? math.max(seconds - 0.5 / KEY_RATE, 0) : seconds + 0.5 / KEY_RATE);
	const key = beside.keys.find((other) => other.seconds === seconds);
	return { velocity: key?.velocity, turning: key?.turning, zooming: key?.zooming };
}
