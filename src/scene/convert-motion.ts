//!native
//!optimize 2
import type { Budget } from "../bytes/budget";
import type { Marker } from "../motion/marker";
import { CameraPath, PathInterpolation, writeCameraSample } from "../motion/camera-path";
import { Channel } from "../motion/channel";
import { FixedChannel } from "../motion/fixed-channel";
import { KeyedChannel } from "../motion/keyed-channel";
import { copyBuffer } from "../bytes/copy-buffer";
import { multiply } from "../rotation/quaternion";
import { Change, composeChanges, isStill, scaling } from "./axes";
import { Clip } from "./clip";
import { convertFactorsAt, convertVectorAt } from "./convert-buffers";
import type { Skeleton } from "./skeleton";

/** A channel whose values are converted as they are written. */
class ConvertedChannel implements Channel {
	private keyed?: KeyedChannel;

	constructor(
		public readonly channel: Channel,
		public readonly change: Change,
		private readonly isFactors: boolean,
	) {}

	public write(seconds: number, pose: buffer, offset: number): void {
		this.channel.write(seconds, pose, offset);
		if (this.isFactors) convertFactorsAt(pose, offset, this.change);
		else convertVectorAt(pose, offset, this.change);
	}

	public keyRate(finish: number): number | undefined {
		return this.channel.keyRate?.(finish);
	}

	public isAmbient(): boolean {
		return this.channel.isAmbient?.() ?? false;
	}

	public reach(budget: Budget): number | undefined {
		const reach = this.channel.reach?.(budget);
		return reach === undefined || this.isFactors ? reach : reach * this.change.scale;
	}

	public isConstant(budget: Budget, format: string): boolean {
		return this.channel.isConstant?.(budget, format) ?? false;
	}

	public asKeyed(): KeyedChannel | undefined {
		if (this.isFactors) return undefined;
		this.keyed ??= this.channel.asKeyed?.()?.convert((values, width) => this.convertValues(values, width * 4));
		return this.keyed;
	}

	/** Converts values. Tangents and control rotations are on the same axes as their values. */
	private convertValues(values: buffer, stride: number): buffer {
		const converted = copyBuffer(values);
		for (const at of $range(0, buffer.len(values) - stride, stride)) convertVectorAt(converted, at, this.change);
		return converted;
	}
}

function convertAt(values: buffer, change: Change, isFactors: boolean): void {
	if (isFactors) convertFactorsAt(values, 0, change);
	else convertVectorAt(values, 0, change);
}

/** A channel in other units and on other axes: one wrapper, however often it is converted. */
function convertChannel(channel: Channel | undefined, change: Change, isFactors: boolean): Channel | undefined {
	if (channel === undefined || (isStill(change.turn) && change.scale === 1)) return channel;
	const fixed = channel instanceof FixedChannel && channel.changed((values) => convertAt(values, change, isFactors));
	if (fixed) return fixed;
	if (channel instanceof ConvertedChannel) {
		return new ConvertedChannel(channel.channel, composeChanges(channel.change, change), isFactors);
	}
	return new ConvertedChannel(channel, change, isFactors);
}

/** A channel of places, `factor` times as far. */
export function scaledChannel(channel: Channel, factor: number): Channel {
	return factor === 1 ? channel : convertChannel(channel, scaling(factor), false)!;
}

/**
 * Converts a clip to other units and axes. Wraps its channels without copying. `skeleton` is its own, converted, and
 * shared by all its clips.
 */
export function convertClip(clip: Clip, change: Change, skeleton: Skeleton): Clip {
	const turnOnly: Change = { turn: change.turn, scale: 1 };
	return {
		...clip,
		skeleton,
		tracks: clip.tracks.map(({ joint, translation, rotation, scale }) => ({
			joint,
			translation: convertChannel(translation, change, false),
			rotation: convertChannel(rotation, turnOnly, false),
			scale: convertChannel(scale, turnOnly, true),
		})),
	};
}

class ConvertedPath implements CameraPath {
	public name: string;
	public duration: number;
	public rate?: number;
	public cuts?: ReadonlyArray<number>;
	public markers?: ReadonlyArray<Marker>;
	public sampleSteps?: number;

	constructor(
		public readonly path: CameraPath,
		public readonly change: Change,
	) {
		this.name = path.name;
		this.duration = path.duration;
		this.rate = path.rate;
		this.cuts = path.cuts;
		this.markers = path.markers;
		this.sampleSteps = path.sampleSteps;
	}

	public sample(seconds: number, target: buffer, interpolation?: PathInterpolation): void {
		this.path.sample(seconds, target, interpolation);
		const { turn, scale } = this.change;
		const { source, sign, rotation } = turn;
		const x = buffer.readf64(target, source[0] * 8);
		const y = buffer.readf64(target, source[1] * 8);
		const z = buffer.readf64(target, source[2] * 8);
		const [qx, qy, qz, qw] = multiply(
			rotation[0],
			rotation[1],
			rotation[2],
			rotation[3],
			buffer.readf64(target, 24),
			buffer.readf64(target, 32),
			buffer.readf64(target, 40),
			buffer.readf64(target, 48),
		);
		writeCameraSample(target, x * sign[0] * scale, y * sign[1] * scale, z * sign[2] * scale, qx, qy, qz, qw);
	}
}

/**
 * Converts a flight to other units and axes. A camera looks along its own -Z with its Y up on any axes, so its rotation
 * is turned from one side only, unlike a joint's.
 */
export function convertPath(path: CameraPath, change: Change): CameraPath {
	if (path instanceof ConvertedPath) return new ConvertedPath(path.path, composeChanges(path.change, change));
	return new ConvertedPath(path, change);
}
