import { checkKeys, checkText } from "../../bytes/check-argument";
import { checkRate, DEFAULT_RATE, ON_FRAME } from "../../motion/rate";
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";
import { Writer } from "../../bytes/writer";
import {
	CAMERA_SAMPLE_SIZE,
	CameraPath,
	checkLength,
	checkSample,
	heldLens,
	MAX_SAMPLING_STEPS,
	SAMPLE_FIELD_OF_VIEW,
	SAMPLE_POSITION,
	SAMPLE_ROTATION,
} from "../../motion/camera-path";
import { FlightSource, pathOf } from "../../replay/flight-source";
import { CHUNK_BINARY, CHUNK_JSON, GLB_MAGIC, GLB_VERSION } from "./container";
import { ComponentType } from "./convert";
import { ANIMATION_POINTER } from "./extensions";
import { STUDS_EXTRA } from "./unit";

/**
 * Options of `writeCameraGlb`.
 *
 * @example
 * const options: CameraGlbOptions = { rate: 24 };
 * const glb = writeCameraGlb(path, options);
 */
export interface CameraGlbOptions {
	/** Keys per second. Defaults to the path's rate, or to 60 if it has none. */
	rate?: number;
	/** Budget, pauses and report of the call. Defaults to 6,000,000 steps, as `takeFromPath`. */
	job?: Job;
}

const OPTIONS: Array<keyof CameraGlbOptions> = ["job", "rate"];

/** The field of view of a path that has none: that of a new Camera in Roblox. */
const DEFAULT_FIELD_OF_VIEW = 70;

/** Near enough for any scene. glTF requires a value. */
const NEAR = 0.1;

/** The longest path at 60 keys per second: 12 hours. A longer one is a mistake in a duration. */
const MAX_KEYS = 2_592_000;

/** Bytes of a key's time, position, rotation and field of view. */
const TIME_SIZE = 4;
const POSITION_SIZE = 12;
const ROTATION_SIZE = 16;
const LENS_SIZE = 4;
const KEY_SIZE = TIME_SIZE + POSITION_SIZE + ROTATION_SIZE + LENS_SIZE;

/** Larger numbers are not a camera's position, and `readGltf` refuses them. */
const FARTHEST = 1e18;

/** How long before a cut, in frames, the path is sampled for the view before it. */
const BEFORE_CUT = 1e-3;

/** Quotes a string for JSON. Bytes above ASCII are UTF-8 and stay as they are. */
function quoted(text: string): string {
	const [escaped] = string.gsub(text, '[%c"\\]', (found: string) => {
		const [code] = string.byte(found);
		return string.format("\\u%04x", code);
	});
	return `"${escaped}"`;
}

/** Writes enough digits to distinguish every f32 from its neighbours. */
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

const scratch = buffer.create(4);

/** Returns the f32 that is `steps` before the last one not after `seconds`. */
function timeBefore(seconds: number, steps: number): number {
	buffer.writef32(scratch, 0, seconds);
	const late = buffer.readf32(scratch, 0) > seconds ? 1 : 0;
	buffer.writeu32(scratch, 0, math.max(buffer.readu32(scratch, 0) - steps - late, 0));
	return buffer.readf32(scratch, 0);
}

/** Samples a path into keys, one after another. */
class KeyWriter implements Keys {
	public count = 0;
	public isZoomed = false;
	public readonly times: buffer;
	public readonly positions: buffer;
	public readonly rotations: buffer;
	public readonly lenses: buffer;
	private readonly sample = buffer.create(CAMERA_SAMPLE_SIZE);
	/** The time of the last key, in the file and in the path. */
	private lastTime = -1;
	private lastSeconds = -1;

	/** @param most at least the number of keys that will be written */
	constructor(
		private readonly path: CameraPath,
		most: number,
	) {
		this.times = buffer.create(most * TIME_SIZE);
		this.positions = buffer.create(most * POSITION_SIZE);
		this.rotations = buffer.create(most * ROTATION_SIZE);
		this.lenses = buffer.create(most * LENS_SIZE);
	}

	/** Adds a key at `time` that shows the path at `seconds`, unless the last key has both. */
	public add(time: number, seconds: number, least: number): void {
		const { path, sample, count, positions, lenses } = this;
		if (time <= this.lastTime || seconds - this.lastSeconds < least) return;
		this.lastTime = time;
		this.lastSeconds = seconds;
		path.sample(seconds, sample);
		checkSample(sample, path.name, seconds, "writeCameraGlb");
		buffer.writef32(this.times, count * TIME_SIZE, time);
		for (const axis of $range(0, 2)) {
			const value = buffer.readf64(sample, SAMPLE_POSITION + axis * 8);
			if (math.abs(value) > FARTHEST) {
				fail("writeCameraGlb", `path is at ${value} after ${seconds} seconds; expected at most ${FARTHEST}`);
			}
			buffer.writef32(positions, count * POSITION_SIZE + axis * 4, value);
		}
		writeRotation(this.rotations, count, sample);
		const degrees = buffer.readf64(sample, SAMPLE_FIELD_OF_VIEW);
		const isSaid = degrees > 0 && degrees < 180;
		buffer.writef32(lenses, count * LENS_SIZE, math.rad(isSaid ? heldLens(degrees) : DEFAULT_FIELD_OF_VIEW));
		if (buffer.readf32(lenses, count * LENS_SIZE) !== buffer.readf32(lenses, 0)) this.isZoomed = true;
		this.count += 1;
	}
}

/**
 * Samples the path's keys as f32: at every 1 / rate seconds, at its end, and two at each cut. The view before a cut
 * stays until the last f32 before it, so that nothing is shown between the two places.
 */
function sampleKeys(path: CameraPath, rate: number, budget: Budget): Keys {
	const { duration, cuts = [] } = path;
	// A step shorter than a millionth of a frame is rounding: both of its ends are one key.
	const steps = math.max(math.ceil(duration * rate - ON_FRAME), 0);
	const most = steps + 1 + 2 * cuts.size();
	if (most > MAX_KEYS) fail("writeCameraGlb", `path lasts ${duration} seconds: ${most} keys are more than ${MAX_KEYS}`);
	const { sampleSteps = 1 } = path;
	budget.spendSteps(most * sampleSteps, "writeCameraGlb");
	budget.spendBytes(most * KEY_SIZE, "writeCameraGlb");
	const keys = new KeyWriter(path, most);
	const least = ON_FRAME / rate;
	const before = BEFORE_CUT / (path.rate ?? rate);
	let cut = 0;
	for (const step of $range(0, steps)) {
		budget.countToPause(sampleSteps);
		const seconds = step === steps ? duration : step / rate;
		while (cut < cuts.size() && cuts[cut] <= seconds + least) {
			const at = math.min(cuts[cut], duration);
			cut += 1;
			if (at <= 0) continue;
			keys.add(timeBefore(at, 1), math.max(at - before, 0), 0);
			keys.add(timeBefore(at, 0), at, 0);
		}
		buffer.writef32(scratch, 0, seconds);
		keys.add(buffer.readf32(scratch, 0), seconds, least);
	}
	return keys;
}

/** Writes a key's rotation with the sign that is closer to the previous key: some readers blend the numbers. */
function writeRotation(rotations: buffer, key: number, sample: buffer): void {
	let dot = 0;
	let square = 0;
	for (const part of $range(0, 3)) {
		const before = key === 0 ? 0 : buffer.readf32(rotations, (key - 1) * ROTATION_SIZE + part * 4);
		const value = buffer.readf64(sample, SAMPLE_ROTATION + part * 8);
		dot += before * value;
		square += value * value;
	}
	const factor = (dot < 0 ? -1 : 1) / math.sqrt(square);
	for (const part of $range(0, 3)) {
		const value = factor * buffer.readf64(sample, SAMPLE_ROTATION + part * 8);
		buffer.writef32(rotations, key * ROTATION_SIZE + part * 4, value);
	}
}

function accessor(view: number, kind: string, count: number, bounds: string): string {
	return `{"bufferView":${view},"componentType":${ComponentType.F32},"count":${count},"type":"${kind}"${bounds}}`;
}

/** A part of the file's binary: its bytes, and how many of them are used. */
type Part = [bytes: buffer, size: number];

/** Returns the contents of the file's binary part, in this order. */
function partsOf({ count, times, positions, rotations, lenses, isZoomed }: Keys): Array<Part> {
	const parts: Array<Part> = [
		[times, count * TIME_SIZE],
		[positions, count * POSITION_SIZE],
		[rotations, count * ROTATION_SIZE],
	];
	if (isZoomed) parts.push([lenses, count * LENS_SIZE]);
	return parts;
}

function documentOf(path: CameraPath, keys: Keys): string {
	const { count, times, lenses, isZoomed } = keys;
	const name = quoted(path.name);
	const first = decimal(buffer.readf32(times, 0));
	const last = decimal(buffer.readf32(times, (count - 1) * TIME_SIZE));
	let offset = 0;
	const views = partsOf(keys).map(([, size]) => {
		const view = `{"buffer":0,"byteOffset":${offset},"byteLength":${size}}`;
		offset += size;
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
		`"asset":{"version":"2.0","generator":"Dolly","extras":{"${STUDS_EXTRA}":1}}`,
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

/** Returns the node's transform before anything plays: its first key. */
function startOf({ positions, rotations }: Keys): string {
	const position = [0, 4, 8].map((at) => decimal(buffer.readf32(positions, at)));
	const rotation = [0, 4, 8, 12].map((at) => decimal(buffer.readf32(rotations, at)));
	return `,"translation":[${position.join(",")}],"rotation":[${rotation.join(",")}]`;
}

/**
 * Writes a binary glTF file with one animated camera, for Blender and other tools.
 *
 * Lengths stay as they are: one stud is one metre. The file says so, and `readModel` and `importModel` restore the same
 * flight. If another tool saved the file again, import it with `scale: 1`.
 *
 * Cuts stay cuts. glTF has no markers: the report of the Job in `options` counts those left out. A changing field of
 * view is written as `KHR_animation_pointer`; a reader without that extension keeps the first frame's.
 *
 * @example
 * const file = writeCameraGlb(take);
 * const [same] = readGltf(file).scene.cameras;
 */
export function writeCameraGlb(source: FlightSource, options: CameraGlbOptions = {}): buffer {
	const path = pathOf(source, "writeCameraGlb");
	checkText(path.name, math.huge, "writeCameraGlb", "path.name");
	checkKeys(options, OPTIONS, "writeCameraGlb", "options");
	const { rate = path.rate ?? DEFAULT_RATE } = options;
	checkRate(rate, "writeCameraGlb");
	checkLength(path, "writeCameraGlb");
	const given = budgetOf(options, "writeCameraGlb");
	const budget = options.job === undefined ? new Budget({ maxSteps: MAX_SAMPLING_STEPS }) : given;
	const markers = path.markers?.size() ?? 0;
	if (markers > 0) budget.warn("GLB does not keep markers", path.name, markers);
	const keys = sampleKeys(path, rate, budget);
	let json = documentOf(path, keys);
	json += string.rep(" ", -json.size() % 4);
	const parts = partsOf(keys);
	const binarySize = parts.reduce((sum, [, size]) => sum + size, 0);
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
	for (const [bytes, size] of parts) writer.bytes(bytes, 0, size);
	return budget.finish(writer.finish());
}
