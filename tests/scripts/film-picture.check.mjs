import assert from "node:assert/strict";
import sharp from "sharp";
import { animateWebp } from "../../scripts/picture/animate-webp.mjs";
import { fillDepths } from "../../scripts/picture/fill-depths.mjs";
import { filmShot } from "../../scripts/picture/film.mjs";
import { HeightMap } from "../../scripts/picture/height-map.mjs";
import { lookAt } from "../../scripts/picture/cframe.mjs";
import { SUN } from "../../scripts/picture/sky.mjs";

const IDENTITY = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const HALVES = [-0.5, 0.5];

/** A block of size 1, with the normals of its sides. */
function blockMesh() {
	const positions = HALVES.flatMap((z) => HALVES.flatMap((y) => HALVES.flatMap((x) => [x, y, z])));
	const sides = [
		[
			[1, 3, 7, 5],
			[1, 0, 0],
		],
		[
			[0, 4, 6, 2],
			[-1, 0, 0],
		],
		[
			[2, 6, 7, 3],
			[0, 1, 0],
		],
		[
			[0, 1, 5, 4],
			[0, -1, 0],
		],
		[
			[4, 5, 7, 6],
			[0, 0, 1],
		],
		[
			[0, 2, 3, 1],
			[0, 0, -1],
		],
	];
	const corners = sides.flatMap(([[a, b, c, d]]) => [a, b, c, a, c, d]);
	const normals = sides.flatMap(([, normal]) => new Array(6).fill(normal).flat());
	return {
		vertexCount: 8,
		triangleCount: 12,
		size: [1, 1, 1],
		positions: new Float32Array(positions),
		corners: new Uint32Array(corners),
		normals: new Float32Array(normals),
		uvs: new Float32Array(72),
		colors: new Float32Array(144).fill(1),
	};
}

const MESH = blockMesh();
const block = (position, size, color, changes = {}) => ({
	name: "Block",
	mesh: MESH,
	material: "Plastic",
	cframe: [...position, ...IDENTITY.slice(3)],
	size,
	color,
	transparency: 0,
	doubleSided: false,
	...changes,
});
const GROUND = block([0, -0.5, 0], [60, 1, 60], [0.6, 0.6, 0.6]);

/** The colours of a picture of 32 × 32 that looks down at the middle of the ground. */
function drawn(parts, eye = [0, 12, 0.01]) {
	const { pixels, width } = filmShot({ parts, camera: { cframe: lookAt(eye, [0, 0, 0]), fieldOfView: 60 } }, 32, 32);
	return (x, y) => [...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
}
const sum = (color) => color[0] + color[1] + color[2];

function samples(size) {
	return { width: size, height: size, depths: new Float32Array(size * size), ids: new Uint32Array(size * size) };
}

export const checks = {
	"an animated WebP shows its stills in order, each in place of the one before": async () => {
		const colors = [
			[250, 20, 20],
			[20, 250, 20],
			[20, 20, 250],
		];
		const still = (color) =>
			sharp({ create: { width: 18, height: 10, channels: 3, background: { r: color[0], g: color[1], b: color[2] } } })
				.webp({ quality: 90 })
				.toBuffer();
		const bytes = animateWebp(await Promise.all(colors.map(still)), { width: 18, height: 10, milliseconds: 40 });
		const { pages, width, pageHeight, delay, loop } = await sharp(bytes, { animated: true }).metadata();
		assert.deepEqual([pages, width, pageHeight, loop, ...delay], [3, 18, 10, 0, 40, 40, 40]);
		for (const [page, color] of colors.entries()) {
			const shown = await sharp(bytes, { page }).removeAlpha().raw().toBuffer();
			color.forEach((value, channel) => assert.ok(Math.abs(shown[channel] - value) < 12, `${shown.subarray(0, 3)}`));
		}
	},
	"triangles that share an edge cover each sample once": () => {
		// Which of two triangles of one depth is drawn first shows where both cover a sample.
		const [one, other] = [samples(8), samples(8)];
		const first = (target) => fillDepths(target, 1, 0, 0, 1, 0, 8, 1, 8, 8, 1);
		const second = (target) => fillDepths(target, 2, 0, 0, 1, 8, 8, 1, 8, 0, 1);
		first(one);
		second(one);
		second(other);
		first(other);
		assert.deepEqual(one.ids, other.ids);
		assert.ok(one.ids.every((id) => id > 0));
	},
	"depth changes evenly over a triangle, and what is nearer is seen": () => {
		const target = samples(8);
		fillDepths(target, 1, 0, 0, 0, 0, 16, 0, 16, 0, 16);
		target.depths.forEach((depth, at) => assert.ok(Math.abs(depth - ((at % 8) + 0.5)) < 1e-5, `${depth} at ${at}`));
		fillDepths(target, 2, 0, 0, 4, 0, 16, 4, 16, 0, 4);
		assert.deepEqual([...target.ids.subarray(0, 8)], [2, 2, 2, 2, 1, 1, 1, 1]);
	},
	"a map of heights says what is open to a direction": () => {
		const map = new HeightMap([0, 1, 0], [0, 0, 0], 8, 64);
		const places = Float64Array.from([-2, 3, -2, -2, 3, 2, 2, 3, 2, -2, 3, -2, 2, 3, 2, 2, 3, -2]);
		map.draw({ count: 2, places });
		const taps = Float64Array.of(0, 0);
		assert.equal(map.openness(0, 0, 0, 1, 0.1, taps), 0);
		assert.equal(map.openness(0, 3, 0, 1, 0.1, taps), 1);
		assert.equal(map.openness(4, 0, 0, 1, 0.1, taps), 1);
		assert.equal(map.openness(100, 0, 0, 1, 0.1, taps), 1);
	},
	"a block throws its shadow away from the sun": () => {
		const bare = drawn([GROUND]);
		const shaded = drawn([GROUND, block([0, 3, 0], [2, 0.2, 2], [1, 1, 1])]);
		// Three studs up, the shadow lies three studs over the tangent of the sun's height away from it.
		const foot = [0, 2].map((axis) => (-SUN[axis] / SUN[1]) * 3);
		const pixel = foot.map((value) => Math.round(16 + (value / 12) * (16 / Math.tan(Math.PI / 6))));
		assert.ok(sum(shaded(...pixel)) < sum(bare(...pixel)) * 0.85, `${shaded(...pixel)} and ${bare(...pixel)}`);
		const opposite = pixel.map((value) => 32 - value);
		assert.ok(Math.abs(sum(shaded(...opposite)) - sum(bare(...opposite))) < 6);
	},
	"the sky is above the horizon, and haze takes what is far away": () => {
		const eye = [0, 2, 0];
		const camera = { cframe: lookAt(eye, [0, 2, -10]), fieldOfView: 60 };
		const red = (distance) => block([0, 2, -distance], [distance, distance, 0.1], [1, 0, 0]);
		const middle = (parts) => [
			...filmShot({ parts, camera }, 16, 16).pixels.subarray((8 * 16 + 8) * 3, (8 * 16 + 9) * 3),
		];
		const [near, far, sky] = [middle([red(5)]), middle([red(900)]), middle([])];
		assert.ok(near[0] > near[2] * 2, `${near}`);
		assert.ok(
			sum(far.map((value, channel) => Math.abs(value - sky[channel]))) <
				sum(near.map((value, channel) => Math.abs(value - sky[channel]))) / 3,
		);
	},
	"an edge is smooth: its pixels lie between both sides": () => {
		const at = drawn([GROUND, block([0, 0.2, 0], [3.1, 0.4, 3.1], [1, 0.1, 0.1])]);
		const reds = new Set(Array.from({ length: 32 }, (_, x) => at(x, 16)[1]));
		assert.ok(reds.size >= 4, [...reds].join(" "));
	},
	"what shines by itself is bright in any light": () => {
		const lamp = (material) =>
			drawn([GROUND, block([0, 1, 0], [3, 2, 3], [1, 0.9, 0.6], { material })], [0, 3, 9])(16, 16);
		assert.ok(sum(lamp("Neon")) > sum(lamp("Plastic")));
	},
};
