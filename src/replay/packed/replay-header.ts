import type { Budget } from "../../bytes/budget";
import { crc32InPieces } from "../../bytes/crc32";
import { fail } from "../../bytes/fail";
import { Reader } from "../../bytes/reader";
import { Writer } from "../../bytes/writer";
import { FRAME_SIZE, MOST_FRAMES } from "../../take/frame";
import { COUNT_AT, SUM_SIZE } from "../../take/packed/header";
import { readMetadata, writeMetadata } from "../../take/packed/metadata";
import { readEachSection, writeSection } from "../../take/packed/section";
import { RECORDING_MAGIC, RECORDING_VERSION, RecordingKind } from "../../take/recording-start";
import { JOINT_STRIDE, Replay, ReplayMarker, ReplaySubject } from "../replay";
import { PackedSubject, readSubjects, writeSubjects } from "./subjects";
import { readName, readValue, writeName, writeValue } from "./value";

/** Byte offsets in a header: after magic, u8 version, u8 zero and u8 kind. */
const enum At {
	Zero = 6,
	Size = 8,
	Rate = 16,
	Subjects = 24,
	Joints = 28,
	Sections = 32,
}

/** Approximate bytes of a marker's table. */
const MARKER_BYTES = 200;

const MARKER_STEPS = 8;

/** A packed replay without its blocks. */
export interface ReplayHeader {
	parts: Omit<Replay, "subjects">;
	subjects: Array<PackedSubject>;
	/** The offset of the first subject's blocks. */
	finish: number;
}

/** Returns the number of joints of all subjects together. */
export function countJoints(subjects: ReadonlyArray<Pick<ReplaySubject, "joints">>): number {
	let count = 0;
	for (const { joints } of subjects) count += joints.size();
	return count;
}

/** Returns the max bytes that a packed replay's frames and rows decode to, by its unchecked first bytes. */
export function unpackedReplayBytes(start: buffer): number {
	if (buffer.len(start) < At.Sections) return 0;
	const frame =
		buffer.readu32(start, At.Subjects) * (FRAME_SIZE + 4) + buffer.readu32(start, At.Joints) * 2 * JOINT_STRIDE;
	return buffer.readu32(start, COUNT_AT) * frame;
}

/** Writes the header of a replay: everything but its blocks. */
export function writeReplayHeader(writer: Writer, replay: Replay, budget: Budget): void {
	const { name, map, markers, metadata, serverStart, serverEnd, subjects } = replay;
	writer.text(RECORDING_MAGIC);
	writer.u8(RECORDING_VERSION);
	writer.u8(0);
	writer.u8(RecordingKind.Replay);
	writer.u32(0);
	writer.u32(replay.count);
	writer.f64(replay.rate);
	writer.u32(subjects.size());
	writer.u32(countJoints(subjects));
	if (name !== "") writeSection(writer, "NAME", () => writer.text(name));
	if (map !== "") writeSection(writer, "MAP ", () => writer.text(map));
	if (!markers.isEmpty()) {
		writeSection(writer, "MARK", () => {
			for (const marker of markers) {
				budget.step(MARKER_STEPS, "encodeRecording");
				writer.f64(marker.seconds);
				writeName(writer, marker.name);
				writeValue(writer, marker.data);
			}
		});
	}
	if (metadata !== undefined) writeSection(writer, "META", () => writeMetadata(writer, metadata));
	if (serverStart !== undefined && serverEnd !== undefined) {
		writeSection(writer, "TIME", () => {
			writer.f64(serverStart);
			writer.f64(serverEnd);
		});
	}
	if (!subjects.isEmpty()) writeSection(writer, "SUBJ", () => writeSubjects(writer, subjects, budget));
	writer.patchU32(At.Size, writer.position + SUM_SIZE);
	writer.u32(writer.sum(0, budget, "encodeRecording"));
}

function readReplayMarkers(reader: Reader, budget: Budget): Array<ReplayMarker> {
	const markers = new Array<ReplayMarker>();
	while (reader.remaining() > 0) {
		const start = reader.position;
		budget.spendElements(1, reader.format, start);
		budget.spendBytes(MARKER_BYTES, reader.format, start);
		budget.step(MARKER_STEPS, reader.format, start);
		const seconds = reader.f64("the time of a marker");
		const name = readName(reader, "the name of a marker");
		const data = readValue(reader);
		if (typeIs(data, "boolean")) reader.fail("the data of a marker is a boolean", start);
		markers.push({ name, seconds, data });
	}
	return markers;
}

/** Reads the header of a replay. `checkReplay` checks the values. */
export function readReplayHeader(source: buffer, budget: Budget): ReplayHeader {
	const size = buffer.len(source);
	const least = At.Sections + SUM_SIZE;
	if (size < least) fail("replay", `a header needs ${least} bytes but there are ${size}`, size);
	const finish = buffer.readu32(source, At.Size);
	if (finish < least || finish > size) fail("replay", `a header of ${finish} bytes does not fit in ${size}`, At.Size);
	const sum = crc32InPieces(source, 0, finish - SUM_SIZE, budget, "replay");
	if (sum !== buffer.readu32(source, finish - SUM_SIZE)) {
		fail("replay", "the checksum of the header does not match", finish - SUM_SIZE);
	}
	if (buffer.readu8(source, At.Zero) !== 0) fail("replay", "a byte of the header is not zero", At.Zero);
	const count = buffer.readu32(source, COUNT_AT);
	if (count > MOST_FRAMES) {
		fail("replay", `there are ${count} frames; expected at most ${MOST_FRAMES}, which fill a buffer`, COUNT_AT);
	}
	const rate = buffer.readf64(source, At.Rate);
	const parts: Writable<Omit<Replay, "subjects">> = { name: "", map: "", rate, count, markers: [] };
	let subjects = new Array<PackedSubject>();
	const subjectCount = buffer.readu32(source, At.Subjects);
	readEachSection(new Reader(source, "replay", At.Sections, finish - SUM_SIZE), budget, (tag, part) => {
		if (tag === "NAME") parts.name = part.text(part.remaining());
		else if (tag === "MAP ") parts.map = part.text(part.remaining());
		else if (tag === "MARK") parts.markers = readReplayMarkers(part, budget);
		else if (tag === "META") parts.metadata = readMetadata(part);
		else if (tag === "TIME") {
			parts.serverStart = part.f64("the start on the server's clock");
			parts.serverEnd = part.f64("the end on the server's clock");
		} else if (tag === "SUBJ") subjects = readSubjects(part, subjectCount, budget);
		else return false;
		return true;
	});
	if (subjects.size() !== subjectCount) {
		fail("replay", `there are ${subjects.size()} subjects instead of ${subjectCount}`, At.Subjects);
	}
	const joints = countJoints(subjects.map((subject) => subject.parts));
	const claimed = buffer.readu32(source, At.Joints);
	if (joints !== claimed) fail("replay", `subjects have ${joints} joints instead of ${claimed}`, At.Joints);
	return { parts, subjects, finish };
}
