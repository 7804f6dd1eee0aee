//!native
//!optimize 2
import { levelOf, LINEAR } from "./srgb";

/** The min brightness of a glowing surface, relative to its glow. The engine multiplies light by colour, so black would stay black. */
export const DARKEST_GLOW = 0.25;

/** An image that covers the same area as another. It is sampled at the nearest pixel. */
export interface Layer {
	pixels: buffer;
	width: number;
	height: number;
	/** The factor of its linear colours. */
	factor: ReadonlyArray<number>;
}

/** The glow of all pixels together. */
export interface GlowSum {
	/** The max glow of a pixel, relative to its surface. */
	strongest: number;
	/** The sum of the glow of each channel, relative to the surface. */
	red: number;
	green: number;
	blue: number;
}

/**
 * Makes a colour map and a mask of rows of a base image and the glow on it: `shown = (light + mask × tint × strength) × color` is what the
 * engine draws. Colours are raised to a share of the glow if they are darker. The mask is how much brighter than its surface a pixel glows,
 * as f32, because the strongest is known only in the end. Writes `size` pixels from pixel `first` on; without a base its factor is the colour.
 */
export function raiseGlow(
	base: Layer,
	hasBase: boolean,
	glow: Layer,
	width: number,
	height: number,
	first: number,
	size: number,
	colors: buffer,
	gains: buffer,
	sum: GlowSum,
): void {
	const linear = LINEAR;
	const { pixels: basePixels, factor: baseFactor } = base;
	const { pixels: glowPixels, width: glowWidth, height: glowHeight, factor } = glow;
	const isSame = glowWidth === width && glowHeight === height;
	const gain = [0, 0, 0];
	for (const pixel of $range(first, first + size - 1)) {
		const x = pixel % width;
		const y = (pixel - x) / width;
		const at = isSame
			? pixel * 4
			: (math.floor((y * glowHeight) / height) * glowWidth + math.floor((x * glowWidth) / width)) * 4;
		const shines = (buffer.readu32(glowPixels, at) & 0xffffff) !== 0;
		let strongest = 0;
		let packed = hasBase ? buffer.readu32(basePixels, pixel * 4) & 0xff000000 : 0xff000000;
		for (const channel of $range(0, 2)) {
			const surface = (hasBase ? linear[buffer.readu8(basePixels, pixel * 4 + channel)] : 1) * baseFactor[channel];
			const light = shines ? linear[buffer.readu8(glowPixels, at + channel)] * factor[channel] : 0;
			const shown = math.clamp(math.max(surface, DARKEST_GLOW * math.min(light, 1)), 0, 1);
			const relative = light > 0 ? light / shown : 0;
			gain[channel] = relative;
			if (relative > strongest) strongest = relative;
			packed += levelOf(shown) * 2 ** (8 * channel);
		}
		buffer.writeu32(colors, pixel * 4, packed);
		buffer.writef32(gains, pixel * 4, strongest);
		if (strongest > 0) {
			sum.red += gain[0];
			sum.green += gain[1];
			sum.blue += gain[2];
			if (strongest > sum.strongest) sum.strongest = strongest;
		}
	}
}

/** Writes the mask of `size` pixels from pixel `first` on, as opaque grey, over the gains that `raiseGlow` wrote. */
export function maskGlow(gains: buffer, strongest: number, first: number, size: number): void {
	for (const at of $range(first * 4, (first + size - 1) * 4, 4)) {
		const share = buffer.readf32(gains, at) / strongest;
		buffer.writeu32(gains, at, math.round(share * 255) * 0x10101 + 0xff000000);
	}
}
