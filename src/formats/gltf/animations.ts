import { Work } from "../../bytes/work";
import { ChannelKind, Interpolation, KeyedChannel } from "../../motion/keyed-channel";
import { Accessors } from "./accessors";
import { ComponentType } from "./convert";
import { GltfAnimation, GltfChannel, GltfInterpolation, GltfNode, GltfTargetPath } from "./gltf";
import { failAt, indexIn, integerIn, JsonObject, objectIn, objectsIn, stringIn } from "./json";
import { findBeyond, findFalling, findShortRotation, toDoubles } from "./keys";

/** What moves one node in one animation. */
export interface NodeTrack {
	translation?: KeyedChannel;
	rotation?: KeyedChannel;
	scale?: KeyedChannel;
}

/** An animation with its channels ready to be sampled, by node. */
export interface AnimationTracks {
	name: string;
	duration: number;
	nodes: Map<number, NodeTrack>;
	/** The nodes in the order in which the file names them. */
	order: Array<number>;
	/** The nodes whose morph targets it changes. */
	morphing: Array<number>;
}

interface Sampler {
	times: buffer;
	values: buffer;
	keyCount: number;
	interpolation: GltfInterpolation;
	/** The accessor of its values. */
	output: number;
}

/**
 * No scene is this large and no animation this long (in metres and seconds). Within these bounds a cubic spline cannot
 * leave what an f32 holds.
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

class AnimationReader {
	private readonly timesOf = new Map<number, buffer>();

	constructor(
		private readonly accessors: Accessors,
		private readonly nodeCount: number,
		private readonly work: Work,
	) {}

	/** Key times as f64: in seconds, from 0, never falling. */
	private readTimes(index: number): buffer {
		const before = this.timesOf.get(index);
		if (before !== undefined) return before;
		const path = `accessors[${index}]`;
		const { count } = this.accessors.expect(index, "a sampler's input", ["SCALAR"], FLOAT);
		this.work.spendBytes(count * 8, "gltf", path);
		const times = toDoubles(this.accessors.floats(index), count);
		const falling = findFalling(times, count);
		if (falling >= 0) failAt(`key ${falling} is earlier than the one before it, or than 0`, path);
		if (buffer.readf64(times, (count - 1) * 8) > MAX_SECONDS) failAt(`keys lie beyond ${MAX_SECONDS} seconds`, path);
		this.timesOf.set(index, times);
		return times;
	}

	private readSampler(json: JsonObject, path: string): Sampler {
		const count = this.accessors.all.size();
		const input = integerIn(json, "input", path, 0, count - 1);
		const output = integerIn(json, "output", path, 0, count - 1);
		const interpolation = stringIn(json, "interpolation", path) ?? "LINEAR";
		if (interpolation !== "STEP" && interpolation !== "LINEAR" && interpolation !== "CUBICSPLINE") {
			failAt(`there is no interpolation "${interpolation.sub(1, 40)}"`, `${path}.interpolation`);
		}
		const times = this.readTimes(input);
		const values = this.accessors.floats(output);
		return { times, values, keyCount: this.accessors.all[input].count, interpolation, output };
	}

	/** Checks that a sampler's values are what `target` takes, key by key. */
	private checkValues(sampler: Sampler, target: GltfTargetPath): void {
		const { output, interpolation, keyCount, values } = sampler;
		const path = `accessors[${output}]`;
		const shape = target === "weights" ? "SCALAR" : target === "rotation" ? "VEC4" : "VEC3";
		const kinds = target === "weights" || target === "rotation" ? FRACTIONS : FLOAT;
		const accessor = this.accessors.expect(output, `a sampler's output for ${target}`, [shape], kinds);
		if (accessor.kind !== ComponentType.F32 && !accessor.isNormalized) {
			failAt(`integers for ${target} must be normalized`, `${path}.normalized`);
		}
		const perKey = interpolation === "CUBICSPLINE" ? 3 : 1;
		const needed = keyCount * perKey;
		// Weights have a value a key for each morph target.
		if (target === "weights" ? accessor.count % needed !== 0 : accessor.count !== needed) {
			failAt(`${accessor.count} values do not fit ${keyCount} keys of ${interpolation}`, `${path}.count`);
		}
		const beyond = findBeyond(values, accessor.count * accessor.rows, MAX_VALUE);
		if (beyond >= 0) failAt(`element ${beyond.idiv(accessor.rows)} is beyond ${MAX_VALUE}`, path);
		if (target === "rotation" && perKey === 1) {
			const short = findShortRotation(values, keyCount);
			if (short >= 0) failAt(`rotation ${short} has length 0`, path);
		}
	}

	private makeChannel(sampler: Sampler, kind: ChannelKind, path: string): KeyedChannel {
		// Rotations are copied to be made unit length.
		this.work.spendBytes(kind === "rotation" ? buffer.len(sampler.values) + 256 : 256, "gltf", path);
		const { times, values } = sampler;
		return new KeyedChannel({ kind, interpolation: INTERPOLATIONS.get(sampler.interpolation)!, times, values });
	}

	public read(json: JsonObject, index: number): [GltfAnimation, AnimationTracks] {
		const path = `animations[${index}]`;
		const samplerDefinitions = objectsIn(json, "samplers", path);
		const samplers = new Map<number, Sampler>();
		const name = stringIn(json, "name", path) ?? `animation ${index}`;
		const animation: GltfAnimation = { name, duration: 0, channels: [] };
		const tracks: AnimationTracks = { name, duration: 0, nodes: new Map(), order: [], morphing: [] };
		const taken = new Set<string>();
		objectsIn(json, "channels", path).forEach((channel, position) => {
			this.work.pausePoint();
			const place = `${path}.channels[${position}]`;
			const samplerIndex = integerIn(channel, "sampler", place, 0, samplerDefinitions.size() - 1);
			const target = objectIn(channel, "target", place) ?? failAt("a channel needs a target", place);
			const node = indexIn(target, "node", `${place}.target`, this.nodeCount);
			const targetPath = stringIn(target, "path", `${place}.target`);
			// Without a node, the target is that of an extension.
			if (node === undefined) return;
			if (
				targetPath !== "translation" &&
				targetPath !== "rotation" &&
				targetPath !== "scale" &&
				targetPath !== "weights"
			) {
				failAt("a node has a translation, rotation, scale and weights to animate", `${place}.target.path`);
			}
			const key = `${node} ${targetPath}`;
			if (taken.has(key)) failAt(`the ${targetPath} of node ${node} is animated twice`, place);
			taken.add(key);
			let sampler = samplers.get(samplerIndex);
			if (sampler === undefined) {
				sampler = this.readSampler(samplerDefinitions[samplerIndex], `${path}.samplers[${samplerIndex}]`);
				samplers.set(samplerIndex, sampler);
			}
			this.checkValues(sampler, targetPath);
			const { interpolation, times, values } = sampler;
			const gltfChannel: GltfChannel = { node, path: targetPath, interpolation, times, values };
			animation.channels.push(gltfChannel);
			animation.duration = math.max(animation.duration, buffer.readf64(times, (sampler.keyCount - 1) * 8));
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

/** Reads every animation, as the file has it and ready to be sampled. */
export function readAnimations(
	root: JsonObject,
	accessors: Accessors,
	nodes: ReadonlyArray<GltfNode>,
	work: Work,
): [Array<GltfAnimation>, Array<AnimationTracks>] {
	const reader = new AnimationReader(accessors, nodes.size(), work);
	const animations = new Array<GltfAnimation>();
	const tracks = new Array<AnimationTracks>();
	objectsIn(root, "animations").forEach((json, index) => {
		const [animation, ready] = reader.read(json, index);
		animations.push(animation);
		tracks.push(ready);
	});
	return [animations, tracks];
}
