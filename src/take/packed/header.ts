import { crc32 } from "../../bytes/crc32";
import { fail } from "../../bytes/fail";
import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";
import { Writer } from "../../bytes/writer";
import { FRAME_SIZE, MOST_FRAMES } from "../frame";
import { RECORDING_MAGIC, RECORDING_VERSION, RecordingKind } from "../recording-start";
import type { Take } from "../take";
import { BLOCK_FRAMES, checkBlockHead, minimumBlockSize } from "./block";
import type { Grid } from "./grid";
import { readSections, Sections, writeSections } from "./sections";

/** The columns of the blocks besides the frames. */
export const enum Columns {
	Frames = 0,
	FramesAndLens = 1,
}

/** The offset of the sections: after magic, u8 version, u8 columns, u8 kind, u32 size, u32 count, f64 rate. */
const SECTIONS = 24;

/** The offset of the number of frames in every header. */
export const COUNT_AT = 12;

/** The steps of finding a block. */
const BLOCK_HEAD_STEPS = 16;

/** The checksum at the end of a header. */
export const SUM_SIZE = 4;

/** A packed take without its frames, which are in blocks. */
export interface PackedHeader {
	rate: number;
	count: number;
	/** Whether the blocks hold a field of view per frame. */
	hasLens: boolean;
	sections: Sections;
	/** The grid of the rows, if the blocks hold rows instead of frames. */
	grid?: Grid;
	blocks: Array<number>;
}

/** Returns the bytes that a packed take's frames and fields of view decode to, by its unchecked first bytes. */
export function unpackedTakeBytes(start: buffer): number {
	if (buffer.len(start) < SECTIONS) return 0;
	return buffer.readu32(start, 12) * (FRAME_SIZE + (buffer.readu8(start, 6) === Columns.FramesAndLens ? 4 : 0));
}

export function columnsOf(take: Take): Columns {
	return typeIs(take.fieldOfView, "buffer") ? Columns.FramesAndLens : Columns.Frames;
}

/** Returns whether blocks of columns hold a field of view per frame. Refuses unknown columns, read at `place`. */
export function holdLenses(columns: number, format: string, place: number): boolean {
	if (columns > Columns.FramesAndLens) {
		fail(format, `columns of kind ${columns} do not exist in version ${RECORDING_VERSION}`, place);
	}
	return columns === Columns.FramesAndLens;
}

export function framesOfBlock(block: number, count: number): number {
	return math.min(BLOCK_FRAMES, count - block * BLOCK_FRAMES);
}

export function writeHeader(writer: Writer, take: Take, grid?: Grid): void {
	writer.text(RECORDING_MAGIC);
	writer.u8(RECORDING_VERSION);
	writer.u8(columnsOf(take));
	writer.u8(RecordingKind.Take);
	writer.u32(0);
	writer.u32(take.count);
	writer.f64(take.rate);
	writeSections(writer, take, grid);
	writer.patchU32(8, writer.position + SUM_SIZE);
	writer.u32(crc32(writer.finish()));
}

/**
 * Reads the header, and finds the blocks, which must fill the rest exactly. `checkTake` checks the values, and
 * `decodeBlock` the blocks.
 */
export function readPackedHeader(source: buffer, budget: Budget): PackedHeader {
	const size = buffer.len(source);
	if (size < SECTIONS + SUM_SIZE)
		fail("take", `a header needs ${SECTIONS + SUM_SIZE} bytes but there are ${size}`, size);
	const headerSize = buffer.readu32(source, 8);
	if (headerSize < SECTIONS + SUM_SIZE || headerSize > size) {
		fail("take", `a header of ${headerSize} bytes does not fit in ${size}`, 8);
	}
	if (crc32(source, 0, headerSize - SUM_SIZE) !== buffer.readu32(source, headerSize - SUM_SIZE)) {
		fail("take", "the checksum of the header does not match", headerSize - SUM_SIZE);
	}
	const hasLens = holdLenses(buffer.readu8(source, 6), "take", 6);
	const count = buffer.readu32(source, 12);
	const rate = buffer.readf64(source, 16);
	const { sections, grid } = readSections(new Reader(source, "take", SECTIONS, headerSize - SUM_SIZE), budget);
	if (hasLens && sections.fieldOfView !== undefined)
		fail("take", "there is one field of view for all frames and one per frame", 6);

	if (count > MOST_FRAMES)
		fail("take", `there are ${count} frames; expected at most ${MOST_FRAMES}, which fill a buffer`, 12);
	const [blocks, finish] = findBlocks(source, headerSize, count, hasLens, budget, "take");
	if (finish !== size) fail("take", `there are ${size - finish} bytes after the last block`, finish);
	return { rate, count, hasLens, sections, grid, blocks };
}

/** Returns the offsets of the blocks of `count` frames, the first at `start`, and the end of the last. */
export function findBlocks(
	source: buffer,
	start: number,
	count: number,
	hasLens: boolean,
	budget: Budget,
	format: string,
): LuaTuple<[blocks: Array<number>, finish: number]> {
	const left = buffer.len(source) - start;
	const blockCount = math.ceil(count / BLOCK_FRAMES);
	const least = blockCount * minimumBlockSize(1, hasLens);
	if (least > left) fail(format, `${count} frames need at least ${least} bytes but ${left} are left`, COUNT_AT);
	budget.spendElements(blockCount, format, start);
	const blocks = new Array<number>();
	let at = start;
	for (const block of $range(0, blockCount - 1)) {
		blocks.push(at);
		budget.countToPause(BLOCK_HEAD_STEPS);
		at += checkBlockHead(source, at, framesOfBlock(block, count), hasLens, format);
	}
	return $tuple(blocks, at);
}
