//!native
//!optimize 2
import type { Budget } from "../../bytes/budget";
import { crc32InPieces } from "../../bytes/crc32";
import { fail } from "../../bytes/fail";
import {
	ATTRIBUTES_HEADER,
	Channel,
	checkTail,
	codes,
	decodePlane,
	minimumAttributesSize,
} from "../../meshopt/attributes";
import { newNumbers } from "../../meshopt/encode-channels";
import { MAX_SHORTS } from "../../meshopt/encode-shorts";
import { Control, Size } from "../../meshopt/groups";
import { checkEnd } from "../../meshopt/stream-end";
import { BLOCK_FRAMES } from "../../take/packed/block";
import { COUNT_AT, framesOfBlock } from "../../take/packed/header";
import { JOINT_STRIDE } from "../replay";
import { checkTriple, Column, seedsOf, stateIn } from "./column-states";
import { HEAD_SIZE, minimumJointBlock, SIZE_AT, STEPS_A_NUMBER } from "./joint-block";

/**
 * The increment of a 16-bit code, by its low byte plus one: that of the low byte itself, and the factor of its high
 * byte. Interpreted, a table lookup takes a quarter of the time of bit operations.
 */
const STEPS = newNumbers(256);
const SLOPES = newNumbers(256);
for (const low of $range(0, 255)) {
	STEPS[low + 1] = low % 2 === 0 ? low / 2 : -(low + 1) / 2;
	SLOPES[low + 1] = low % 2 === 0 ? 128 : -128;
}

/** A multiple of 2^16 that keeps the sums of a block positive. Their low 16 bits are written. */
const ABOVE = 2 ** 40;

/** Writes a column whose numbers are in a stream unchanged. */
function addNumbers(count: number, baseline: number, rows: buffer, at: number, stride: number): void {
	const steps = STEPS;
	let value = baseline + ABOVE;
	let to = at;
	for (const index of $range(0, count - 1)) {
		value += steps[buffer.readu8(codes, index) + 1];
		buffer.writei16(rows, to, value);
		to += stride;
	}
}

/** Writes a column whose first differences are in a stream. */
function addFirst(count: number, baseline: number, first: number, rows: buffer, at: number, stride: number): void {
	const steps = STEPS;
	let value = first + ABOVE;
	let step = baseline;
	let to = at;
	for (const index of $range(0, count - 1)) {
		buffer.writei16(rows, to, value);
		step += steps[buffer.readu8(codes, index) + 1];
		value += step;
		to += stride;
	}
}

/** Writes a column whose second differences are in a stream. */
function addSecond(
	count: number,
	baseline: number,
	first: number,
	firstStep: number,
	rows: buffer,
	at: number,
	stride: number,
): void {
	const steps = STEPS;
	let value = first + ABOVE;
	let step = firstStep;
	let bend = baseline;
	let to = at;
	for (const index of $range(0, count - 1)) {
		buffer.writei16(rows, to, value);
		bend += steps[buffer.readu8(codes, index) + 1];
		value += step;
		step += bend;
		to += stride;
	}
}

/** Does the same for a column of any order, some of whose codes have a high byte. */
function addWide(
	count: number,
	baseline: number,
	order: number,
	first: number,
	firstStep: number,
	rows: buffer,
	at: number,
	stride: number,
): void {
	const steps = STEPS;
	const slopes = SLOPES;
	let value = first + ABOVE;
	let step = firstStep;
	let difference = baseline;
	let to = at;
	for (const index of $range(0, count - 1)) {
		const low = buffer.readu8(codes, index) + 1;
		difference += steps[low] + slopes[low] * buffer.readu8(codes, index + Size.Plane);
		if (order === 0) {
			buffer.writei16(rows, to, difference + ABOVE);
		} else {
			buffer.writei16(rows, to, value);
			if (order === 1) {
				value += difference;
			} else {
				value += step;
				step += difference;
			}
		}
		to += stride;
	}
}

/**
 * Refuses a stream from `start` to `finish` that is not one of `size` columns of `count` numbers. Returns where its
 * planes end.
 */
function checkStream(source: buffer, start: number, finish: number, count: number, size: number): number {
	const channels = math.ceil(size / 2);
	const least = minimumAttributesSize(1, count, 4 * channels);
	if (finish - start < least) {
		fail("replay", `a stream of ${size} columns needs ${least} bytes but has ${finish - start}`, start);
	}
	if (buffer.readu8(source, start) !== ATTRIBUTES_HEADER + 1) {
		fail("replay", "a block does not hold an ATTRIBUTES stream of version 1", start);
	}
	for (const at of $range(finish - channels, finish - 1)) {
		if (buffer.readu8(source, at) !== Channel.Shorts) fail("replay", "a channel of a block is not of mode 1", at);
	}
	return checkTail(source, finish, 4 * channels);
}

/** The progress in reading a block. Not shared: other calls may read during a pause. */
interface Progress {
	/** The state of each column: for each joint three of its rotation, then three of its translation. */
	states: buffer;
	/** The next column, and the offset of its numbers. */
	column: number;
	seeds: number;
}

/** Decodes the stream of the next `size` columns that move into rows from `first` on. */
function decodeStream(
	source: buffer,
	start: number,
	finish: number,
	count: number,
	size: number,
	progress: Progress,
	rotations: buffer,
	translations: buffer,
	first: number,
	stride: number,
): void {
	const { states } = progress;
	const half = buffer.len(states) / 2;
	const limit = checkStream(source, start, finish, count, size);
	const channels = math.ceil(size / 2);
	const baseline = finish - 5 * channels;
	let position = start + 1 + channels;
	let { column, seeds } = progress;
	for (const index of $range(0, size - 1)) {
		let state = buffer.readu8(states, column);
		while (state < Column.Order0) {
			if (state === Column.Constant) seeds += 2;
			column += 1;
			state = buffer.readu8(states, column);
		}
		const control = buffer.readu8(source, start + 1 + index.idiv(2));
		const planes = index % 2 === 0 ? control & 15 : control >>> 4;
		const high = planes >>> 2;
		position = decodePlane(source, position, limit, count, planes & 3, 0);
		const from = buffer.readi16(source, baseline + 2 * index);
		const order = state - Column.Order0;
		const value = order > 0 ? buffer.readi16(source, seeds) : 0;
		const step = order > 1 ? buffer.readi16(source, seeds + 2) : 0;
		seeds += 2 * order;
		const rows = column < half ? rotations : translations;
		const at = first + 2 * (column % half);
		if (high !== Control.Zeros) {
			position = decodePlane(source, position, limit, count, high, Size.Plane);
			addWide(count, from, order, value, step, rows, at, stride);
		} else if (order === 0) {
			addNumbers(count, from, rows, at, stride);
		} else if (order === 1) {
			addFirst(count, from, value, rows, at, stride);
		} else {
			addSecond(count, from, value, step, rows, at, stride);
		}
		column += 1;
	}
	if (size % 2 === 1) {
		// The numbers after the last column are unused, but may have planes.
		const control = buffer.readu8(source, start + channels) >>> 4;
		position = decodePlane(source, position, limit, count, control & 3, 0);
		position = decodePlane(source, position, limit, count, control >>> 2, 0);
	}
	checkEnd(position, limit);
	progress.column = column;
	progress.seeds = seeds;
}

/** Writes `count` copies of the first row, at `at`, over the rows after it. */
function repeatRow(rows: buffer, at: number, stride: number, count: number): void {
	const size = count * stride;
	let done = stride;
	while (done < size) {
		const more = math.min(done, size - done);
		buffer.copy(rows, at + done, rows, at, more);
		done += more;
	}
}

/** Decodes the block at `start` into the rows of `count` frames from `firstFrame` on. */
function decodeBlock(
	source: buffer,
	start: number,
	firstFrame: number,
	count: number,
	joints: number,
	rotations: buffer,
	translations: buffer,
	budget: Budget,
): void {
	const finish = start + buffer.readu32(source, start + SIZE_AT);
	if (crc32InPieces(source, start + SIZE_AT, finish, budget, "replay") !== buffer.readu32(source, start)) {
		fail("replay", "the checksum of a block does not match", start);
	}
	const stride = joints * JOINT_STRIDE;
	const first = firstFrame * stride;
	const half = 3 * joints;
	const states = buffer.create(2 * half);
	const firstSeed = start + HEAD_SIZE + 2 * joints;
	let seedCount = 0;
	let moving = 0;
	for (const index of $range(0, 2 * joints - 1)) {
		const place = start + HEAD_SIZE + index;
		const triple = buffer.readu8(source, place);
		if (triple === 0) continue;
		checkTriple(triple, place);
		for (const axis of $range(0, 2)) {
			const state = stateIn(triple, axis);
			buffer.writeu8(states, 3 * index + axis, state);
			seedCount += seedsOf(state);
			if (state >= Column.Order0) moving += 1;
		}
	}
	let position = firstSeed + 2 * seedCount;
	if (position > finish) {
		fail("replay", `${seedCount} numbers of columns do not fit in ${finish - firstSeed} bytes`, firstSeed);
	}
	let seeds = firstSeed;
	let rotates = false;
	let translates = false;
	for (const column of $range(0, 2 * half - 1)) {
		const state = buffer.readu8(states, column);
		if (state === Column.Constant) {
			const rows = column < half ? rotations : translations;
			if (column < half) rotates = true;
			else translates = true;
			buffer.writei16(rows, first + 2 * (column % half), buffer.readi16(source, seeds));
		}
		seeds += 2 * seedsOf(state);
	}
	if (rotates) repeatRow(rotations, first, stride, count);
	if (translates) repeatRow(translations, first, stride, count);
	budget.step(2 * half, "replay", start);

	const progress: Progress = { states, column: 0, seeds: firstSeed };
	while (moving > 0) {
		const size = math.min(moving, MAX_SHORTS);
		budget.step(size * count * STEPS_A_NUMBER, "replay", position);
		if (finish - position < 2) fail("replay", "a block ends before its last stream", position);
		const stream = position + 2;
		position = stream + buffer.readu16(source, position);
		if (position > finish) fail("replay", `a stream ends ${position - finish} bytes after its block`, stream - 2);
		decodeStream(source, stream, position, count, size, progress, rotations, translations, first, stride);
		moving -= size;
	}
	if (position !== finish) fail("replay", `a block has ${finish - position} bytes left over`, position);
}

/** Returns the offsets of the blocks of a subject's joints, the first at `start`, and the end of the last. */
export function findJointBlocks(
	source: buffer,
	start: number,
	count: number,
	joints: number,
	budget: Budget,
): LuaTuple<[blocks: Array<number>, finish: number]> {
	const blocks = new Array<number>();
	if (joints === 0) return $tuple(blocks, start);
	const left = buffer.len(source) - start;
	const blockCount = math.ceil(count / BLOCK_FRAMES);
	const least = minimumJointBlock(joints);
	if (blockCount * least > left) {
		fail("replay", `${count} frames need at least ${blockCount * least} bytes but ${left} are left`, COUNT_AT);
	}
	budget.spendElements(blockCount, "replay", start);
	let at = start;
	for (const _ of $range(1, blockCount)) {
		const rest = buffer.len(source) - at;
		const size = rest < least ? 0 : buffer.readu32(source, at + SIZE_AT);
		if (size < least || size > rest) {
			fail("replay", `a block of ${joints} joints has ${size} bytes; expected ${least} to ${rest}`, at);
		}
		blocks.push(at);
		at += size;
	}
	return $tuple(blocks, at);
}

/** Reads and checks the rows of a subject's joints in the blocks that start at `blocks`. */
export function readJointBlocks(
	source: buffer,
	blocks: ReadonlyArray<number>,
	count: number,
	joints: number,
	budget: Budget,
): LuaTuple<[rotations: buffer, translations: buffer]> {
	const size = count * joints * JOINT_STRIDE;
	budget.spendBytes(2 * size, "replay", COUNT_AT);
	const rotations = buffer.create(size);
	const translations = buffer.create(size);
	blocks.forEach((start, block) => {
		const held = framesOfBlock(block, count);
		decodeBlock(source, start, block * BLOCK_FRAMES, held, joints, rotations, translations, budget);
	});
	return $tuple(rotations, translations);
}
