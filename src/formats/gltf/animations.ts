import { inSlices } from "../../bytes/in-slices";
import { Budget } from "../../bytes/budget";
import { ChannelKind, Interpolation, KeyedChannel } from "../../motion/keyed-channel";
import { Accessors } from "./accessors";
import { ComponentType } from "./convert";
import { GltfAnimation, GltfChannel, GltfInterpolation, GltfTargetPath } from "./gltf";
import { ANIMATION_POINTER } from "./extensions";
import { failAt, indexIn, integerIn, JsonObject, objectIn, objectsIn, stringIn } from "./json";
import { findBeyond, findFalling, findNoFieldOfView, findShortRotation, toDegrees, toDoubles } from "./keys";

/** The channels of one node in one animation. */
export interface NodeTrack {
	translation?: KeyedChannel;
	rotation?: KeyedChannel;
	scale?: KeyedChannel;
}

/** An animation with its channels ready for sampling, by node. */
export interface AnimationTracks {
	name: string;
	duration: number;
	nodes: Map<number, NodeTrack>;
	/** The nodes in the order in which the file names them. */
	order: Array<number>;
	/** The nodes whose morph targets it changes. */
	morphing: Array<number>;
	/** The fields of view that it changes, in degrees, by camera. */
	lenses: Map<number, KeyedChannel>;
}

type Target = { node: number; path: GltfTargetPath } | { camera: number };

/** The type of each target's values. */
const TARGETS: { [path in GltfTargetPath | "yfov"]: { shape: "SCALAR" | "VEC3" | "VEC4"; isFraction: boolean } } = {
	translation: { shape: "VEC3", isFraction: false },
	rotation: { shape: "VEC4", isFraction: true },
	scale: { shape: "VEC3", isFraction: false },
	weights: { shape: "SCALAR", isFraction: true },
	yfov: { shape: "SCALAR", isFraction: false },
};

/** The bytes of a channel besides its keys. */
const CHANNEL_BYTES = 256;

interface Sampler {
	times: buffer;
	values: buffer;
	keyCount: number;
	interpolation: GltfInterpolation;
	/** The accessors of its times and values. */
	input: number;
	output: number;
}

/**
 * No scene is this large and no animation this long (in metres and seconds). Within these bounds a cubic spline stays
 * within an f32.
 */
const MAX_VALUE = 1e18;
const MAX_SECONDS = 1e9;

const INTERPOLATIONS = new Map<GltfInterpolation, Interpolation>([
	["STEP", "step"],
	["LINEAR", "linear"],
	["CUBICSPLINE", "cubic"],
]);

const FLOAT = [ComponentType.F32];
/** Rotations and weights may be normalised integers too. */
const FRACTIONS = [ComponentType.F32, ComponentType.I8, ComponentType.U8, ComponentType.I16, ComponentType.U16];

function isTargetPath(path: string): path is GltfTargetPath {
	return path === "translation" || path === "rotation" || path === "scale" || path === "weights";
}

class AnimationReader {
	private readonly timesOf = new Map<number, buffer>();
	/** The checked accessors of samplers, by accessor and use: channels share them. */
	private readonly checked = new Set<string>();
	private readonly channels = new Map<string, KeyedChannel>();

	constructor(
		private readonly accessors: Accessors,
		private readonly nodeCount: number,
		private readonly cameraCount: number,
		private readonly budget: Budget,
	) {}

	/** Returns key times as f64: in seconds, from 0, never falling. */
	private readTimes(index: number): buffer {
		const before = this.timesOf.get(index);
		if (before !== undefined) return before;
		const path = `accessors[${index}]`;
		const { count } = this.accessors.expect(index, "a sampler's input", ["SCALAR"], FLOAT);
		this.budget.spendBytes(count * 8, "gltf", path);
		const floats = this.accessors.floats(index);
		const times = buffer.create(count * 8);
		inSlices(count, this.budget, "gltf", path, (first, size) => {
			toDoubles(floats, first, size, times);
			const falling = findFalling(times, first, size);
			if (falling >= 0) failAt(`key ${falling} is earlier than the previous one, or than 0`, path);
		});
		if (buffer.readf64(times, (count - 1) * 8) > MAX_SECONDS) failAt(`keys lie beyond ${MAX_SECONDS} seconds`, path);
		this.timesOf.set(index, times);
		return times;
	}

	/** How a sampler interpolates: linearly if its file does not say, or says something unknown. */
	private readInterpolation(value: unknown, path: string): GltfInterpolation {
		if (value === "STEP" || value === "LINEAR" || value === "CUBICSPLINE") return value;
		if (value !== undefined) {
			const shown = typeIs(value, "string") ? value.sub(1, 40) : tostring(value).sub(1, 40);
			this.budget.warn(`an unknown interpolation (${shown}) is read as LINEAR`, path);
		}
		return "LINEAR";
	}

	private readSampler(json: JsonObject, path: string): Sampler {
		const count = this.accessors.all.size();
		const input = integerIn(json, "input", path, 0, count - 1);
		const output = integerIn(json, "output", path, 0, count - 1);
		const interpolation = this.readInterpolation(json.interpolation, path);
		const times = this.readTimes(input);
		const values = this.accessors.floats(output);
		return { times, values, keyCount: this.accessors.all[input].count, interpolation, input, output };
	}

	/** Checks that a sampler's values fit `target`, key by key. */
	private checkValues(sampler: Sampler, target: GltfTargetPath | "yfov"): void {
		const { output, interpolation, keyCount, values } = sampler;
		const key = `${output} ${interpolation} ${keyCount} ${target}`;
		if (this.checked.has(key)) return;
		this.checked.add(key);
		const path = `accessors[${output}]`;
		const { shape, isFraction } = TARGETS[target];
		const kinds = isFraction ? FRACTIONS : FLOAT;
		const accessor = this.accessors.expect(output, `a sampler's output for ${target}`, [shape], kinds);
		if (accessor.kind !== ComponentType.F32 && !accessor.isNormalized) {
			failAt(`integers for ${target} must be normalized`, `${path}.normalized`);
		}
		const perKey = interpolation === "CUBICSPLINE" ? 3 : 1;
		const needed = keyCount * perKey;
		// Weights have one value per key and morph target.
		if (target === "weights" ? accessor.count % needed !== 0 : accessor.count !== needed) {
			failAt(`${accessor.count} values do not fit ${keyCount} keys of ${interpolation}`, `${path}.count`);
		}
		inSlices(accessor.count * accessor.rows, this.budget, "gltf", path, (first, size) => {
			const beyond = findBeyond(values, first, size, MAX_VALUE);
			if (beyond >= 0) failAt(`element ${beyond.idiv(accessor.rows)} is beyond ${MAX_VALUE}`, path);
		});
		if (target !== "rotation" || perKey !== 1) return;
		inSlices(keyCount, this.budget, "gltf", path, (first, size) => {
			const short = findShortRotation(values, first, size);
			if (short >= 0) failAt(`rotation ${short} has length 0`, path);
		});
	}

	private makeChannel(sampler: Sampler, kind: ChannelKind, path: string): KeyedChannel {
		const key = `${sampler.input} ${sampler.output} ${sampler.interpolation} ${kind}`;
		const before = this.channels.get(key);
		if (before !== undefined) return before;
		// Rotations are copied in order to normalise them.
		this.budget.spendBytes(CHANNEL_BYTES + (kind === "rotation" ? buffer.len(sampler.values) : 0), "gltf", path);
		const { times, values } = sampler;
		const interpolation = INTERPOLATIONS.get(sampler.interpolation)!;
		const channel = new KeyedChannel({ kind, interpolation, times, values, budget: this.budget });
		this.channels.set(key, channel);
		return channel;
	}

	/** Returns a camera's field of view in degrees. The file has radians, also for tangents. */
	private makeLens(sampler: Sampler, path: string): KeyedChannel {
		const { times, values, interpolation, keyCount } = sampler;
		this.budget.spendBytes(CHANNEL_BYTES + buffer.len(values), "gltf", path);
		inSlices(keyCount, this.budget, "gltf", path, (first, size) => {
			const wide = findNoFieldOfView(values, first, size, interpolation === "CUBICSPLINE");
			if (wide >= 0) failAt(`the field of view of key ${wide} is not between 0 and half a turn`, path);
		});
		const degrees = buffer.create(buffer.len(values));
		inSlices(buffer.len(values).idiv(4), this.budget, "gltf", path, (first, size) => {
			toDegrees(values, first, size, degrees);
		});
		return new KeyedChannel({
			kind: "scalar",
			interpolation: INTERPOLATIONS.get(interpolation)!,
			times,
			values: degrees,
			budget: this.budget,
		});
	}

	/** Returns the target of an extension's pointer into the document. Reports a pointer that is not supported. */
	private readPointer(target: JsonObject, place: string): Target | undefined {
		const extensions = objectIn(target, "extensions", place);
		const pointer = extensions && objectIn(extensions, ANIMATION_POINTER, `${place}.extensions`);
		if (pointer === undefined) {
			this.budget.warn("an animation of an extension's property is left out", place);
			return undefined;
		}
		const path = `${place}.extensions.${ANIMATION_POINTER}`;
		const text = stringIn(pointer, "pointer", path) ?? failAt("a pointer is needed", path);
		const [camera] = text.match("^/cameras/(%d+)/perspective/yfov$");
		if (camera !== undefined) return { camera: this.indexOf(camera, this.cameraCount, path) };
		const [node, part] = text.match("^/nodes/(%d+)/(%a+)$");
		if (node !== undefined && typeIs(part, "string") && isTargetPath(part)) {
			return { node: this.indexOf(node, this.nodeCount, path), path: part };
		}
		this.budget.warn("an animation of neither a node nor a field of view is left out", text.sub(1, 80));
		return undefined;
	}

	private indexOf(digits: string | number, count: number, path: string): number {
		const index = tonumber(digits) ?? count;
		if (index >= count) failAt(`it points to ${index}, but there are only ${count}`, `${path}.pointer`);
		return index;
	}

	private readTarget(target: JsonObject, place: string): Target | undefined {
		const node = indexIn(target, "node", place, this.nodeCount);
		// Without a node, an extension has the target.
		if (node === undefined) return this.readPointer(target, place);
		const path = stringIn(target, "path", place);
		if (path === undefined || !isTargetPath(path)) {
			failAt("expected translation, rotation, scale or weights", `${place}.path`);
		}
		return { node, path };
	}

	public read(json: JsonObject, index: number): [GltfAnimation, AnimationTracks] {
		const path = `animations[${index}]`;
		const samplerDefinitions = objectsIn(json, "samplers", path);
		const samplers = new Map<number, Sampler>();
		const name = stringIn(json, "name", path) ?? `animation ${index}`;
		const animation: GltfAnimation = { name, duration: 0, channels: [] };
		const tracks: AnimationTracks = {
			name,
			duration: 0,
			nodes: new Map(),
			order: [],
			morphing: [],
			lenses: new Map(),
		};
		const taken = new Set<string>();
		objectsIn(json, "channels", path).forEach((channel, position) => {
			this.budget.spendBytes(CHANNEL_BYTES, "gltf", path);
			this.budget.pausePoint();
			const place = `${path}.channels[${position}]`;
			const samplerIndex = integerIn(channel, "sampler", place, 0, samplerDefinitions.size() - 1);
			const targetJson = objectIn(channel, "target", place) ?? failAt("a channel needs a target", place);
			const target = this.readTarget(targetJson, `${place}.target`);
			if (target === undefined) return;
			const what =
				"camera" in target ? `field of view of camera ${target.camera}` : `${target.path} of node ${target.node}`;
			if (taken.has(what)) {
				this.budget.warn("what an animation moves a second time is left out", `${what} in ${name}`);
				return;
			}
			taken.add(what);
			let sampler = samplers.get(samplerIndex);
			if (sampler === undefined) {
				sampler = this.readSampler(samplerDefinitions[samplerIndex], `${path}.samplers[${samplerIndex}]`);
				samplers.set(samplerIndex, sampler);
			}
			const { interpolation, times, values } = sampler;
			animation.duration = math.max(animation.duration, buffer.readf64(times, (sampler.keyCount - 1) * 8));
			if ("camera" in target) {
				this.checkValues(sampler, "yfov");
				tracks.lenses.set(target.camera, this.makeLens(sampler, place));
				return;
			}
			const { node, path: targetPath } = target;
			this.checkValues(sampler, targetPath);
			const gltfChannel: GltfChannel = { node, path: targetPath, interpolation, times, values };
			animation.channels.push(gltfChannel);
			if (targetPath === "weights") {
				tracks.morphing.push(node);
				return;
			}
			let track = tracks.nodes.get(node);
			if (track === undefined) {
				track = {};
				tracks.nodes.set(node, track);
				tracks.order.push(node);
			}
			track[targetPath] = this.makeChannel(sampler, targetPath === "rotation" ? "rotation" : "vector", place);
		});
		tracks.duration = animation.duration;
		return [animation, tracks];
	}
}

/** Reads every animation, both as stored and ready for sampling. */
export function readAnimations(
	root: JsonObject,
	accessors: Accessors,
	nodeCount: number,
	cameraCount: number,
	budget: Budget,
): [Array<GltfAnimation>, Array<AnimationTracks>] {
	const reader = new AnimationReader(accessors, nodeCount, cameraCount, budget);
	const animations = new Array<GltfAnimation>();
	const tracks = new Array<AnimationTracks>();
	objectsIn(root, "animations").forEach((json, index) => {
		const [animation, ready] = reader.read(json, index);
		animations.push(animation);
		tracks.push(ready);
	});
	return [animations, tracks];
}
