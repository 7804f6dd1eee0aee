//!native
//!optimize 2
import type { Budget } from "../../bytes/budget";
import type { Writer } from "../../bytes/writer";
import { maximumAttributesSize } from "../../meshopt/encode-attributes";
import { MAX_SHORTS, ShortsStream } from "../../meshopt/encode-shorts";
import { BLOCK_FRAMES } from "../../take/packed/block";
import { framesOfBlock } from "../../take/packed/header";
import { JOINT_STRIDE, ReplaySubject } from "../replay";
import { Column, seedsOf, tripleOf } from "./column-states";
import { HEAD_SIZE, SIZE_AT, STEPS_A_NUMBER } from "./joint-block";

/** The largest stream, after u16 size, and its writer. Nothing yields while they are in use. */
const stream = buffer.create(2 + maximumAttributesSize(1, BLOCK_FRAMES, 2 * MAX_SHORTS));
const shorts = new ShortsStream();

/** Returns whether `count` rows of `stride` bytes from `at` on are equal. */
function areAlike(rows: buffer, at: number, stride: number, count: number): boolean {
	const size = (count - 1) * stride;
	return buffer.readstring(rows, at, size) === buffer.readstring(rows, at + stride, size);
}

/** Returns whether the three numbers of a joint are the same in all of `count` rows. */
function isConstantJoint(rows: buffer, at: number, stride: number, count: number): boolean {
	const both = buffer.readu32(rows, at);
	const third = buffer.readu16(rows, at + 4);
	for (const place of $range(at + stride, at + (count - 1) * stride, stride)) {
		if (buffer.readu32(rows, place) !== both || buffer.readu16(rows, place + 4) !== third) return false;
	}
	return true;
}

/** Returns whether the numbers of a column are the same in all of `count` rows. */
function isConstant(rows: buffer, at: number, stride: number, count: number): boolean {
	const value = buffer.readi16(rows, at);
	for (const place of $range(at + stride, at + (count - 1) * stride, stride)) {
		if (buffer.readi16(rows, place) !== value) return false;
	}
	return true;
}

function constantState(rows: buffer, at: number): number {
	return buffer.readi16(rows, at) === 0 ? Column.Zero : Column.Constant;
}

/**
 * How many frames are sampled to choose a column's order, and the frames from one sample to the next: a limb moves
 * alike for a while.
 */
const SAMPLED = 32;
const SAMPLED_EACH = 128;

/**
 * Returns the best state of a column of `count` numbers, from `at` on and `stride` bytes apart: constant, or the
 * differences with the smallest sum.
 */
function chooseState(rows: buffer, at: number, stride: number, count: number): number {
	let first = 0;
	let second = 0;
	let third = 0;
	for (const start of $range(0, count - 4, SAMPLED_EACH)) {
		const place = at + start * stride;
		const before = buffer.readi16(rows, place);
		const middle = buffer.readi16(rows, place + stride);
		let previous = buffer.readi16(rows, place + 2 * stride);
		let step = previous - middle;
		let bend = step - (middle - before);
		const last = math.min(start + SAMPLED, count - 1);
		for (const to of $range(place + 3 * stride, at + last * stride, stride)) {
			const value = buffer.readi16(rows, to);
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
	}
	if (first === 0) return isConstant(rows, at, stride, count) ? constantState(rows, at) : Column.Order0;
	if (first <= second && first <= third) return Column.Order0;
	return second <= third ? Column.Order1 : Column.Order2;
}

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
			const place = start + joint * JOINT_STRIDE;
			const isJointStill = isStill || isConstantJoint(rows, place, stride, held);
			for (const at of $range(place, place + 4, 2)) {
				const state = isJointStill ? constantState(rows, at) : chooseState(rows, at, stride, held);
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
		shorts.begin(size, held, stream, 2);
		let filled = 0;
		while (filled < size) {
			const state = states[column];
			if (state >= Column.Order0) {
				const rows = column < half ? rotations : translations;
				shorts.addDifferences(rows, start + 2 * (column % half), stride, state - Column.Order0);
				filled += 1;
			}
			column += 1;
		}
		const finish = shorts.finish();
		buffer.writeu16(stream, 0, finish - 2);
		budget.spendBytes(finish, "encodeRecording");
		writer.bytes(stream, 0, finish);
		moving -= size;
	}
	writer.patchU32(head + SIZE_AT, writer.position - head);
	writer.patchU32(head, writer.sum(head + SIZE_AT, budget, "encodeRecording"));
}

export function writeJointBlocks(writer: Writer, subject: ReplaySubject, count: number, budget: Budget): void {
	if (subject.joints.isEmpty()) return;
	for (const block of $range(0, math.ceil(count / BLOCK_FRAMES) - 1)) {
		writeBlock(writer, subject, block * BLOCK_FRAMES, framesOfBlock(block, count), budget);
	}
}
