import { Canvas, linear } from "./canvas.mjs";
import { unit } from "./cframe.mjs";
import { drawParts } from "./draw-parts.mjs";
import { fillTriangle } from "./fill-triangle.mjs";
import { posePart } from "./pose-part.mjs";
import { View } from "./view.mjs";

const SUN = unit([0.55, 1, 0.35]);
const LIGHT = { ambient: 0.5, sky: 0.07, sun: 0.66, wrap: 0.45 };
const SKY = linear([0.76, 0.87, 0.95]);
/** What is left of the light in a shadow. */
const SHADOW = linear([0.62, 0.66, 0.78]);
/** Shadows lie this much above the ground, in studs, and end this far from the eye. */
const LIFT = 0.02;
const SHADOWS_END = 70;
/** From here on, in studs, things fade into the sky, and at the second distance they are gone. */
const HAZE = [22, 75];

/** Darkens the ground where something stands between it and the sun. */
function drawShadows(canvas, view, parts) {
	const mask = { ...canvas, depths: canvas.depths.slice(), tags: new Uint8Array(canvas.tags.length) };
	mask.colors = new Float32Array(canvas.colors.length);
	const shade = () => 1;
	const eye = view.cframe;
	for (const part of parts) {
		if (Math.hypot(part.cframe[0] - eye[0], part.cframe[2] - eye[2]) > SHADOWS_END) continue;
		const { positions } = part.posed;
		const { corners } = part.mesh;
		for (let at = 0; at < corners.length; at += 3) {
			const triangle = [0, 1, 2].map((side) => {
				const from = corners[at + side] * 3;
				const fall = (positions[from + 1] - LIFT) / SUN[1];
				return view.toCamera(positions[from] - SUN[0] * fall, LIFT, positions[from + 2] - SUN[2] * fall);
			});
			fillTriangle(mask, view, ...triangle, 1, shade);
		}
	}
	mask.tags.forEach((tag, at) => {
		if (tag === 0) return;
		for (let channel = 0; channel < 3; channel++) canvas.colors[at * 3 + channel] *= SHADOW[channel];
	});
}

/** Lets what is far away fade into the sky. */
function drawHaze({ colors, depths }) {
	const [start, end] = HAZE;
	depths.forEach((depth, at) => {
		const share = depth > 0 ? Math.min(1, Math.max(0, (1 / depth - start) / (end - start))) : 1;
		for (let channel = 0; channel < 3; channel++) {
			colors[at * 3 + channel] += (SKY[channel] - colors[at * 3 + channel]) * share;
		}
	});
}

/** Whether any of a part may be seen: something of the ball around it is before the camera and not too far. */
function isNear(part, view) {
	const [x, y, z] = view.toCamera(part.cframe[0], part.cframe[1], part.cframe[2]);
	const radius = Math.hypot(...part.size) / 2;
	const reach = Math.max(view.centerX, view.centerY) / view.scale;
	return z > -radius && z - radius < HAZE[1] && Math.hypot(x, y) - 2 * radius < Math.max(z, 0) * reach * 1.3 + radius;
}

/** Draws a shot through its own camera, out of doors. */
export function filmShot({ parts, camera }, width, height) {
	const canvas = new Canvas(width, height);
	canvas.clear(SKY);
	const view = new View(canvas, camera.cframe, camera.fieldOfView, 0.1);
	const seen = parts.filter((part) => isNear(part, view)).map((part) => ({ ...part, posed: posePart(part) }));
	const isGround = ({ name }) => name === "Ground";
	const options = { backs: "hide", light: LIGHT };
	drawParts(canvas, view, seen.filter(isGround), SUN, options);
	const standing = seen.filter((part) => !isGround(part));
	drawShadows(canvas, view, standing);
	drawParts(canvas, view, standing, SUN, options);
	drawHaze(canvas);
	return canvas.toPixels();
}
