//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { Reader } from "../bytes/reader";
import { FRAME_SIZE } from "./frame";
import { checkFrames, checkRecording, Recording } from "./recording";

/** The bytes of a recording besides its name and its frames: u8 name length, u16 frame count. */
const HEADER_SIZE = 3;

/**
 * Writes recordings back to back: for each the length of its map's name (u8), the name (UTF-8), the number of frames
 * (u16) and the frames. No recordings make an empty buffer.
 *
 * @example
 * const archive = encodeArchive(recorder.stop());
 */
export function encodeArchive(recordings: Array<Recording>): buffer {
	let size = 0;
	for (const recording of recordings) {
		checkRecording(recording, "snapshot");
		size += HEADER_SIZE + recording.map.size() + buffer.len(recording.frames);
	}
	const target = buffer.create(size);
	let at = 0;
	for (const { map, count, frames } of recordings) {
		buffer.writeu8(target, at, map.size());
		buffer.writestring(target, at + 1, map);
		at += 1 + map.size();
		buffer.writeu16(target, at, count);
		buffer.copy(target, at + 2, frames);
		at += 2 + buffer.len(frames);
	}
	return target;
}

/**
 * Reads what `encodeArchive` wrote. All of it is checked before anything is handed back: damage anywhere refuses the
 * whole archive.
 *
 * @example
 * const path = pathFromRecordings(decodeArchive(archive));
 */
export function decodeArchive(source: buffer): Array<Recording> {
	const recordings = new Array<Recording>();
	const reader = new Reader(source, "snapshot");
	while (reader.remaining() > 0) {
		recordings.push(readRecording(reader));
	}
	return recordings;
}

function readRecording(reader: Reader): Recording {
	const start = reader.position;
	const map = reader.text(reader.u8("map name length"), "map name");
	const [length] = utf8.len(map);
	if (length === undefined) {
		fail("snapshot", "map name is not UTF-8", start + 1);
	}
	const count = reader.u16("frame count");
	reader.need(count * FRAME_SIZE, `recording of ${count} frames`);
	checkFrames(reader.source, reader.position, count);
	return { map, count, frames: reader.bytes(count * FRAME_SIZE) };
}
