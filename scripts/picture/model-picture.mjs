import { Canvas, linear } from "./canvas.mjs";
import { add, cross, dot, lookAt, lookOf, unit } from "./cframe.mjs";
import { drawLine } from "./draw-lines.mjs";
import { BACK_TAG, drawParts, FRONT_TAG } from "./draw-parts.mjs";
import { LINE_HEIGHT, writeText } from "./letters.mjs";
import { posePart } from "./pose-part.mjs";
import { View } from "./view.mjs";

const WIDTH = 480;
const HEIGHT = 360;
/** Degrees: narrow, so that shapes are seen as they are. */
const FIELD_OF_VIEW = 28;
/** The share of the picture's height and width that what it shows may fill. */
const FILLED = 0.84;
/** A person is about this high, in studs. */
const PERSON = 5;

const GROUND = [0.68, 0.72, 0.77];
const GRID = [0.57, 0.61, 0.67];
const AXES = [
	[
		[1, 0, 0],
		[0.85, 0.15, 0.15],
	],
	[
		[0, 1, 0],
		[0.1, 0.6, 0.15],
	],
	[
		[0, 0, 1],
		[0.1, 0.3, 0.9],
	],
];
/** How long they are, as a part of the model's size. */
const AXIS = 0.2;
const BONE = [0.45, 0.15, 0.6];
const LOOK = [0.95, 0.55, 0];
const BAR = [
	[0.15, 0.17, 0.2],
	[0.85, 0.3, 0.25],
];

/** The box around points. */
function boxAround(lists) {
	const low = [Infinity, Infinity, Infinity];
	const high = [-Infinity, -Infinity, -Infinity];
	for (const list of lists) {
		for (let at = 0; at < list.length; at++) {
			low[at % 3] = Math.min(low[at % 3], list[at]);
			high[at % 3] = Math.max(high[at % 3], list[at]);
		}
	}
	return { low, high };
}

const cornersOf = ({ low, high }) =>
	Array.from({ length: 8 }, (_, corner) => [0, 1, 2].map((axis) => (corner & (1 << axis) ? high : low)[axis]));

/** A camera that looks at a point from a direction, as near as all of `points` can be seen. */
function frame(canvas, target, direction, points) {
	const reach = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) * FILLED;
	const wide = (reach * WIDTH) / HEIGHT;
	const turned = new View(canvas, lookAt(target, add(target, direction, -1)), FIELD_OF_VIEW);
	let distance = 0;
	for (const point of points) {
		const [x, y, z] = turned.toCamera(...point);
		distance = Math.max(distance, Math.abs(x) / wide - z, Math.abs(y) / reach - z);
	}
	const eye = add(target, direction, distance);
	return new View(canvas, lookAt(eye, target), FIELD_OF_VIEW, distance / 1000);
}

/** The largest of 1, 2 and 5 times a power of ten that is not above `value`. */
function roundDown(value) {
	const power = 10 ** Math.floor(Math.log10(value));
	return [5, 2, 1].find((factor) => factor * power <= value * 1.0001) * power;
}

/** Lines on the ground under the pivot; gives the distance between them. */
function drawGrid(canvas, view, pivot, size) {
	const step = roundDown(size / 4);
	const count = 8;
	const [x, y, z] = [Math.round(pivot[0] / step) * step, pivot[1], Math.round(pivot[2] / step) * step];
	const reach = count * step;
	for (let line = -count; line <= count; line++) {
		drawLine(canvas, view, [x + line * step, y, z - reach], [x + line * step, y, z + reach], GRID, 0.8);
		drawLine(canvas, view, [x - reach, y, z + line * step], [x + reach, y, z + line * step], GRID, 0.8);
	}
	return step;
}

/** The way that the pivot looks, as an arrow from beyond the axes. */
function drawLook(canvas, view, pivot, start, length) {
	const look = lookOf(pivot);
	const from = add(pivot, look, start);
	const tip = add(pivot, look, length);
	const side = unit(cross(look, Math.abs(look[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0]));
	drawLine(canvas, view, from, tip, LOOK, 2.4);
	for (const sign of [1, -1]) {
		drawLine(canvas, view, tip, add(add(tip, look, -length * 0.12), side, length * 0.07 * sign), LOOK, 2.4);
	}
}

/** A bar as high as a person, every other stud red. */
function drawBar(canvas, view, foot) {
	for (let stud = 0; stud < PERSON; stud++) {
		drawLine(canvas, view, add(foot, [0, stud, 0]), add(foot, [0, stud + 1, 0]), BAR[stud % 2], 4);
	}
}

const shown = (number) => (number >= 100 ? number.toFixed(0) : Number(number.toPrecision(3)).toString());

/**
 * Draws a shot of a model, seen from before it and a little from its left and above: what is built, the ground through its
 * pivot, the axes of the world and the way that it looks, and a bar of five studs. Back faces are magenta. `atRest` is
 * the same model at rest, so that both pictures are seen from about the same place.
 */
export function modelPicture(shot, atRest, title) {
	const canvas = new Canvas(WIDTH, HEIGHT);
	canvas.clear(linear(GROUND));
	const parts = shot.parts.map((part) => ({ ...part, posed: posePart(part) }));
	const own = boxAround([...parts.map(({ posed }) => posed.positions), ...shot.bones]);
	const isEmpty = !(own.high[0] >= own.low[0]);
	const pivot = shot.pivot;
	const origin = pivot.slice(0, 3);
	const atRestToo = [...atRest.parts.map((part) => posePart(part).positions), ...atRest.bones];
	const lists = [...parts.map(({ posed }) => posed.positions), ...shot.bones, ...atRestToo];
	const whole = isEmpty ? boxAround([add(origin, [-1, -1, -1]), add(origin, [1, 1, 1])]) : boxAround(lists);
	const extents = whole.high.map((value, axis) => value - whole.low[axis]);
	const size = Math.max(...extents, 1e-6);
	if (!Number.isFinite(size)) throw new Error(`${shot.name}: some vertices are not finite`);
	const look = unit(lookOf(pivot).map((value, axis) => (axis === 1 ? 0 : value)));
	const right = unit(cross(look, [0, 1, 0]));
	const direction = unit(add(add(look, right, -0.55), [0, 1, 0], 0.42));
	const middle = whole.low.map((value, axis) => value + extents[axis] / 2);
	const half = right.reduce((sum, part, axis) => sum + Math.abs(part) * extents[axis], 0) / 2;
	// To the right in the picture, which is the model's left.
	const foot = add([middle[0], origin[1], middle[2]], right, -(half + 0.12 * size));
	const points = [...cornersOf(whole), origin];
	if (size > PERSON / 4) points.push(foot, add(foot, [0, PERSON, 0]));
	const view = frame(canvas, middle, direction, points);
	const step = drawGrid(canvas, view, pivot, size);
	drawParts(canvas, view, parts, add(add(direction, [0, 1, 0], 0.9), cross([0, 1, 0], direction), -0.6));
	for (const bone of shot.bones) drawLine(canvas, view, bone.slice(0, 3), bone.slice(3), BONE, 2.5);
	const axisLength = size * AXIS;
	for (const [axis, color] of AXES) drawLine(canvas, view, origin, add(origin, axis, axisLength), color, 2);
	const ahead = Math.max(...cornersOf(whole).map((corner) => dot(look, add(corner, origin, -1))));
	drawLook(canvas, view, pivot, axisLength, Math.max(ahead, size * 0.5) + size * 0.15);
	drawBar(canvas, view, foot);
	const [front, back] = [canvas.count(FRONT_TAG), canvas.count(BACK_TAG)];
	const backShare = front + back > 0 ? back / (front + back) : 0;
	const image = canvas.toPixels();
	const ownSize = isEmpty ? "nothing to see" : own.high.map((value, axis) => shown(value - own.low[axis])).join(" × ");
	[title, `${shot.name}: ${ownSize} studs, grid ${shown(step)}, backs ${(backShare * 100).toFixed(1)} %`].forEach(
		(line, index) => writeText(image, line, 8, 8 + index * LINE_HEIGHT),
	);
	return { image, backShare };
}
