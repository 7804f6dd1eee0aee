import { Budget } from "../bytes/budget";
import { Channel } from "../motion/channel";
import { FixedChannel } from "../motion/fixed-channel";
import { Clip, JointTrack } from "./clip";
import { scaledChannel } from "./convert-motion";
import { POSE_STRIDE, SCALE_OFFSET } from "./pose";
import { forgetRest } from "./rest";
import { Skeleton } from "./skeleton";

/** Factors that differ by less are the same but for rounding. */
const SAME_FACTOR = 1e-5;

const scratch = buffer.create(16);

/** The channels of some clips, each looked at once: tracks share them. */
class SettledChannels {
	private readonly known = new Map<Channel, Channel>();

	constructor(
		private readonly budget: Budget,
		private readonly format: string,
	) {}

	/** The channel, or a fixed one if it never changes. */
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

/** Whether a channel keeps a joint at the size that it rests in. */
function staysAtRest(scale: Channel, { rest }: Skeleton, joint: number): boolean {
	if (!(scale instanceof FixedChannel)) return false;
	scale.write(0, scratch, 0);
	for (const axis of $range(0, 8, 4)) {
		const usual = buffer.readf32(rest, joint * POSE_STRIDE + SCALE_OFFSET + axis);
		if (!(math.abs(buffer.readf32(scratch, axis) - usual) <= SAME_FACTOR * math.abs(usual))) return false;
	}
	return true;
}

/** The tracks of a clip with channels that never change as fixed ones, and without scales that change nothing. */
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

/** The one factor by which a joint is scaled at rest; 0 if it has several, or a mirror. */
function factorOf({ rest }: Skeleton, joint: number): number {
	const at = joint * POSE_STRIDE + SCALE_OFFSET;
	const [x, y, z] = [0, 4, 8].map((axis) => buffer.readf32(rest, at + axis));
	const most = math.max(x, y, z);
	return math.min(x, y, z) > 0 && most - math.min(x, y, z) <= SAME_FACTOR * most ? (x + y + z) / 3 : 0;
}

/**
 * Takes factors out of a skeleton that scale alike along all axes and that no clip changes: what stands below is moved instead. Rigs know no
 * scale, so a skeleton and clips without any show the same, and much faster.
 */
function foldScales(skeleton: Skeleton, clips: ReadonlyArray<Clip>): void {
	const { joints, rest } = skeleton;
	if (joints.some(({ detached }) => detached !== undefined)) return;
	const changing = new Set<number>();
	for (const { tracks } of clips) for (const { joint, scale } of tracks) if (scale) changing.add(joint);
	// What is folded above each joint, all together.
	const folded = joints.map(() => 1);
	const own = joints.map((_, joint) => {
		const factor = changing.has(joint) ? 0 : factorOf(skeleton, joint);
		return factor > 0 ? factor : 1;
	});
	let changes = false;
	joints.forEach(({ parent }, joint) => {
		if (parent >= 0) folded[joint] = folded[parent] * own[parent];
		const at = joint * POSE_STRIDE;
		if (folded[joint] !== 1) {
			for (const axis of $range(at, at + 8, 4)) buffer.writef32(rest, axis, buffer.readf32(rest, axis) * folded[joint]);
			changes = true;
		}
		if (changing.has(joint) || factorOf(skeleton, joint) === 0) return;
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
 * Makes clips and skeletons that were read say no more than they do: channels that never leave a value become fixed, scales that stay at
 * rest go, and constant scales are folded into the places of what they scale. Changes them where they stand: nobody else may have them.
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
