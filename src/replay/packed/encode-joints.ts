//!native
//!optimize 2
import type { Budget } from "../../bytes/budget";
import type { Writer } from "../../bytes/writer";
import { maximumAttributesSize } from "../../meshopt/encode-attributes";
import { newNumbers, Numbers } from "../../meshopt/encode-channels";
import { encodeShorts, MAX_SHORTS } from "../../meshopt/encode-shorts";
import { BLOCK_FRAMES } from "../../take/packed/block";
import { framesOfBlock } from "../../take/packed/header";
import { JOINT_STRIDE, ReplaySubject } from "../replay";
import { Column, seedsOf, tripleOf } from "./column-states";
import { HEAD_SIZE, SIZE_AT, STEPS_A_NUMBER } from "./joint-block";

/** Columns of a stream, counted from 0, each of numbers counted from 1. Nothing yields while they are in use. */
const columns = new Array<Numbers>();
for (const _ of $range(1, MAX_SHORTS)) columns.push(newNumbers(BLOCK_FRAMES));

/** The largest stream, after u16 size. */
const stream = buffer.create(2 + maximumAttributesSize(1, BLOCK_FRAMES, 2 * MAX_SHORTS));

/** Whether `count` rows of `stride` bytes from `at` on are all alike. */
function areAlike(rows: buffer, at: number, stride: number, count: number): boolean {
	const size = (count - 1) * stride;
	return buffer.readstring(rows, at, size) === buffer.readstring(rows, at + stride, size);
}

/**
 * What a column of `count` numbers, from `at` on and `stride` bytes apart, is best stored as: constant, or by the differences whose sum is
 * least.
 */
function chooseState(rows: buffer, at: number, stride: number, count: number): number {
	const start = buffer.readi16(rows, at);
	let previous = start;
	let step = 0;
	let bend = 0;
	let first = 0;
	let second = 0;
	let third = 0;
	for (const place of $range(at + stride, at + (count - 1) * stride, stride)) {
		const value = buffer.readi16(rows, place);
		const nextStep = value - previous;
		const nextBend = nextStep - step;
		const change = nextBend - bend;
		first += nextStep < 0 ? -nextStep : nextStep;
		second += nextBend < 0 ? -nextBend : nextBend;
		third += change < 0 ? -change : change;
		previous = value;
		step = nextStep;
		bend = nextBend;
	}
	if (first === 0) return start === 0 ? Column.Zero : Column.Constant;
	if (first <= second && first <= third) return Column.Order0;
	return second <= third ? Column.Order1 : Column.Order2;
}

/** Fills `numbers` with the differences of an order. The last ones, which have no next, repeat the one before. */
function fillDifferences(
	rows: buffer,
	at: number,
	stride: number,
	count: number,
	order: number,
	numbers: Numbers,
): void {
	let place = at;
	if (order === 0) {
		for (const index of $range(1, count)) {
			numbers[index] = buffer.readi16(rows, place);
			place += stride;
		}
		return;
	}
	let previous = buffer.readi16(rows, place);
	place += stride;
	if (order === 1) {
		for (const index of $range(1, count - 1)) {
			const value = buffer.readi16(rows, place);
			numbers[index] = value - previous;
			previous = value;
			place += stride;
		}
		numbers[count] = numbers[count - 1];
		return;
	}
	const second = buffer.readi16(rows, place);
	let step = second - previous;
	previous = second;
	place += stride;
	for (const index of $range(1, count - 2)) {
		const value = buffer.readi16(rows, place);
		const following = value - previous;
		numbers[index] = following - step;
		step = following;
		previous = value;
		place += stride;
	}
	numbers[count - 1] = numbers[count - 2];
	numbers[count] = numbers[count - 2];
}

/** Writes the block of `held` frames from `first` on. */
function writeBlock(writer: Writer, subject: ReplaySubject, first: number, held: number, budget: Budget): void {
	const { rotations, translations } = subject;
	const joints = subject.joints.size();
	const stride = joints * JOINT_STRIDE;
	const start = first * stride;
	const states = new Array<number>();
	const triples = buffer.create(2 * joints);
	let moving = 0;
	let seeds = 0;
	for (const side of $range(0, 1)) {
		const rows = side === 0 ? rotations : translations;
		const isStill = areAlike(rows, start, stride, held);
		for (const joint of $range(0, joints - 1)) {
			for (const axis of $range(0, 2)) {
				const at = start + joint * JOINT_STRIDE + 2 * axis;
				const state = chooseState(rows, at, stride, isStill ? 1 : held);
				states.push(state);
				seeds += seedsOf(state);
				if (state >= Column.Order0) moving += 1;
			}
			const column = states.size() - 3;
			const triple = tripleOf(states[column], states[column + 1], states[column + 2]);
			buffer.writeu8(triples, side * joints + joint, triple);
			if (!isStill) budget.step(3 * held, "encodeRecording");
		}
	}
	const head = writer.position;
	writer.zeros(HEAD_SIZE);
	writer.bytes(triples);
	const numbers = buffer.create(2 * seeds);
	let to = 0;
	const total = states.size();
	const half = total / 2;
	for (const column of $range(0, total - 1)) {
		const count = seedsOf(states[column]);
		if (count === 0) continue;
		const rows = column < half ? rotations : translations;
		const at = start + 2 * (column % half);
		const value = buffer.readi16(rows, at);
		buffer.writei16(numbers, to, value);
		if (count > 1) buffer.writei16(numbers, to + 2, buffer.readi16(rows, at + stride) - value);
		to += 2 * count;
	}
	writer.bytes(numbers);
	let column = 0;
	while (moving > 0) {
		const size = math.min(moving, MAX_SHORTS);
		budget.step(size * held * STEPS_A_NUMBER, "encodeRecording");
		let filled = 0;
		while (filled < size) {
			const state = states[column];
			if (state >= Column.Order0) {
				const rows = column < half ? rotations : translations;
				fillDifferences(rows, start + 2 * (column % half), stride, held, state - Column.Order0, columns[filled]);
				filled += 1;
			}
			column += 1;
		}
		const finish = encodeShorts(columns, size, held, stream, 2);
		buffer.writeu16(stream, 0, finish - 2);
		budget.spendBytes(finish, "encodeRecording");
		writer.bytes(stream, 0, finish);
		moving -= size;
	}
	writer.patchU32(head + SIZE_AT, writer.position - head);
	writer.patchU32(head, writer.sum(head + SIZE_AT, budget, "encodeRecording"));
}

/** Writes the blocks of a subject's joints. */
export function writeJointBlocks(writer: Writer, subject: ReplaySubject, count: number, budget: Budget): void {
	if (subject.joints.isEmpty()) return;
	for (const block of $range(0, math.ceil(count / BLOCK_FRAMES) - 1)) {
		writeBlock(writer, subject, block * BLOCK_FRAMES, framesOfBlock(block, count), budget);
	}
}
