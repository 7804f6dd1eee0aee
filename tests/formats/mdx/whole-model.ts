import {
	atch,
	bone,
	evts,
	geoa,
	geos,
	geoset,
	glbs,
	help,
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
import { Curve, eventTrack, Key, track } from "../../builders/mdx/tracks";
import { Seeded } from "../../random";
import { PlainObject } from "./client-way";
import { PlainModel, PlainTrack } from "./forty-bones";

/** What an object is in the file, and what it is called. */
export interface WholeObject extends PlainObject {
	name: string;
	kind: "bone" | "helper" | "attachment";
}

export interface WholeModel extends PlainModel {
	bones: Array<WholeObject>;
	alpha: PlainTrack;
	color: PlainTrack;
}

const TIMES = [1000, 1500, 2200, 2600, 3000, 3500, 4000, 4400, 5000];

const random = new Seeded(19);

function rotationTrack(curve: Curve): PlainTrack {
	const keys = TIMES.map((time): Key => {
		const [x, y, z] = [random.between(-0.4, 0.4), random.between(-0.4, 0.4), random.between(-0.4, 0.4)];
		const q = [x, y, z, math.sqrt(1 - x * x - y * y - z * z)];
		return curve >= Curve.Hermite ? [time, ...q, ...q, ...q] : [time, ...q];
	});
	return { curve, globalSequence: -1, keys };
}

function vectorTrack(curve: Curve, low: number, high: number, isUniform = false): PlainTrack {
	const numbers = () => {
		const first = random.between(low, high);
		return isUniform ? [first, first, first] : [first, random.between(low, high), random.between(low, high)];
	};
	const keys = TIMES.map((time): Key => {
		const tangents = curve >= Curve.Hermite ? [...numbers(), ...numbers()] : [];
		return [time, ...numbers(), ...tangents];
	});
	return { curve, globalSequence: -1, keys };
}

/** The objects by name: what they hang on, their flags and what moves them (t translation, r rotation, s uniform scale). */
const OBJECTS: Array<[name: string, parent: number, flags: number, moves: string, kind?: WholeObject["kind"]]> = [
	["Root", -1, 0, "tr"],
	["Sway", 0, 0, "r", "helper"],
	["Arm", 1, 0, "tr"],
	["No turn", 2, 4, "tr"],
	["No move", 2, 1, "tr"],
	["No move, no turn", 2, 5, "tr"],
	["Below no turn", 3, 0, "tr"],
	["Still", 2, 0, ""],
	["Face", 2, 8, "r"],
	["Below face", 8, 0, "tr"],
	["Lock X", 2, 0x10, "r", "helper"],
	["Lock Y", 2, 0x20, "r"],
	["Lock Z", 2, 0x40, "r"],
	["Big", 2, 0, "rs"],
	["Below big", 13, 0, "tr"],
	["Big, no scale", 13, 2, "tr"],
	["Big, no turn", 13, 4, "tr"],
	["Big, no move", 13, 1, "tr"],
	["Big, no move, no scale", 13, 3, "tr"],
	["Big, nothing", 13, 7, "tr"],
	["Big, no turn, no scale", 13, 6, "tr"],
	["Below no scale", 15, 0, "tr"],
	["Below big, no turn", 16, 0, "tr"],
	["Hand", 2, 0, "", "attachment"],
	["Orbit", 2, 0, "tr", "attachment"],
	["Ground", -1, 0, "", "attachment"],
];

export function wholeModel(): WholeModel {
	return {
		bones: OBJECTS.map(([name, parentId, flags, moves, kind = "bone"], objectId) => ({
			name,
			kind,
			objectId,
			parentId,
			flags,
			pivot: [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)],
			translation: moves.find("t")[0] === undefined ? undefined : vectorTrack(objectId % 4, -0.5, 0.5),
			rotation: moves.find("r")[0] === undefined ? undefined : rotationTrack(objectId % 3),
			scale: moves.find("s")[0] === undefined ? undefined : vectorTrack(Curve.Linear, 0.7, 1.6, true),
		})),
		sequences: [
			{ name: "Stand", start: 1000, finish: 3000, flags: 0 },
			{ name: "Death", start: 3500, finish: 5000, flags: 1 },
		],
		globalDurations: [500],
		alpha: {
			curve: Curve.Linear,
			globalSequence: -1,
			keys: [
				[1000, 1],
				[2000, 0.25],
				[3500, 0.5],
				[5000, 0.9],
			],
		},
		color: {
			curve: Curve.Linear,
			globalSequence: 0,
			keys: [
				[0, 1, 0.5, 0],
				[250, 0.25, 1, 1],
			],
		},
	};
}

/** Bones of a geoset's groups, by name. The last group has five that move apart; in the one before two move alike. */
export const GROUPS = [
	["Root"],
	["Arm", "No turn"],
	["No move", "Face", "Below face"],
	["Lock Y", "Lock Z", "No move, no turn", "Below no turn"],
	["Root", "Arm", "Still", "Arm", "No turn", "No move"],
	["Root", "Arm", "No turn", "No move", "Face"],
];

/** Three vertices a group. */
const VERTICES = 3;

export function wholeModelFile(model: WholeModel): buffer {
	const positions = new Array<number>();
	const normals = new Array<number>();
	const indices = new Array<number>();
	const groups = new Array<number>();
	const seeded = new Seeded(4);
	for (const group of $range(0, GROUPS.size() - 1)) {
		for (const _ of $range(1, VERTICES)) {
			positions.push(seeded.between(-1, 1), seeded.between(-1, 1), seeded.between(-1, 1));
			normals.push(0, 0, 1);
			indices.push(groups.size());
			groups.push(group);
		}
	}
	const of = (kind: WholeObject["kind"]) => model.bones.filter((each) => each.kind === kind);
	const nodeOf = ({ name, objectId, parentId, flags, translation, rotation, scale }: WholeObject) => ({
		name,
		objectId,
		parentId,
		flags,
		tracks: [
			...(translation ? [track("KGTR", translation.curve, -1, translation.keys)] : []),
			...(rotation ? [track("KGRT", rotation.curve, -1, rotation.keys)] : []),
			...(scale ? [track("KGSC", scale.curve, -1, scale.keys)] : []),
		],
	});
	// The last bone stands first, so that a bone's place is not its id.
	const bones = of("bone").map((_, index, all) => all[all.size() - 1 - index]);
	const body = {
		positions,
		normals,
		uvs: [positions.filter((_, index) => index % 3 !== 2)],
		indices,
		groups,
		groupSizes: GROUPS.map((names) => names.size()),
		matrices: GROUPS.reduce(
			(list, names) => [...list, ...names.map((name) => bones.findIndex((each) => each.name === name))],
			new Array<number>(),
		),
	};
	const { alpha, color } = model;
	return mdxFile(
		vers(),
		modl({ name: "Whole", objectCount: model.bones.size() + 1 }),
		seqs({ ...model.sequences[0], blendTime: 400 }, { ...model.sequences[1], blendTime: 250 }),
		glbs(...model.globalDurations),
		mtls(0, material(0, layer({ textureId: 0 }))),
		texs({ path: "Whole.blp" }),
		geos(geoset(body), geoset(body), geoset(body)),
		geoa(
			{
				geosetId: 1,
				alpha: 0.75,
				tracks: [
					track("KGAO", alpha.curve, alpha.globalSequence, alpha.keys),
					track("KGAC", color.curve, color.globalSequence, color.keys),
				],
			},
			{ geosetId: 2, alpha: 0.5, color: [0.2, 0.4, 0.6] },
		),
		bone(...bones.map(nodeOf)),
		help(...of("helper").map(nodeOf)),
		atch(3, ...of("attachment").map((each, attachmentId) => ({ node: nodeOf(each), attachmentId }))),
		evts({ node: { name: "SND1Step", objectId: model.bones.size() }, track: eventTrack(-1, 1500, 2500, 4000) }),
		pivt([...model.bones.map(({ pivot }) => pivot), [0, 0, 0]]),
	);
}
