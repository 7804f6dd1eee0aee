import { Canvas, linear } from "./canvas.mjs";
import { drawParts } from "./draw-parts.mjs";
import { View } from "./view.mjs";

/** Nothing nearer than this, in studs, is seen. */
const NEAR = 0.05;

/** The light of a colour such as "8c8c8c". */
function brightness(hex) {
	const bytes = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
	return linear(bytes).reduce((sum, part) => sum + part, 0) / 3;
}

const toDisplay = (value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** What a ViewportFrame shows, as bytes of red, green, blue and alpha: nothing where no part is. */
export function drawViewport({ parts, camera }, { ambient, light, direction }, width, height) {
	const canvas = new Canvas(width, height);
	canvas.clear([0, 0, 0]);
	const view = new View(canvas, camera.cframe, camera.fieldOfView, NEAR);
	const options = { backs: "hide", light: { ambient: brightness(ambient), sky: 0, sun: brightness(light), wrap: 0 } };
	const toLight = direction.map((part) => -part);
	drawParts(canvas, view, parts, toLight, options);
	const { samples, colors, tags } = canvas;
	const pixels = new Uint8Array(width * height * 4);
	for (let pixel = 0; pixel < width * height; pixel++) {
		const sum = [0, 0, 0];
		let covered = 0;
		for (let sample = 0; sample < samples * samples; sample++) {
			const x = (pixel % width) * samples + (sample % samples);
			const y = Math.floor(pixel / width) * samples + Math.floor(sample / samples);
			const at = y * canvas.width + x;
			if (tags[at] === 0) continue;
			covered++;
			for (let channel = 0; channel < 3; channel++) sum[channel] += colors[at * 3 + channel];
		}
		if (covered === 0) continue;
		for (let channel = 0; channel < 3; channel++) {
			pixels[pixel * 4 + channel] = Math.round(Math.min(1, toDisplay(sum[channel] / covered)) * 255);
		}
		pixels[pixel * 4 + 3] = Math.round((covered / (samples * samples)) * 255);
	}
	return { width, height, pixels };
}
