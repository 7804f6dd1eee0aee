//!native
//!optimize 2
import type { Budget } from "../../bytes/budget";
import { Channel } from "../../motion/channel";
import { writeRotation } from "../../motion/channel-values";
import { mergedKeyRate } from "../../motion/key-rate";
import { JointTrack } from "../../scene/clip";
import { multiply, rotate } from "../../rotation/quaternion";

/** The scratch for a channel's four numbers: channels are sampled one at a time, so one is enough. */
const scratch = buffer.create(16);

function writeScratch(channel: Channel | undefined, seconds: number, w: number): void {
	if (channel !== undefined) {
		channel.write(seconds, scratch, 0);
	} else {
		buffer.fill(scratch, 0, 0, 12);
		buffer.writef32(scratch, 12, w);
	}
}

/** A bone's translation in the space that the root moves: the root's own, plus the bone's rotated by the root. */
class BakedTranslation implements Channel {
	constructor(
		private readonly root: JointTrack,
		private readonly own: Channel,
	) {}

	public write(seconds: number, pose: buffer, offset: number): void {
		writeScratch(this.root.rotation, seconds, 1);
		const qx = buffer.readf32(scratch, 0);
		const qy = buffer.readf32(scratch, 4);
		const qz = buffer.readf32(scratch, 8);
		const qw = buffer.readf32(scratch, 12);
		writeScratch(this.own, seconds, 0);
		const vx = buffer.readf32(scratch, 0);
		const vy = buffer.readf32(scratch, 4);
		const [x, y, z] = rotate(qx, qy, qz, qw, vx, vy, buffer.readf32(scratch, 8));
		writeScratch(this.root.translation, seconds, 0);
		buffer.writef32(pose, offset, x + buffer.readf32(scratch, 0));
		buffer.writef32(pose, offset + 4, y + buffer.readf32(scratch, 4));
		buffer.writef32(pose, offset + 8, z + buffer.readf32(scratch, 8));
	}

	public keyRate(finish: number): number | undefined {
		const { translation, rotation } = this.root;
		return mergedKeyRate(mergedKeyRate(this.own.keyRate?.(finish), translation, finish), rotation, finish);
	}

	public reach(budget: Budget): number {
		// A rotated vector may point along one axis.
		return (this.own.reach?.(budget) ?? 0) * math.sqrt(3) + (this.root.translation?.reach?.(budget) ?? 0);
	}
}

/** A bone's rotation, followed by the root's. */
class BakedRotation implements Channel {
	constructor(
		private readonly root: Channel,
		private readonly own: Channel,
	) {}

	public write(seconds: number, pose: buffer, offset: number): void {
		writeScratch(this.root, seconds, 1);
		const ax = buffer.readf32(scratch, 0);
		const ay = buffer.readf32(scratch, 4);
		const az = buffer.readf32(scratch, 8);
		const aw = buffer.readf32(scratch, 12);
		writeScratch(this.own, seconds, 1);
		const bx = buffer.readf32(scratch, 0);
		const by = buffer.readf32(scratch, 4);
		const bz = buffer.readf32(scratch, 8);
		const [x, y, z, w] = multiply(ax, ay, az, aw, bx, by, bz, buffer.readf32(scratch, 12));
		writeRotation(pose, offset, x, y, z, w);
	}

	public keyRate(finish: number): number | undefined {
		return mergedKeyRate(this.own.keyRate?.(finish), this.root, finish);
	}
}

/**
 * Makes the root's motion drive joint 0 of `tracks`. In other readers it replaces the joint's own motion; here it is
 * applied after it, which is the same if the clip does not move the joint.
 */
export function bakeRoot(root: JointTrack, tracks: Array<JointTrack>): void {
	let track = tracks.find(({ joint }) => joint === 0);
	if (track === undefined) {
		track = { joint: 0 };
		tracks.unshift(track);
	}
	track.translation =
		track.translation === undefined ? root.translation : new BakedTranslation(root, track.translation);
	if (track.rotation === undefined) track.rotation = root.rotation;
	else if (root.rotation !== undefined) track.rotation = new BakedRotation(root.rotation, track.rotation);
}
