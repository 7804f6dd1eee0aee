import { checkArray, checkFinite, checkKeys, describeValue, itemOf } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { easingPart, joinedEasing } from "../key-easing";
import { MAX_SHOT_SECONDS, MIN_GAP, Shot, ShotKey, checkShot, shotDuration } from "../shot";
import { ShotPath } from "../shot-path";

/** Returns the index of a key in a shot, by its time. Refuses an invalid key. */
export function indexOfKey(shot: Shot, key: ShotKey, caller: string, argument = "key"): number {
	const seconds: unknown = typeIs(key, "table") ? key.seconds : undefined;
	if (!typeIs(seconds, "number")) {
		fail(caller, `${argument} is ${describeValue(key)}; expected one of shot.keys`);
	}
	const index = shot.keys.findIndex((other) => other.seconds === seconds);
	if (index < 0) fail(caller, `no key of "${shot.name}" is at ${seconds} seconds; expected one of shot.keys`);
	return index;
}

/** Adds a key at a time of a checked shot, unless it has one. */
export function insertAt(shot: Shot, seconds: number): Shot {
	if (shot.keys.some((key) => math.abs(key.seconds - seconds) < MIN_GAP)) return shot;
	const path = new ShotPath(shot);
	const before = shot.keys.filter((key) => key.seconds < seconds);
	const after = shot.keys.filter((key) => key.seconds > seconds);
	const previous = before[before.size() - 1];
	const isStretch = previous !== undefined && previous.easing !== "hold";
	const following = after.map((key) => path.keyAt(key.seconds));
	if (isStretch && !following.isEmpty()) {
		const goal = following[0];
		const passed = (seconds - previous.seconds) / (goal.seconds - previous.seconds);
		following[0] = { ...goal, easing: easingPart(goal.easing, passed, 1) };
	}
	// Automatic velocities and fields of view would change with the keys around them.
	return {
		...shot,
		keys: [...before.map((key) => path.keyAt(key.seconds)), path.keyAt(seconds), ...following],
		level: path.isLevel,
	};
}

/**
 * Adds a key at `seconds` to a shot without changing its motion. Both keys of a stretch with an easing style get an
 * `EasingPart` of it.
 *
 * On a curve, a camera that is not level turns only approximately as before. A style that swings (`Back`, `Elastic`,
 * `Bounce`) loses a swing if the key is exactly at the moment at which it passes the start or the end of the stretch.
 *
 * @example
 * const finer = insertKey(shot, 1.5);
 */
export function insertKey(shot: Shot, seconds: number): Shot {
	checkShot(shot, "insertKey");
	checkFinite(seconds, "insertKey", "seconds");
	const last = shotDuration(shot);
	if (!(seconds >= 0 && seconds <= last)) {
		fail("insertKey", `seconds is ${seconds}; expected 0 to ${last}, the end of "${shot.name}"`);
	}
	return insertAt(shot, seconds);
}

/**
 * Removes one of a shot's keys. The others stay as they are; parts of an easing style that meet at the key become one.
 *
 * @example
 * const shorter = removeKey(shot, shot.keys[shot.keys.size() - 1]);
 */
export function removeKey(shot: Shot, key: ShotKey): Shot {
	checkShot(shot, "removeKey");
	const index = indexOfKey(shot, key, "removeKey");
	if (shot.keys.size() === 1) fail("removeKey", `"${shot.name}" has only one key; expected another`);
	const keys = shot.keys.filter((_, other) => other !== index);
	const following = keys[index];
	if (following) keys[index] = { ...following, easing: joinedEasing(key.easing, following.easing) };
	const last = keys[keys.size() - 1].seconds;
	return {
		...shot,
		keys,
		markers: shot.markers.map((marker) => ({ ...marker, seconds: math.min(marker.seconds, last) })),
	};
}

/**
 * Options of `retimeKeys`.
 *
 * @example
 * const options: RetimeOptions = { ripple: true };
 * const later = retimeKeys(shot, [shot.keys[2]], 0.5, options);
 */
export interface RetimeOptions {
	/** Whether all keys and markers after the first of them move along. Defaults to false. */
	ripple?: boolean;
}

const RETIME_DEFAULTS = { ripple: false };

/**
 * Moves keys of a shot by `seconds`, which may be negative. Keys must not pass others.
 *
 * @example
 * const later = retimeKeys(shot, [shot.keys[2], shot.keys[3]], 0.5);
 */
export function retimeKeys(
	shot: Shot,
	keys: ReadonlyArray<ShotKey>,
	seconds: number,
	options: RetimeOptions = {},
): Shot {
	checkShot(shot, "retimeKeys");
	checkArray(keys, "retimeKeys", "keys");
	checkFinite(seconds, "retimeKeys", "seconds");
	checkKeys(options, ["ripple"], "retimeKeys", "options");
	const { ripple } = { ...RETIME_DEFAULTS, ...options };
	if (!typeIs(ripple, "boolean")) fail("retimeKeys", `ripple is ${describeValue(ripple)}; expected a boolean`);
	const indices = new Map(shot.keys.map((key, index) => [key.seconds, index] as const));
	const moved = new Set(
		keys.map((key, index) => {
			const known = typeIs(key, "table") ? indices.get(key.seconds) : undefined;
			return known ?? indexOfKey(shot, key, "retimeKeys", itemOf("keys", index));
		}),
	);
	let first = math.huge;
	for (const index of moved) first = math.min(first, index);
	let previous = -math.huge;
	const retimed = shot.keys.map((key, index) => {
		const time = moved.has(index) || (ripple && index > first) ? key.seconds + seconds : key.seconds;
		if (!(time - previous >= MIN_GAP && time >= 0 && time <= MAX_SHOT_SECONDS)) {
			const least = math.max(previous, 0);
			fail("retimeKeys", `${itemOf("shot.keys", index)} would be at ${time} seconds; expected after ${least}`);
		}
		previous = time;
		return { ...key, seconds: time };
	});
	const start = first < math.huge ? shot.keys[first].seconds : math.huge;
	const markers = shot.markers.map((marker) => {
		const isMoved = ripple && marker.seconds >= start;
		return { ...marker, seconds: math.clamp(isMoved ? marker.seconds + seconds : marker.seconds, 0, previous) };
	});
	return { ...shot, keys: retimed, markers };
}
