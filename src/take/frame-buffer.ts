//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { encodeFrame, FRAME_SIZE, MOST_FRAMES } from "./frame";

/** Ten seconds at 60 frames per second; the buffers double from there. */
const FIRST_CAPACITY = 600;

/** Copies `count` items of `size` bytes from index `first` on, out of a ring of `capacity`. */
function copyRing(ring: buffer, capacity: number, size: number, first: number, count: number): buffer {
	const target = buffer.create(count * size);
	const start = first % capacity;
	const before = math.min(count, capacity - start);
	buffer.copy(target, 0, ring, start * size, before * size);
	buffer.copy(target, before * size, ring, 0, (count - before) * size);
	return target;
}

/** Copies the items into a ring of larger capacity, each to the slot of its index. */
function widenRing(ring: buffer, capacity: number, size: number, first: number, count: number, wide: number): buffer {
	const target = buffer.create(wide * size);
	const things = copyRing(ring, capacity, size, first, count);
	const start = first % wide;
	const before = math.min(count, wide - start);
	buffer.copy(target, start * size, things, 0, before * size);
	buffer.copy(target, 0, things, before * size, (count - before) * size);
	return target;
}

/** Frames and their fields of view in order of arrival: all of them, or the last `most`. */
export class FrameBuffer {
	/** How many have arrived. Reducing it drops the last ones. */
	public count = 0;
	/** The first frame to keep even if more than `most` follow: the ring grows to hold them. */
	public firstHeld = math.huge;

	private capacity: number;
	private frames: buffer;
	private lenses: buffer;

	/** @param caller the name in messages */
	constructor(
		private readonly caller: string,
		private readonly most: number,
	) {
		this.capacity = math.min(FIRST_CAPACITY, most);
		this.frames = buffer.create(this.capacity * FRAME_SIZE);
		this.lenses = buffer.create(this.capacity * 4);
	}

	public push(x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number, lens: number): void {
		const first = math.max(math.min(this.firstHeld, this.count + 1 - this.most), 0);
		if (this.count - first >= this.capacity) this.grow(first);
		const place = this.count % this.capacity;
		encodeFrame(x, y, z, qx, qy, qz, qw, this.frames, place * FRAME_SIZE, this.caller);
		buffer.writef32(this.lenses, place * 4, lens);
		this.count += 1;
	}

	/** Copies kept frames, 18 bytes each. */
	public copy(first: number, count: number): buffer {
		return copyRing(this.frames, this.capacity, FRAME_SIZE, first, count);
	}

	/** Copies their fields of view, one f32 each. */
	public copyLenses(first: number, count: number): buffer {
		return copyRing(this.lenses, this.capacity, 4, first, count);
	}

	/** Makes room for one more frame after those from `first` on. */
	private grow(first: number): void {
		const needed = this.count - first + 1;
		if (needed > MOST_FRAMES) fail(this.caller, `the recording has ${MOST_FRAMES} frames; no more fit in a buffer`);
		const most = needed > this.most ? MOST_FRAMES : math.min(this.most, MOST_FRAMES);
		const capacity = math.min(this.capacity * 2, most);
		this.frames = widenRing(this.frames, this.capacity, FRAME_SIZE, first, this.count - first, capacity);
		this.lenses = widenRing(this.lenses, this.capacity, 4, first, this.count - first, capacity);
		this.capacity = capacity;
	}
}
