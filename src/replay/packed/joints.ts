import type { Budget } from "../../bytes/budget";
import type { Reader } from "../../bytes/reader";
import type { Writer } from "../../bytes/writer";
import { JOINT_KINDS } from "../check-replay";
import type { Frame7, ReplayJoint } from "../replay";
import { readName, writeName } from "./value";

/** The flags in the byte of a joint's kind. */
const enum Flag {
	TurnedC0 = 4,
	TurnedC1 = 8,
	Size = 16,
}

/** The bits of the kind. */
const KIND_BITS = 3;

/** Approximate bytes of a joint's tables. */
const JOINT_BYTES = 800;

const JOINT_STEPS = 32;

type Numbers3 = readonly [number, number, number];

function isTurned([, , , x, y, z, w]: Frame7): boolean {
	return !(x === 0 && y === 0 && z === 0 && w === 1);
}

function writeFrame7(writer: Writer, frame: Frame7): void {
	for (const index of $range(0, isTurned(frame) ? 6 : 2)) writer.f32(frame[index]);
}

function readNumbers3(reader: Reader, what: string): Numbers3 {
	return [reader.f32(what), reader.f32(what), reader.f32(what)];
}

function readFrame7(reader: Reader, isTurned: boolean, what: string): Frame7 {
	const [x, y, z] = readNumbers3(reader, what);
	if (!isTurned) return [x, y, z, 0, 0, 0, 1];
	return [x, y, z, reader.f32(what), reader.f32(what), reader.f32(what), reader.f32(what)];
}

/** Writes the joints of a subject: their number as u32, then each. */
export function writeJoints(writer: Writer, joints: ReadonlyArray<ReplayJoint>, budget: Budget): void {
	writer.u32(joints.size());
	for (const { name, parent, kind, step, c0, c1, size } of joints) {
		budget.step(JOINT_STEPS, "encodeRecording");
		const [sx, sy, sz] = size;
		const hasSize = sx !== 0 || sy !== 0 || sz !== 0;
		const flags = (isTurned(c0) ? Flag.TurnedC0 : 0) + (isTurned(c1) ? Flag.TurnedC1 : 0) + (hasSize ? Flag.Size : 0);
		writer.u8(JOINT_KINDS.indexOf(kind) + flags);
		writeName(writer, name);
		writer.u16(parent + 1);
		writer.f64(step);
		writeFrame7(writer, c0);
		writeFrame7(writer, c1);
		if (hasSize) for (const number of size) writer.f32(number);
	}
}

/** Reads the joints of `writeJoints`. Checks only their form. */
export function readJoints(reader: Reader, budget: Budget): Array<ReplayJoint> {
	const count = reader.u32("the number of joints");
	const joints = new Array<ReplayJoint>();
	for (const _ of $range(1, count)) {
		const start = reader.position;
		budget.spendElements(1, reader.format, start);
		budget.spendBytes(JOINT_BYTES, reader.format, start);
		budget.step(JOINT_STEPS, reader.format, start);
		const flags = reader.u8("the kind of a joint");
		const kind = JOINT_KINDS[flags & KIND_BITS];
		if (kind === undefined || flags >= 2 * Flag.Size) reader.fail(`a joint of kind ${flags} does not exist`, start);
		const name = readName(reader, "the name of a joint");
		const parent = reader.u16("the parent of a joint") - 1;
		const step = reader.f64("the step of a joint");
		const c0 = readFrame7(reader, (flags & Flag.TurnedC0) !== 0, "c0 of a joint");
		const c1 = readFrame7(reader, (flags & Flag.TurnedC1) !== 0, "c1 of a joint");
		const size: Numbers3 = (flags & Flag.Size) !== 0 ? readNumbers3(reader, "the size of a joint") : [0, 0, 0];
		joints.push({ name, parent, kind, step, c0, c1, size });
	}
	return joints;
}
