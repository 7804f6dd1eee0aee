import { RowTarget } from "../row-target";
import { ColorModel, convertGray, convertRgb, convertYCbCr, multiplyByBlack, SampleRow } from "./color";
import { JpegComponent, JpegFrame } from "./frame";
import { repeatAcross, upsampleAcross, upsampleDown } from "./upsample";

/** The samples of one component in a row of MCUs, and before them the last row of the MCUs above. */
interface Plane {
	component: JpegComponent;
	samples: buffer;
	stride: number;
	/** A row as long as the picture's, if the component has fewer samples. */
	upsampled: buffer;
	/** How many pixels a sample covers, across and down. */
	timesAcross: number;
	timesDown: number;
	row: SampleRow;
}

/** Returns the bytes of a Strip besides the picture. */
export function stripScratch(frame: JpegFrame): number {
	let size = 0;
	for (const { paddedAcross, down } of frame.components) {
		size += paddedAcross * 8 * (1 + down * 8) + frame.mcusAcross * frame.maxAcross * 8;
	}
	return size;
}

/**
 * A row of MCUs as samples, from which rows of pixels are made. A pixel may need the sample below its own, so the last
 * row of pixels waits for the next row of MCUs.
 */
export class Strip {
	/** For each component the buffer of its samples, and the length of their rows. */
	public readonly planes = new Array<Plane>();
	private nextRow = 0;

	constructor(
		private readonly frame: JpegFrame,
		private readonly model: ColorModel,
		private readonly target: RowTarget,
	) {
		for (const component of frame.components) {
			const stride = component.paddedAcross * 8;
			const samples = buffer.create(stride * (1 + component.down * 8));
			const timesAcross = frame.maxAcross / component.across;
			const timesDown = frame.maxDown / component.down;
			const isWhole = timesAcross === 1 && timesDown === 1;
			const upsampled = isWhole ? samples : buffer.create(stride * timesAcross);
			this.planes.push({
				component,
				samples,
				stride,
				upsampled,
				timesAcross,
				timesDown,
				row: { samples: upsampled, at: 0 },
			});
		}
	}

	/** Returns the offset for the samples of the block at a position in the row of MCUs. */
	public blockOffset(plane: Plane, column: number, row: number): number {
		return (1 + row * 8) * plane.stride + column * 8;
	}

	/** Makes the rows of pixels that need nothing below, after row `mcuRow` of MCUs is decoded. */
	public finish(mcuRow: number): void {
		const { frame, planes } = this;
		const height = (mcuRow + 1) * frame.maxDown * 8;
		const isLast = mcuRow === frame.mcusDown - 1;
		const stop = isLast ? frame.height : height - 1;
		for (const y of $range(this.nextRow, stop - 1)) {
			for (const plane of planes) this.prepareRow(plane, mcuRow, y);
			this.convertRow(y);
			this.target.endRow(y);
		}
		this.nextRow = stop;
		for (const { samples, stride, component } of planes) {
			buffer.copy(samples, 0, samples, component.down * 8 * stride, stride);
		}
	}

	/** Makes row `y` of a component as long as the picture's. */
	private prepareRow(plane: Plane, mcuRow: number, y: number): void {
		const { component, samples, stride, timesAcross, timesDown, upsampled } = plane;
		const first = mcuRow * component.down * 8 - 1;
		const sampleRow = y.idiv(timesDown);
		const near = (sampleRow - first) * stride;
		if (timesAcross === 1 && timesDown === 1) {
			plane.row.at = near;
			return;
		}
		const isUpper = y % 2 === 0;
		const neighbour = math.clamp(isUpper ? sampleRow - 1 : sampleRow + 1, 0, component.height - 1);
		const pair = { samples, near, next: (neighbour - first) * stride, count: component.width };
		if (timesAcross === 2 && timesDown <= 2 && component.width > 2) upsampleAcross(pair, timesDown === 2, upsampled);
		else if (timesAcross === 1 && timesDown === 2) upsampleDown(pair, isUpper, upsampled);
		else repeatAcross(pair, timesAcross, upsampled);
	}

	private convertRow(y: number): void {
		const { frame, model, target, planes } = this;
		const { width } = frame;
		const at = target.offsetOf(y);
		const rows = planes.map((plane) => plane.row);
		if (model === ColorModel.Gray) convertGray(rows[0], width, target.rows, at);
		else if (model === ColorModel.YCbCr || model === ColorModel.Ycck) convertYCbCr(rows, width, target.rows, at);
		else convertRgb(rows, width, target.rows, at);
		if (rows.size() === 4) multiplyByBlack(rows[3], model === ColorModel.Ycck, width, target.rows, at);
	}
}
