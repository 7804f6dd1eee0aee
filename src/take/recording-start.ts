import { fail } from "../bytes/fail";
import { quoteBytes } from "../bytes/quote-bytes";

/**
 * The start of a recording: this, u8 version, a byte whose meaning depends on the kind, u8 kind. No archive starts like
 * this: as the length of a name and its first bytes, the magic is not UTF-8.
 */
export const RECORDING_MAGIC = "DOLY\xff";
export const RECORDING_VERSION = 1;

const VERSION_AT = 5;
const KIND_AT = 7;
const START_SIZE = 8;

/** The kinds of recordings. */
export const enum RecordingKind {
	Take = 0,
	Replay = 1,
	Shot = 2,
	Film = 3,
}

/** Returns whether bytes start like a recording of any version and kind. */
export function startsAsRecording(source: buffer): boolean {
	const size = RECORDING_MAGIC.size();
	return buffer.len(source) >= size && buffer.readstring(source, 0, size) === RECORDING_MAGIC;
}

/** Returns the kind of a recording by its first bytes. Refuses other bytes, and unknown versions and kinds. */
export function readKind(source: buffer): RecordingKind {
	const size = buffer.len(source);
	if (!startsAsRecording(source)) {
		const shown = quoteBytes(buffer.readstring(source, 0, math.min(size, RECORDING_MAGIC.size())));
		fail(
			"recording",
			`it starts with ${shown}; expected "DOLY" (decodeArchive reads archives, decodeSnap13 reads SNAPV1.3)`,
			0,
		);
	}
	if (size < START_SIZE) fail("recording", `it has ${size} bytes; expected at least ${START_SIZE}`, size);
	const version = buffer.readu8(source, VERSION_AT);
	if (version !== RECORDING_VERSION) {
		fail("recording", `version is ${version}; expected ${RECORDING_VERSION}`, VERSION_AT);
	}
	const kind = buffer.readu8(source, KIND_AT);
	if (kind > RecordingKind.Film) {
		fail("recording", `kind is ${kind}; expected 0 (take), 1 (replay), 2 (shot) or 3 (film)`, KIND_AT);
	}
	return kind;
}
