import {
	buildEventTrack,
	buildFileNames,
	buildMrn,
	buildSkeletonData,
	buildSkeletonMap,
	buildSkeletonNames,
	MrnPacketContents,
} from "../../builders/mrn";
import { buildNsa } from "../../builders/nsa";

/** Two arms on a spine, below a joint that no animation knows. */
export const SKELETON = buildSkeletonData({
	bones: [
		{ name: "World", translation: [0, 0, 0], rotation: [0, 0, 0, 1] },
		{ name: "Hips", translation: [0, 1, 0], rotation: [0, 0, 0, 1] },
		{ name: "Spine", translation: [0, 0.5, 0], rotation: [0, 0, 2, 0] },
		{ name: "Left", translation: [-0.25, 0, 0], rotation: [0, 1, 0, 1] },
		{ name: "Right", translation: [0.25, 0, 0], rotation: [0, -1, 0, 1] },
	],
	chains: [
		{ parent: -1, start: 0, length: 4 },
		{ parent: 2, start: 4, length: 1 },
	],
});

/** Four bones: the first moves and turns, the second turns, the others stand still. */
export const WALK = buildNsa({
	duration: 0.2,
	rate: 10,
	boneCount: 4,
	crc: true,
	statics: {
		translationFactors: { min: [0, 0, 0], extent: [1, 1, 1] },
		rotationFactors: { min: [-0.5, -0.5, -0.5], extent: [2 ** -16, 2 ** -16, 2 ** -16] },
		translations: [{ bone: 2, value: [1, 2, 3] }],
		rotations: [
			{ bone: 2, value: [0, 0, 0.25] },
			{ bone: 3, value: [0.125, 0, 0] },
		],
	},
	dynamics: {
		samples: 3,
		initial: { min: [0, 0, 0], extent: [1, 1, 1] },
		translationFactors: [{ min: [0, 0, 0], extent: [0.5, 0.5, 0.5] }],
		rotationFactors: [{ min: [-0.5, -0.5, -0.5], extent: [2 ** -16, 2 ** -16, 2 ** -16] }],
		translations: [{ bone: 0, init: [10, 20, 30], factor: [0, 0, 0], value: (sample) => sample }],
		rotations: [
			{ bone: 0, init: [128, 128, 128], factor: [0, 0, 0], value: (sample) => sample / 8 },
			{ bone: 1, init: [100, 150, 200], factor: [0, 0, 0], value: (sample, axis) => (sample - axis) / 8 },
		],
	},
	root: {
		rate: 10,
		samples: 3,
		translation: { factors: { min: [0, 0, 0], extent: [1, 1, 1] }, value: (sample, axis) => sample * axis },
		rotation: { factors: { min: [0, 0, 0], extent: [0.125, 0.125, 0.125] }, value: (sample) => sample / 8 },
	},
});

/** Five bones, as many as the skeleton has; one stands somewhere, and the root keeps a rotation. */
export const STAND = buildNsa({
	duration: 1,
	rate: 30,
	boneCount: 5,
	crc: true,
	statics: {
		translationFactors: { min: [0, 0, 0], extent: [0.5, 0.5, 0.5] },
		rotationFactors: { min: [0, 0, 0], extent: [0, 0, 0] },
		translations: [{ bone: 1, value: [0, 1.5, 0] }],
		rotations: [],
	},
	root: { rate: 30, samples: 1, constant: [0, 1, 0, 0] },
});

export const FILE_NAMES = buildFileNames({
	files: ["walk.nsa", "stand.nsa"],
	types: ["nsa", "nsa"],
	sources: ["walk.xmd", "stand.xmd"],
	animations: ["Walk", "Stand"],
	crcs: [0x01020304, 0xfffefdfc],
});

/** The packets of a whole network: animations first, as in the files that others describe. */
export function examplePackets(): Array<MrnPacketContents> {
	return [
		{ type: 0x10, index: 0, data: WALK },
		{ type: 0x10, index: 1, data: STAND },
		{ type: 0x01, index: 0xabcdef, data: SKELETON },
		{ type: 0x0f, index: 3, data: buildSkeletonNames([{ id: 7, name: "Soldier" }]) },
		{ type: 0x0e, index: 4, data: FILE_NAMES },
		{ type: 0x02, index: 5, data: buildSkeletonMap(5, [0x0d], [0, 2, 3]) },
		{
			type: 0x03,
			index: 6,
			data: buildEventTrack("Footsteps", [
				[0.25, 0.5, 1],
				[0.75, 1, 2],
			]),
			alignment: 4,
		},
		{ type: 0x0a, index: 7, data: buffer.fromstring("network") },
		{ type: 0x33, index: 8, data: buffer.fromstring("?") },
	];
}

export function exampleNetwork(): buffer {
	return buildMrn(examplePackets());
}
