import { fail } from "../../bytes/fail";
import { JpegComponent } from "./frame";
import { ScanBits } from "./scan-bits";

/** A byte after 0xff that says where decoding may start anew: the first of eight, which take turns. */
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

	/** Before each MCU: whether a new segment starts with it. */
	public isDue(): boolean {
		if (this.interval === 0) return false;
		if (this.left > 0) {
			this.left -= 1;
			return false;
		}
		this.left = this.interval - 1;
		const { bits, turn } = this;
		bits.finishSegment();
		const marker = buffer.readu8(bits.source, bits.marker + 1);
		if (marker !== FIRST_RESTART + turn) fail("jpeg", `restart marker ${turn} is not there`, bits.marker);
		this.turn = (turn + 1) % 8;
		for (const component of this.components) component.predictor = 0;
		bits.startSegment(bits.marker + 2);
		return true;
	}
}
