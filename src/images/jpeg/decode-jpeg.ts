import { Reader } from "../../bytes/reader";
import { Budget } from "../../bytes/budget";
import { Image } from "../image";
import { divisorFor, RowTarget, Wanted } from "../row-target";
import { decodeBuffered, renderBuffered } from "./buffered";
import { ColorModel } from "./color";
import { JpegFrame, readFrame } from "./frame";
import { HUFFMAN_BYTES } from "./huffman";
import { ScanBits, SEGMENT_PADDING } from "./scan-bits";
import { readScan } from "./scan-head";
import { decodeStreamed } from "./streamed";
import { Strip, stripScratch } from "./strip";
import { JpegTables } from "./tables";
import { BLOCK_BYTES } from "./zigzag";

/** More scans than any encoder writes. Each takes time for the whole picture, however few bytes it has. */
const MAX_SCANS = 100;

/** The steps of a pixel, from its samples on. */
const PIXEL_STEPS = 2;

const enum Marker {
	BaselineFrame = 0xc0,
	ExtendedFrame = 0xc1,
	ProgressiveFrame = 0xc2,
	Codes = 0xc4,
	ArithmeticCodes = 0xcc,
	LastFrame = 0xcf,
	FirstRestart = 0xd0,
	LastRestart = 0xd7,
	Start = 0xd8,
	End = 0xd9,
	ScanHead = 0xda,
	Quantizers = 0xdb,
	Lines = 0xdc,
	RestartInterval = 0xdd,
	Jfif = 0xe0,
	Adobe = 0xee,
}

/** The names of unsupported frames. */
const OTHER_FRAMES = new Map<number, string>([
	[0xc3, "lossless"],
	[0xc5, "hierarchical"],
	[0xc6, "hierarchical"],
	[0xc7, "hierarchical"],
	[0xc8, "extended"],
	[0xc9, "arithmetic-coded"],
	[0xca, "arithmetic-coded"],
	[0xcb, "arithmetic-coded"],
	[0xcd, "arithmetic-coded"],
	[0xce, "arithmetic-coded"],
	[0xcf, "arithmetic-coded"],
]);

class JpegDecoder {
	private readonly tables = new JpegTables();
	private readonly reader: Reader;
	private frame?: JpegFrame;
	private interval = 0;
	private isJfif = false;
	/** The colour transform in Adobe's marker. */
	private transform?: number;

	private bits?: ScanBits;
	private target?: RowTarget;
	private strip?: Strip;
	private isStreamed = false;
	private scans = 0;
	private scratch = 0;

	constructor(
		private readonly source: buffer,
		private readonly wanted: Wanted,
		private readonly budget: Budget,
	) {
		this.reader = new Reader(source, "jpeg", 2);
	}

	public decode(): Image {
		while (true) {
			const marker = this.nextMarker();
			if (marker === Marker.End) break;
			if (marker === Marker.ScanHead) this.readScan();
			else this.readSegment(marker);
		}
		const { frame, target, strip, budget } = this;
		if (!frame || !target || !strip) return this.reader.fail("the file ends without a picture");
		for (const { id, missing } of frame.components) {
			if (missing[0] !== 0 || missing.some((bits) => bits > 0)) this.reader.fail(`component ${id} is incomplete`);
		}
		if (!this.isStreamed) renderBuffered(frame, strip, budget);
		budget.returnBytes(this.scratch + target.scratch);
		return target.toImage(false);
	}

	private nextMarker(): number {
		const { reader } = this;
		if (reader.u8("marker") !== 0xff) reader.fail("expected a marker", reader.position - 1);
		let marker = reader.u8("marker");
		while (marker === 0xff) marker = reader.u8("marker");
		return marker;
	}

	/** Returns the next segment, without its length. */
	private segment(): Reader {
		const { reader } = this;
		const at = reader.position;
		const size = reader.u8("segment size") * 256 + reader.u8("segment size");
		if (size < 2) reader.fail(`a segment of ${size} bytes cannot hold its size`, at);
		return reader.window(size - 2, "segment");
	}

	private readSegment(marker: number): void {
		const { reader } = this;
		const at = reader.position - 2;
		if (marker < Marker.BaselineFrame || (marker >= Marker.FirstRestart && marker <= Marker.Start)) {
			reader.fail(string.format("unexpected marker %02x", marker), at);
		}
		const segment = this.segment();
		if (marker === Marker.Codes) this.tables.readCodes(segment);
		else if (marker === Marker.Quantizers) this.tables.readQuantizers(segment);
		else if (marker === Marker.RestartInterval) {
			this.interval = segment.u8("restart interval") * 256 + segment.u8("restart interval");
			segment.expectEnd("the restart interval");
		} else if (marker === Marker.ArithmeticCodes) reader.fail("arithmetic-coded pictures are not supported", at);
		else if (marker === Marker.Lines) reader.fail("a height that comes after the picture (DNL) is not supported", at);
		else if (marker <= Marker.LastFrame) this.startFrame(marker, segment, at);
		else if (marker === Marker.Jfif) this.isJfif ||= segment.remaining() >= 5 && segment.text(5) === "JFIF\0";
		else if (marker === Marker.Adobe && segment.remaining() >= 12 && segment.text(5) === "Adobe") {
			segment.skip(6);
			this.transform = segment.u8("colour transform");
		}
	}

	private startFrame(marker: number, segment: Reader, at: number): void {
		if (this.frame) this.reader.fail("a second frame", at);
		const other = OTHER_FRAMES.get(marker);
		if (other !== undefined) this.reader.fail(`${other} pictures are not supported`, at);
		this.frame = readFrame(segment, marker === Marker.ProgressiveFrame);
	}

	/** Returns the colour model, by the same rules as libjpeg and most readers. */
	private modelOf(frame: JpegFrame): ColorModel {
		const ids = frame.components.map(({ id }) => id);
		const { transform } = this;
		if (ids.size() === 1) return ColorModel.Gray;
		if (ids.size() === 4) return transform === 2 ? ColorModel.Ycck : ColorModel.Cmyk;
		if (this.isJfif) return ColorModel.YCbCr;
		if (transform !== undefined) return transform === 0 ? ColorModel.Rgb : ColorModel.YCbCr;
		const [red, green, blue] = string.byte("RGB", 1, 3);
		return ids[0] === red && ids[1] === green && ids[2] === blue ? ColorModel.Rgb : ColorModel.YCbCr;
	}

	/** Prepares everything that the picture needs, before the first scan. */
	private prepare(frame: JpegFrame, isStreamed: boolean): ScanBits {
		const { source, wanted, budget, reader } = this;
		const left = reader.remaining();
		// A block takes at least one bit: its DC coefficient's code.
		if (frame.blocks > left * 8) {
			reader.fail(`${left} bytes cannot hold ${frame.width} × ${frame.height} pixels`);
		}
		const kept = isStreamed ? 0 : frame.blocks * BLOCK_BYTES;
		this.scratch = left + SEGMENT_PADDING + stripScratch(frame) + kept + 8 * HUFFMAN_BYTES;
		budget.spendBytes(this.scratch, "jpeg", reader.position);
		budget.spendSteps(frame.width * frame.height * PIXEL_STEPS, "jpeg", reader.position);
		const divisor = divisorFor(frame.width, frame.height, wanted.maxSize);
		this.target = new RowTarget(frame.width, frame.height, divisor, wanted.isData, "jpeg", budget);
		this.strip = new Strip(frame, this.modelOf(frame), this.target);
		this.isStreamed = isStreamed;
		if (!isStreamed) {
			for (const component of frame.components) {
				const blocks = component.paddedAcross * component.paddedDown;
				component.coefficients = buffer.create(blocks * BLOCK_BYTES);
			}
		}
		this.bits = new ScanBits(source, left + SEGMENT_PADDING);
		return this.bits;
	}

	private readScan(): void {
		const { frame, reader, budget } = this;
		const at = reader.position - 2;
		if (!frame) return reader.fail("a scan comes before its frame", at);
		this.scans += 1;
		if (this.scans > MAX_SCANS) reader.fail(`more than ${MAX_SCANS} scans`, at);
		const scan = readScan(this.segment(), frame, this.tables);
		const start = reader.position;
		const isWhole = !frame.isProgressive && scan.components.size() === frame.components.size();
		const bits = this.bits ?? this.prepare(frame, isWhole);
		if (this.isStreamed) decodeStreamed(frame, scan, bits, this.interval, start, this.strip!, budget);
		else decodeBuffered(frame, scan, bits, this.interval, start, budget);
		reader.seek(bits.marker);
	}
}

export function decodeJpeg(source: buffer, wanted: Wanted, budget: Budget): Image {
	return new JpegDecoder(source, wanted, budget).decode();
}
