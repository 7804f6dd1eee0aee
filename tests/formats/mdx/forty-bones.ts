//!native
//!optimize 2
import {
	bone,
	cams,
	geos,
	geoset,
	glbs,
	layer,
	material,
	mdxFile,
	modl,
	mtls,
	pivt,
	seqs,
	texs,
	vers,
} from "../../builders/mdx/chunks";
import { Curve, Key, track } from "../../builders/mdx/tracks";
import { Seeded } from "../../random";

/** One animated property, as it was before it became bytes. */
export interface PlainTrack {
	curve: Curve;
	globalSequence: number;
	keys: Array<Key>;
}

export interface PlainBone {
	objectId: number;
	parentId: number;
	pivot: [number, number, number];
	translation?: PlainTrack;
	rotation?: PlainTrack;
	scale?: PlainTrack;
}

export interface PlainModel {
	bones: Array<PlainBone>;
	sequences: Array<{ name: string; start: number; finish: number; flags: number }>;
	globalDurations: Array<number>;
}

/** Keys inside both sequences, between them and outside, so that one that leaks shows. */
const TIMES = [200, 1000, 1400, 2100, 2700, 3200, 3600, 4000, 5000, 6000];
/** From here the first sequence has keys only after its start, and the second none at its end. */
const LATE_TIMES = [1250, 2000, 2900, 3300, 3700, 4600];
const GLOBAL_TIMES = [5000, 5100, 5350, 5600];

function unit(random: Seeded): Array<number> {
	const x = random.between(-0.5, 0.5);
	const y = random.between(-0.5, 0.5);
	const z = random.between(-0.5, 0.5);
	return [x, y, z, math.sqrt(1 - x * x - y * y - z * z)];
}

function nearby(rotation: ReadonlyArray<number>, random: Seeded): Array<number> {
	const moved = rotation.map((component) => component + random.between(-0.1, 0.1));
	const length = math.sqrt(moved.reduce((sum, component) => sum + component * component, 0));
	return moved.map((component) => component / length);
}

function vector(random: Seeded, low: number, high: number): Array<number> {
	return [random.between(low, high), random.between(low, high), random.between(low, high)];
}

function plainTrack(
	curve: Curve,
	globalSequence: number,
	times: Array<number>,
	make: (tangent: boolean) => Array<number>,
) {
	const keys = times.map((time) => {
		const key: Key = [time, ...make(false)];
		if (curve >= Curve.Hermite) for (const _ of $range(1, 2)) for (const value of make(true)) key.push(value);
		return key;
	});
	return { curve, globalSequence, keys };
}

function plainBone(index: number, random: Seeded): PlainBone {
	const parentId = index === 0 ? -1 : random.int(math.max(0, index - 8), index - 1);
	const globalSequence = index % 10 === 7 ? 0 : index % 10 === 8 ? 1 : -1;
	const times = globalSequence >= 0 ? GLOBAL_TIMES : index % 3 === 1 ? LATE_TIMES : TIMES;
	const pivot = vector(random, -1, 1) as [number, number, number];
	let last = unit(random);
	return {
		objectId: index,
		parentId,
		pivot,
		translation:
			index % 5 === 4 ? undefined : plainTrack(index % 4, globalSequence, times, () => vector(random, -0.5, 0.5)),
		rotation: plainTrack((index + 1) % 4, globalSequence, times, (tangent) => {
			if (tangent) return nearby(last, random);
			last = unit(random);
			return last;
		}),
		scale:
			index % 6 === 5 ? undefined : plainTrack((index + 2) % 4, globalSequence, times, () => vector(random, 0.8, 1.25)),
	};
}

/** Bones in a tree, tracks in all interpolations, two sequences, global sequences (one of no length). */
export function fortyBones(count = 40): PlainModel {
	const random = new Seeded(53);
	const bones = new Array<PlainBone>();
	for (const index of $range(0, count - 1)) bones.push(plainBone(index, random));
	return {
		bones,
		sequences: [
			{ name: "Stand", start: 1000, finish: 3000, flags: 0 },
			{ name: "Death", start: 3500, finish: 5000, flags: 1 },
		],
		globalDurations: [700, 0],
	};
}

function built(tag: string, plain: PlainTrack | undefined): Array<buffer> {
	return plain ? [track(tag, plain.curve, plain.globalSequence, plain.keys)] : [];
}

/** A ring of vertices, each skinned to the bone of its own number and, every other one, to the next. */
function ring(count: number): buffer {
	const positions = new Array<number>();
	const normals = new Array<number>();
	const uvs = new Array<number>();
	const indices = new Array<number>();
	const groups = new Array<number>();
	const groupSizes = new Array<number>();
	const matrices = new Array<number>();
	for (const index of $range(0, count - 1)) {
		const angle = (index / count) * 2 * math.pi;
		positions.push(math.cos(angle), math.sin(angle), index % 2);
		normals.push(math.cos(angle), math.sin(angle), 0);
		uvs.push(index / count, index % 2);
		groups.push(index);
		// Bones by their place in the file, where the last stands first.
		matrices.push(count - 1 - index);
		if (index % 2 === 1) matrices.push(count - 1 - ((index + 1) % count));
		groupSizes.push(index % 2 === 1 ? 2 : 1);
		if (index + 2 < count) {
			indices.push(index, index % 2 === 0 ? index + 2 : index + 1, index % 2 === 0 ? index + 1 : index + 2);
		}
	}
	return geoset({ positions, normals, uvs: [uvs], indices, groups, groupSizes, matrices });
}

/** The model as a file. Its bones stand last first, so that children come before their parents. */
export function fortyBonesFile(model: PlainModel): buffer {
	const bones = new Array<PlainBone>();
	for (const index of $range(model.bones.size() - 1, 0, -1)) bones.push(model.bones[index]);
	return mdxFile(
		vers(),
		modl({ name: "Forty", objectCount: model.bones.size() }),
		seqs(...model.sequences),
		glbs(...model.globalDurations),
		mtls(0, material(0, layer({ textureId: 0 }))),
		texs({ path: "Creature\\Forty\\Skin.blp" }),
		geos(ring(model.bones.size())),
		bone(
			...bones.map(({ objectId, parentId, translation, rotation, scale }) => ({
				name: `Bone ${objectId}`,
				objectId,
				parentId,
				tracks: [...built("KGTR", translation), ...built("KGRT", rotation), ...built("KGSC", scale)],
			})),
		),
		pivt(model.bones.map(({ pivot }) => pivot)),
		cams({
			name: "Portrait",
			pivot: [4, 0, 1],
			fieldOfView: 1,
			target: [0, 0, 1],
			tracks: [
				track("KCTR", Curve.Linear, -1, [
					[1000, 0, 0, 0],
					[3000, 0, 2, 0],
				]),
				track("KCRL", Curve.Linear, -1, [
					[1000, 0],
					[3000, 0.5],
				]),
			],
		}),
	);
}
