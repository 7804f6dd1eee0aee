import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";
import { BOUNDS_SIZE, MdxBounds, readBounds, readList, readNumber, readWords } from "./fields";

/**
 * MODL: properties of the whole model.
 *
 * @example
 * const info: MdxModelInfo | undefined = mdx.file.info;
 * if (info) print(`${info.name} has ${info.objectCount} objects in a radius of ${info.bounds.radius}`);
 */
export interface MdxModelInfo {
	name: string;
	animationFile: string;
	bounds: MdxBounds;
	/**
	 * Bits 0 and 1: how it leans to the ground (0 only turns, 1 also pitches, 2 also rolls). Bit 2: animates out of
	 * sight.
	 */
	flags: number;
	/** The number of objects in the hierarchy. */
	objectCount: number;
}

/**
 * SEQS: a window of the timeline that all sequences share.
 *
 * @example
 * const sequence: MdxSequence = mdx.file.sequences[0];
 * print(`${sequence.name} lasts ${(sequence.finish - sequence.start) / 1000} seconds`);
 */
export interface MdxSequence {
	name: string;
	/** Milliseconds: its first and its last instant. */
	start: number;
	finish: number;
	moveSpeed: number;
	/** Bit 0: does not loop. Bit 1: starts in step with the previous sequence. */
	flags: number;
	bounds: MdxBounds;
	frequency: number;
	replayMinimum: number;
	replayMaximum: number;
	/** Milliseconds. */
	blendTime: number;
}

const MODEL_SIZE = 373;
const SEQUENCE_SIZE = 80 + 16 + BOUNDS_SIZE + 16;

export function readModelInfo(reader: Reader): MdxModelInfo {
	if (reader.remaining() !== MODEL_SIZE) {
		reader.fail(`MODL has ${reader.remaining()} bytes, but it takes ${MODEL_SIZE}`);
	}
	return {
		name: reader.fixedString(80, "MODL name"),
		animationFile: reader.fixedString(260, "MODL animation file"),
		bounds: readBounds(reader, "MODL bounds"),
		flags: reader.u8("MODL flags"),
		objectCount: reader.u32("MODL object count"),
	};
}

function readSequence(reader: Reader): MdxSequence {
	const name = reader.fixedString(80, "SEQS name");
	const at = reader.position;
	const start = reader.i32("SEQS start");
	const finish = reader.i32("SEQS end");
	if (finish < start) reader.fail(`SEQS "${name}" ends at ${finish} ms, before it starts at ${start} ms`, at);
	return {
		name,
		start,
		finish,
		moveSpeed: readNumber(reader, "SEQS move speed"),
		flags: reader.u32("SEQS flags"),
		bounds: readBounds(reader, "SEQS bounds"),
		frequency: readNumber(reader, "SEQS frequency"),
		replayMinimum: reader.i32("SEQS replay minimum"),
		replayMaximum: reader.i32("SEQS replay maximum"),
		blendTime: reader.u32("SEQS blend time"),
	};
}

export function readSequences(reader: Reader, budget: Budget): Array<MdxSequence> {
	return readList(reader, SEQUENCE_SIZE, "SEQS", budget, () => readSequence(reader));
}

/** GLBS: the duration of each global sequence, in milliseconds. The chunk has no count. */
export function readGlobalSequences(reader: Reader, budget: Budget): Array<number> {
	const size = reader.remaining();
	if (size % 4 !== 0) reader.fail(`GLBS has ${size} bytes; expected a multiple of 4`);
	return readWords(reader, size.idiv(4), "GLBS duration", budget);
}
