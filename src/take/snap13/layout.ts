/** The start of a file. Its last three letters are the version. */
export const SNAP13_MAGIC = "SNAPV1.3";
export const SNAP_FAMILY = "^SNAPV(%d+%.%d+)";

/** The max recordings of a file, and the max frames of a recording. */
export const MAX_RECORDINGS = 255;
export const MAX_FRAMES = 65535;

export const MAX_GAP = 65535;

/** The contents of a frame after u8 bits and u16 milliseconds: all 18 bytes, or a move, a turn, both or neither. */
export const enum Bits {
	Move = 1,
	Turn = 2,
	Absolute = 4,
}
export const FRAME_HEAD = 3;

/** The bytes of a move or of a turn: three i16. */
export const DELTA_SIZE = 6;

/** The i16 units per stud, and per radian. */
export const MOVE_SCALE = 4096;
export const LARGEST_TURN = 0.2;
export const TURN_SCALE = 32767 / LARGEST_TURN;

/** Returns the millisecond of a frame of a take. */
export function millisecondOf(frame: number, rate: number): number {
	return math.round((1000 * frame) / rate);
}
