//!native
//!optimize 2
import { createTake, Take, TakeOptions } from "../../src/camera";
import { FRAME_SIZE } from "../../src/codecs";
import { encodeFrame } from "../../src/take/frame";

/** Frames at `xs` on X, turned `yaws` degrees about Y. */
export function framesOf(xs: Array<number>, yaws?: Array<number>): buffer {
	const frames = buffer.create(xs.size() * FRAME_SIZE);
	xs.forEach((x, index) => {
		const half = math.rad(yaws === undefined ? 0 : yaws[index]) / 2;
		encodeFrame(x, 0, 0, 0, math.sin(half), 0, math.cos(half), frames, index * FRAME_SIZE, "test");
	});
	return frames;
}

/** A take with a frame at each of `xs`, without cuts unless told. */
export function takeOf(xs: Array<number>, options: Partial<TakeOptions> = {}, yaws?: Array<number>): Take {
	return createTake({ map: "m", rate: 60, cuts: [], ...options, frames: framesOf(xs, yaws) });
}

/** A take of `count` frames that stand `step` studs apart on X. */
export function straightTake(count: number, options: Partial<TakeOptions> = {}, step = 1): Take {
	const frames = buffer.create(count * FRAME_SIZE);
	for (const frame of $range(0, count - 1)) {
		encodeFrame(frame * step, 0, 0, 0, 0, 0, 1, frames, frame * FRAME_SIZE, "test");
	}
	return createTake({ map: "m", rate: 60, cuts: [], ...options, frames });
}

/** Where the frames of a take stand on X. */
export function xsOf({ count, frames }: Take): Array<number> {
	const xs = new Array<number>();
	for (const frame of $range(0, count - 1)) xs.push(buffer.readf32(frames, frame * FRAME_SIZE));
	return xs;
}
