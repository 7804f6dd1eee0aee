import { fail } from "../../bytes/fail";
import { JpegComponent } from "./frame";
import { ScanBits } from "./scan-bits";

/** The byte after 0xff of a restart marker, at which decoding may start anew: the first of eight, which take turns. */
const FIRST_RESTART = 0xd0;

/** Counts MCUs, and starts a new segment after each restart interval. */
export class Restarts {
	private left: number;
	private turn = 0;

	constructor(
		private readonly bits: ScanBits,
		private readonly components: Array<JpegComponent>,
		private readonly interval: number,
		start: number,
	) {
		this.left = interval;
		for (const component of components) component.predictor = 0;
		bits.startSegment(start);
	}

	/** Returns whether a new segment starts, before an MCU is taken. */
	public isDue(): boolean {
		if (this.interval === 0 || this.left > 0) return false;
		this.left = this.interval;
		const { bits, turn } = this;
		bits.finishSegment();
		const marker = buffer.readu8(bits.source, bits.marker + 1);
		if (marker !== FIRST_RESTART + turn) fail("jpeg", `restart marker ${turn} is missing`, bits.marker);
		this.turn = (turn + 1) % 8;
		for (const component of this.components) component.predictor = 0;
		bits.startSegment(bits.marker + 2);
		return true;
	}

	/** Takes `count` MCUs, or as many as are left of the segment. Returns how many. */
	public take(count: number): number {
		if (this.interval === 0) return count;
		const taken = math.min(count, this.left);
		this.left -= taken;
		return taken;
	}
}
