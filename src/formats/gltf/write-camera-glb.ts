import { checkType } from "../../bytes/check-argument";
import { checkRate, DEFAULT_RATE } from "../../motion/rate";
import { fail } from "../../bytes/fail";
import { Writer } from "../../bytes/writer";
import { CAMERA_SAMPLE_SIZE, CameraPath, checkPath } from "../../motion/camera-path";
import { CHUNK_BINARY, CHUNK_JSON, GLB_MAGIC, GLB_VERSION } from "./container";
import { ComponentType } from "./convert";

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

/** Bytes of a key's time, position and rotation. */
const TIME_SIZE = 4;
const POSITION_SIZE = 12;
const ROTATION_SIZE = 16;

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
	fieldOfView: number;
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
		fieldOfView: 0,
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
		if (key === 0) keys.fieldOfView = buffer.readf64(sample, 56);
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

function documentOf(path: CameraPath, keys: Keys): string {
	const { count, times, fieldOfView } = keys;
	const degrees = fieldOfView > 0 && fieldOfView < 180 ? fieldOfView : DEFAULT_FIELD_OF_VIEW;
	const name = quoted(path.name);
	const first = decimal(buffer.readf32(times, 0));
	const last = decimal(buffer.readf32(times, (count - 1) * TIME_SIZE));
	const sizes = [TIME_SIZE, POSITION_SIZE, ROTATION_SIZE];
	let offset = 0;
	const views = sizes.map((size) => {
		const view = `{"buffer":0,"byteOffset":${offset},"byteLength":${size * count}}`;
		offset += size * count;
		return view;
	});
	const accessors = [
		accessor(0, "SCALAR", count, `,"min":[${first}],"max":[${last}]`),
		accessor(1, "VEC3", count, ""),
		accessor(2, "VEC4", count, ""),
	];
	const channels = ["translation", "rotation"].map(
		(target, index) => `{"sampler":${index},"target":{"node":0,"path":"${target}"}}`,
	);
	const samplers = [1, 2].map((output) => `{"input":0,"output":${output},"interpolation":"LINEAR"}`);
	const parts = [
		'"asset":{"version":"2.0","generator":"Dolly"}',
		'"scene":0,"scenes":[{"nodes":[0]}]',
		`"nodes":[{"name":${name},"camera":0${startOf(keys)}}]`,
		`"cameras":[{"name":${name},"type":"perspective","perspective":{"yfov":${decimal(math.rad(degrees))},"znear":${NEAR}}}]`,
		`"animations":[{"name":${name},"channels":[${channels.join(",")}],"samplers":[${samplers.join(",")}]}]`,
		`"accessors":[${accessors.join(",")}]`,
		`"bufferViews":[${views.join(",")}]`,
		`"buffers":[{"byteLength":${offset}}]`,
	];
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
 * as they are; glTF has one field of view for the whole flight, so it is that of the first frame.
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
	const binarySize = keys.count * (TIME_SIZE + POSITION_SIZE + ROTATION_SIZE);
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
	writer.bytes(keys.times);
	writer.bytes(keys.positions);
	writer.bytes(keys.rotations);
	return writer.finish();
}
