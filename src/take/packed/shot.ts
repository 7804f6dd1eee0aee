import type { Budget } from "../../bytes/budget";
import { crc32InPieces } from "../../bytes/crc32";
import { fail } from "../../bytes/fail";
import { Reader } from "../../bytes/reader";
import { Writer } from "../../bytes/writer";
import type { EasingStyleName } from "../../motion/easing";
import { EasingPart, KEY_EASINGS, KeyEasing } from "../key-easing";
import { RECORDING_MAGIC, RECORDING_VERSION, RecordingKind } from "../recording-start";
import { checkShot, Shot, ShotKey } from "../shot";
import { COUNT_AT, SUM_SIZE } from "./header";
import { readMarkers, writeMarkers } from "./markers";
import { readMetadata, writeMetadata } from "./metadata";
import { readEachSection, writeSection } from "./section";

/** Byte offsets after magic and version. */
const enum At {
	Flags = 6,
	Size = 8,
	Sections = 16,
}

/** The bits of a shot's flags: whether it is level, if it says so, and whether it loops. */
const enum Flag {
	Level = 1,
	Tilted = 2,
	Loop = 4,
}

/** The bits of a key's optional parts. */
const enum Has {
	Lens = 1,
	Velocity = 2,
	Turning = 4,
	Zooming = 8,
	EasingPart = 16,
}

/** The bytes of a key without optional parts: f64 seconds, u8 easing, u8 parts, seven f32. */
const LEAST_KEY = 38;

/** Approximate bytes of a key's tables, and the steps of writing or reading one. */
const KEY_BYTES = 400;
const KEY_STEPS = 20;

type Vector = [number, number, number];

function writeKey(writer: Writer, key: ShotKey): void {
	const { seconds, position, rotation, fieldOfView, velocity, turning, zooming, easing } = key;
	const part = typeIs(easing, "table") ? easing : undefined;
	writer.f64(seconds);
	writer.u8(KEY_EASINGS.indexOf(part ? part.style : (easing as string)));
	writer.u8(
		(fieldOfView !== undefined ? Has.Lens : 0) +
			(velocity ? Has.Velocity : 0) +
			(turning ? Has.Turning : 0) +
			(zooming !== undefined ? Has.Zooming : 0) +
			(part ? Has.EasingPart : 0),
	);
	for (const number of position) writer.f32(number);
	for (const number of rotation) writer.f32(number);
	if (fieldOfView !== undefined) writer.f32(fieldOfView);
	for (const number of velocity ?? []) writer.f32(number);
	for (const number of turning ?? []) writer.f32(number);
	if (zooming !== undefined) writer.f32(zooming);
	if (!part) return;
	writer.f64(part.from);
	writer.f64(part.to);
}

function readVector(reader: Reader): Vector {
	return [reader.f32("a number of a key"), reader.f32("a number of a key"), reader.f32("a number of a key")];
}

function readPart(reader: Reader, style: EasingStyleName): EasingPart {
	const from = reader.f64("the part of an easing");
	return { style, from, to: reader.f64("the part of an easing") };
}

function readKey(reader: Reader): ShotKey {
	const seconds = reader.f64("the time of a key");
	const number = reader.u8("the easing of a key");
	const easing = KEY_EASINGS[number] as Exclude<KeyEasing, object> | undefined;
	if (easing === undefined) reader.fail(`easing is number ${number}, which does not exist`, reader.position - 1);
	const has = reader.u8("the parts of a key");
	if (has > 31) reader.fail(`a key has parts unknown to version ${RECORDING_VERSION}`, reader.position - 1);
	const position = readVector(reader);
	const [x, y, z] = readVector(reader);
	const rotation: [number, number, number, number] = [x, y, z, reader.f32("a number of a key")];
	return {
		seconds,
		position,
		rotation,
		fieldOfView: bit32.btest(has, Has.Lens) ? reader.f32("the field of view of a key") : undefined,
		velocity: bit32.btest(has, Has.Velocity) ? readVector(reader) : undefined,
		turning: bit32.btest(has, Has.Turning) ? readVector(reader) : undefined,
		zooming: bit32.btest(has, Has.Zooming) ? reader.f32("a number of a key") : undefined,
		easing: bit32.btest(has, Has.EasingPart) ? readPart(reader, easing as EasingStyleName) : easing,
	};
}

/** Packs a checked shot, with the numbers of keys in single precision. */
export function encodeShot(shot: Shot, budget: Budget): buffer {
	const { name, map, keys, markers, metadata, level, loop } = shot;
	const writer = new Writer();
	writer.text(RECORDING_MAGIC);
	writer.u8(RECORDING_VERSION);
	writer.u8((level === undefined ? 0 : level ? Flag.Level : Flag.Tilted) + (loop === true ? Flag.Loop : 0));
	writer.u8(RecordingKind.Shot);
	writer.u32(0);
	writer.u32(keys.size());
	if (name !== "") writeSection(writer, "NAME", () => writer.text(name));
	if (map !== "") writeSection(writer, "MAP ", () => writer.text(map));
	if (!markers.isEmpty()) writeSection(writer, "MARK", () => writeMarkers(writer, markers));
	if (metadata !== undefined) writeSection(writer, "META", () => writeMetadata(writer, metadata));
	writeSection(writer, "KEYS", () => {
		for (const key of keys) {
			budget.step(KEY_STEPS, "encodeRecording");
			writeKey(writer, key);
		}
	});
	writer.patchU32(At.Size, writer.position + SUM_SIZE);
	budget.spendBytes(writer.position, "encodeRecording");
	writer.u32(writer.sum(0, budget, "encodeRecording"));
	return writer.finish();
}

/** Unpacks a shot whose start `readKind` has checked. Checks all of it: damage anywhere fails the whole shot. */
export function decodeShot(source: buffer, budget: Budget): Shot {
	const size = buffer.len(source);
	const least = At.Sections + SUM_SIZE;
	if (size < least) fail("shot", `a shot needs ${least} bytes but there are ${size}`, size);
	const claimed = buffer.readu32(source, At.Size);
	if (claimed !== size) fail("shot", `it has ${size} bytes instead of ${claimed}`, At.Size);
	const sum = crc32InPieces(source, 0, size - SUM_SIZE, budget, "shot");
	if (sum !== buffer.readu32(source, size - SUM_SIZE)) fail("shot", "the checksum does not match", size - SUM_SIZE);
	const flags = buffer.readu8(source, At.Flags);
	if (flags > 6 || flags % 4 === 3) fail("shot", `flags of ${flags} do not exist`, At.Flags);
	const count = buffer.readu32(source, COUNT_AT);
	if (count * LEAST_KEY > size) fail("shot", `${count} keys do not fit in ${size} bytes`, COUNT_AT);
	const keys = new Array<ShotKey>();
	const shot: Writable<Shot> = {
		name: "",
		map: "",
		keys,
		markers: [],
		level: bit32.btest(flags, Flag.Level) ? true : bit32.btest(flags, Flag.Tilted) ? false : undefined,
		loop: bit32.btest(flags, Flag.Loop) ? true : undefined,
	};
	readEachSection(new Reader(source, "shot", At.Sections, size - SUM_SIZE), budget, (tag, part) => {
		if (tag === "NAME") shot.name = part.text(part.remaining());
		else if (tag === "MAP ") shot.map = part.text(part.remaining());
		else if (tag === "MARK") shot.markers = readMarkers(part, budget);
		else if (tag === "META") shot.metadata = readMetadata(part);
		else if (tag === "KEYS") {
			for (const _ of $range(1, count)) {
				budget.spendElements(1, "shot", part.position);
				budget.spendBytes(KEY_BYTES, "shot", part.position);
				budget.step(KEY_STEPS, "shot", part.position);
				keys.push(readKey(part));
			}
		} else return false;
		return true;
	});
	checkShot(shot, "shot");
	return shot;
}
