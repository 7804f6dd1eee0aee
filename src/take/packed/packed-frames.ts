//!native
//!optimize 2
import type { Work } from "../../bytes/work";
import { FRAME_SIZE } from "../frame";
import { FrameWindow, SampledFrames } from "../sample-frames";
import { checkParts } from "../take";
import { BLOCK_FRAMES, checkBlockSum, decodeBlock } from "./block";
import { framesOfBlock, PackedHeader } from "./header";

/** Two blocks are kept unpacked: a sample reads four frames at most, so it never needs a third. */
const KEPT_FRAMES = 2 * BLOCK_FRAMES;

/** The first frames of the lower block stand after the upper one once more, so that any four neighbours lie in a row. */
const REPEATED_FRAMES = 3;

/**
 * The frames of a packed take, unpacked where they are sampled: a block when its first frame is needed, into a buffer that is
 * there already. Played in one direction, every block is unpacked once.
 */
export class PackedFrames implements SampledFrames, FrameWindow {
	public readonly rate: number;
	public readonly count: number;
	public readonly cuts: ReadonlyArray<number>;
	public readonly fieldOfView?: number | buffer;
	public readonly window = this;
	public readonly size = KEPT_FRAMES;
	public least = 0;
	public most = -1;
	public readonly frames = buffer.create((KEPT_FRAMES + REPEATED_FRAMES) * FRAME_SIZE);

	private readonly lenses?: buffer;
	/** The block in each half; -1 for none. */
	private even = -1;
	private odd = -1;

	/** Looks through all blocks, so that nothing is found to be damaged while it plays. */
	constructor(
		private readonly source: buffer,
		private readonly header: PackedHeader,
		work: Work,
	) {
		const { rate, count, hasLens, sections, blocks } = header;
		checkParts({ ...sections, rate, count }, "take");
		this.rate = rate;
		this.count = count;
		this.cuts = sections.cuts;
		if (hasLens) this.lenses = buffer.create((KEPT_FRAMES + REPEATED_FRAMES) * 4);
		this.fieldOfView = this.lenses ?? sections.fieldOfView;
		blocks.forEach((start, block) => {
			work.step(framesOfBlock(block, count), "take", start);
			checkBlockSum(source, start);
			this.unpack(block, false);
		});
	}

	/** Unpacks what is missing around `frame`. */
	public bring(frame: number): void {
		const final = this.count - 1;
		const first = math.max(frame - 1, 0).idiv(BLOCK_FRAMES);
		const last = math.min(frame + 2, final).idiv(BLOCK_FRAMES);
		if (first !== this.even && first !== this.odd) this.unpack(first, true);
		if (last !== this.even && last !== this.odd) this.unpack(last, true);
		// Of two blocks that follow each other, all frames but those at the ends have their neighbours.
		let low = first;
		let high = last;
		if (low === high) {
			const other = low % 2 === 0 ? this.odd : this.even;
			if (other === low - 1) low = other;
			else if (other === high + 1) high = other;
		}
		this.least = low === 0 ? 0 : low * BLOCK_FRAMES + 1;
		this.most = (high + 1) * BLOCK_FRAMES > final ? final : (high + 1) * BLOCK_FRAMES - 3;
	}

	private unpack(block: number, isTrusted: boolean): void {
		const { frames, lenses } = this;
		const { blocks, count } = this.header;
		const isOdd = block % 2 === 1;
		const at = isOdd ? BLOCK_FRAMES : 0;
		const held = framesOfBlock(block, count);
		decodeBlock(this.source, blocks[block], held, frames, at * FRAME_SIZE, lenses, at * 4, isTrusted);
		if (isOdd) {
			this.odd = block;
		} else {
			this.even = block;
			buffer.copy(frames, KEPT_FRAMES * FRAME_SIZE, frames, 0, REPEATED_FRAMES * FRAME_SIZE);
			if (lenses !== undefined) buffer.copy(lenses, KEPT_FRAMES * 4, lenses, 0, REPEATED_FRAMES * 4);
		}
	}
}
