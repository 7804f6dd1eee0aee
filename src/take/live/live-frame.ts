/** Frames per second of a live flight, independent of the game's frame rate. */
export const LIVE_RATE = 60;

/**
 * A frame in memory: eight f64, position x y z, rotation x y z w, field of view in degrees or 0. The layout of a path's
 * sample.
 */
export const LIVE_FRAME_SIZE = 64;

/** The max earlier frames that a packet repeats. */
export const MAX_EARLIER = 3;

/** Packets store frame numbers modulo this. */
export const FRAME_NUMBERS = 0x10000;
