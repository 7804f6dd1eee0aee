import { generateMDX, parseMDX } from "war3-model";

/**
 * No other reader of WoW alpha models runs here, so the rival reads Warcraft III's older cousin of the format: a model with
 * the same bones, keys, vertices and triangles as `mdx.bench.ts` builds, written by war3-model's own generator.
 */
const BONES = 60;
const KEYS = 120;
const GRID = 48;

/** A fraction that single precision holds exactly, the same here and in the bench. */
const fraction = (seed) => ((seed * 37) % 64) / 64;

function track(width, lineType, make) {
	const Keys = Array.from({ length: KEYS }, (_, key) => ({
		Frame: key * 33,
		Vector: Float32Array.from({ length: width }, (_, k) => make(key, k)),
	}));
	return { LineType: lineType, GlobalSeqId: null, Keys };
}

function bone(index) {
	const turn = (key, k) => (k === 3 ? Math.sqrt(1 - 0.3) : Math.sqrt(0.1) * (key % 2 === 0 ? 1 : -1));
	return {
		Name: `Bone ${index}`,
		ObjectId: index,
		Parent: index - 1 < 0 ? null : Math.floor((index - 1) / 2),
		PivotPoint: Float32Array.of(0, 0, index),
		Flags: 256,
		Translation: track(3, 1, (key, k) => fraction(index + key + k)),
		Rotation: track(4, 1, turn),
		Scaling: track(3, 1, (key, k) => 1 + fraction(key + k)),
		GeosetId: null,
		GeosetAnimId: null,
	};
}

function geoset() {
	const count = GRID * GRID;
	const vertex = (index) => [index % GRID, Math.floor(index / GRID), fraction(index)];
	const faces = [];
	for (let y = 0; y + 1 < GRID; y++) {
		for (let x = 0; x + 1 < GRID; x++) {
			const a = y * GRID + x;
			faces.push(a, a + 1, a + GRID, a + GRID, a + 1, a + GRID + 1);
		}
	}
	return {
		Vertices: Float32Array.from({ length: count * 3 }, (_, k) => vertex(Math.floor(k / 3))[k % 3]),
		Normals: Float32Array.from({ length: count * 3 }, (_, k) => (k % 3 === 2 ? 1 : 0)),
		TVertices: [Float32Array.from({ length: count * 2 }, (_, k) => fraction(k))],
		VertexGroup: Uint8Array.from({ length: count }, (_, k) => k % BONES),
		Faces: Uint16Array.from(faces),
		Groups: Array.from({ length: BONES }, (_, index) => [index]),
		TotalGroupsCount: BONES,
		MinimumExtent: new Float32Array(3),
		MaximumExtent: new Float32Array(3),
		BoundsRadius: 0,
		Anims: [],
		MaterialID: 0,
		SelectionGroup: 0,
		Unselectable: false,
	};
}

function model() {
	const extent = { MinimumExtent: new Float32Array(3), MaximumExtent: new Float32Array(3), BoundsRadius: 0 };
	const bones = Array.from({ length: BONES }, (_, index) => bone(index));
	const sequence = (Name, start, finish) => ({
		...{ Name, Interval: Uint32Array.of(start, finish), NonLooping: false, MoveSpeed: 0, Rarity: 0 },
		...extent,
	});
	return {
		Version: 800,
		Info: { Name: "Bench", BlendTime: 150, ...extent },
		Sequences: [sequence("Stand", 0, 1980), sequence("Walk", 2000, 3927)],
		Textures: [{ Image: "Skin.blp", ReplaceableId: 0, Flags: 0 }],
		Materials: [
			{ PriorityPlane: 0, RenderMode: 0, Layers: [{ FilterMode: 0, Shading: 0, TextureID: 0, CoordId: 0, Alpha: 1 }] },
		],
		Geosets: [geoset()],
		Bones: bones,
		Nodes: bones,
		PivotPoints: bones.map(({ PivotPoint }) => PivotPoint),
		GlobalSequences: [],
		...{ GeosetAnims: [], Helpers: [], Attachments: [], EventObjects: [], CollisionShapes: [], ParticleEmitters: [] },
		...{ ParticleEmitters2: [], Cameras: [], Lights: [], RibbonEmitters: [], TextureAnims: [] },
	};
}

/** Positions, then the translation and scale keys of every bone, as both formats hold them. */
function contents(parsed) {
	const parts = [parsed.Geosets[0].Vertices];
	for (const { Translation, Scaling } of parsed.Bones) {
		for (const { Keys } of [Translation, Scaling]) for (const { Vector } of Keys) parts.push(Vector);
	}
	return Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)));
}

export async function prepare() {
	const file = generateMDX(model());
	const name = "war3-model in V8, the same counts in Warcraft III's format";
	const body = () => parseMDX(file);
	const megabytes = file.byteLength / 1e6;
	return [
		{ row: "read a model", name, body, work: megabytes, result: () => contents(parseMDX(file)) },
		{ row: "read its chunks alone", name, body, work: megabytes },
		{ row: "read a model, by keys", name, body },
	];
}
