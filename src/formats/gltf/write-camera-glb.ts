import { checkType } from "../../bytes/check-argument";
import { checkRate, DEFAULT_RATE } from "../../motion/rate";
import { fail } from "../../bytes/fail";
import { Writer } from "../../bytes/writer";
import { CAMERA_SAMPLE_SIZE, CameraPath, checkPath } from "../../motion/camera-path";
import { CHUNK_BINARY, CHUNK_JSON, GLB_MAGIC, GLB_VERSION } from "./container";
import { ComponentType } from "./convert";
import { ANIMATION_POINTER } from "./extensions";

/**
 * How `writeCameraGlb` samples a path.
 *
 * @example
 * const options: CameraGlbOptions = { rate: 24 };
 * const glb = writeCameraGlb(path, options);
 */
export interface CameraGlbOptions {
	/** Keys a second; 60 unless told otherwise. */
	rate?: number;
}

/** What a camera sees whose path says nothing about it: the field of view of a new Camera in Roblox. */
const DEFAULT_FIELD_OF_VIEW = 70;

/** Near enough for any scene; glTF wants it stated. */
const NEAR = 0.1;

/** The longest path at 60 keys a second: 12 hours. Beyond it, somebody made a mistake with a duration. */
const MAX_KEYS = 2_592_000;

/** Bytes of a key's time, position, rotation and field of view. */
const TIME_SIZE = 4;
const POSITION_SIZE = 12;
const ROTATION_SIZE = 16;
const LENS_SIZE = 4;

/** A string as JSON has it. Bytes above ASCII are UTF-8 and stand for themselves. */
function quoted(text: string): string {
	const [escaped] = string.gsub(text, '[%c"\\]', (found: string) => {
		const [code] = string.byte(found);
		return string.format("\\u%04x", code);
	});
	return `"${escaped}"`;
}

/** Enough digits to tell every f32 from its neighbours. */
function decimal(value: number): string {
	return string.format("%.9g", value);
}

interface Keys {
	count: number;
	times: buffer;
	positions: buffer;
	rotations: buffer;
	/** Fields of view in radians. */
	lenses: buffer;
	/** Whether the field of view changes: only then are its keys written. */
	isZoomed: boolean;
}

/** The path's keys as f32, at every 1 / rate seconds and at its end. */
function sampleKeys(path: CameraPath, rate: number): Keys {
	const { duration } = path;
	// A last step shorter than a millionth of one is rounding: the end is that step's.
	const steps = math.max(math.ceil(duration * rate - 1e-6), 0);
	const count = steps + 1;
	if (count > MAX_KEYS)
		fail("writeCameraGlb", `path lasts ${duration} seconds: ${count} keys are more than ${MAX_KEYS}`);
	const keys: Keys = {
		count,
		times: buffer.create(count * TIME_SIZE),
		positions: buffer.create(count * POSITION_SIZE),
		rotations: buffer.create(count * ROTATION_SIZE),
		lenses: buffer.create(count * LENS_SIZE),
		isZoomed: false,
	};
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	for (const key of $range(0, count - 1)) {
		const seconds = key === steps ? duration : key / rate;
		path.sample(seconds, sample);
		for (const value of $range(0, 7)) {
			const found = buffer.readf64(sample, value * 8);
			if (found - found !== 0) fail("writeCameraGlb", `path is at ${found} after ${seconds} seconds`);
		}
		buffer.writef32(keys.times, key * TIME_SIZE, seconds);
		for (const axis of $range(0, 2)) {
			buffer.writef32(keys.positions, key * POSITION_SIZE + axis * 4, buffer.readf64(sample, axis * 8));
		}
		writeRotation(keys.rotations, key, sample);
		const degrees = buffer.readf64(sample, 56);
		const isSaid = degrees > 0 && degrees < 180;
		buffer.writef32(keys.lenses, key * LENS_SIZE, math.rad(isSaid ? degrees : DEFAULT_FIELD_OF_VIEW));
		if (buffer.readf32(keys.lenses, key * LENS_SIZE) !== buffer.readf32(keys.lenses, 0)) keys.isZoomed = true;
	}
	return keys;
}

/** Writes a key's rotation, of the two that mean the same the one closer to the key before: some readers blend numbers. */
function writeRotation(rotations: buffer, key: number, sample: buffer): void {
	let dot = 0;
	for (const part of $range(0, 3)) {
		const before = key === 0 ? 0 : buffer.readf32(rotations, (key - 1) * ROTATION_SIZE + part * 4);
		dot += before * buffer.readf64(sample, 24 + part * 8);
	}
	const sign = dot < 0 ? -1 : 1;
	for (const part of $range(0, 3)) {
		buffer.writef32(rotations, key * ROTATION_SIZE + part * 4, sign * buffer.readf64(sample, 24 + part * 8));
	}
}

function accessor(view: number, kind: string, count: number, bounds: string): string {
	return `{"bufferView":${view},"componentType":${ComponentType.F32},"count":${count},"type":"${kind}"${bounds}}`;
}

/** What the file's binary part holds, in this order. */
function partsOf({ times, positions, rotations, lenses, isZoomed }: Keys): Array<buffer> {
	return isZoomed ? [times, positions, rotations, lenses] : [times, positions, rotations];
}

function documentOf(path: CameraPath, keys: Keys): string {
	const { count, times, lenses, isZoomed } = keys;
	const name = quoted(path.name);
	const first = decimal(buffer.readf32(times, 0));
	const last = decimal(buffer.readf32(times, (count - 1) * TIME_SIZE));
	let offset = 0;
	const views = partsOf(keys).map((part) => {
		const view = `{"buffer":0,"byteOffset":${offset},"byteLength":${buffer.len(part)}}`;
		offset += buffer.len(part);
		return view;
	});
	const accessors = [
		accessor(0, "SCALAR", count, `,"min":[${first}],"max":[${last}]`),
		accessor(1, "VEC3", count, ""),
		accessor(2, "VEC4", count, ""),
	];
	const targets = ['"node":0,"path":"translation"', '"node":0,"path":"rotation"'];
	if (isZoomed) {
		accessors.push(accessor(3, "SCALAR", count, ""));
		targets.push(`"path":"pointer","extensions":{"${ANIMATION_POINTER}":{"pointer":"/cameras/0/perspective/yfov"}}`);
	}
	const channels = targets.map((target, index) => `{"sampler":${index},"target":{${target}}}`);
	const samplers = targets.map((_, index) => `{"input":0,"output":${index + 1},"interpolation":"LINEAR"}`);
	const yfov = decimal(buffer.readf32(lenses, 0));
	const parts = [
		'"asset":{"version":"2.0","generator":"Dolly"}',
		'"scene":0,"scenes":[{"nodes":[0]}]',
		`"nodes":[{"name":${name},"camera":0${startOf(keys)}}]`,
		`"cameras":[{"name":${name},"type":"perspective","perspective":{"yfov":${yfov},"znear":${NEAR}}}]`,
		`"animations":[{"name":${name},"channels":[${channels.join(",")}],"samplers":[${samplers.join(",")}]}]`,
		`"accessors":[${accessors.join(",")}]`,
		`"bufferViews":[${views.join(",")}]`,
		`"buffers":[{"byteLength":${offset}}]`,
	];
	if (isZoomed) parts.push(`"extensionsUsed":["${ANIMATION_POINTER}"]`);
	return `{${parts.join(",")}}`;
}

/** Where the node stands before anything plays: at its first key. */
function startOf({ positions, rotations }: Keys): string {
	const position = [0, 4, 8].map((at) => decimal(buffer.readf32(positions, at)));
	const rotation = [0, 4, 8, 12].map((at) => decimal(buffer.readf32(rotations, at)));
	return `,"translation":[${position.join(",")}],"rotation":[${rotation.join(",")}]`;
}

/**
 * Writes a binary glTF file with one animated camera, so that a flight recorded in Roblox opens in Blender. Lengths stay
 * as they are. A field of view that changes is written as `KHR_animation_pointer` has it; a reader that does not know that
 * keeps the first frame's.
 *
 * @example
 * const file = writeCameraGlb(takePath(take));
 * const [same] = readGltf(file).scene.cameras;
 */
export function writeCameraGlb(path: CameraPath, options: CameraGlbOptions = {}): buffer {
	checkPath(path, "writeCameraGlb");
	checkType(options, "table", "writeCameraGlb", "options");
	const { rate = DEFAULT_RATE } = options;
	checkRate(rate, "writeCameraGlb");
	const keys = sampleKeys(path, rate);
	let json = documentOf(path, keys);
	json += string.rep(" ", -json.size() % 4);
	const parts = partsOf(keys);
	const binarySize = parts.reduce((size, part) => size + buffer.len(part), 0);
	const length = 12 + 8 + json.size() + 8 + binarySize;
	const writer = new Writer(length);
	writer.u32(GLB_MAGIC);
	writer.u32(GLB_VERSION);
	writer.u32(length);
	writer.u32(json.size());
	writer.u32(CHUNK_JSON);
	writer.text(json);
	writer.u32(binarySize);
	writer.u32(CHUNK_BINARY);
	for (const part of parts) writer.bytes(part);
	return writer.finish();
}
