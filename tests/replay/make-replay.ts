import { Replay, ReplayJoint, ReplaySubject } from "../../src/camera";
import { straightTake } from "../take/make-take";

/** A joint, a motor at its part's origin unless told. */
export function jointOf(name: string, parent = -1, extra: Partial<ReplayJoint> = {}): ReplayJoint {
	return {
		name,
		parent,
		kind: "motor",
		step: 0.01,
		c0: [0, 1, 0, 0, 0, 0, 1],
		c1: [0, -1, 0, 0, 0, 0, 1],
		size: [1, 2, 1],
		...extra,
	};
}

/** A subject of `count` frames whose root goes a stud per frame along X; nothing else moves. */
export function subjectOf(name: string, count: number, extra: Partial<ReplaySubject> = {}): ReplaySubject {
	const joints = extra.joints ?? [jointOf("Torso"), jointOf("Head", 0)];
	return {
		name,
		kind: "character",
		spans: [{ first: 0, last: count - 1 }],
		root: straightTake(count, { rate: 30, name }),
		size: [2, 2, 1],
		joints,
		rotations: buffer.create(count * joints.size() * 6),
		translations: buffer.create(count * joints.size() * 6),
		values: [],
		...extra,
	};
}

/** A replay of subjects at 30 frames per second. */
export function replayOf(count: number, subjects: Array<ReplaySubject>, extra: Partial<Replay> = {}): Replay {
	return { name: "Fight", map: "Harbour", rate: 30, count, subjects, markers: [], ...extra };
}

/** Rows whose number in column `index` of frame `n` is 100 × n + index. */
export function numberedRows(count: number, joints: number): buffer {
	const rows = buffer.create(count * joints * 6);
	for (const frame of $range(0, count - 1)) {
		for (const index of $range(0, joints * 3 - 1)) {
			buffer.writei16(rows, (frame * joints * 3 + index) * 2, 100 * frame + index);
		}
	}
	return rows;
}
