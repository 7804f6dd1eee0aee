//!native
//!optimize 2
import { mergedKeyRate } from "../motion/key-rate";
import { Clip, JointTrack } from "./clip";
import { createPose } from "./pose";
import { RIGID_STRIDE, RigidPose } from "./rigid-pose";
import { samplePose } from "./sample-pose";
import { Skeleton } from "./skeleton";

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
 * How far the line between two rows may be from the clip itself, where it is looked at: half a thousandth of a stud, and
 * 0.005 degrees, as a difference of quaternions.
 */
const DISTANCE = 0.0005;
const TURN = math.rad(0.005) / 2;

/** Rows stand at least so close, in a second; where keys are farther apart there are rows between them. */
const LEAST_RATE = 20;

/** The most numbers that the rows of one clip may have: 16 MB of them, which is 25 s of 100 joints at 60 a second. */
const MOST_NUMBERS = 1024 * 1024;

/** What is known of the line from a row to the next. */
const enum Line {
	Unknown = 0,
	True = 1,
	/** Too far from the clip, such as across a step. */
	False = 2,
}

function createNumbers(count: number): RowNumbers {
	return new Array<number>(count, 0) as unknown as RowNumbers;
}

/** Rigid transforms as a row. */
export function rowOf(rigid: buffer, jointCount: number): ClipRow {
	const row = new Array<RowNumbers>() as unknown as ClipRow;
	for (const number of $range(0, 6)) {
		const numbers = createNumbers(jointCount);
		for (const joint of $range(1, jointCount)) {
			numbers.set(joint, buffer.readf64(rigid, (joint - 1) * RIGID_STRIDE + number * 8));
		}
		row[number] = numbers;
	}
	return row;
}

/** Rows a second; undefined where the clip's keys stand on no grid, or its rows would take too much. */
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
	const count = math.ceil(clip.duration * rate) + 1;
	return count * jointCount * 7 <= MOST_NUMBERS ? rate : undefined;
}

/**
 * A clip as rows of what its skeleton's joints do relative to rest, at a fixed rate, with straight lines between them: what
 * a player of rigs shows each frame, without sampling, composing and relating every joint anew. Rows are made when time
 * first comes to them, and a line is used only after it was compared with the clip.
 */
export class ClipRows {
	/** Where between the row found last and the next one the time stood, 0 to 1. */
	public share = 0;
	private readonly rows = new Map<number, ClipRow>();
	private readonly tracks: Array<JointTrack>;
	private readonly jointCount: number;
	private readonly last: number;
	private readonly lines: buffer;
	private readonly pose: buffer;
	private readonly relative: buffer;
	private readonly rigid: RigidPose;

	private constructor(
		private readonly clip: Clip,
		private readonly skeleton: Skeleton,
		private readonly rate: number,
	) {
		this.jointCount = skeleton.joints.size();
		this.tracks = clip.tracks;
		this.last = math.max(math.ceil(clip.duration * rate - 1e-6), 1);
		this.lines = buffer.create(this.last);
		this.pose = createPose(this.jointCount);
		this.relative = buffer.create(this.jointCount * RIGID_STRIDE);
		this.rigid = new RigidPose(skeleton);
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
	 * Which row stands before `seconds`, a time of the clip; the pose is `share` of the way from there to the next row. -1
	 * where no line is true enough and the clip itself must be asked.
	 */
	public find(seconds: number): number {
		const position = seconds * this.rate;
		const row = math.clamp(math.floor(position), 0, this.last - 1);
		let line = buffer.readu8(this.lines, row);
		if (line === Line.Unknown) line = this.learn(row);
		if (line === Line.False) return -1;
		// The last line may be shorter, because the clip ends before its row would come.
		const length = row + 1 === this.last ? this.clip.duration * this.rate - row : 1;
		this.share = length > 0 ? math.clamp((position - row) / length, 0, 1) : 0;
		return row;
	}

	/** A row that `find` gave, or the one after it. */
	public row(index: number): ClipRow {
		return this.rows.get(index)!;
	}

	private timeOf(row: number): number {
		return math.min(row / this.rate, this.clip.duration);
	}

	/** Writes what the clip has at `seconds` into `relative`. */
	private relate(seconds: number): void {
		samplePose(this.clip, seconds, this.pose);
		this.rigid.update(this.pose);
		this.rigid.writeRelative(this.relative);
	}

	private make(index: number): ClipRow {
		const known = this.rows.get(index);
		if (known !== undefined) return known;
		const { relative, jointCount } = this;
		this.relate(this.timeOf(index));
		const row = rowOf(relative, jointCount);
		this.rows.set(index, row);
		if (this.rows.has(index - 1)) this.align(index - 1);
		if (this.rows.has(index + 1)) this.align(index);
		return row;
	}

	/**
	 * Turns rotations of the next row, and of all that were made after it, to the side of this row's: -q is the rotation that
	 * q is, but lies on another line.
	 */
	private align(index: number): void {
		const [, , , ax, ay, az, aw] = this.rows.get(index)!;
		const [, , , bx, by, bz, bw] = this.rows.get(index + 1)!;
		for (const joint of $range(1, this.jointCount)) {
			const dot =
				ax.get(joint)! * bx.get(joint)! +
				ay.get(joint)! * by.get(joint)! +
				az.get(joint)! * bz.get(joint)! +
				aw.get(joint)! * bw.get(joint)!;
			if (dot >= 0) continue;
			let flipped = index + 1;
			let row = this.rows.get(flipped);
			while (row !== undefined) {
				for (const part of $range(3, 6)) row[part].set(joint, -row[part].get(joint)!);
				flipped += 1;
				row = this.rows.get(flipped);
			}
		}
	}

	/** Makes the rows at both ends of a line and says whether the line between them is true. */
	private learn(index: number): Line {
		const a = this.make(index);
		const b = this.make(index + 1);
		const start = this.timeOf(index);
		const length = this.timeOf(index + 1) - start;
		// Cubic curves, slerp and steps all leave a line at one of these two places, where they leave it at all.
		this.relate(start + length * 0.25);
		let isTrue = this.isTrueAt(a, b, 0.25);
		if (isTrue) {
			this.relate(start + length * 0.75);
			isTrue = this.isTrueAt(a, b, 0.75);
		}
		const line = isTrue ? Line.True : Line.False;
		buffer.writeu8(this.lines, index, line);
		return line;
	}

	/** Whether the line from `a` to `b` is where `relative` is, `share` of its way. */
	private isTrueAt(a: ClipRow, b: ClipRow, share: number): boolean {
		const { relative } = this;
		for (const joint of $range(1, this.jointCount)) {
			const at = (joint - 1) * RIGID_STRIDE;
			let distance = 0;
			for (const axis of $range(0, 2)) {
				const from = a[axis].get(joint)!;
				const difference = from + (b[axis].get(joint)! - from) * share - buffer.readf64(relative, at + axis * 8);
				distance += difference * difference;
			}
			// Written so that a NaN is not true.
			if (!(distance <= DISTANCE * DISTANCE)) return false;
			let dot = 0;
			let length = 0;
			let wantedLength = 0;
			for (const part of $range(3, 6)) {
				const from = a[part].get(joint)!;
				const value = from + (b[part].get(joint)! - from) * share;
				const wanted = buffer.readf64(relative, at + part * 8);
				dot += value * wanted;
				length += value * value;
				wantedLength += wanted * wanted;
			}
			// The square of the difference of two unit quaternions, on one side.
			if (!(2 - (2 * math.abs(dot)) / math.sqrt(length * wantedLength) <= TURN * TURN)) return false;
		}
		return true;
	}
}
