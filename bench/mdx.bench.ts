import { Budget } from "../src/bytes/budget";
import { readFile } from "../src/formats/mdx/file";
import { readMdx } from "../src/formats/mdx/read-mdx";
import { createPose } from "../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../src/scene/pose-to-world";
import { samplePose } from "../src/scene/sample-pose";
import {
	bone,
	geos,
	geoset,
	layer,
	material,
	mdxFile,
	modl,
	mtls,
	pivt,
	seqs,
	texs,
	vers,
} from "../tests/builders/mdx/chunks";
import { Curve, Key, track } from "../tests/builders/mdx/tracks";
import { BenchRow } from "./row";

/** The counts and the numbers of `mdx.rival.mjs`. */
const BONES = 60;
const KEYS = 120;
const GRID = 48;

const fraction = (seed: number) => ((seed * 37) % 64) / 64;

function keys(make: (key: number) => Array<number>): Array<Key> {
	const list = new Array<Key>();
	for (const key of $range(0, KEYS - 1)) list.push([key * 33, ...make(key)]);
	return list;
}

function grid(): buffer {
	const positions = new Array<number>();
	const normals = new Array<number>();
	const uvs = new Array<number>();
	const groups = new Array<number>();
	const indices = new Array<number>();
	for (const index of $range(0, GRID * GRID - 1)) {
		const x = index % GRID;
		const y = index.idiv(GRID);
		positions.push(x, y, fraction(index));
		normals.push(0, 0, 1);
		uvs.push(fraction(index * 2), fraction(index * 2 + 1));
		groups.push(index % BONES);
		if (x + 1 < GRID && y + 1 < GRID) {
			indices.push(index, index + 1, index + GRID, index + GRID, index + 1, index + GRID + 1);
		}
	}
	const matrices = new Array<number>();
	for (const index of $range(0, BONES - 1)) matrices.push(index);
	const groupSizes = new Array<number>(BONES, 1);
	return geoset({ positions, normals, uvs: [uvs], indices, groups, groupSizes, matrices });
}

function model(): buffer {
	const bones = new Array<{ name: string; objectId: number; parentId: number; tracks: Array<buffer> }>();
	const pivots = new Array<[number, number, number]>();
	for (const index of $range(0, BONES - 1)) {
		pivots.push([0, 0, index]);
		bones.push({
			name: `Bone ${index}`,
			objectId: index,
			parentId: index === 0 ? -1 : (index - 1).idiv(2),
			tracks: [
				track(
					"KGTR",
					Curve.Linear,
					-1,
					keys((key) => [0, 1, 2].map((k) => fraction(index + key + k))),
				),
				track(
					"KGRT",
					Curve.Linear,
					-1,
					keys((key) => {
						const part = math.sqrt(0.1) * (key % 2 === 0 ? 1 : -1);
						return [part, part, part, math.sqrt(1 - 0.3)];
					}),
				),
				track(
					"KGSC",
					Curve.Linear,
					-1,
					keys((key) => [0, 1, 2].map((k) => 1 + fraction(key + k))),
				),
			],
		});
	}
	return mdxFile(
		vers(),
		modl({ name: "Bench", objectCount: BONES }),
		seqs({ name: "Stand", start: 0, finish: 1980 }, { name: "Walk", start: 2000, finish: 3927 }),
		mtls(0, material(0, layer({ textureId: 0 }))),
		texs({ path: "Skin.blp" }),
		geos(grid()),
		bone(...bones),
		pivt(pivots),
	);
}

/** Positions, then the translation and scale keys of every bone, as the file holds them. */
function contents(source: buffer): buffer {
	const { geosets, bones } = readFile(source, new Budget());
	const parts = [geosets[0].positions];
	for (const { tracks } of bones) parts.push(tracks.get("KGTR")!.values, tracks.get("KGSC")!.values);
	return buffer.fromstring(parts.map((part) => buffer.tostring(part)).join(""));
}

export = (): Array<BenchRow> => {
	const source = model();
	const megabytes = buffer.len(source) / 1e6;
	const [clip] = readMdx(source).scene.clips;
	const pose = createPose(BONES);
	const world = buffer.create(BONES * WORLD_STRIDE);
	const frames = 20;
	let seconds = 0;
	return [
		{
			name: "read a model",
			unit: "MB/s",
			work: megabytes,
			body: () => {
				readMdx(source);
			},
			result: () => contents(source),
		},
		{
			name: "read its chunks alone",
			unit: "MB/s",
			work: megabytes,
			body: () => {
				readFile(source, new Budget());
			},
		},
		{
			name: "read a model, by keys",
			unit: "keys/s",
			work: BONES * 3 * KEYS,
			body: () => {
				readMdx(source);
			},
		},
		{
			name: "pose a model, to world matrices",
			unit: "bones/s",
			work: BONES * frames,
			body: () => {
				for (const _ of $range(1, frames)) {
					seconds = (seconds + 1 / 60) % 1.98;
					samplePose(clip, seconds, pose);
					poseToWorld(clip.skeleton, pose, world);
				}
			},
		},
	];
};
