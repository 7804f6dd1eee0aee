import type { Budget } from "../../bytes/budget";
import type { Reader } from "../../bytes/reader";
import { Writer } from "../../bytes/writer";
import { columnsOf, holdLenses } from "../../take/packed/header";
import { readSections, Sections, writeSections } from "../../take/packed/sections";
import { SUBJECT_KINDS } from "../check-replay";
import type { ReplayJoint, ReplaySpan, ReplaySubject, ReplayValue } from "../replay";
import { readJoints, writeJoints } from "./joints";
import { readName, readValue, writeName, writeValue } from "./value";

/** The flag in the byte of a subject's kind that it has a look. */
const LOOK = 4;

/** Approximate bytes of tables: of a subject with its root, of a span, of a value, and of a change of it. */
const SUBJECT_BYTES = 1200;
const SPAN_BYTES = 160;
const VALUE_BYTES = 400;
const CHANGE_BYTES = 64;

/** Steps of writing or reading one of them. */
const STEPS = 8;

/** A subject without its blocks. */
export interface PackedSubject {
	parts: Omit<ReplaySubject, "root" | "rotations" | "translations">;
	/** Whether the blocks of the root hold a field of view per frame. */
	hasLens: boolean;
	/** The root's parts besides its frames. */
	sections: Sections;
}

function writeSpans(writer: Writer, spans: ReadonlyArray<ReplaySpan>): void {
	writer.u32(spans.size());
	for (const { first, last } of spans) {
		writer.u32(first);
		writer.u32(last);
	}
}

function readSpans(reader: Reader, budget: Budget): Array<ReplaySpan> {
	const spans = new Array<ReplaySpan>();
	for (const _ of $range(1, reader.u32("the number of spans"))) {
		budget.spendElements(1, reader.format, reader.position);
		budget.spendBytes(SPAN_BYTES, reader.format, reader.position);
		budget.step(STEPS, reader.format, reader.position);
		spans.push({ first: reader.u32("the first frame of a span"), last: reader.u32("the last frame of a span") });
	}
	return spans;
}

function writeValues(writer: Writer, values: ReadonlyArray<ReplayValue>, budget: Budget): void {
	writer.u32(values.size());
	for (const value of values) {
		writeName(writer, value.name);
		writer.u32(value.frames.size());
		value.frames.forEach((frame, index) => {
			budget.step(STEPS, "encodeRecording");
			writer.u32(frame);
			writeValue(writer, value.values[index]);
		});
	}
}

function readValues(reader: Reader, budget: Budget): Array<ReplayValue> {
	const found = new Array<ReplayValue>();
	for (const _ of $range(1, reader.u32("the number of values"))) {
		budget.spendElements(1, reader.format, reader.position);
		budget.spendBytes(VALUE_BYTES, reader.format, reader.position);
		const name = readName(reader, "the name of a value");
		const frames = new Array<number>();
		const values = new Array<string | number | boolean>();
		for (const _ of $range(1, reader.u32("the number of changes"))) {
			const start = reader.position;
			budget.spendElements(1, reader.format, start);
			budget.step(STEPS, reader.format, start);
			frames.push(reader.u32("the frame of a change"));
			const value = readValue(reader);
			if (value === undefined) reader.fail("a change is to nothing", start);
			budget.spendBytes(CHANGE_BYTES + (typeIs(value, "string") ? value.size() : 0), reader.format, start);
			values.push(value);
		}
		found.push({ name, frames, values });
	}
	return found;
}

/** The numbers of the written lists of joints, from 1 on: by the table, which subjects may share, and by its bytes. */
interface JointLists {
	byTable: Map<object, number>;
	byBytes: Map<string, number>;
}

function writeJointList(
	writer: Writer,
	joints: ReadonlyArray<ReplayJoint>,
	{ byTable, byBytes }: JointLists,
	budget: Budget,
): void {
	if (joints.isEmpty()) {
		writer.u32(0);
		return;
	}
	let list = byTable.get(joints);
	if (list === undefined) {
		const written = new Writer();
		writeJoints(written, joints, budget);
		const bytes = written.finish();
		const key = buffer.tostring(bytes);
		list = byBytes.get(key);
		if (list === undefined) {
			list = byBytes.size() + 1;
			byBytes.set(key, list);
			byTable.set(joints, list);
			writer.u32(list);
			writer.bytes(bytes);
			return;
		}
		byTable.set(joints, list);
	}
	writer.u32(list);
}

/**
 * Writes the subjects without their blocks. A list of joints is written once: each subject has the number of its list.
 * The next number means that a new list follows, and 0 means no joints.
 */
export function writeSubjects(writer: Writer, subjects: ReadonlyArray<ReplaySubject>, budget: Budget): void {
	const lists: JointLists = { byTable: new Map(), byBytes: new Map() };
	for (const subject of subjects) {
		budget.step(STEPS, "encodeRecording");
		writer.u8(SUBJECT_KINDS.indexOf(subject.kind) + (subject.look !== undefined ? LOOK : 0));
		writeName(writer, subject.name);
		if (subject.look !== undefined) writeName(writer, subject.look);
		for (const number of subject.size) writer.f32(number);
		writeSpans(writer, subject.spans);
		writeValues(writer, subject.values, budget);
		writeJointList(writer, subject.joints, lists, budget);
		writer.u8(columnsOf(subject.root));
		writer.u32(0);
		const start = writer.position;
		writeSections(writer, subject.root);
		writer.patchU32(start - 4, writer.position - start);
	}
}

/** Reads `count` subjects. Checks only their form. */
export function readSubjects(reader: Reader, count: number, budget: Budget): Array<PackedSubject> {
	const lists = new Array<Array<ReplayJoint>>();
	const subjects = new Array<PackedSubject>();
	for (const _ of $range(1, count)) {
		const start = reader.position;
		budget.spendElements(1, reader.format, start);
		budget.spendBytes(SUBJECT_BYTES, reader.format, start);
		budget.step(STEPS, reader.format, start);
		const flags = reader.u8("the kind of a subject");
		if (flags >= 2 * LOOK) reader.fail(`a subject of kind ${flags} does not exist`, start);
		const name = readName(reader, "the name of a subject");
		const look = flags >= LOOK ? readName(reader, "the look of a subject") : undefined;
		const axis = () => reader.f32("the size of a subject");
		const size: [number, number, number] = [axis(), axis(), axis()];
		const spans = readSpans(reader, budget);
		const values = readValues(reader, budget);
		const listAt = reader.position;
		const list = reader.u32("the joints of a subject");
		if (list > lists.size() + 1) reader.fail(`there is no list ${list} of joints`, listAt);
		if (list === lists.size() + 1) lists.push(readJoints(reader, budget));
		const joints = list === 0 ? [] : lists[list - 1];
		const columnsAt = reader.position;
		const hasLens = holdLenses(reader.u8("the columns of a root"), reader.format, columnsAt);
		const { sections, grid } = readSections(
			reader.window(reader.u32("the size of a root's sections"), "sections"),
			budget,
		);
		if (grid) reader.fail("a root has a grid; expected frames");
		if (hasLens && sections.fieldOfView !== undefined) {
			reader.fail("there is one field of view for all frames and one per frame", columnsAt);
		}
		const kind = SUBJECT_KINDS[flags % LOOK];
		subjects.push({ parts: { name, kind, look, spans, size, joints, values }, hasLens, sections });
	}
	return subjects;
}
