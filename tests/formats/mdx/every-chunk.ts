import {
	atch,
	bone,
	cams,
	clid,
	evts,
	geoa,
	geos,
	geoset,
	glbs,
	help,
	htst,
	layer,
	lite,
	material,
	mdxFile,
	modl,
	mtls,
	pivt,
	pre2,
	prem,
	ribb,
	seqs,
	texs,
	txan,
	vers,
} from "../../builders/mdx/chunks";
import { Curve, eventTrack, track } from "../../builders/mdx/tracks";

/** Two keys of one number, at 0 and 1000 ms. */
function ramp(tag: string, first: number, second: number): buffer {
	return track(tag, Curve.Linear, -1, [
		[0, first],
		[1000, second],
	]);
}

function ramp3(tag: string, first: [number, number, number], second: [number, number, number]): buffer {
	return track(tag, Curve.Linear, -1, [
		[0, ...first],
		[1000, ...second],
	]);
}

/** The chunks of a model that has every chunk and every track, in the client's order; ids 0 to 10. */
export function everyChunk(): Array<buffer> {
	return [
		vers(),
		modl({
			name: "Everything",
			animationFile: "everything.mdx",
			bounds: [9, -1, -2, -3, 1, 2, 3],
			flags: 5,
			objectCount: 11,
		}),
		seqs(
			{
				name: "Stand",
				start: 0,
				finish: 1000,
				moveSpeed: 2.5,
				flags: 0,
				bounds: [7, -1, -1, -1, 1, 1, 1],
				frequency: 0.25,
				replay: [1, 3],
				blendTime: 150,
			},
			{ name: "Death", start: 2000, finish: 2500, flags: 1 },
		),
		glbs(700, 0),
		mtls(
			1,
			material(
				2,
				layer({ textureId: 1, transformId: 0, flags: 16, blend: 1, alpha: 0.5, tracks: [ramp("KMTA", 0.25, 0.75)] }),
				layer({
					textureId: 0,
					tracks: [
						track("KMTF", Curve.None, -1, [
							[0, 1],
							[500, 0],
						]),
					],
				}),
			),
		),
		texs({ replaceableId: 11, path: "" }, { path: "World\\Skin.blp", flags: 3 }),
		txan([
			ramp3("KTAT", [0, 0, 0], [1, 0, 0]),
			track("KTAR", Curve.Linear, 0, [[0, 0, 0, 0.6, 0.8]]),
			ramp3("KTAS", [1, 1, 1], [2, 2, 2]),
		]),
		geos(
			geoset({
				positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
				normals: [0, 0, 2, 0, 0, 1, 0, 0, 1, 0, 0, 1],
				uvs: [
					[0, 0, 1, 0, 0, 1, 0.5, 0.25],
					[0, 0, 0, 0, 0, 0, 0, 0.125],
				],
				indices: [0, 1, 2, 0, 1, 3],
				groups: [0, 1, 1, 0],
				groupSizes: [1, 5],
				matrices: [0, 0, 1, 1, 0, 1],
				boneIndices: [0x01000000],
				boneWeights: [0xff],
				materialId: 0,
				selectionGroup: 3,
				flags: 1,
				bounds: [1, 0, 0, 0, 1, 1, 1],
				sequenceBounds: [
					[2, 0, 0, 0, 1, 1, 1],
					[3, 0, 0, 0, 1, 1, 1],
				],
			}),
		),
		geoa({
			geosetId: 0,
			alpha: 0.75,
			color: [0.1, 0.2, 0.3],
			flags: 2,
			tracks: [ramp("KGAO", 1, 0), ramp3("KGAC", [0, 0, 0], [1, 1, 1])],
		}),
		bone(
			{
				name: "Root",
				objectId: 0,
				geosetId: 0,
				geosetAnimationId: 0,
				tracks: [
					track("KGTR", Curve.Hermite, -1, [
						[0, 1, 2, 3, 0, 0, 0, 0, 0, 0],
						[1000, 4, 5, 6, 0, 0, 0, 0, 0, 0],
					]),
					track("KGRT", Curve.Hermite, 0, [[0, 0, 0, 0.6, 0.8, 0, 0, 0, 1, 0, 0, 0.6, 0.8]]),
					track("KGSC", Curve.None, -1, [[0, 1, 2, 3]]),
				],
			},
			{ name: "Sail", objectId: 1, parentId: 2, flags: 0x40 },
		),
		lite({
			node: { name: "Lamp", objectId: 3, parentId: 0 },
			type: 1,
			numbers: [80, 200, 1, 0.5, 0.25, 10, 0.1, 0.2, 0.3, 2],
			tracks: [
				ramp("KLAS", 80, 90),
				ramp("KLAE", 200, 210),
				ramp3("KLAC", [1, 1, 1], [0, 0, 0]),
				ramp("KLAI", 10, 5),
				ramp3("KLBC", [0, 0, 0], [1, 1, 1]),
				ramp("KLBI", 2, 1),
				ramp("KVIS", 1, 0),
			],
		}),
		help({ name: "Mast", objectId: 2, parentId: 0, flags: 0x8 }),
		atch(34, {
			node: { name: "Overhead", objectId: 4, parentId: 2 },
			attachmentId: 18,
			path: "Spells\\Glow.mdx",
			tracks: [ramp("KVIS", 1, 0)],
		}),
		pivt([
			[0, 0, 1],
			[0, 2, 3],
			[0, 0, 2],
			[1, 1, 1],
			[0, 1, 4],
			[0, 0, 0],
			[0, 0, 0],
			[0, 0, 0],
			[3, 0, 1],
			[0, 0, 0],
			[0, 0, 0],
		]),
		prem({
			node: { name: "Smoke", objectId: 5, parentId: 0 },
			numbers: [10, -1, 0.5, 0.25],
			path: "Particles\\Puff.mdx",
			life: 2,
			speed: 3,
			tracks: [
				ramp("KPEE", 1, 2),
				ramp("KPEG", 1, 2),
				ramp("KPLN", 1, 2),
				ramp("KPLT", 1, 2),
				ramp("KPEL", 1, 2),
				ramp("KPES", 1, 2),
				ramp("KVIS", 1, 0),
			],
		}),
		pre2({
			node: { name: "Sparks", objectId: 6, parentId: 0 },
			type: 1,
			motion: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
			cells: [2, 4, 1],
			tail: [0.5, 0.75],
			colors: [1, 0, 0, 0, 1, 0, 0, 0, 1],
			alphas: [255, 128, 0],
			scales: [1, 2, 3],
			uvAnimation: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
			look: [1, 0, -2, 0],
			geometryPath: "a.mdx",
			recursionPath: "b.mdx",
			forces: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
			spline: [1, 2, 3, 4, 5, 6],
			squirts: 1,
			tracks: ["KP2E", "KP2G", "KPLN", "KP2L", "KP2S", "KP2R", "KP2N", "KP2W", "KP2Z", "KVIS", "KLIF"].map((tag) =>
				ramp(tag, 1, 2),
			),
		}),
		ribb({
			node: { name: "Trail", objectId: 7, parentId: 0 },
			numbers: [1, 2, 0.5, 0.1, 0.2, 0.3, 4],
			cells: [0, 15, 1, 2, 0],
			gravity: -1,
			tracks: [
				ramp("KRHA", 1, 2),
				ramp("KRHB", 1, 2),
				ramp("KRAL", 1, 0),
				ramp3("KRCO", [0, 0, 0], [1, 1, 1]),
				track("KRTX", Curve.None, -1, [[0, 3]]),
				ramp("KVIS", 1, 0),
			],
		}),
		cams({
			name: "Portrait",
			pivot: [1, 2, 3],
			fieldOfView: 1,
			farClip: 500,
			nearClip: 2,
			target: [1, 2, 13],
			tracks: [
				ramp3("KCTR", [0, 0, 0], [2, 0, 0]),
				ramp("KCRL", 0, 0.5),
				ramp3("KTTR", [0, 0, 0], [2, 0, 0]),
				ramp("KVIS", 1, 0),
			],
		}),
		evts(
			{ node: { name: "SND1Step", objectId: 8, parentId: 2 }, track: eventTrack(-1, 100, 600, 2100) },
			{ node: { name: "SPN1Dust", objectId: 9 } },
		),
		htst({ node: { name: "Hull", objectId: 10, parentId: 0 }, shape: 2, numbers: [0, 0, 1, 5] }),
		clid([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], [0, 0, 1]),
	];
}

export function everyChunkFile(): buffer {
	return mdxFile(...everyChunk());
}
