import { linear } from "./canvas.mjs";
import { unit } from "./cframe.mjs";

/** What a back face looks like that the engine would not draw: nothing else in a picture is magenta. */
const BACK = linear([1, 0, 0.85]);

/** A texel's red, green, blue (linear) and alpha, between its neighbours, the image repeated. */
function sampleImage({ width, height, pixels }, u, v, result) {
	const x = (u - Math.floor(u)) * width - 0.5;
	const y = (v - Math.floor(v)) * height - 0.5;
	const [left, top] = [Math.floor(x), Math.floor(y)];
	result.fill(0);
	for (let corner = 0; corner < 4; corner++) {
		const dx = corner & 1;
		const dy = corner >> 1;
		const column = (((left + dx) % width) + width) % width;
		const row = (((top + dy) % height) + height) % height;
		const share = (dx ? x - left : 1 - x + left) * (dy ? y - top : 1 - y + top);
		const at = (row * width + column) * 4;
		for (let channel = 0; channel < 4; channel++) result[channel] += (pixels[at + channel] / 255) * share;
	}
	for (let channel = 0; channel < 3; channel++) result[channel] **= 2.2;
}

/** How much of what is around a metal shows. */
const METAL_LIGHT = 0.35;

/** How light falls: from the sun, `wrap` of the way round to surfaces that look away from it, and from all around, more from above. */
const STUDIO_LIGHT = { ambient: 0.38, sky: 0.1, sun: 0.54, wrap: 0 };

/**
 * How the corners of a part are shaded: what they carry is a normal (3), a texture coordinate (2) and a linear colour with
 * alpha (4). `backs` says what is done where the back of a single-sided part is seen: `mark` or `hide`.
 */
export function surfaceShader(part, toLight, { backs = "mark", light = STUDIO_LIGHT } = {}) {
	const base = linear(part.color);
	const opacity = 1 - part.transparency;
	const { texture, doubleSided, surface } = part;
	const tint = texture && linear(texture.color);
	const texel = new Float64Array(4);
	const direction = unit(toLight);
	return (values, isFront, color) => {
		const isBack = !isFront && !doubleSided;
		if (isBack && backs === "hide") return 0;
		if (isBack) {
			for (let channel = 0; channel < 3; channel++) color[channel] = BACK[channel];
			return 1;
		}
		// By index: taking a list of numbers apart in one go is several times slower, and this is done for every sample.
		const nx = values[0];
		const ny = values[1];
		const nz = values[2];
		const side = (isFront ? 1 : -1) / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
		const facing = (nx * direction[0] + ny * direction[1] + nz * direction[2]) * side;
		const lit =
			light.ambient + light.sky * ny * side + light.sun * Math.max(0, (facing + light.wrap) / (1 + light.wrap));
		let red = base[0];
		let green = base[1];
		let blue = base[2];
		let shown = opacity;
		if (texture) {
			sampleImage(texture.image, values[3], values[4], texel);
			const share = texture.isSeeThrough ? 1 : texel[3];
			if (texture.isSeeThrough) shown *= texel[3];
			red += (texel[0] * tint[0] - red) * share;
			green += (texel[1] * tint[1] - green) * share;
			blue += (texel[2] * tint[2] - blue) * share;
		}
		// Metal shows less of the light that falls on it, and more of what is around: here a grey horizon.
		let shine = lit;
		if (surface?.metal) {
			sampleImage(surface.metal, values[3], values[4], texel);
			shine += (METAL_LIGHT * (1 + ny * side) - lit * (1 - METAL_LIGHT)) * texel[0];
		}
		let [r, g, b] = [shine, shine, shine];
		if (surface?.glow) {
			sampleImage(surface.glow, values[3], values[4], texel);
			// The mask is light itself: what was read as a colour is taken back.
			const mask = texel[0] ** (1 / 2.2);
			r += surface.light[0] * mask;
			g += surface.light[1] * mask;
			b += surface.light[2] * mask;
		}
		color[0] = red * values[5] * r;
		color[1] = green * values[6] * g;
		color[2] = blue * values[7] * b;
		return shown * values[8];
	};
}
