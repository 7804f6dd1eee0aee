import { buildGlb } from "./glb";

/** Rings of four vertices at the heights 0, 1 and 2: the lower two follow the joint "Root", the upper one "Tip", which is at 1. */
const HEIGHTS = [0, 1, 2];
const CORNERS = [
	[-0.25, -0.25],
	[0.25, -0.25],
	[0.25, 0.25],
	[-0.25, 0.25],
];

/** Appends numbers of one kind to a binary chunk, and a view and an accessor to the JSON that tell of them. */
class Chunk {
	public readonly views = new Array<string>();
	public readonly accessors = new Array<string>();
	public binary = buffer.create(0);

	private append(size: number): number {
		const at = buffer.len(this.binary);
		const grown = buffer.create(at + math.ceil(size / 4) * 4);
		buffer.copy(grown, 0, this.binary);
		this.binary = grown;
		this.views.push(`{"buffer":0,"byteOffset":${at},"byteLength":${size}}`);
		return at;
	}

	private describe(componentType: number, kind: string, count: number, extra = ""): number {
		const view = this.views.size() - 1;
		this.accessors.push(
			`{"bufferView":${view},"componentType":${componentType},"count":${count},"type":"${kind}"${extra}}`,
		);
		return view;
	}

	public floats(kind: string, width: number, values: Array<number>, extra = ""): number {
		const at = this.append(values.size() * 4);
		values.forEach((value, index) => buffer.writef32(this.binary, at + index * 4, value));
		return this.describe(5126, kind, values.size() / width, extra);
	}

	public words(kind: string, width: number, values: Array<number>): number {
		const at = this.append(values.size() * 2);
		values.forEach((value, index) => buffer.writeu16(this.binary, at + index * 2, value));
		return this.describe(5123, kind, values.size() / width);
	}
}

/**
 * A column of two metres with a joint at its foot and one in its middle, as a GLB file. The clip "Wave" turns the upper half about Z,
 * by 90 degrees in two seconds.
 */
export function buildWavingGlb(): buffer {
	const chunk = new Chunk();
	const positions = new Array<number>();
	const joints = new Array<number>();
	const weights = new Array<number>();
	for (const height of HEIGHTS) {
		for (const [x, z] of CORNERS) {
			positions.push(x, height, z);
			joints.push(height > 1 ? 1 : 0, 0, 0, 0);
			weights.push(1, 0, 0, 0);
		}
	}
	const indices = new Array<number>();
	for (const ring of [0, 4]) {
		for (const side of [0, 1, 2, 3]) {
			const [a, b] = [ring + side, ring + ((side + 1) % 4)];
			indices.push(a, a + 4, b, b, a + 4, b + 4);
		}
	}
	const bounds = ',"min":[-0.25,0,-0.25],"max":[0.25,2,0.25]';
	const position = chunk.floats("VEC3", 3, positions, bounds);
	const joint = chunk.words("VEC4", 4, joints);
	const weight = chunk.floats("VEC4", 4, weights);
	const index = chunk.words("SCALAR", 1, indices);
	// By columns: the foot is bound at the origin, the tip a metre above.
	const inverseBind = chunk.floats("MAT4", 16, [
		...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
		...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1],
	]);
	// Linear keys on a sphere: a third one keeps the turn even.
	const time = chunk.floats("SCALAR", 1, [0, 1, 2], ',"min":[0],"max":[2]');
	const turns = [0, 45, 90].map((degrees) => math.rad(degrees / 2));
	const rotation = chunk.floats(
		"VEC4",
		4,
		turns.reduce((list, half) => [...list, 0, 0, math.sin(half), math.cos(half)], new Array<number>()),
	);
	const json = `{
		"asset": { "version": "2.0" },
		"scene": 0,
		"scenes": [{ "nodes": [0, 1] }],
		"nodes": [
			{ "name": "Column", "mesh": 0, "skin": 0 },
			{ "name": "Root", "children": [2] },
			{ "name": "Tip", "translation": [0, 1, 0] }
		],
		"meshes": [{ "name": "Column", "primitives": [{
			"attributes": { "POSITION": ${position}, "JOINTS_0": ${joint}, "WEIGHTS_0": ${weight} }, "indices": ${index}
		}] }],
		"skins": [{ "joints": [1, 2], "inverseBindMatrices": ${inverseBind} }],
		"animations": [{
			"name": "Wave",
			"channels": [{ "sampler": 0, "target": { "node": 2, "path": "rotation" } }],
			"samplers": [{ "input": ${time}, "output": ${rotation}, "interpolation": "LINEAR" }]
		}],
		"buffers": [{ "byteLength": ${buffer.len(chunk.binary)} }],
		"bufferViews": [${chunk.views.join(",")}],
		"accessors": [${chunk.accessors.join(",")}]
	}`;
	return buildGlb(json, chunk.binary);
}
