//!native
//!optimize 2
import { mergedKeyRate } from "../motion/key-rate";
import { Channel } from "../motion/channel";
import { FixedChannel } from "../motion/fixed-channel";
import { PieceShape } from "../motion/keyed-channel";
import { Clip, isUnscaled, JointTrack } from "./clip";
import { createPose } from "./pose";
import { RIGID_STRIDE, RigidPose } from "./rigid-pose";
import { samplePose } from "./sample-pose";
import { Skeleton } from "./skeleton";
import { restOf, rigidPoseOf } from "./rest";

/**
 * One number of every joint, by the joint's index counted from 1. Such a Map is an array in Luau, without the + 1 that
 * TypeScript's arrays add to each index. In interpreted code a table is read four times as fast as a buffer.
 */
export type RowNumbers = Map<number, number>;

/** Every joint relative to rest at one time: translation x y z, rotation x y z w. */
export type ClipRow = [
	x: RowNumbers,
	y: RowNumbers,
	z: RowNumbers,
	qx: RowNumbers,
	qy: RowNumbers,
	qz: RowNumbers,
	qw: RowNumbers,
];

/**
 * Every joint relative to rest, from one row to the next. First the change of its translation, three f32 per joint, the
 * first at `TRAVEL_STRIDE`, as joints count from 1. Then by joint the translation x y z and rotation x y z w at the
 * start, and the change of the rotation's numbers. Rotations between are not of unit length. Buffers are faster in
 * native code and tables in interpreted code: with this mixture neither is slow.
 */
export type ClipLine = [
	travel: buffer,
	x: RowNumbers,
	y: RowNumbers,
	z: RowNumbers,
	qx: RowNumbers,
	qy: RowNumbers,
	qz: RowNumbers,
	qw: RowNumbers,
	dx: RowNumbers,
	dy: RowNumbers,
	dz: RowNumbers,
	dw: RowNumbers,
];

/** Bytes of one joint in a line's `travel`. */
export const TRAVEL_STRIDE = 12;

/** The total size of a joint in a line: eleven table values besides. */
const LINE_BYTES = TRAVEL_STRIDE + 11 * 16;

/**
 * The max distance of the line between two rows from the clip: half a thousandth of a stud, and 0.005 degrees, as a
 * difference of quaternions.
 */
const DISTANCE = 0.0005;
const TURN = math.rad(0.005) / 2;

function nearestDot(): number {
	let low = 0;
	let high = math.pi / 2;
	for (const _ of $range(1, 40)) {
		const angle = (low + high) / 2;
		let farthest = 0;
		for (const step of $range(1, 19)) {
			const share = step / 40;
			const straight = math.atan2(share * math.sin(angle), 1 - share + share * math.cos(angle));
			farthest = math.max(farthest, math.abs(straight - share * angle));
		}
		if (farthest <= TURN) low = angle;
		else high = angle;
	}
	return math.cos(low);
}

/**
 * The min dot product of two rotations' quaternions for a straight line between them to stay within `TURN` of the arc.
 */
const NEAR = nearestDot();

/** How far from a row a key may be, in rows, for the motion between rows to be known without sampling it. */
const EXACT = 1e-4;

/** How many pieces a row is cut into if its line is too far from the clip. */
const PIECES = 4;

/** How many rows are cut at once if one has to be. */
const CUT_AT_ONCE = 8;

/** The min rate of rows, per second. If keys are farther apart, there are rows between them. */
const LEAST_RATE = 20;

/** The max bytes of a clip's lines: 15 s of 100 joints at 60 per second. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Converts rigid transforms to a row. */
export function rowOf(rigid: buffer, jointCount: number): ClipRow {
	const row = new Array<RowNumbers>() as unknown as ClipRow;
	for (const number of $range(0, 6)) row[number] = numbersOf(rigid, jointCount, number * 8);
	return row;
}

/** Returns one number of each rigid transform, the one at byte `at`, minus the one in `from` if given. */
function numbersOf(rigid: buffer, jointCount: number, at: number, from?: buffer): RowNumbers {
	const numbers = new Array<number>(jointCount, 0) as unknown as RowNumbers;
	for (const joint of $range(1, jointCount)) {
		const place = (joint - 1) * RIGID_STRIDE + at;
		const value = buffer.readf64(rigid, place);
		numbers.set(joint, from === undefined ? value : value - buffer.readf64(from, place));
	}
	return numbers;
}

/** Returns the line between two lists of rigid transforms, whose rotations have the same signs. */
export function lineOf(from: buffer, to: buffer, jointCount: number): ClipLine {
	const travel = buffer.create((jointCount + 1) * TRAVEL_STRIDE);
	for (const joint of $range(1, jointCount)) {
		for (const axis of $range(0, 2)) {
			const at = (joint - 1) * RIGID_STRIDE + axis * 8;
			buffer.writef32(travel, joint * TRAVEL_STRIDE + axis * 4, buffer.readf64(to, at) - buffer.readf64(from, at));
		}
	}
	const line = new Array<buffer | RowNumbers>();
	line.push(travel);
	for (const at of $range(0, 48, 8)) line.push(numbersOf(from, jointCount, at));
	for (const at of $range(24, 48, 8)) line.push(numbersOf(to, jointCount, at, from));
	return line as unknown as ClipLine;
}

/**
 * Gives rotations the sign that is closer to those in `from`: q and -q are the same rotation, but on different lines.
 */
function align(rigid: buffer, from: buffer, jointCount: number): void {
	for (const at of $range(0, (jointCount - 1) * RIGID_STRIDE, RIGID_STRIDE)) {
		let dot = 0;
		for (const part of $range(at + 24, at + 48, 8)) dot += buffer.readf64(rigid, part) * buffer.readf64(from, part);
		if (dot >= 0) continue;
		for (const part of $range(at + 24, at + 48, 8)) buffer.writef64(rigid, part, -buffer.readf64(rigid, part));
	}
}

/** Returns whether all rotations of two rows are so near that the line between them stays close enough to the arcs. */
function isNear(a: buffer, b: buffer, jointCount: number): boolean {
	for (const at of $range(24, (jointCount - 1) * RIGID_STRIDE + 24, RIGID_STRIDE)) {
		const dot =
			buffer.readf64(a, at) * buffer.readf64(b, at) +
			buffer.readf64(a, at + 8) * buffer.readf64(b, at + 8) +
			buffer.readf64(a, at + 16) * buffer.readf64(b, at + 16) +
			buffer.readf64(a, at + 24) * buffer.readf64(b, at + 24);
		if (!(dot >= NEAR)) return false;
	}
	return true;
}

/**
 * Returns whether the point at `share`, 0 to 1, on the straight line from `a` to `b` is close enough to `wanted`. All
 * are rigid transforms.
 */
function isTrueAt(a: buffer, b: buffer, share: number, wanted: buffer, jointCount: number): boolean {
	for (const at of $range(0, (jointCount - 1) * RIGID_STRIDE, RIGID_STRIDE)) {
		let distance = 0;
		for (const axis of $range(at, at + 16, 8)) {
			const from = buffer.readf64(a, axis);
			const difference = from + (buffer.readf64(b, axis) - from) * share - buffer.readf64(wanted, axis);
			distance += difference * difference;
		}
		// Written so that NaN fails.
		if (!(distance <= DISTANCE * DISTANCE)) return false;
		let dot = 0;
		let length = 0;
		let wantedLength = 0;
		for (const part of $range(at + 24, at + 48, 8)) {
			const from = buffer.readf64(a, part);
			const value = from + (buffer.readf64(b, part) - from) * share;
			const exact = buffer.readf64(wanted, part);
			dot += value * exact;
			length += value * value;
			wantedLength += exact * exact;
		}
		// The squared difference of two unit quaternions of closer signs.
		if (!(2 - (2 * math.abs(dot)) / math.sqrt(length * wantedLength) <= TURN * TURN)) return false;
	}
	return true;
}

/**
 * Returns rows per second, or undefined if the clip's keys are on no grid, or its lines would take too much memory.
 */
function rowRate(clip: Clip, jointCount: number): number | undefined {
	let rate: number | undefined = 0;
	for (const { translation, rotation, scale } of clip.tracks) {
		rate = mergedKeyRate(rate, translation, clip.duration);
		rate = mergedKeyRate(rate, rotation, clip.duration);
		rate = mergedKeyRate(rate, scale, clip.duration);
		if (rate === undefined) return undefined;
	}
	if (rate === 0) rate = LEAST_RATE;
	if (rate < LEAST_RATE) rate *= math.ceil(LEAST_RATE / rate);
	return math.ceil(clip.duration * rate) * jointCount * LINE_BYTES <= MOST_BYTES ? rate : undefined;
}

/** Returns whether all keys up to `finish` seconds are at rows, closer than `rowRate` requires. */
function standAtRows(times: buffer, rate: number, finish: number): boolean {
	for (const at of $range(0, buffer.len(times) - 8, 8)) {
		const time = buffer.readf64(times, at);
		if (time > finish) return true;
		const position = time * rate;
		if (!(math.abs(position - math.round(position)) <= EXACT)) return false;
	}
	return true;
}

/** Returns whether all channels of a clip are linear between rows: linear channels with all keys at rows. */
function isStraight({ tracks, duration }: Clip, rate: number): boolean {
	// Channels of one file share their times.
	const known = new Map<buffer, boolean>();
	const isStraightChannel = (channel: Channel | undefined) => {
		if (channel === undefined || channel instanceof FixedChannel) return true;
		const keyed = channel.asKeyed?.();
		if (keyed?.shape() !== PieceShape.Line) return false;
		let stand = known.get(keyed.times);
		if (stand === undefined) {
			stand = standAtRows(keyed.times, rate, duration);
			known.set(keyed.times, stand);
		}
		return stand;
	};
	return tracks.every(
		({ translation, rotation, scale }) =>
			isStraightChannel(translation) && isStraightChannel(rotation) && isStraightChannel(scale),
	);
}

/**
 * A clip as rows of its skeleton's joints relative to rest, at a fixed rate, with straight lines between them. Players
 * of rigs show these each frame, without sampling, composing and relating every joint again. A line is made when time
 * first enters it, and used only if it agrees with the clip.
 */
export class ClipRows {
	/** The alpha of the time on the line found last, 0 to 1. */
	public share = 0;
	/** The known lines from each row to the next; false if one is too far from the clip, as at a step. */
	private readonly lines = new Map<number, ClipLine | false>();
	/** The lines of rows that were cut, by four times the row and the piece. */
	private readonly pieces = new Map<number, ClipLine | false>();
	/** Rows before this one are cut without a look at their whole line: fast joints stay fast for a while. */
	private cutUntil = 0;
	/** How many more lines there may be. */
	private left: number;
	/** Whether nothing but straight lines and arcs goes on between two rows. */
	private readonly isLinear: boolean;
	private readonly tracks: Array<JointTrack>;
	private readonly jointCount: number;
	private readonly last: number;
	private readonly pose: buffer;
	private readonly rigid: RigidPose;
	/** Rigid transforms: at the start of the last line, at its end, which is at `endTime`, and between. */
	private start: buffer;
	private finish: buffer;
	private endTime = -1;
	private readonly between: buffer;

	private constructor(
		private readonly clip: Clip,
		private readonly skeleton: Skeleton,
		private readonly rate: number,
	) {
		this.jointCount = skeleton.joints.size();
		this.tracks = clip.tracks;
		this.left = math.floor(MOST_BYTES / (this.jointCount * LINE_BYTES));
		this.isLinear = isUnscaled(clip) && restOf(skeleton).isPlain && isStraight(clip, rate);
		this.last = math.max(math.ceil(clip.duration * rate - 1e-6), 1);
		this.pose = createPose(this.jointCount);
		this.rigid = rigidPoseOf(skeleton);
		this.start = buffer.create(this.jointCount * RIGID_STRIDE);
		this.finish = buffer.create(this.jointCount * RIGID_STRIDE);
		this.between = buffer.create(this.jointCount * RIGID_STRIDE);
	}

	/** Returns the rows of a clip, or undefined if it is unsuitable. */
	public static of(this: void, clip: Clip, skeleton: Skeleton): ClipRows | undefined {
		const rate = rowRate(clip, skeleton.joints.size());
		return rate === undefined ? undefined : new ClipRows(clip, skeleton, rate);
	}

	/** Returns whether these are the rows of a clip in its current state. */
	public isOf(clip: Clip, skeleton: Skeleton): boolean {
		return this.clip === clip && this.skeleton === skeleton && this.tracks === clip.tracks;
	}

	/**
	 * Returns the line that contains `seconds` from the clip's start, clamped to both ends: the pose is at `share` on
	 * it. Returns false if the line is too far from the clip, which must then be sampled.
	 */
	public find(seconds: number): ClipLine | false {
		const position = seconds * this.rate;
		const row = math.clamp(math.floor(position), 0, this.last - 1);
		let line = this.lines.get(row);
		// The last line may be shorter, if the clip ends before the next row.
		const length = row + 1 === this.last ? this.clip.duration * this.rate - row : 1;
		const share = length > 0 ? math.clamp((position - row) / length, 0, 1) : 0;
		this.share = share;
		if (line === undefined) {
			const start = this.timeOf(row);
			line = row < this.cutUntil ? false : this.learn(start, this.timeOf(row + 1) - start);
			if (line === false && row >= this.cutUntil) this.cutUntil = row + CUT_AT_ONCE;
			this.lines.set(row, line);
		}
		return line || this.findPiece(row, share);
	}

	/** The line of a piece of a row that was cut. */
	private findPiece(row: number, share: number): ClipLine | false {
		const piece = math.min(math.floor(share * PIECES), PIECES - 1);
		const number = row * PIECES + piece;
		this.share = share * PIECES - piece;
		let line = this.pieces.get(number);
		if (line === undefined) {
			const start = this.timeOf(row);
			const length = (this.timeOf(row + 1) - start) / PIECES;
			line = this.learn(start + piece * length, length);
			this.pieces.set(number, line);
		}
		return line;
	}

	private timeOf(row: number): number {
		return math.min(row / this.rate, this.clip.duration);
	}

	/** Writes the clip at `seconds`, relative to rest. */
	private relate(seconds: number, target: buffer): void {
		samplePose(this.clip, seconds, this.pose);
		this.rigid.update(this.pose);
		this.rigid.writeRelative(target);
	}

	/** Makes the line of `length` seconds from `seconds` on. Returns false if it is too far from the clip. */
	private learn(seconds: number, length: number): ClipLine | false {
		if (this.left <= 0) return false;
		const { start: before, finish: after, jointCount } = this;
		// While time moves forward, a line starts at the end of the previous one.
		if (this.endTime === seconds) {
			this.start = after;
			this.finish = before;
		} else {
			this.relate(seconds, this.start);
		}
		const { start, finish } = this;
		const endTime = seconds + length;
		// If sampling fails, the buffer must not count as a row.
		this.endTime = -1;
		this.relate(endTime, finish);
		align(finish, start, jointCount);
		this.endTime = endTime;
		if (!(this.isLinear ? isNear(start, finish, jointCount) : this.isTrue(seconds, length))) return false;
		this.left -= 1;
		return lineOf(start, finish, jointCount);
	}

	/** Returns whether the clip stays close enough to the straight line between both ends. */
	private isTrue(seconds: number, length: number): boolean {
		const { start, finish, between, jointCount } = this;
		// Cubic curves, slerp and steps all leave a line at one of these two places, if at all.
		this.relate(seconds + length * 0.25, between);
		if (!isTrueAt(start, finish, 0.25, between, jointCount)) return false;
		this.relate(seconds + length * 0.75, between);
		return isTrueAt(start, finish, 0.75, between, jointCount);
	}
}
