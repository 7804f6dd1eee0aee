import { linear, toByte } from "./canvas.mjs";
import { fillDepths } from "./fill-depths.mjs";
import { clipNear } from "./fill-triangle.mjs";
import { HeightMap } from "./height-map.mjs";
import { skyColor, SUN } from "./sky.mjs";
import { trianglesOf } from "./triangles.mjs";
import { View } from "./view.mjs";

/** Samples of a pixel, across and down. */
const SAMPLES = 3;
/** Nothing nearer than this, in studs, is seen. */
const NEAR = 0.1;

const SUNLIGHT = linear([1, 0.95, 0.84]).map((value) => value * 1.02);
const FROM_ABOVE = linear([0.7, 0.82, 0.95]).map((value) => value * 0.66);
const FROM_BELOW = linear([0.74, 0.76, 0.68]).map((value) => value * 0.5);

/** Half of the side of what has shadows, in studs, around a point before the camera, and their size in samples. */
const SHADOW_REACH = 46;
const SHADOW_AHEAD = 26;
const SHADOW_SIZE = 1792;
/** How soft shadows are at their edges, and how far what is above darkens, in studs. */
const SOFTNESS = 0.11;
const CLOSENESS = 1.5;
/** What is left of the light from around under something. */
const CLOSED = 0.42;

/** After this many studs along the ground, two thirds of the way to the sky are done; haze lies low, about this high. */
const HAZE = 260;
const HAZE_HEIGHT = 32;

/** Points of a circle of radius 1, evenly spread. */
function spread(count) {
	return Float64Array.from({ length: count * 2 }, (_, index) => {
		const point = index >> 1;
		const radius = Math.sqrt((point + 0.5) / count);
		const angle = point * 2.399963;
		return radius * (index % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
	});
}
const SUN_TAPS = spread(12);
const SKY_TAPS = spread(16);

/** The samples of the last picture are used again for the next of its size. */
let last = { width: 0, height: 0 };

function samplesOf(width, height) {
	const total = width * height;
	if (last.width !== width || last.height !== height) {
		last = { width, height, depths: new Float32Array(total), ids: new Uint32Array(total) };
	}
	last.depths.fill(0);
	last.ids.fill(0);
	return last;
}

/** Fills the samples of a view with the numbers of the triangles that are seen, counted from 1. */
function fillView(view, samples, { count, places, owners }) {
	const project = ([x, y, z]) => [view.centerX + (x / z) * view.scale, view.centerY - (y / z) * view.scale, 1 / z];
	let [owner, isAhead] = [undefined, false];
	for (let triangle = 0; triangle < count; triangle++) {
		if (owners[triangle] !== owner) {
			owner = owners[triangle];
			const [, , distance] = view.toCamera(owner.cframe[0], owner.cframe[1], owner.cframe[2]);
			// A skin may be further from its part than its size says.
			isAhead = owner.bones !== undefined || distance + Math.hypot(...owner.size) / 2 > view.near;
		}
		if (!isAhead) continue;
		const corners = [0, 3, 6].map((side) => {
			const at = triangle * 9 + side;
			return view.toCamera(places[at], places[at + 1], places[at + 2]);
		});
		const polygon = clipNear(corners, view.near);
		if (polygon.length === 0) continue;
		const seen = polygon.map(project);
		const [[ax, ay], [bx, by], [cx, cy]] = seen;
		// Counter-clockwise is clockwise, and so negative, in pictures, whose Y goes down.
		if ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) >= 0 && !owner.doubleSided) continue;
		for (let index = 2; index < seen.length; index++) {
			fillDepths(samples, triangle + 1, ...seen[0], ...seen[index - 1], ...seen[index]);
		}
	}
}

/** Writes the normal of a triangle at a place in it. */
function normalAt({ places, normals }, triangle, x, y, z, result) {
	const p = triangle * 9;
	const [abx, aby, abz] = [places[p + 3] - places[p], places[p + 4] - places[p + 1], places[p + 5] - places[p + 2]];
	const [acx, acy, acz] = [places[p + 6] - places[p], places[p + 7] - places[p + 1], places[p + 8] - places[p + 2]];
	const [apx, apy, apz] = [x - places[p], y - places[p + 1], z - places[p + 2]];
	const bb = abx * abx + aby * aby + abz * abz;
	const bc = abx * acx + aby * acy + abz * acz;
	const cc = acx * acx + acy * acy + acz * acz;
	const pb = apx * abx + apy * aby + apz * abz;
	const pc = apx * acx + apy * acy + apz * acz;
	const area = bb * cc - bc * bc || 1;
	const b = Math.min(1, Math.max(0, (cc * pb - bc * pc) / area));
	const c = Math.min(1 - b, Math.max(0, (bb * pc - bc * pb) / area));
	const a = 1 - b - c;
	for (let axis = 0; axis < 3; axis++) {
		result[axis] = normals[p + axis] * a + normals[p + 3 + axis] * b + normals[p + 6 + axis] * c;
	}
	const length = Math.hypot(result[0], result[1], result[2]) || 1;
	for (let axis = 0; axis < 3; axis++) result[axis] /= length;
}

/** Light that is more than white comes near it softly. */
const soften = (value) => (value < 0.7 ? value : 1 - 0.3 * Math.exp((0.7 - value) / 0.3));

/** Draws a shot through its own camera, out of doors. */
export function filmShot({ parts, camera }, width, height) {
	const view = new View({ width: width * SAMPLES, height: height * SAMPLES }, camera.cframe, camera.fieldOfView, NEAR);
	const triangles = trianglesOf(parts.filter(({ transparency }) => transparency < 0.5));
	const samples = samplesOf(width * SAMPLES, height * SAMPLES);
	fillView(view, samples, triangles);

	const [ex, ey, ez] = view.cframe;
	const center = [ex + view.look[0] * SHADOW_AHEAD, 0, ez + view.look[2] * SHADOW_AHEAD];
	const fromSun = new HeightMap(SUN, center, SHADOW_REACH, SHADOW_SIZE);
	const fromAbove = new HeightMap([0, 1, 0], center, SHADOW_REACH, SHADOW_SIZE / 2);
	fromSun.draw(triangles);
	fromAbove.draw(triangles);

	const sky = [0, 0, 0];
	const normal = [0, 0, 0];
	const light = [0, 0, 0];
	const shade = (id, depth, rx, ry, rz, result) => {
		skyColor(rx, ry, rz, sky);
		if (id === 0) {
			for (let channel = 0; channel < 3; channel++) result[channel] = sky[channel];
			return;
		}
		const triangle = id - 1;
		const along = 1 / (depth * (rx * view.look[0] + ry * view.look[1] + rz * view.look[2]));
		const [x, y, z] = [ex + rx * along, ey + ry * along, ez + rz * along];
		normalAt(triangles, triangle, x, y, z, normal);
		if (normal[0] * rx + normal[1] * ry + normal[2] * rz > 0) for (let axis = 0; axis < 3; axis++) normal[axis] *= -1;
		const { material } = triangles.owners[triangle];
		const facing = normal[0] * SUN[0] + normal[1] * SUN[1] + normal[2] * SUN[2];
		let sun = Math.max(0, facing);
		// A little outside of the surface, so that it does not shade itself.
		if (sun > 0) {
			const out = 0.06;
			sun *= fromSun.openness(
				x + normal[0] * out,
				y + normal[1] * out,
				z + normal[2] * out,
				SOFTNESS,
				0.05 + 0.1 * (1 - facing),
				SUN_TAPS,
			);
		}
		const open = fromAbove.openness(x, y, z, CLOSENESS, 0.25, SKY_TAPS);
		const around = CLOSED + (1 - CLOSED) * open;
		const above = (normal[1] + 1) / 2;
		for (let channel = 0; channel < 3; channel++) {
			const ambient = FROM_BELOW[channel] + (FROM_ABOVE[channel] - FROM_BELOW[channel]) * above;
			light[channel] = triangles.colors[triangle * 3 + channel] * (SUNLIGHT[channel] * sun + ambient * around);
		}
		if (material === "Neon") for (let c = 0; c < 3; c++) light[c] = triangles.colors[triangle * 3 + c] * 1.3;
		if (material === "Glass") {
			// Water shows the sky above it, more of it the flatter it is looked at.
			const facingEye = Math.max(0, -(normal[0] * rx + normal[1] * ry + normal[2] * rz));
			const mirrored = 0.12 + 0.7 * (1 - facingEye) ** 4;
			skyColor(rx, Math.abs(ry), rz, result);
			for (let c = 0; c < 3; c++) light[c] += (result[c] - light[c]) * mirrored * (0.55 + 0.45 * sun);
		}
		const rise = Math.max(1e-3, y / HAZE_HEIGHT);
		const haze = 1 - Math.exp((-along / HAZE) * ((1 - Math.exp(-rise)) / rise));
		for (let c = 0; c < 3; c++) result[c] = light[c] + (sky[c] - light[c]) * haze;
	};

	const pixels = new Uint8Array(width * height * 3);
	const color = [0, 0, 0];
	const rowSize = width * SAMPLES;
	for (let row = 0; row < height; row++) {
		for (let column = 0; column < width; column++) {
			let [red, green, blue, done] = [0, 0, 0, -1];
			for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
				const sx = column * SAMPLES + (sample % SAMPLES);
				const sy = row * SAMPLES + Math.floor(sample / SAMPLES);
				const at = sy * rowSize + sx;
				// Samples of a pixel that show one triangle have one colour.
				if (samples.ids[at] !== done) {
					done = samples.ids[at];
					const right = (sx + 0.5 - view.centerX) / view.scale;
					const up = (view.centerY - sy - 0.5) / view.scale;
					const rx = view.look[0] + view.right[0] * right + view.up[0] * up;
					const ry = view.look[1] + view.right[1] * right + view.up[1] * up;
					const rz = view.look[2] + view.right[2] * right + view.up[2] * up;
					const length = Math.sqrt(rx * rx + ry * ry + rz * rz);
					shade(done, samples.depths[at], rx / length, ry / length, rz / length, color);
				}
				red += color[0];
				green += color[1];
				blue += color[2];
			}
			const to = (row * width + column) * 3;
			pixels[to] = toByte(soften(red / (SAMPLES * SAMPLES)));
			pixels[to + 1] = toByte(soften(green / (SAMPLES * SAMPLES)));
			pixels[to + 2] = toByte(soften(blue / (SAMPLES * SAMPLES)));
		}
	}
	return { width, height, pixels };
}
