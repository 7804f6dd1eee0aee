//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { encodeFrame, FRAME_SIZE, MOST_FRAMES } from "./frame";

/** Ten seconds at 60 frames a second; the buffers double from there. */
const FIRST_CAPACITY = 600;

/** `count` things of `size` bytes from the place `first` on, in a ring of `capacity`. */
function copyRing(ring: buffer, capacity: number, size: number, first: number, count: number): buffer {
	const target = buffer.create(count * size);
	const start = first % capacity;
	const before = math.min(count, capacity - start);
	buffer.copy(target, 0, ring, start * size, before * size);
	buffer.copy(target, before * size, ring, 0, (count - before) * size);
	return target;
}

/** Frames and their lenses in the order in which they come: all of them, or the last `most`. */
export class FrameBuffer {
	/** How many have come; made less, the last ones are forgotten. */
	public count = 0;

	private capacity: number;
	private frames: buffer;
	private lenses: buffer;

	/** @param caller what messages name */
	constructor(
		private readonly caller: string,
		private readonly most: number,
	) {
		this.capacity = math.min(FIRST_CAPACITY, most);
		this.frames = buffer.create(this.capacity * FRAME_SIZE);
		this.lenses = buffer.create(this.capacity * 4);
	}

	public push(x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number, lens: number): void {
		if (this.count === this.capacity && this.capacity < this.most) this.grow();
		const place = this.count % this.capacity;
		encodeFrame(x, y, z, qx, qy, qz, qw, this.frames, place * FRAME_SIZE, this.caller);
		buffer.writef32(this.lenses, place * 4, lens);
		this.count += 1;
	}

	/** A copy of frames that are kept, 18 bytes each. */
	public copy(first: number, count: number): buffer {
		return copyRing(this.frames, this.capacity, FRAME_SIZE, first, count);
	}

	/** A copy of their lenses, one f32 each. */
	public copyLenses(first: number, count: number): buffer {
		return copyRing(this.lenses, this.capacity, 4, first, count);
	}

	private grow(): void {
		if (this.count === MOST_FRAMES) fail(this.caller, `${MOST_FRAMES} frames are recorded, and no more fit`);
		this.capacity = math.min(this.capacity * 2, this.most, MOST_FRAMES);
		const frames = buffer.create(this.capacity * FRAME_SIZE);
		const lenses = buffer.create(this.capacity * 4);
		buffer.copy(frames, 0, this.frames);
		buffer.copy(lenses, 0, this.lenses);
		this.frames = frames;
		this.lenses = lenses;
	}
}
