import { checkArray, checkKeys, checkOptional, checkType, describeValue, itemOf } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { single } from "../../bytes/single";
import type { Marker } from "../../motion/marker";
import { checkEasing, KeyEasing } from "../../take/key-easing";
import { checkShot, Shot, ShotKey } from "../../take/shot";
import type { TakeMetadata } from "../../take/take";
import { cframeComponents } from "./cframe";

/**
 * A key for `createShot`: the camera at one time.
 *
 * @example
 * const key: KeyOptions = { seconds: 3, cframe: goal, fieldOfView: 40, easing: "inOutSine" };
 */
export interface KeyOptions {
	/** Seconds from the start. */
	seconds: number;
	/** The camera, looking along -Z. */
	cframe: CFrame;
	/** The vertical field of view in degrees. Keys without one take it from the keys around them. */
	fieldOfView?: number;
	/**
	 * Studs per second with which a curve passes through the key. Defaults to a velocity that suits the keys around it.
	 */
	velocity?: Vector3;
	/**
	 * Radians per second, about the camera's own axes, with which a curve passes through the key. Defaults like
	 * `velocity`.
	 */
	turning?: Vector3;
	/** Degrees per second with which the field of view changes. Defaults like `velocity`. */
	zooming?: number;
	/** How the camera reaches the key. Defaults to `smooth`. */
	easing?: KeyEasing;
}

/**
 * Options of `createShot`.
 *
 * @example
 * const options: ShotOptions = { name: "Opening", markers: [{ name: "title", seconds: 1 }] };
 * const shot = createShot(keys, options);
 */
export interface ShotOptions {
	/** The shot's name. Defaults to the map's name, or to the folder's. */
	name?: string;
	/** The name of its map. Defaults to "". */
	map?: string;
	/** Its markers. Defaults to none. */
	markers?: ReadonlyArray<Marker>;
	/** Whether a level camera stays level between keys. Defaults to true if every key is level. */
	level?: boolean;
	/** Whether players loop by default. Defaults to false. */
	loop?: boolean;
	/** Your own data. */
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

/** Seconds between two parts without a `Seconds` attribute. */
const PART_SECONDS = 1;

/** Returns a vector as numbers. */
function numbersOf({ X, Y, Z }: Vector3): [number, number, number] {
	return [single(X), single(Y), single(Z)];
}

/** Returns a CFrame as the numbers of a key. */
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

/** Returns the number in a name, so that 10 comes after 9. */
function numberIn(name: string): number {
	return tonumber(name.match("%d+%.?%d*")[0]) ?? math.huge;
}

/** Reads an attribute of a part. If it exists, it must be of the type. */
function attributeOf(part: BasePart, name: string, kind: "number" | "string"): unknown {
	const value = part.GetAttribute(name);
	if (value !== undefined && typeOf(value) !== kind) {
		fail("createShot", `attribute ${name} of "${part.Name}" is ${describeValue(value)}; expected a ${kind}`);
	}
	return value;
}

/** Returns the keys for the parts of a folder. */
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
 * Makes a shot from keys: where the camera is at which time, and how it gets there.
 *
 * The keys may also be the parts of a Folder or Model, in the order of the numbers in their names, one second apart.
 * The attributes `Seconds`, `FieldOfView` and `Easing` override a part's time, field of view and easing.
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
