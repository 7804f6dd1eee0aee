//!native
//!optimize 2
import { encodeFrame, FRAME_SIZE } from "./frame";
import { MAX_FRAMES, Recording } from "./recording";

/** Ten seconds at 60 frames a second; the buffer doubles from there. */
const FIRST_CAPACITY = 600;

/** Frames of one map in the order in which they come, in one growing buffer; a full recording makes room for the next. */
export class FrameStore {
	public count = 0;

	private readonly full = new Array<Recording>();
	private frames = buffer.create(FIRST_CAPACITY * FRAME_SIZE);
	private used = 0;

	constructor(private readonly map: string) {}

	public push(x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number): void {
		if (this.used === MAX_FRAMES) this.beginNext();
		const at = this.used * FRAME_SIZE;
		if (at === buffer.len(this.frames)) this.grow();
		encodeFrame(x, y, z, qx, qy, qz, qw, this.frames, at);
		this.used += 1;
		this.count += 1;
	}

	/** All frames so far; where there are none, no recordings. */
	public finish(): Array<Recording> {
		const recordings = [...this.full];
		if (this.used > 0) recordings.push(this.currentRecording());
		return recordings;
	}

	private currentRecording(): Recording {
		const frames = buffer.create(this.used * FRAME_SIZE);
		buffer.copy(frames, 0, this.frames, 0, this.used * FRAME_SIZE);
		return { map: this.map, count: this.used, frames };
	}

	private beginNext(): void {
		this.full.push(this.currentRecording());
		this.used = 0;
	}

	private grow(): void {
		const grown = buffer.create(math.min(buffer.len(this.frames) * 2, MAX_FRAMES * FRAME_SIZE));
		buffer.copy(grown, 0, this.frames);
		this.frames = grown;
	}
}
