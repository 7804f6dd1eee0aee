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
 * One number of every joint, by the joint's place counted from 1. Such a Map is an array in Luau, whose indices TypeScript's
 * arrays would add 1 to each time; and a table is read four times as fast as a buffer where code is interpreted.
 */
export type RowNumbers = Map<number, number>;

/** What every joint does relative to rest at one time: translation x y z, rotation x y z w. */
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
 * What every joint does relative to rest from one row to the next: how far its translation goes, three f32 a joint, the
 * first at `TRAVEL_STRIDE`, as joints count from 1; then by joints where translation x y z and rotation x y z w start, and how far the rotation's numbers go. Rotations are not of unit
 * length on the way. Buffers are faster where code is native and tables where it is interpreted: with this mixture neither
 * is slow.
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

/** What a joint of a line takes in all: eleven values in tables beside it. */
const LINE_BYTES = TRAVEL_STRIDE + 11 * 16;

/**
 * How far the line between two rows may be from the clip itself, where it is looked at: half a thousandth of a stud, and
 * 0.005 degrees, as a difference of quaternions.
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
 * How far apart two rotations may be, as the cosine between their quaternions, if the arc between them must be `TURN` from a straight line
 * at most. A straight line is farthest from the arc at about a fifth and four fifths of its way.
 */
const NEAR = nearestDot();

/** How far from a row a key may stand, in rows, if what goes on between rows is to be known without looking. */
const EXACT = 1e-4;

/** A row whose line is not true is cut into so many, once: of a few fast frames most joints are slow. */
const PIECES = 4;

/** Rows stand at least so close, in a second; where keys are farther apart there are rows between them. */
const LEAST_RATE = 20;

/** The most that the lines of one clip may take: 15 s of 100 joints at 60 a second. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Rigid transforms as a row. */
export function rowOf(rigid: buffer, jointCount: number): ClipRow {
	const row = new Array<RowNumbers>() as unknown as ClipRow;
	for (const number of $range(0, 6)) row[number] = numbersOf(rigid, jointCount, number * 8);
	return row;
}

/** One number of each rigid transform, the one at byte `at` of it; less what stands there in `from`, where that is given. */
function numbersOf(rigid: buffer, jointCount: number, at: number, from?: buffer): RowNumbers {
	const numbers = new Array<number>(jointCount, 0) as unknown as RowNumbers;
	for (const joint of $range(1, jointCount)) {
		const place = (joint - 1) * RIGID_STRIDE + at;
		const value = buffer.readf64(rigid, place);
		numbers.set(joint, from === undefined ? value : value - buffer.readf64(from, place));
	}
	return numbers;
}

/** The line from rigid transforms to others, whose rotations stand on the same sides. */
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

/** Turns rotations to the side of those that stand in `from`: -q is the rotation that q is, but lies on another line. */
function align(rigid: buffer, from: buffer, jointCount: number): void {
	for (const at of $range(0, (jointCount - 1) * RIGID_STRIDE, RIGID_STRIDE)) {
		let dot = 0;
		for (const part of $range(at + 24, at + 48, 8)) dot += buffer.readf64(rigid, part) * buffer.readf64(from, part);
		if (dot >= 0) continue;
		for (const part of $range(at + 24, at + 48, 8)) buffer.writef64(rigid, part, -buffer.readf64(rigid, part));
	}
}

/** Whether all rotations of two rows are so near that the line between them is true to the arcs. */
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

/** Whether the straight line from `a` to `b` is where `wanted` is, `share` of its way: all are rigid transforms. */
function isTrueAt(a: buffer, b: buffer, share: number, wanted: buffer, jointCount: number): boolean {
	for (const at of $range(0, (jointCount - 1) * RIGID_STRIDE, RIGID_STRIDE)) {
		let distance = 0;
		for (const axis of $range(at, at + 16, 8)) {
			const from = buffer.readf64(a, axis);
			const difference = from + (buffer.readf64(b, axis) - from) * share - buffer.readf64(wanted, axis);
			distance += difference * difference;
		}
		// Written so that a NaN is not true.
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
		// The square of the difference of two unit quaternions, on one side.
		if (!(2 - (2 * math.abs(dot)) / math.sqrt(length * wantedLength) <= TURN * TURN)) return false;
	}
	return true;
}

/** Rows a second; undefined where the clip's keys stand on no grid, or its lines would take too much. */
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

/** Whether all keys up to `finish` seconds stand at a row, closer than `rowRate` asks for. */
function standAtRows(times: buffer, rate: number, finish: number): boolean {
	for (const at of $range(0, buffer.len(times) - 8, 8)) {
		const time = buffer.readf64(times, at);
		if (time > finish) return true;
		const position = time * rate;
		if (!(math.abs(position - math.round(position)) <= EXACT)) return false;
	}
	return true;
}

/** Whether all that goes on between two rows of a clip goes straight: channels are linear, and have their keys at rows. */
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
 * A clip as rows of what its skeleton's joints do relative to rest, at a fixed rate, with straight lines between them: what
 * a player of rigs shows each frame, without sampling, composing and relating every joint anew. Lines are made when time
 * first comes to them, and used only where they agree with the clip.
 */
export class ClipRows {
	/** Where on the line found last the time stood, 0 to 1. */
	public share = 0;
	/** The line from each row to the next, where it was looked for; false where it is too far from the clip, as at a step. */
	private readonly lines = new Map<number, ClipLine | false>();
	/** The lines of rows that were cut, by four times the row and the piece. */
	private readonly pieces = new Map<number, ClipLine | false>();
	/** How many more lines there may be. */
	private left: number;
	/** Whether nothing but straight lines and arcs goes on between two rows. */
	private readonly isLinear: boolean;
	private readonly tracks: Array<JointTrack>;
	private readonly jointCount: number;
	private readonly last: number;
	private readonly pose: buffer;
	private readonly rigid: RigidPose;
	/** Rigid transforms: where the line made last starts, where it ends, which is at `endTime`, and in between. */
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

	/** The rows of a clip; undefined where it is not made for them. */
	public static of(this: void, clip: Clip, skeleton: Skeleton): ClipRows | undefined {
		const rate = rowRate(clip, skeleton.joints.size());
		return rate === undefined ? undefined : new ClipRows(clip, skeleton, rate);
	}

	/** Whether these are the rows of a clip as it is now. */
	public isOf(clip: Clip, skeleton: Skeleton): boolean {
		return this.clip === clip && this.skeleton === skeleton && this.tracks === clip.tracks;
	}

	/**
	 * The line on which `seconds` from the clip's start lie, held at both ends: the pose is `share` of the way along it. False where it is not
	 * true enough and the clip itself must be asked.
	 */
	public find(seconds: number): ClipLine | false {
		const position = seconds * this.rate;
		const row = math.clamp(math.floor(position), 0, this.last - 1);
		let line = this.lines.get(row);
		// The last line may be shorter, because the clip ends before its row would come.
		const length = row + 1 === this.last ? this.clip.duration * this.rate - row : 1;
		const share = length > 0 ? math.clamp((position - row) / length, 0, 1) : 0;
		this.share = share;
		if (line === undefined) {
			const start = this.timeOf(row);
			line = this.learn(start, this.timeOf(row + 1) - start);
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

	/** Writes what the clip has at `seconds`, relative to rest. */
	private relate(seconds: number, target: buffer): void {
		samplePose(this.clip, seconds, this.pose);
		this.rigid.update(this.pose);
		this.rigid.writeRelative(target);
	}

	/** Makes the line from `seconds` on, if it is true. */
	private learn(seconds: number, length: number): ClipLine | false {
		if (this.left <= 0) return false;
		const { start: before, finish: after, jointCount } = this;
		// As long as time goes on, a line starts at the end of the one before it.
		if (this.endTime === seconds) {
			this.start = after;
			this.finish = before;
		} else {
			this.relate(seconds, this.start);
		}
		const { start, finish } = this;
		const endTime = seconds + length;
		// What fails while it is sampled must not be taken for a row.
		this.endTime = -1;
		this.relate(endTime, finish);
		align(finish, start, jointCount);
		this.endTime = endTime;
		if (!(this.isLinear ? isNear(start, finish, jointCount) : this.isTrue(seconds, length))) return false;
		this.left -= 1;
		return lineOf(start, finish, jointCount);
	}

	/** Whether the clip goes where the straight line between both ends goes. */
	private isTrue(seconds: number, length: number): boolean {
		const { start, finish, between, jointCount } = this;
		// Cubic curves, slerp and steps all leave a line at one of these two places, where they leave it at all.
		this.relate(seconds + length * 0.25, between);
		if (!isTrueAt(start, finish, 0.25, between, jointCount)) return false;
		this.relate(seconds + length * 0.75, between);
		return isTrueAt(start, finish, 0.75, between, jointCount);
	}
}
