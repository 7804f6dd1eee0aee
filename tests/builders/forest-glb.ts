import { HttpService } from "@rbxts/services";
import { buildGlb } from "./glb";

/** How the trees of a forest are scaled: not at all, by one factor each, or by a factor for each axis. */
export type Growth = "alike" | "taller" | "any way";

/** What a node of a forest says besides its mesh. */
export interface Tree {
	translation: [number, number, number];
	rotation: [number, number, number, number];
	scale: [number, number, number];
}

/** Points on a circle, and one above their middle. */
const SIDES = 12;

/** A cone of flat sides on `base`: a point and a normal for each corner of each side. */
function cone(base: number, radius: number, height: number): { points: Array<number>; normals: Array<number> } {
	const points = new Array<number>();
	const normals = new Array<number>();
	// How far the middle of a side is from the axis.
	const near = radius * math.cos(math.pi / SIDES);
	const length = math.sqrt(near * near + height * height);
	for (const side of $range(0, SIDES - 1)) {
		const [from, to] = [(side * 2 * math.pi) / SIDES, ((side + 1) * 2 * math.pi) / SIDES];
		const middle = (from + to) / 2;
		// Counter-clockwise seen from outside.
		for (const value of [radius * math.cos(to), base, radius * math.sin(to)]) points.push(value);
		for (const value of [radius * math.cos(from), base, radius * math.sin(from)]) points.push(value);
		for (const value of [0, base + height, 0]) points.push(value);
		for (const _ of $range(1, 3)) {
			normals.push((height * math.cos(middle)) / length, near / length, (height * math.sin(middle)) / length);
		}
	}
	return { points, normals };
}

const PARTS = [cone(0, 0.2, 3), cone(1, 1, 3)];

/** The points of a trunk and of a crown, in their order. */
export const FOREST_POINTS = PARTS.map(({ points }) => points);

/** Trees at random, the same each time. */
export function randomTrees(count: number, growth: Growth, seed = 1): Array<Tree> {
	const random = new Random(seed);
	const side = math.ceil(math.sqrt(count));
	const trees = new Array<Tree>();
	for (const index of $range(0, count - 1)) {
		const half = random.NextNumber(0, math.pi);
		const factor = () => random.NextNumber(0.5, 2);
		const all = factor();
		trees.push({
			translation: [(index % side) * 4, 0, math.floor(index / side) * 4],
			rotation: [0, math.sin(half), 0, math.cos(half)],
			scale: growth === "alike" ? [1, 1, 1] : growth === "taller" ? [all, all, all] : [factor(), factor(), factor()],
		});
	}
	return trees;
}

/** A GLB whose nodes all draw one mesh of two primitives, a trunk and a crown, each of its own material. */
export function forestGlb(trees: ReadonlyArray<Tree>): buffer {
	const size = SIDES * 3 * 12;
	const binary = buffer.create(size * 4);
	const views = new Array<object>();
	const accessors = new Array<object>();
	PARTS.forEach(({ points, normals }, part) => {
		[points, normals].forEach((numbers, index) => {
			const at = (part * 2 + index) * size;
			numbers.forEach((value, place) => buffer.writef32(binary, at + place * 4, value));
			views.push({ buffer: 0, byteOffset: at, byteLength: size });
			accessors.push({
				bufferView: part * 2 + index,
				componentType: 5126,
				count: SIDES * 3,
				type: "VEC3",
				min: [0, 1, 2].map((axis) => math.min(...numbers.filter((_, place) => place % 3 === axis))),
				max: [0, 1, 2].map((axis) => math.max(...numbers.filter((_, place) => place % 3 === axis))),
			});
		});
	});
	const json = HttpService.JSONEncode({
		asset: { version: "2.0" },
		buffers: [{ byteLength: size * 4 }],
		bufferViews: views,
		accessors,
		materials: [{ name: "bark" }, { name: "leaves" }],
		meshes: [
			{
				name: "Tree",
				primitives: [0, 1].map((part) => ({
					attributes: { POSITION: part * 2, NORMAL: part * 2 + 1 },
					material: part,
				})),
			},
		],
		nodes: trees.map((tree, index) => ({ name: `Tree ${index}`, mesh: 0, ...tree })),
		scenes: [{ nodes: trees.map((_, index) => index) }],
		scene: 0,
	});
	return buildGlb(json, binary);
}

/** A GLB whose nodes all draw one triangle, with nothing more to a node than its mesh and, if it `stands` somewhere, its place. */
export function bareForestGlb(count: number, stands = true): buffer {
	const binary = buffer.create(36);
	[0, 0, 0, 1, 0, 0, 0, 1, 0].forEach((value, index) => buffer.writef32(binary, index * 4, value));
	const places = new Array<number>(count, 0);
	const json = HttpService.JSONEncode({
		asset: { version: "2.0" },
		buffers: [{ byteLength: 36 }],
		bufferViews: [{ buffer: 0, byteLength: 36 }],
		accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
		meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
		nodes: places.map((_, index) =>
			stands ? { mesh: 0, translation: [index % 100, 0, math.floor(index / 100)] } : { mesh: 0 },
		),
		scenes: [{ nodes: places.map((_, index) => index) }],
		scene: 0,
	});
	return buildGlb(json, binary);
}
