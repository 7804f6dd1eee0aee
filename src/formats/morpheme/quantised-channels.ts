//!native
//!optimize 2
import { Channel } from "../../motion/channel";
import { writeRotation } from "../../motion/channel-values";
import { multiply, slerp } from "../../rotation/quaternion";
import { restoreTanQuarter } from "../../rotation/tan-quarter";
import { Factors } from "./factors";

/** One bone's column in rows of quantised samples, which stay in the file. */
export interface SampleColumn {
	source: buffer;
	offset: number;
	stride: number;
	/** At least 1; sample i is at second i / rate. */
	samples: number;
	/** Samples per second, above 0. */
	rate: number;
}

function rateOf({ samples, rate }: SampleColumn): number {
	return samples > 1 ? rate : 0;
}

/** The max values of a packed translation: x in the top 11 bits, y in the 11 below, z in the lowest 10. */
export const PACKED_XY_MAX = 2047;
export const PACKED_Z_MAX = 1023;

/** Translations packed in 32 bits each, interpolated linearly. */
export class PackedTranslationChannel implements Channel {
	constructor(
		private readonly column: SampleColumn,
		private readonly factors: Factors,
	) {}

	public write(seconds: number, pose: buffer, offset: number): void {
		const { column, factors } = this;
		const { source, stride } = column;
		// Written so that a NaN time takes the first sample.
		const position = seconds > 0 ? math.min(seconds * column.rate, column.samples - 1) : 0;
		const sample = math.floor(position);
		const t = position - sample;
		const at = column.offset + sample * stride;
		const packed = buffer.readu32(source, at);
		let x = packed >>> 21;
		let y = (packed >>> 10) & PACKED_XY_MAX;
		let z = packed & PACKED_Z_MAX;
		// Dequantising is affine, so a line between the stored numbers is the line between their values.
		if (t > 0) {
			const following = buffer.readu32(source, at + stride);
			x += ((following >>> 21) - x) * t;
			y += (((following >>> 10) & PACKED_XY_MAX) - y) * t;
			z += ((following & PACKED_Z_MAX) - z) * t;
		}
		buffer.writef32(pose, offset, factors.extentX * x + factors.minX);
		buffer.writef32(pose, offset + 4, factors.extentY * y + factors.minY);
		buffer.writef32(pose, offset + 8, factors.extentZ * z + factors.minZ);
	}

	public keyRate(): number {
		return rateOf(this.column);
	}

	public reach(): number {
		const { minX, minY, minZ, extentX, extentY, extentZ } = this.factors;
		return math.max(
			math.abs(minX) + math.abs(extentX) * PACKED_XY_MAX,
			math.abs(minY) + math.abs(extentY) * PACKED_XY_MAX,
			math.abs(minZ) + math.abs(extentZ) * PACKED_Z_MAX,
		);
	}
}

/** Returns the rotation of three u16 at `at`: quantised components of a vector of length tan(angle / 4). */
function rotationAt(source: buffer, at: number, factors: Factors) {
	return restoreTanQuarter(
		factors.extentX * buffer.readu16(source, at) + factors.minX,
		factors.extentY * buffer.readu16(source, at + 2) + factors.minY,
		factors.extentZ * buffer.readu16(source, at + 4) + factors.minZ,
	);
}

/** The initial rotation of all samples of a channel. */
export interface InitialRotation {
	x: number;
	y: number;
	z: number;
	w: number;
}

/** Rotations of three u16 each, interpolated by the shorter slerp. */
export class QuantisedRotationChannel implements Channel {
	/** @param initial multiplied with each sample, from the left; undefined for static bones and the root */
	constructor(
		private readonly column: SampleColumn,
		private readonly factors: Factors,
		private readonly initial?: InitialRotation,
	) {}

	public write(seconds: number, pose: buffer, offset: number): void {
		const { column, factors, initial } = this;
		const { source, stride } = column;
		const position = seconds > 0 ? math.min(seconds * column.rate, column.samples - 1) : 0;
		const sample = math.floor(position);
		const t = position - sample;
		const at = column.offset + sample * stride;
		let [x, y, z, w] = rotationAt(source, at, factors);
		if (t > 0) {
			const [nx, ny, nz, nw] = rotationAt(source, at + stride, factors);
			[x, y, z, w] = slerp(x, y, z, w, nx, ny, nz, nw, t);
		}
		// Multiplying from the left keeps angles, so the samples may be blended before it.
		if (initial !== undefined) [x, y, z, w] = multiply(initial.x, initial.y, initial.z, initial.w, x, y, z, w);
		writeRotation(pose, offset, x, y, z, w);
	}

	public keyRate(): number {
		return rateOf(this.column);
	}
}
