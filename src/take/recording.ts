//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { checkFrame, FRAME_SIZE } from "./frame";

/**
 * The frames that one recording can count in its u16; a longer flight goes on in the next recording of the same map.
 *
 * @example
 * const full = buffer.create(MAX_FRAMES * FRAME_SIZE); // 18 minutes at 60 frames a second
 */
export const MAX_FRAMES = 65535;

/** The bytes that one recording can count for its map's name. */
export const MAX_MAP_BYTES = 255;

/**
 * Frames of a camera at a fixed rate, in the map where they were taken.
 *
 * @example
 * const recording: Recording = { map: "Harbour", count: 0, frames: buffer.create(0) };
 */
export interface Recording {
	/** The map's name: UTF-8, at most 255 bytes. */
	map: string;
	/** How many frames there are, at most 65,535. */
	count: number;
	/** `count` × 18 bytes. */
	frames: buffer;
}

/** Refuses a map's name that a recording cannot hold; `caller` is what the message names. */
export function checkMap(map: string, caller: string): void {
	if (!typeIs(map, "string")) {
		fail(caller, `map is a ${typeOf(map)}, not a string`);
	}
	if (map.size() > MAX_MAP_BYTES) {
		fail(caller, `map is ${map.size()} bytes long; ${MAX_MAP_BYTES} fit`);
	}
	const [length] = utf8.len(map);
	if (length === undefined) {
		fail(caller, "map is not UTF-8");
	}
}

/** Refuses a recording whose parts do not fit together or hold what is no frame; `caller` is what the message names. */
export function checkRecording(recording: Recording, caller: string): void {
	const { map, count, frames } = recording;
	checkMap(map, caller);
	if (!(count >= 0 && count % 1 === 0)) {
		fail(caller, `recording of "${map}" counts ${count} frames`);
	}
	if (count > MAX_FRAMES) {
		fail(caller, `recording of "${map}" has ${count} frames; ${MAX_FRAMES} fit`);
	}
	if (buffer.len(frames) !== count * FRAME_SIZE) {
		fail(
			caller,
			`recording of "${map}" has ${buffer.len(frames)} bytes for ${count} frames; ${count * FRAME_SIZE} are needed`,
		);
	}
	checkFrames(frames, 0, count);
}

/** Refuses bytes from `offset` that are not `count` frames. They are inside the buffer. */
export function checkFrames(source: buffer, offset: number, count: number): void {
	for (const at of $range(offset, offset + (count - 1) * FRAME_SIZE, FRAME_SIZE)) {
		checkFrame(source, at);
	}
}
