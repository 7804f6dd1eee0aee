import { Budget } from "../bytes/budget";
import { Channel } from "../motion/channel";
import { FixedChannel } from "../motion/fixed-channel";
import { Clip, JointTrack } from "./clip";
import { scaledChannel } from "./convert-motion";
import { POSE_STRIDE, SCALE_OFFSET } from "./pose";
import { forgetRest } from "./rest";
import { Skeleton } from "./skeleton";

/** Factors whose relative difference is smaller are the same, apart from rounding. */
const SAME_FACTOR = 1e-5;

const scratch = buffer.create(16);

/** Settles channels, each once: tracks share them. */
class SettledChannels {
	private readonly known = new Map<Channel, Channel>();

	constructor(
		private readonly budget: Budget,
		private readonly format: string,
	) {}

	/** Returns the channel, or a fixed one if it never changes. */
	public of(channel: Channel, width: number): Channel {
		const before = this.known.get(channel);
		if (before !== undefined) return before;
		const settled = channel.isConstant?.(this.budget, this.format) === true ? fixed(channel, width) : channel;
		this.known.set(channel, settled);
		return settled;
	}
}

function fixed(channel: Channel, width: number): FixedChannel {
	channel.write(0, scratch, 0);
	const values = new Array<number>();
	for (const index of $range(0, width - 1)) values.push(buffer.readf32(scratch, index * 4));
	return new FixedChannel(...values);
}

/** Returns whether a channel keeps the rest scale of a joint. */
function staysAtRest(scale: Channel, { rest }: Skeleton, joint: number): boolean {
	if (!(scale instanceof FixedChannel)) return false;
	scale.write(0, scratch, 0);
	for (const axis of $range(0, 8, 4)) {
		const usual = buffer.readf32(rest, joint * POSE_STRIDE + SCALE_OFFSET + axis);
		if (!(math.abs(buffer.readf32(scratch, axis) - usual) <= SAME_FACTOR * math.abs(usual))) return false;
	}
	return true;
}

/** Returns the tracks of a clip with constant channels as fixed ones, without scales that stay at rest. */
function settledTracks({ tracks, skeleton }: Clip, channels: SettledChannels): Array<JointTrack> {
	const settled = new Array<JointTrack>();
	for (const { joint, translation, rotation, scale } of tracks) {
		const size = scale && channels.of(scale, 3);
		const track: JointTrack = {
			joint,
			translation: translation && channels.of(translation, 3),
			rotation: rotation && channels.of(rotation, 4),
			scale: size && !staysAtRest(size, skeleton, joint) ? size : undefined,
		};
		if (track.translation || track.rotation || track.scale) settled.push(track);
	}
	return settled;
}

/** Returns the one factor by which a joint is scaled at rest; undefined if it has several, or a mirror. */
function factorOf({ rest }: Skeleton, joint: number): number | undefined {
	const at = joint * POSE_STRIDE + SCALE_OFFSET;
	const [x, y, z] = [0, 4, 8].map((axis) => buffer.readf32(rest, at + axis));
	const most = math.max(x, y, z);
	const isUniform = math.min(x, y, z) > 0 && most - math.min(x, y, z) <= SAME_FACTOR * most;
	return isUniform ? (x + y + z) / 3 : undefined;
}

/**
 * Takes uniform scales that no clip changes out of a skeleton, and moves the joints below instead. Rigs have no scale, so they show the same
 * of a skeleton and clips without any, and much faster.
 */
function foldScales(skeleton: Skeleton, clips: ReadonlyArray<Clip>): void {
	const { joints, rest } = skeleton;
	if (joints.some(({ detached }) => detached !== undefined)) return;
	const changing = new Set<number>();
	for (const { tracks } of clips) for (const { joint, scale } of tracks) if (scale) changing.add(joint);
	// The factor that is taken out of each joint, if one is, and the product of those above it.
	const own = joints.map((_, joint) => (changing.has(joint) ? undefined : factorOf(skeleton, joint)));
	const folded = joints.map(() => 1);
	let changes = false;
	joints.forEach(({ parent }, joint) => {
		if (parent >= 0) folded[joint] = folded[parent] * (own[parent] ?? 1);
		const at = joint * POSE_STRIDE;
		if (folded[joint] !== 1) {
			for (const axis of $range(at, at + 8, 4)) buffer.writef32(rest, axis, buffer.readf32(rest, axis) * folded[joint]);
			changes = true;
		}
		if (own[joint] === undefined) return;
		for (const axis of $range(at + SCALE_OFFSET, at + SCALE_OFFSET + 8, 4)) buffer.writef32(rest, axis, 1);
	});
	forgetRest(skeleton);
	if (!changes) return;
	for (const { tracks } of clips) {
		for (const track of tracks) {
			if (track.translation) track.translation = scaledChannel(track.translation, folded[track.joint]);
		}
	}
}

/**
 * Drops what clips and skeletons of a file do not need. Channels that never change become fixed, scales that stay at rest are removed, and
 * constant scales are folded into the positions of the joints below. Changes its arguments in place.
 */
export function settleClips(
	skeletons: ReadonlyArray<Skeleton>,
	clips: ReadonlyArray<Clip>,
	budget: Budget,
	format: string,
): void {
	const channels = new SettledChannels(budget, format);
	for (const clip of clips) clip.tracks = settledTracks(clip, channels);
	for (const skeleton of skeletons) {
		foldScales(
			skeleton,
			clips.filter((clip) => clip.skeleton === skeleton),
		);
	}
}
