import { checkArray, checkKeys, checkOptional, checkType, describeValue, itemOf } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { single } from "../../bytes/single";
import type { Marker } from "../../motion/marker";
import { checkEasing, KeyEasing } from "../../take/key-easing";
import { checkShot, Shot, ShotKey } from "../../take/shot";
import type { TakeMetadata } from "../../take/take";
import { cframeComponents } from "./cframe";

/**
 * A key for `createShot`: where the camera is at a time.
 *
 * @example
 * const key: KeyOptions = { seconds: 3, cframe: goal, fieldOfView: 40, easing: "inOutSine" };
 */
export interface KeyOptions {
	/** Seconds from the start. */
	seconds: number;
	/** Where the camera is, looking along -Z as cameras do. */
	cframe: CFrame;
	/** The vertical field of view in degrees. Keys without one take it from the keys around them. */
	fieldOfView?: number;
	/** Studs per second with which a curve passes through. Defaults to what the keys around it ask for. */
	velocity?: Vector3;
	/** Radians per second about the camera's own axes with which a curve passes through. Defaults as `velocity` does. */
	turning?: Vector3;
	/** Degrees per second with which the field of view changes. Defaults as `velocity` does. */
	zooming?: number;
	/** How the camera comes to the key. Defaults to `smooth`. */
	easing?: KeyEasing;
}

/**
 * What else a shot has.
 *
 * @example
 * const options: ShotOptions = { name: "Opening", markers: [{ name: "title", seconds: 1 }] };
 * const shot = createShot(keys, options);
 */
export interface ShotOptions {
	/** What it is called. Defaults to the map's name, or to the folder's. */
	name?: string;
	/** The map that it belongs to. Defaults to "". */
	map?: string;
	/** Names at times. Defaults to none. */
	markers?: ReadonlyArray<Marker>;
	/** Whether a level camera stays level between keys. Defaults to true if every key is level. */
	level?: boolean;
	/** Whether players start it again at its end. Defaults to false. */
	loop?: boolean;
	/** What else belongs to it. */
	metadata?: TakeMetadata;
}

const OPTIONS: Array<keyof ShotOptions> = ["level", "loop", "map", "markers", "metadata", "name"];
const KEY_OPTIONS: Array<keyof KeyOptions> = [
	"cframe",
	"easing",
	"fieldOfView",
	"seconds",
	"turning",
	"velocity",
	"zooming",
];
const SHOT_DEFAULTS = { map: "", markers: [] as ReadonlyArray<Marker> };
const KEY_DEFAULTS = { easing: "smooth" as KeyEasing };

/** Seconds from a part to the next, if no attribute says when it is. */
const PART_SECONDS = 1;

/** A vector as numbers. */
function numbersOf({ X, Y, Z }: Vector3): [number, number, number] {
	return [single(X), single(Y), single(Z)];
}

/** A place as the numbers of a key. */
export function placeOf(cframe: CFrame): Pick<ShotKey, "position" | "rotation"> {
	const [x, y, z, qx, qy, qz, qw] = cframeComponents(cframe);
	return { position: [single(x), single(y), single(z)], rotation: [single(qx), single(qy), single(qz), single(qw)] };
}

function keyOf(options: KeyOptions, index: number): ShotKey {
	const place = itemOf("keys", index);
	checkKeys(options, KEY_OPTIONS, "createShot", place);
	const { seconds, cframe, fieldOfView, velocity, turning, zooming, easing } = { ...KEY_DEFAULTS, ...options };
	checkType(cframe, "CFrame", "createShot", `cframe of ${place}`);
	checkOptional(velocity, "Vector3", "createShot", `velocity of ${place}`);
	checkOptional(turning, "Vector3", "createShot", `turning of ${place}`);
	checkOptional(fieldOfView, "number", "createShot", `fieldOfView of ${place}`);
	checkOptional(zooming, "number", "createShot", `zooming of ${place}`);
	return {
		seconds,
		...placeOf(cframe),
		fieldOfView: fieldOfView === undefined ? undefined : single(fieldOfView),
		velocity: velocity && numbersOf(velocity),
		turning: turning && numbersOf(turning),
		zooming: zooming === undefined ? undefined : single(zooming),
		easing,
	};
}

/** The number that a name has in it, so that 10 comes after 9. */
function numberIn(name: string): number {
	return tonumber(name.match("%d+%.?%d*")[0]) ?? math.huge;
}

/** Reads an attribute of a part that must be of a type if it is there. */
function attributeOf(part: BasePart, name: string, kind: "number" | "string"): unknown {
	const value = part.GetAttribute(name);
	if (value !== undefined && typeOf(value) !== kind) {
		fail("createShot", `attribute ${name} of "${part.Name}" is ${describeValue(value)}; expected a ${kind}`);
	}
	return value;
}

/** The keys that the parts of a folder are. */
function keysOfParts(folder: Instance): Array<ShotKey> {
	const parts = folder
		.GetChildren()
		.filter((child): child is BasePart => child.IsA("BasePart"))
		.sort((a, b) => {
			const [first, second] = [numberIn(a.Name), numberIn(b.Name)];
			return first === second ? a.Name < b.Name : first < second;
		});
	if (parts.isEmpty()) fail("createShot", `"${folder.Name}" has no parts; expected one for each key`);
	let following = 0;
	return parts.map((part) => {
		const seconds = (attributeOf(part, "Seconds", "number") as number | undefined) ?? following;
		const easing = (attributeOf(part, "Easing", "string") as KeyEasing | undefined) ?? KEY_DEFAULTS.easing;
		checkEasing(easing, "createShot", `attribute Easing of "${part.Name}"`);
		const fieldOfView = attributeOf(part, "FieldOfView", "number") as number | undefined;
		following = seconds + PART_SECONDS;
		return {
			seconds,
			...placeOf(part.CFrame),
			fieldOfView: fieldOfView === undefined ? undefined : single(fieldOfView),
			easing,
		};
	});
}

/**
 * Makes a shot of keys: where the camera is at which time, and how it gets there. The keys may also be the parts of a Folder or Model in
 * the order of the numbers in their names, a second apart; their attributes `Seconds`, `FieldOfView` and `Easing` say more.
 *
 * @example
 * const shot = createShot([
 * 	{ seconds: 0, cframe: start },
 * 	{ seconds: 3, cframe: goal, fieldOfView: 40, easing: "inOutSine" },
 * ]);
 * new CameraPlayer(shot).play();
 */
export function createShot(keys: ReadonlyArray<KeyOptions> | Instance, options: ShotOptions = {}): Shot {
	checkKeys(options, OPTIONS, "createShot", "options");
	const { map, markers, level, loop, metadata } = { ...SHOT_DEFAULTS, ...options };
	const isFolder = typeIs(keys, "Instance");
	if (!isFolder) checkArray(keys, "createShot", "keys");
	const { name = isFolder ? (keys as Instance).Name : map } = options;
	const shot: Shot = {
		name,
		map,
		keys: isFolder ? keysOfParts(keys as Instance) : (keys as ReadonlyArray<KeyOptions>).map(keyOf),
		markers,
		level,
		loop: loop === false ? undefined : loop,
		metadata,
	};
	checkShot(shot, "createShot");
	return shot;
}
