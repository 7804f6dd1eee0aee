import {
	checkArray,
	checkFinite,
	checkKeys,
	checkOptional,
	checkText,
	checkType,
	describeValue,
	itemOf,
} from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { checkMarkers, Marker } from "../motion/marker";
import { findCuts } from "./find-cuts";
import { checkFrames, FRAME_SIZE } from "./frame";
import { checkRate } from "../motion/rate";
import { checkLenses, isLens } from "./lens";

/** The max bytes of a take's or a map's name: its length is one byte. */
export const MAX_NAME_BYTES = 255;

/** The max bytes of metadata, counting its keys and texts, and eight per number. */
const MAX_METADATA_BYTES = 4096;

/**
 * Small facts that a game keeps with a take: UTF-8 texts and finite numbers by name, 4,096 bytes in all.
 *
 * @example
 * const metadata: TakeMetadata = { driver: "Ada", lapSeconds: 73.2 };
 * const lap: Take = { ...take, metadata };
 */
export interface TakeMetadata {
	readonly [key: string]: string | number;
}

/**
 * Recorded motion with everything needed to play it. A `Recorder` makes takes; codecs, stores and remotes carry them. A
 * take is plain data: to copy it under another name, write `{ ...take, name: "Opening" }`. Do not change the bytes of
 * its frames after the first use.
 *
 * @example
 * const take: Take = recorder.stop();
 * print(`${take.name}: ${take.count} frames, ${(take.count - 1) / take.rate} seconds`);
 */
export interface Take {
	/** Its name: UTF-8, at most 255 bytes. */
	readonly name: string;
	/** The name of its map: UTF-8, at most 255 bytes. */
	readonly map: string;
	/** Frames per second. */
	readonly rate: number;
	/** The number of frames. */
	readonly count: number;
	/** The frames, 18 bytes each, one after another. */
	readonly frames: buffer;
	/**
	 * The vertical field of view in degrees: one number if it is constant, or one f32 per frame. If it is 0 or
	 * undefined, playback leaves the field of view alone.
	 */
	readonly fieldOfView?: number | buffer;
	/** Its markers, in any order. */
	readonly markers: ReadonlyArray<Marker>;
	/**
	 * The frames before which the camera jumps, rising. Players show nothing between such a frame and the previous one.
	 */
	readonly cuts: ReadonlyArray<number>;
	/** Your own data. */
	readonly metadata?: TakeMetadata;
	/**
	 * Unix times of the first and the last frame on the server's clock, in seconds: both or neither. They align
	 * recordings of two machines. They are farther apart than the frames if recording was paused.
	 */
	readonly serverStart?: number;
	readonly serverEnd?: number;
}

/**
 * Options of `createTake`.
 *
 * @example
 * const options: TakeOptions = { name: "Opening", map: "Harbour", rate: 30, frames };
 * const take = createTake(options);
 */
export interface TakeOptions {
	/** Frames per second. */
	rate: number;
	/** 18 bytes per frame, as `encodeCFrame` writes them. */
	frames: buffer;
	/** The take's name. Defaults to the map's name. */
	name?: string;
	/** The name of its map. Defaults to none. */
	map?: string;
	/** The vertical field of view in degrees: one number, or one f32 per frame. */
	fieldOfView?: number | buffer;
	/** Its markers. Defaults to none. */
	markers?: ReadonlyArray<Marker>;
	/** The frames before which the camera jumps, rising. Defaults to those that the recorder's rule finds. */
	cuts?: ReadonlyArray<number>;
	/** Your own data. */
	metadata?: TakeMetadata;
	/** Unix times of the first and the last frame on the server's clock: both or neither. */
	serverStart?: number;
	serverEnd?: number;
}

/**
 * Checked frames and fields of view, each with the count of its take. Frames from a codec, a recorder or an earlier
 * call are not checked again, even if their take is copied under another name. The other parts of a take are small, and
 * tables change: they are checked every time.
 */
const checked = new WeakMap<object, number>();

/** Marks frames, or the fields of view of frames, as valid because of their origin. */
export function trustFrames(frames: buffer, count: number): void {
	checked.set(frames, count);
}

/** Marks the frames and fields of view of a take as valid because of their origin. */
export function trustTake(take: Take): Take {
	checked.set(take.frames, take.count);
	if (typeIs(take.fieldOfView, "buffer")) checked.set(take.fieldOfView, take.count);
	return take;
}

/** Returns the seconds from the first frame to the last. */
export function takeDuration(take: Pick<Take, "count" | "rate">): number {
	return math.max(take.count - 1, 0) / take.rate;
}

function checkLens(take: Omit<Take, "frames">, caller: string, owner: string): void {
	const { fieldOfView, count } = take;
	if (fieldOfView === undefined) return;
	if (typeIs(fieldOfView, "number")) {
		if (!isLens(fieldOfView))
			fail(caller, `${owner}.fieldOfView is ${fieldOfView} degrees; expected 0 or more, below 180`);
		return;
	}
	if (!typeIs(fieldOfView, "buffer")) {
		fail(caller, `${owner}.fieldOfView is ${describeValue(fieldOfView)}; expected a number or a buffer`);
	}
	if (buffer.len(fieldOfView) !== count * 4) {
		fail(caller, `${owner}.fieldOfView holds ${buffer.len(fieldOfView)} bytes; ${count} frames need ${count * 4}`);
	}
	if (checked.get(fieldOfView) === count) return;
	checkLenses(fieldOfView, 0, count, caller, `${owner}.fieldOfView`);
}

function checkCuts(take: Omit<Take, "frames">, caller: string, owner: string): void {
	const { cuts, count } = take;
	checkArray(cuts, caller, `${owner}.cuts`);
	let former = 0;
	cuts.forEach((cut: unknown, index) => {
		if (!typeIs(cut, "number") || !(cut > former && cut < count && cut % 1 === 0)) {
			fail(
				caller,
				`${itemOf(`${owner}.cuts`, index)} is ${describeValue(cut)}; expected rising frames from 1 to ${count - 1}`,
			);
		}
		former = cut;
	});
}

/** Refuses metadata of `owner` that is too large or holds anything but texts and finite numbers. */
export function checkMetadata(metadata: unknown, caller: string, owner: string): void {
	checkOptional(metadata, "table", caller, `${owner}.metadata`);
	if (metadata === undefined) return;
	let size = 0;
	for (const [key, value] of pairs(metadata as Map<unknown, unknown>)) {
		if (!typeIs(key, "string") || !(typeIs(value, "string") || typeIs(value, "number"))) {
			fail(
				caller,
				`${owner}.metadata holds ${describeValue(value)} under ${describeValue(key)}; expected texts and numbers`,
			);
		}
		checkText(key, MAX_NAME_BYTES, caller, `a key of ${owner}.metadata`);
		if (typeIs(value, "string")) checkText(value, MAX_METADATA_BYTES, caller, `${owner}.metadata.${key}`);
		else checkFinite(value, caller, `${owner}.metadata.${key}`);
		size += key.size() + (typeIs(value, "string") ? value.size() : 8);
	}
	if (size > MAX_METADATA_BYTES)
		fail(caller, `${owner}.metadata holds ${size} bytes; expected at most ${MAX_METADATA_BYTES}`);
}

/** Refuses times of `owner` on the server's clock if one is missing or they fall. */
export function checkServerTimes(
	{ serverStart, serverEnd }: Pick<Take, "serverStart" | "serverEnd">,
	caller: string,
	owner: string,
): void {
	if (serverStart === undefined && serverEnd === undefined) return;
	checkFinite(serverStart, caller, `${owner}.serverStart`);
	checkFinite(serverEnd, caller, `${owner}.serverEnd`);
	if (serverEnd! < serverStart!) {
		fail(caller, `${owner}.serverEnd is ${serverEnd}; expected at least ${owner}.serverStart, which is ${serverStart}`);
	}
}

/** Refuses invalid parts of a take besides its frames, including a field of view that is one number. */
function checkParts(take: Omit<Take, "frames">, caller: string, owner: string): void {
	checkText(take.name, MAX_NAME_BYTES, caller, `${owner}.name`);
	checkText(take.map, MAX_NAME_BYTES, caller, `${owner}.map`);
	checkRate(take.rate, caller, `${owner}.rate`);
	checkLens(take, caller, owner);
	checkCuts(take, caller, owner);
	checkMarkers(take.markers, takeDuration(take), caller, `${owner}.markers`);
	checkMetadata(take.metadata, caller, owner);
	checkServerTimes(take, caller, owner);
}

/**
 * Refuses a value that is not a take. Checks the small parts every time, frames and fields of view only the first time.
 *
 * @param owner its name in messages
 */
export function checkTake(take: Take, caller: string, owner = "take"): void {
	checkFramesOf(take, caller, owner);
	checkParts(take, caller, owner);
	trustTake(take);
}

/** Refuses a take that cannot be sampled. Ignores its texts and markers, which sampling does not use. */
export function checkSampled(take: Take, caller: string): void {
	checkFramesOf(take, caller, "take");
	checkRate(take.rate, caller, "take.rate");
	checkLens(take, caller, "take");
	checkCuts(take, caller, "take");
	trustTake(take);
	if (take.count === 0) fail(caller, `take "${take.name}" has no frames`);
}

function checkFramesOf(take: Take, caller: string, owner: string): void {
	if (!typeIs(take, "table")) fail(caller, `${owner} is ${describeValue(take)}; expected a Take`);
	const first = (take as unknown as Array<unknown>)[0];
	if (first !== undefined) fail(caller, `${owner} is an array; expected one Take, such as its first`);
	if ((take as { sample?: unknown }).sample !== undefined) {
		fail(caller, `${owner} is a CameraPath; expected a Take. takeFromPath converts it`);
	}
	if ((take as { subjects?: unknown }).subjects !== undefined) {
		fail(caller, `${owner} is a Replay; expected a Take. subjectTake returns one of its subjects`);
	}
	if ((take as { keys?: unknown }).keys !== undefined) {
		fail(caller, `${owner} is a Shot; expected a Take. takeFromPath converts it`);
	}
	const { count, frames } = take;
	checkType(frames, "buffer", caller, `${owner}.frames`);
	if (!typeIs(count, "number") || count % 1 !== 0 || buffer.len(frames) !== count * FRAME_SIZE) {
		fail(
			caller,
			`${owner}.frames holds ${buffer.len(frames)} bytes, but ${owner}.count is ${describeValue(count)}: a frame has ${FRAME_SIZE}`,
		);
	}
	if (checked.get(frames) !== count) checkFrames(frames, 0, count, caller);
}

const OPTIONS: Array<keyof TakeOptions> = [
	"cuts",
	"fieldOfView",
	"frames",
	"map",
	"markers",
	"metadata",
	"name",
	"rate",
	"serverEnd",
	"serverStart",
];

/**
 * Makes a take from frames that your game has written itself.
 *
 * @example
 * encodeCFrame(part.CFrame, frames, 18 * index);
 * const take = createTake({ map: "Harbour", rate: 30, frames });
 */
export function createTake(options: TakeOptions): Take {
	checkKeys(options, OPTIONS, "createTake", "options");
	const { rate, frames, map = "", name = map, fieldOfView, markers = [], metadata, serverStart, serverEnd } = options;
	checkType(frames, "buffer", "createTake", "frames");
	checkRate(rate, "createTake");
	const size = buffer.len(frames);
	if (size % FRAME_SIZE !== 0) fail("createTake", `frames holds ${size} bytes; expected a multiple of ${FRAME_SIZE}`);
	const count = size / FRAME_SIZE;
	checkFrames(frames, 0, count, "createTake");
	const cuts = options.cuts ?? findCuts(frames, count, rate);
	trustFrames(frames, count);
	const parts = { fieldOfView, markers, cuts, metadata, serverStart, serverEnd };
	const take: Take = { name, map, rate, count, frames, ...parts };
	checkTake(take, "createTake");
	return take;
}
