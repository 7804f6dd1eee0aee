//!native
//!optimize 2
import type { Budget } from "../../bytes/budget";
import { single } from "../../bytes/single";
import { FlightRows, LENS, ROW_NUMBERS, ROW_SIZE, STEEPEST } from "./flight-rows";

/** Frames to each side from which the velocity at a frame is read, by a parabola through them. */
const REACH = 3;

/**
 * How many times the tolerance the first curves may miss: the least squares after them bring most of them within it. On
 * hand-held, drone and car flights this leaves fewer keys than 1 or 3.
 */
const LOOSENESS = 1.8;

/** The shortest piece that the search tries first, in frames. */
const FIRST_LENGTH = 4;

/**
 * Rounds of splitting and solving. Each halves every piece that misses, so that in the end all pieces are single
 * frames.
 */
const MOST_ROUNDS = 40;

/** The max radians of yaw and roll from a key to the next: a shot takes the shorter turn. */
const WIDEST_TURN = 3;

/** Byte offsets of pitch, yaw and roll in a row. */
const PITCH = 24;
const YAW = 32;
const ROLL = 40;

/** The weight of an equation that must hold. */
const EXACT = 1e9;

/** Keeps the equations solvable if a piece has no frame of its own. */
const SOLVABLE = 1e-9;

/** An unknown of the least squares reaches over its own key and the next: three places back. */
const BAND = 4;

/** Numbers of a solved key: as many values as velocities per frame. */
export const KEY_NUMBERS = 2 * ROW_NUMBERS;

/** The max distance of a curve from the frames: in studs and in radians. */
export interface FitTolerance {
	readonly studs: number;
	readonly radians: number;
}

/**
 * Fits few keys to the frames from `first` to `last` of a flight, so that the cubic between them is within a tolerance
 * at every frame and exact at both ends. It takes greedy pieces, as long as possible, then least squares over all keys
 * at once, then halves the pieces that miss.
 */
export class FittedStretch {
	/** The frames of the keys. */
	public frames: Array<number>;
	/** For each key `ROW_NUMBERS` values and as many velocities per frame. */
	public keys = buffer.create(0);
	private readonly rows: buffer;
	/** Keys whose values are those of their frames. */
	private pinned = new Set<number>();
	private readonly from = buffer.create(KEY_NUMBERS * 8);
	private readonly to = buffer.create(KEY_NUMBERS * 8);

	constructor(
		flight: FlightRows,
		private readonly first: number,
		private readonly last: number,
		private readonly tolerance: FitTolerance,
		private readonly budget: Budget,
		private readonly caller: string,
	) {
		this.rows = flight.rows;
		this.pinned.add(first);
		this.pinned.add(last);
		this.frames = this.greedyFrames();
		this.refine();
	}

	/** Reads the values of a frame, and its velocities by a parabola through the frames around it. */
	private readFrame(frame: number, target: buffer): void {
		const { rows, first, last } = this;
		const low = math.max(frame - REACH, first);
		const high = math.min(frame + REACH, last);
		let s0 = 0;
		let s1 = 0;
		let s2 = 0;
		let s3 = 0;
		let s4 = 0;
		for (const other of $range(low, high)) {
			const t = other - frame;
			s0 += 1;
			s1 += t;
			s2 += t * t;
			s3 += t * t * t;
			s4 += t * t * t * t;
		}
		const determinant = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s3 * s2) + s2 * (s1 * s3 - s2 * s2);
		for (const number of $range(0, ROW_NUMBERS - 1)) {
			const at = number * 8;
			const value = buffer.readf64(rows, frame * ROW_SIZE + at);
			let y0 = 0;
			let y1 = 0;
			let y2 = 0;
			for (const other of $range(low, high)) {
				const t = other - frame;
				const y = buffer.readf64(rows, other * ROW_SIZE + at) - value;
				y0 += y;
				y1 += y * t;
				y2 += y * t * t;
			}
			buffer.writef64(target, at, value);
			let velocity = 0;
			// Two frames have a line, but no parabola.
			if (determinant > 0.5) {
				velocity = (s0 * (y1 * s4 - s3 * y2) - y0 * (s1 * s4 - s3 * s2) + s2 * (s1 * y2 - y1 * s2)) / determinant;
			} else if (s2 > 0) velocity = y1 / s2;
			buffer.writef64(target, ROW_SIZE + at, velocity);
		}
	}

	/**
	 * Returns the max distance, in tolerances, of the cubic between two keys from the frames between them. Stops above
	 * `most`.
	 */
	private missOf(start: number, finish: number, from: buffer, a: number, to: buffer, b: number, most: number): number {
		const { rows } = this;
		const length = finish - start;
		const perStud = 1 / this.tolerance.studs;
		const perRadian = 1 / this.tolerance.radians;
		const limit = most * most;
		let worst = 0;
		this.budget.step(length, this.caller);
		for (const frame of $range(start, finish)) {
			const t = length > 0 ? (frame - start) / length : 0;
			const square = t * t;
			const cube = square * t;
			const end1 = 3 * square - 2 * cube;
			const end0 = 1 - end1;
			const leave = (cube - 2 * square + t) * length;
			const arrive = (cube - square) * length;
			const at = frame * ROW_SIZE;
			const dx =
				(end0 * buffer.readf64(from, a) +
					end1 * buffer.readf64(to, b) +
					leave * buffer.readf64(from, a + 56) +
					arrive * buffer.readf64(to, b + 56) -
					buffer.readf64(rows, at)) *
				perStud;
			const dy =
				(end0 * buffer.readf64(from, a + 8) +
					end1 * buffer.readf64(to, b + 8) +
					leave * buffer.readf64(from, a + 64) +
					arrive * buffer.readf64(to, b + 64) -
					buffer.readf64(rows, at + 8)) *
				perStud;
			const dz =
				(end0 * buffer.readf64(from, a + 16) +
					end1 * buffer.readf64(to, b + 16) +
					leave * buffer.readf64(from, a + 72) +
					arrive * buffer.readf64(to, b + 72) -
					buffer.readf64(rows, at + 16)) *
				perStud;
			let miss = dx * dx + dy * dy + dz * dz;
			const pitch = buffer.readf64(rows, at + PITCH);
			const dPitch =
				end0 * buffer.readf64(from, a + 24) +
				end1 * buffer.readf64(to, b + 24) +
				leave * buffer.readf64(from, a + 80) +
				arrive * buffer.readf64(to, b + 80) -
				pitch;
			const dYaw =
				end0 * buffer.readf64(from, a + 32) +
				end1 * buffer.readf64(to, b + 32) +
				leave * buffer.readf64(from, a + 88) +
				arrive * buffer.readf64(to, b + 88) -
				buffer.readf64(rows, at + 32);
			const dRoll =
				end0 * buffer.readf64(from, a + 40) +
				end1 * buffer.readf64(to, b + 40) +
				leave * buffer.readf64(from, a + 96) +
				arrive * buffer.readf64(to, b + 96) -
				buffer.readf64(rows, at + 40);
			// An upper bound of the squared angle between both rotations: that of the path on which pitch, yaw and roll
			// change evenly.
			const climb = dPitch * dPitch;
			const shared = 2 * dYaw * dRoll * math.sin(pitch + dPitch / 2) * (1 - climb / 24);
			const turn = (climb + dYaw * dYaw + dRoll * dRoll - shared) * perRadian * perRadian;
			const lens =
				math.rad(
					end0 * buffer.readf64(from, a + 48) +
						end1 * buffer.readf64(to, b + 48) +
						leave * buffer.readf64(from, a + 104) +
						arrive * buffer.readf64(to, b + 104) -
						buffer.readf64(rows, at + 48),
				) * perRadian;
			if (turn > miss) miss = turn;
			if (lens * lens > miss) miss = lens * lens;
			if (miss > worst) {
				worst = miss;
				if (worst > limit) break;
			}
		}
		return math.sqrt(worst);
	}

	/** Returns whether a piece from the key in `from` may have this length. */
	private reaches(start: number, length: number): boolean {
		const { rows } = this;
		for (const number of [YAW, ROLL]) {
			const from = buffer.readf64(rows, start * ROW_SIZE + number);
			if (math.abs(buffer.readf64(rows, (start + length) * ROW_SIZE + number) - from) > WIDEST_TURN) return false;
		}
		this.readFrame(start + length, this.to);
		return this.missOf(start, start + length, this.from, 0, this.to, 0, LOOSENESS) <= LOOSENESS;
	}

	/** Returns the frames of keys, each as far from the previous one as its curve allows. */
	private greedyFrames(): Array<number> {
		const { first, last } = this;
		const frames = [first];
		let start = first;
		while (start < last) {
			this.readFrame(start, this.from);
			const most = last - start;
			let good = 1;
			let length = FIRST_LENGTH;
			while (length < most && this.reaches(start, length)) {
				good = length;
				length *= 2;
			}
			if (length >= most) {
				length = most;
				if (this.reaches(start, most)) good = most;
			}
			let bad = length;
			while (bad - good > 1) {
				const middle = (good + bad).idiv(2);
				if (this.reaches(start, middle)) good = middle;
				else bad = middle;
			}
			start += good;
			frames.push(start);
		}
		return frames;
	}

	/** Solves for all keys at once, and halves pieces until none misses. */
	private refine(): void {
		for (const round of $range(1, MOST_ROUNDS)) {
			this.solve();
			const { frames, keys } = this;
			const size = KEY_NUMBERS * 8;
			const following = [frames[0]];
			let isDone = true;
			for (const index of $range(0, frames.size() - 2)) {
				const start = frames[index];
				const finish = frames[index + 1];
				const miss = this.missOf(start, finish, keys, index * size, keys, (index + 1) * size, math.huge);
				if (miss > 1) {
					isDone = false;
					if (finish - start > 1) following.push((start + finish).idiv(2));
					if (finish - start <= 2 || round > MOST_ROUNDS / 2) {
						this.pinned.add(start);
						this.pinned.add(finish);
					}
				}
				following.push(finish);
			}
			if (isDone) return;
			this.frames = following;
		}
	}

	/**
	 * Finds the values and velocities of all keys that bring the cubics nearest to all frames. All numbers share one
	 * matrix. Each unknown only meets those of the neighbouring keys, so the matrix is a band.
	 */
	private solve(): void {
		const { frames, rows, pinned, budget, caller } = this;
		const keyCount = frames.size();
		const unknowns = 2 * keyCount;
		budget.spendBytes(unknowns * (BAND + ROW_NUMBERS) * 8, caller);
		const matrix = buffer.create(unknowns * BAND * 8);
		const right = buffer.create(unknowns * ROW_SIZE);
		const add = (row: number, back: number, value: number) => {
			const at = (row * BAND + back) * 8;
			buffer.writef64(matrix, at, buffer.readf64(matrix, at) + value);
		};
		for (const index of $range(0, keyCount - 2)) {
			const start = frames[index];
			const length = frames[index + 1] - start;
			const row = 2 * index;
			// The last frame of a piece is the first of the next.
			const finish = index + 2 === keyCount ? start + length : start + length - 1;
			budget.step(finish - start + 1, caller);
			let m00 = 0;
			let m10 = 0;
			let m11 = 0;
			let m20 = 0;
			let m21 = 0;
			let m22 = 0;
			let m30 = 0;
			let m31 = 0;
			let m32 = 0;
			let m33 = 0;
			for (const frame of $range(start, finish)) {
				const t = (frame - start) / length;
				const square = t * t;
				const cube = square * t;
				const c = 3 * square - 2 * cube;
				const a = 1 - c;
				const b = (cube - 2 * square + t) * length;
				const d = (cube - square) * length;
				m00 += a * a;
				m10 += a * b;
				m11 += b * b;
				m20 += a * c;
				m21 += b * c;
				m22 += c * c;
				m30 += a * d;
				m31 += b * d;
				m32 += c * d;
				m33 += d * d;
				for (const number of $range(0, ROW_SIZE - 8, 8)) {
					const value = buffer.readf64(rows, frame * ROW_SIZE + number);
					const at = row * ROW_SIZE + number;
					buffer.writef64(right, at, buffer.readf64(right, at) + a * value);
					buffer.writef64(right, at + ROW_SIZE, buffer.readf64(right, at + ROW_SIZE) + b * value);
					buffer.writef64(right, at + 2 * ROW_SIZE, buffer.readf64(right, at + 2 * ROW_SIZE) + c * value);
					buffer.writef64(right, at + 3 * ROW_SIZE, buffer.readf64(right, at + 3 * ROW_SIZE) + d * value);
				}
			}
			add(row, 0, m00);
			add(row + 1, 1, m10);
			add(row + 1, 0, m11);
			add(row + 2, 2, m20);
			add(row + 2, 1, m21);
			add(row + 2, 0, m22);
			add(row + 3, 3, m30);
			add(row + 3, 2, m31);
			add(row + 3, 1, m32);
			add(row + 3, 0, m33);
		}
		frames.forEach((frame, index) => {
			add(2 * index, 0, SOLVABLE * SOLVABLE);
			add(2 * index + 1, 0, SOLVABLE);
			if (!pinned.has(frame)) return;
			add(2 * index, 0, EXACT);
			for (const number of $range(0, ROW_SIZE - 8, 8)) {
				const at = 2 * index * ROW_SIZE + number;
				const value = buffer.readf64(rows, frame * ROW_SIZE + number);
				buffer.writef64(right, at, buffer.readf64(right, at) + EXACT * value);
			}
		});
		solveBand(matrix, right, unknowns);
		// The unknowns of a key follow each other: its values, then its velocities.
		this.keys = right;
		frames.forEach((frame, index) => {
			const at = 2 * index * ROW_SIZE;
			if (pinned.has(frame)) {
				buffer.copy(right, at, rows, frame * ROW_SIZE, ROW_SIZE);
				return;
			}
			// Rounded as in a key: far from the origin, single precision is coarser than a tolerance.
			for (const number of [0, 8, 16, LENS]) {
				buffer.writef64(right, at + number, single(buffer.readf64(right, at + number)));
			}
			const pitch = buffer.readf64(right, at + PITCH);
			buffer.writef64(right, at + PITCH, math.clamp(pitch, -STEEPEST, STEEPEST));
		});
	}
}

/** Solves a symmetric band of equations for `ROW_NUMBERS` right sides at once, in place. */
function solveBand(matrix: buffer, right: buffer, count: number): void {
	const read = (row: number, back: number) => buffer.readf64(matrix, (row * BAND + back) * 8);
	for (const row of $range(0, count - 1)) {
		const least = math.max(row - BAND + 1, 0);
		for (const column of $range(least, row - 1)) {
			let value = read(row, row - column);
			for (const before of $range(math.max(least, column - BAND + 1), column - 1)) {
				value -= read(row, row - before) * read(column, column - before) * read(before, 0);
			}
			buffer.writef64(matrix, (row * BAND + row - column) * 8, value / read(column, 0));
		}
		let value = read(row, 0);
		for (const column of $range(least, row - 1)) value -= read(row, row - column) ** 2 * read(column, 0);
		buffer.writef64(matrix, row * BAND * 8, value);
		for (const column of $range(least, row - 1)) {
			const factor = read(row, row - column);
			for (const number of $range(0, ROW_SIZE - 8, 8)) {
				const at = row * ROW_SIZE + number;
				const known = buffer.readf64(right, column * ROW_SIZE + number);
				buffer.writef64(right, at, buffer.readf64(right, at) - factor * known);
			}
		}
	}
	for (const row of $range(count - 1, 0, -1)) {
		const pivot = read(row, 0);
		for (const number of $range(0, ROW_SIZE - 8, 8)) {
			const at = row * ROW_SIZE + number;
			let value = buffer.readf64(right, at) / pivot;
			for (const below of $range(row + 1, math.min(row + BAND - 1, count - 1))) {
				value -= read(below, below - row) * buffer.readf64(right, below * ROW_SIZE + number);
			}
			buffer.writef64(right, at, value);
		}
	}
}
