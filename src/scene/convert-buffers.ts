//!native
//!optimize 2
import { copyBuffer } from "../bytes/copy-buffer";
import { inSlices } from "../bytes/in-slices";
import type { Budget } from "../bytes/budget";
import { Change, isStill } from "./axes";
import { POSE_STRIDE, ROTATION_OFFSET, SCALE_OFFSET } from "./pose";
import { RIGID_STRIDE } from "./rigid-pose";

/** Turns and scales the f32 vector at `offset` in place. */
export function convertVectorAt(target: buffer, offset: number, { turn, scale }: Change): void {
	const { source, sign } = turn;
	const x = buffer.readf32(target, offset + source[0] * 4);
	const y = buffer.readf32(target, offset + source[1] * 4);
	const z = buffer.readf32(target, offset + source[2] * 4);
	buffer.writef32(target, offset, x * sign[0] * scale);
	buffer.writef32(target, offset + 4, y * sign[1] * scale);
	buffer.writef32(target, offset + 8, z * sign[2] * scale);
}

/** Moves the f32 factors at `offset` to their new axes. A factor has no sign. */
export function convertFactorsAt(target: buffer, offset: number, { turn }: Change): void {
	const source = turn.source;
	const x = buffer.readf32(target, offset + source[0] * 4);
	const y = buffer.readf32(target, offset + source[1] * 4);
	const z = buffer.readf32(target, offset + source[2] * 4);
	buffer.writef32(target, offset, x);
	buffer.writef32(target, offset + 4, y);
	buffer.writef32(target, offset + 8, z);
}

/** Writes `count` vectors of f32 × 3, from the one at `first` on, turned and scaled. */
export function convertVectors(
	source: buffer,
	{ turn, scale }: Change,
	target: buffer,
	first: number,
	count: number,
): void {
	const start = first * 12;
	const last = (first + count - 1) * 12;
	if (isStill(turn)) {
		for (const at of $range(start, last, 12)) {
			buffer.writef32(target, at, buffer.readf32(source, at) * scale);
			buffer.writef32(target, at + 4, buffer.readf32(source, at + 4) * scale);
			buffer.writef32(target, at + 8, buffer.readf32(source, at + 8) * scale);
		}
		return;
	}
	const fromX = turn.source[0] * 4;
	const fromY = turn.source[1] * 4;
	const fromZ = turn.source[2] * 4;
	const x = turn.sign[0] * scale;
	const y = turn.sign[1] * scale;
	const z = turn.sign[2] * scale;
	for (const at of $range(start, last, 12)) {
		buffer.writef32(target, at, buffer.readf32(source, at + fromX) * x);
		buffer.writef32(target, at + 4, buffer.readf32(source, at + fromY) * y);
		buffer.writef32(target, at + 8, buffer.readf32(source, at + fromZ) * z);
	}
}

/** Returns vectors of f32 × 3, turned and scaled; the same buffer if nothing changes. */
export function convertedVectors(source: buffer, change: Change, budget: Budget, place: string): buffer {
	if (isStill(change.turn) && change.scale === 1) return source;
	const target = buffer.create(buffer.len(source));
	inSlices(buffer.len(source).idiv(12), budget, "mesh", place, (first, count) => {
		convertVectors(source, change, target, first, count);
	});
	return target;
}

export function convertedPose(source: buffer, change: Change): buffer {
	const copy = copyBuffer(source);
	const turnOnly = { turn: change.turn, scale: 1 };
	for (const at of $range(0, buffer.len(copy) - POSE_STRIDE, POSE_STRIDE)) {
		convertVectorAt(copy, at, change);
		// A rotation's axis turns like any other direction; its angle stays.
		convertVectorAt(copy, at + ROTATION_OFFSET, turnOnly);
		convertFactorsAt(copy, at + SCALE_OFFSET, change);
	}
	return copy;
}

/** Converts rigid transforms (seven f64 each) to other units and axes. */
export function convertedRigid(source: buffer, { turn, scale }: Change): buffer {
	const result = copyBuffer(source);
	for (const at of $range(0, buffer.len(source) - RIGID_STRIDE, RIGID_STRIDE)) {
		for (const axis of $range(0, 2)) {
			const from = turn.source[axis] * 8;
			const sign = turn.sign[axis];
			buffer.writef64(result, at + axis * 8, buffer.readf64(source, at + from) * sign * scale);
			buffer.writef64(result, at + 24 + axis * 8, buffer.readf64(source, at + 24 + from) * sign);
		}
	}
	return result;
}
