import {
	checkArray,
	checkFinite,
	checkKeys,
	checkNumbers,
	checkOptional,
	checkText,
	describeValue,
	itemOf,
} from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { checkMarkers, Marker } from "../motion/marker";
import { checkEasing, KeyEasing } from "./key-easing";
import { isLens } from "./lens";
import { checkMetadata, MAX_NAME_BYTES, TakeMetadata } from "./take";

/**
 * A key of a Shot: the camera at one time. It is plain data: `createShot` makes keys from CFrames.
 *
 * @example
 * const key: ShotKey = shot.keys[0];
 * const cframe = new CFrame(...key.position, ...key.rotation);
 */
export interface ShotKey {
	/** Seconds from the start. */
	readonly seconds: number;
	readonly position: readonly [x: number, y: number, z: number];
	/** x y z w, unit length. */
	readonly rotation: readonly [x: number, y: number, z: number, w: number];
	/** The vertical field of view in degrees. Keys without one take it from the keys around them. */
	readonly fieldOfView?: number;
	/**
	 * Studs per second with which a curve passes through the key. Defaults to a velocity that suits the keys around it.
	 */
	readonly velocity?: readonly [x: number, y: number, z: number];
	/**
	 * Radians per second, about the camera's own axes, with which a curve passes through the key. Defaults like
	 * `velocity`.
	 */
	readonly turning?: readonly [x: number, y: number, z: number];
	/** Degrees per second with which the field of view changes at the key. Defaults like `velocity`. */
	readonly zooming?: number;
	/** How the camera reaches the key. */
	readonly easing: KeyEasing;
}

/**
 * Authored motion of a camera: keys with easing, and markers. A shot plays wherever a take does.
 *
 * @example
 * const shot: Shot = createShot([
 * 	{ seconds: 0, cframe: start },
 * 	{ seconds: 3, cframe: goal, easing: "inOutSine" },
 * ]);
 * new CameraPlayer(shot).play();
 */
export interface Shot {
	/** Its name: UTF-8, at most 255 bytes. */
	readonly name: string;
	/** The name of its map: UTF-8, at most 255 bytes. */
	readonly map: string;
	/** At least one key; their seconds rise. */
	readonly keys: ReadonlyArray<ShotKey>;
	/** Its markers, in any order. */
	readonly markers: ReadonlyArray<Marker>;
	/**
	 * Whether yaw, pitch and roll are interpolated separately, so that a level camera stays level. Defaults to true if
	 * every key is level and none looks straight up or down.
	 */
	readonly level?: boolean;
	/** Whether players loop by default. The curve of a looping shot continues through the seam. */
	readonly loop?: boolean;
	/** Your own data. */
	readonly metadata?: TakeMetadata;
}

/** The max keys of a shot, and the max seconds: a day. */
export const MAX_KEYS = 100_000;
export const MAX_SHOT_SECONDS = 86_400;
/** The min seconds between two keys. Closer keys would have velocities that are not finite. */
export const MIN_GAP = 1e-9;

/** The max distance of a key from the origin. Beyond it, velocities are not finite. */
const FARTHEST = 1e15;

/** How far from 1 the length of a rotation may be. */
const UNIT_SLACK = 1e-3;

const KEY_FIELDS: Array<string> = [
	"easing",
	"fieldOfView",
	"position",
	"rotation",
	"seconds",
	"turning",
	"velocity",
	"zooming",
];

/** Seconds from the start to the last key. */
export function shotDuration({ keys }: Pick<Shot, "keys">): number {
	return keys[keys.size() - 1].seconds;
}

function checkVector(value: readonly [number, number, number], caller: string, argument: string): void {
	checkNumbers(value, 3, caller, argument);
	for (const number of value) {
		if (!(math.abs(number) <= FARTHEST)) fail(caller, `${argument} has ${number}; expected at most ${FARTHEST}`);
	}
}

function checkKey(key: ShotKey, index: number, previous: number, caller: string, list: string): void {
	const place = itemOf(list, index);
	checkKeys(key, KEY_FIELDS, caller, place);
	const { seconds } = key;
	if (!typeIs(seconds, "number") || !(seconds - previous >= MIN_GAP && seconds >= 0 && seconds <= MAX_SHOT_SECONDS)) {
		const least =
			index === 0 ? "0 or more" : seconds > previous ? `${MIN_GAP} or more after ${previous}` : `more than ${previous}`;
		fail(caller, `seconds of ${place} is ${describeValue(seconds)}; expected ${least}, up to ${MAX_SHOT_SECONDS}`);
	}
	checkVector(key.position, caller, `position of ${place}`);
	checkNumbers(key.rotation, 4, caller, `rotation of ${place}`);
	const [x, y, z, w] = key.rotation;
	const length = math.sqrt(x * x + y * y + z * z + w * w);
	if (!(math.abs(length - 1) <= UNIT_SLACK)) {
		fail(caller, `rotation of ${place} has the length ${length}; expected 1`);
	}
	if (key.velocity !== undefined) checkVector(key.velocity, caller, `velocity of ${place}`);
	if (key.turning !== undefined) checkVector(key.turning, caller, `turning of ${place}`);
	if (key.fieldOfView !== undefined) {
		checkFinite(key.fieldOfView, caller, `fieldOfView of ${place}`);
		if (!isLens(key.fieldOfView) || key.fieldOfView === 0) {
			fail(caller, `fieldOfView of ${place} is ${key.fieldOfView}; expected above 0 and below 180 degrees`);
		}
	}
	if (key.zooming !== undefined) checkFinite(key.zooming, caller, `zooming of ${place}`);
	checkEasing(key.easing, caller, `easing of ${place}`);
}

/**
 * Refuses an argument that is not a Shot.
 *
 * @param owner its name in messages
 */
export function checkShot(shot: Shot, caller: string, owner = "shot"): void {
	if (!typeIs(shot, "table") || !typeIs(shot.keys, "table")) {
		fail(caller, `${owner} is ${describeValue(shot)}; expected a Shot`);
	}
	checkText(shot.name, MAX_NAME_BYTES, caller, `${owner}.name`);
	checkText(shot.map, MAX_NAME_BYTES, caller, `${owner}.map`);
	const { keys } = shot;
	checkArray(keys, caller, `${owner}.keys`);
	if (keys.isEmpty() || keys.size() > MAX_KEYS) {
		fail(caller, `${owner}.keys has ${keys.size()} keys; expected 1 to ${MAX_KEYS}`);
	}
	let previous = -math.huge;
	keys.forEach((key, index) => {
		checkKey(key, index, previous, caller, `${owner}.keys`);
		previous = key.seconds;
	});
	checkMarkers(shot.markers, shotDuration(shot), caller, `${owner}.markers`);
	checkOptional(shot.level, "boolean", caller, `${owner}.level`);
	checkOptional(shot.loop, "boolean", caller, `${owner}.loop`);
	checkMetadata(shot.metadata, caller, owner);
}

/** Returns whether a recording is a Shot. */
export function isShot(recording: object): recording is Shot {
	return typeIs(recording, "table") && (recording as Partial<Shot>).keys !== undefined;
}
