//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { encodeFrame, FRAME_SIZE } from "./frame";

/** Ten seconds at 60 frames a second; the buffer doubles from there. */
const FIRST_CAPACITY = 600;

/** What fits into the largest buffer there is: eleven days at 60 frames a second. */
const MOST_FRAMES = (2 ** 30).idiv(FRAME_SIZE);

/** Frames in the order in which they come, in one growing buffer. */
export class FrameBuffer {
	/** How many there are; made less, the last ones are forgotten. */
	public count = 0;

	private bytes = buffer.create(FIRST_CAPACITY * FRAME_SIZE);

	/** @param caller what messages name */
	constructor(private readonly caller: string) {}

	public push(x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number): void {
		const at = this.count * FRAME_SIZE;
		if (at === buffer.len(this.bytes)) this.grow();
		encodeFrame(x, y, z, qx, qy, qz, qw, this.bytes, at, this.caller);
		this.count += 1;
	}

	/** A copy of all frames so far, 18 bytes each. */
	public copy(): buffer {
		const size = this.count * FRAME_SIZE;
		const frames = buffer.create(size);
		buffer.copy(frames, 0, this.bytes, 0, size);
		return frames;
	}

	private grow(): void {
		if (this.count === MOST_FRAMES) fail(this.caller, `${MOST_FRAMES} frames are recorded, and no more fit`);
		const grown = buffer.create(math.min(this.count * 2, MOST_FRAMES) * FRAME_SIZE);
		buffer.copy(grown, 0, this.bytes);
		this.bytes = grown;
	}
}
