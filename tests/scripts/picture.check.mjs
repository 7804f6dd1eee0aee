import assert from "node:assert/strict";
import { decode } from "fast-png";
import { Canvas, linear } from "../../scripts/picture/canvas.mjs";
import { fromTo, lookAt, pointToWorld } from "../../scripts/picture/cframe.mjs";
import { BACK_TAG, drawParts, FRONT_TAG } from "../../scripts/picture/draw-parts.mjs";
import { fillTriangle } from "../../scripts/picture/fill-triangle.mjs";
import { textWidth, writeText } from "../../scripts/picture/letters.mjs";
import { encodePng } from "../../scripts/picture/png.mjs";
import { posePart } from "../../scripts/picture/pose-part.mjs";
import { View } from "../../scripts/picture/view.mjs";

const IDENTITY = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A picture of 8 × 8 whose pixel (x, y) has its corner at the point (x, y), one unit before the camera. */
function square(size = 8) {
	const canvas = new Canvas(size, size, 1);
	const view = new View(canvas, IDENTITY, 90);
	const half = size / 2;
	// The tangent of 45° is not quite 1 here, and a middle that lies on an edge must lie on it exactly.
	assert.ok(Math.abs(view.scale - half) < 1e-12);
	view.scale = half;
	const at = (x, y, distance = 1, ...rest) => [
		((x - half) / half) * distance,
		((half - y) / half) * distance,
		distance,
		...rest,
	];
	return { canvas, view, at };
}

const painted =
	(color, alpha = 1) =>
	(_, __, result) => {
		result.set(color);
		return alpha;
	};

/** The tags of a canvas, a line a row; nothing is a point. */
const tagsOf = ({ tags, width }) =>
	Array.from({ length: tags.length / width }, (_, row) =>
		[...tags.subarray(row * width, (row + 1) * width)].map((tag) => (tag === 0 ? "." : tag)).join(""),
	);

/** A part that shows one triangle, its front towards +Z. */
function trianglePart(changes = {}) {
	const mesh = {
		vertexCount: 3,
		triangleCount: 1,
		size: [2, 2, 0],
		positions: new Float32Array([-1, -1, 0, 1, -1, 0, -1, 1, 0]),
		corners: new Uint32Array([0, 1, 2]),
		normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]),
		uvs: new Float32Array([0, 1, 1, 1, 0, 0]),
		colors: new Float32Array(12).fill(1),
	};
	const part = { mesh, cframe: IDENTITY, size: [2, 2, 0.001], color: [1, 1, 1], transparency: 0, doubleSided: false };
	return { ...part, ...changes };
}

/** The colour that is seen left below the middle, where the triangle is, from before or from behind. */
function seen(parts, eye, options, toLight = [0, 0, 1]) {
	const canvas = new Canvas(16, 16, 1);
	canvas.clear([0, 0, 0]);
	const view = new View(canvas, lookAt(eye, [0, 0, 0]), 40);
	drawParts(canvas, view, parts, toLight, options);
	const x = eye[2] > 0 ? 6 : 9;
	const at = 9 * 16 + x;
	return { color: [...canvas.colors.subarray(at * 3, at * 3 + 3)], tag: canvas.tags[at], canvas };
}

const near = (actual, expected, tolerance = 1e-6) =>
	actual.forEach((value, index) => {
		const problem = `${[...actual].join(" ")} is not ${expected.join(" ")}`;
		assert.ok(Math.abs(value - expected[index]) <= tolerance, problem);
	});

export const checks = {
	"a triangle covers the pixels whose middles lie in it": () => {
		const { canvas, view, at } = square();
		fillTriangle(canvas, view, at(1, 1), at(1, 6), at(6, 1), 1, painted([1, 1, 1]));
		// Middles on the slope, where x + y = 7, belong to the triangle on its other side.
		assert.deepEqual(tagsOf(canvas), [
			"........",
			".1111...",
			".111....",
			".11.....",
			".1......",
			"........",
			"........",
			"........",
		]);
	},
	"two triangles that share an edge cover each pixel once": () => {
		const shapes = [
			[64, [0, 0], [0, 8], [8, 8], [8, 0]],
			[64, [8, 0], [0, 0], [0, 8], [8, 8]],
			// The middles of its outermost pixels lie on its sides: those above and to the left are its own.
			[36, [1.5, 1.5], [1.5, 7.5], [7.5, 7.5], [7.5, 1.5]],
		];
		for (const [expected, a, b, c, d] of shapes) {
			const { canvas, view, at } = square();
			const half = painted([1, 1, 1], 0.5);
			fillTriangle(canvas, view, at(...a), at(...b), at(...c), 1, half);
			fillTriangle(canvas, view, at(...a), at(...c), at(...d), 1, half);
			const levels = [...canvas.colors].filter((level) => level !== 0);
			assert.equal(levels.length / 3, expected);
			assert.ok(levels.every((level) => level === 0.5));
		}
	},
	"what is nearest is seen, whichever is drawn first": () => {
		for (const order of [
			[1, 2],
			[2, 1],
		]) {
			const { canvas, view, at } = square();
			for (const distance of order) {
				const corners = [at(0, 0, distance), at(0, 8, distance), at(8, 0, distance)];
				fillTriangle(canvas, view, ...corners, distance * 2, painted([1, 1, 1]));
			}
			assert.equal(canvas.count(2), 28);
			assert.equal(canvas.count(4), 0);
		}
	},
	"two triangles that pass through each other meet in the middle": () => {
		const { canvas, view, at } = square();
		fillTriangle(canvas, view, at(0, 0, 1), at(0, 16, 1), at(8, 0, 3), 2, painted([1, 1, 1]));
		fillTriangle(canvas, view, at(0, 0, 3), at(0, 16, 3), at(8, 0, 1), 4, painted([1, 1, 1]));
		assert.equal(tagsOf(canvas)[0], "22224444");
	},
	"what corners carry is spread as seen in perspective": () => {
		const { canvas, view, at } = square();
		const values = [];
		fillTriangle(canvas, view, at(0, 0, 1, 2), at(0, 80, 1, 2), at(8, 0, 3, 1), 1, (carried) =>
			values.push(carried[0]),
		);
		// At a share s of the way in the picture, 1/distance is 1 − s + s/3, and so is what the ends count.
		const s = 3.5 / 8;
		near([values[3]], [(2 * (1 - s) + s / 3) / (1 - s + s / 3)], 1e-12);
	},
	"what reaches behind the camera is cut off there": () => {
		const { canvas, view } = square();
		// The ground, from far ahead to far behind: all below the horizon, nothing above it.
		const [a, b, c] = [
			[-1000, -1, 1000],
			[0, -1, -1000],
			[1000, -1, 1000],
		];
		fillTriangle(canvas, view, a, b, c, 1, painted([1, 1, 1]));
		assert.deepEqual(tagsOf(canvas), [...Array(4).fill("........"), ...Array(4).fill("11111111")]);
	},
	"the back of a single-sided part is marked, and hidden where that is asked for": () => {
		const front = seen([trianglePart()], [0, 0, 4]);
		assert.equal(front.tag, FRONT_TAG);
		const back = seen([trianglePart()], [0, 0, -4]);
		assert.equal(back.tag, BACK_TAG);
		near(back.color, linear([1, 0, 0.85]));
		assert.equal(seen([trianglePart()], [0, 0, -4], { backs: "hide" }).tag, 0);
	},
	"the back of a double-sided part is lit like a front": () => {
		const front = seen([trianglePart()], [0, 0, 4]);
		const back = seen([trianglePart({ doubleSided: true })], [0, 0, -4], undefined, [0, 0, -1]);
		assert.notEqual(back.tag, BACK_TAG);
		near(back.color, front.color);
	},
	"light falls by normals": () => {
		const towards = seen([trianglePart()], [0, 0, 4]).color[0];
		const part = trianglePart();
		part.mesh.normals = new Float32Array([1, 0, 0, 1, 0, 0, 1, 0, 0]);
		assert.ok(seen([part], [0, 0, 4]).color[0] < towards * 0.6);
	},
	"a part's colour and its vertex colours are multiplied": () => {
		const part = trianglePart({ color: [1, 0.5, 0] });
		part.mesh.colors = new Float32Array([0.5, 0.5, 1, 1, 0.5, 0.5, 1, 1, 0.5, 0.5, 1, 1]);
		const white = seen([trianglePart()], [0, 0, 4]).color[0];
		const half = linear([0.5])[0];
		near(seen([part], [0, 0, 4]).color, [half * white, half * half * white, 0]);
	},
	"what is behind a transparent part shines through, whichever comes first": () => {
		const cframe = [0, 0, -1, ...IDENTITY.slice(3)];
		for (const [transparency, ratio] of [
			[0, 1 / 3],
			[0.5, 2 / 3],
		]) {
			const behind = trianglePart({ cframe, color: [1, 0, 0], transparency });
			const before = trianglePart({ color: [0, 0, 1], transparency: 0.75 });
			for (const parts of [
				[behind, before],
				[before, behind],
			]) {
				const [red, green, blue] = seen(parts, [0, 0, 4]).color;
				near([blue / red, green], [ratio, 0], 1e-5);
			}
		}
	},
	"a texture lies by its coordinates, its first row above": () => {
		const pixels = new Uint8Array([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0]);
		const image = { width: 2, height: 2, pixels };
		const at = (u, v, isSeeThrough = false) => {
			const texture = { image, color: [1, 1, 1], isSeeThrough };
			const part = trianglePart({ texture });
			part.mesh.uvs = new Float32Array([u, v, u, v, u, v]);
			return seen([part], [0, 0, 4]);
		};
		const lit = seen([trianglePart()], [0, 0, 4]).color[0];
		near(at(0.25, 0.25).color, [lit, 0, 0]);
		near(at(0.75, 0.25).color, [0, lit, 0]);
		near(at(1.25, -0.25).color, [0, 0, lit]);
		// A transparent pixel shows the part's own colour, or what is behind the part.
		near(at(0.75, 0.75).color, [lit, lit, lit]);
		assert.equal(at(0.75, 0.75, true).tag, 0);
	},
	"bones carry vertices and normals by their weights, from where they were bound": () => {
		const part = trianglePart();
		Object.assign(part.mesh, {
			binds: [IDENTITY, [1, 0, 0, ...IDENTITY.slice(3)]],
			vertexBones: new Uint32Array([0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]),
			vertexWeights: new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0.5, 0, 0]),
		});
		// The second bone, bound at x = 1, is turned by a quarter about Z and stands at (1, 5, 0).
		part.bones = [IDENTITY, [1, 5, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1]];
		part.mesh.normals = new Float32Array([1, 0, 0, 1, 0, 0, 0, 0, 1]);
		const { positions, normals } = posePart(part);
		near(positions, [-1, -1, 0, 2, 5, 0, -0.5, 2, 0]);
		near(normals.subarray(0, 6), [1, 0, 0, 0, 1, 0]);
	},
	"a part is as large as its Size says": () => {
		const { positions } = posePart(
			trianglePart({ size: [4, 1, 0.001], cframe: [10, 0, 0, 0, 0, 1, 0, 1, 0, -1, 0, 0] }),
		);
		near(positions, [10, -0.5, 2, 10, -0.5, -2, 10, 0.5, 2]);
	},
	"a frame that goes from one CFrame to another takes points along": () => {
		const [from, to] = [lookAt([1, 2, 3], [4, 0, 2]), lookAt([-2, 5, 1], [0, 0, 0])];
		near(
			pointToWorld(fromTo(from, to), pointToWorld(from, [0.3, 0.6, -0.9])),
			pointToWorld(to, [0.3, 0.6, -0.9]),
			1e-9,
		);
	},
	"a picture is as sRGB shows it, the mean of its samples": () => {
		const canvas = new Canvas(1, 1, 2);
		canvas.colors.set([1, 0, 0.2140411, 1, 0, 0.2140411, 0, 0, 0.2140411, 0, 0, 0.2140411]);
		// Half the light of white is level 188.
		assert.deepEqual([...canvas.toPixels().pixels], [188, 0, 127]);
	},
	"a PNG file holds its pixels": () => {
		const image = { width: 5, height: 4, pixels: Uint8Array.from({ length: 60 }, (_, index) => (index * 67) % 256) };
		const { width, height, channels, data } = decode(encodePng(image), { checkCrc: true });
		assert.deepEqual([width, height, channels], [5, 4, 3]);
		assert.deepEqual(Uint8Array.from(data), image.pixels);
	},
	"captions are written in capitals": () => {
		const image = { width: 12, height: 7, pixels: new Uint8Array(12 * 7 * 3).fill(255) };
		writeText(image, "tö", 0, 0, [0, 0, 0]);
		const rows = Array.from({ length: 7 }, (_, y) =>
			Array.from({ length: 12 }, (__, x) => (image.pixels[(y * 12 + x) * 3] === 0 ? "#" : ".")).join(""),
		);
		assert.deepEqual(rows.slice(0, 3), ["#####..###..", "..#...#...#.", "..#.......#."]);
		assert.equal(textWidth("tö"), 12);
	},
};
