import { bone, cams, evts, geoa, glbs, mdxFile, modl, seqs, vers } from "../builders/mdx/chunks";
import { Curve, eventTrack, track } from "../builders/mdx/tracks";
import { buildMrn, buildSkeletonData, MrnPacketContents } from "../builders/mrn";
import { buildNsa } from "../builders/nsa";

export function times<T extends defined>(count: number, make: (index: number) => T): Array<T> {
	const list = new Array<T>();
	for (const index of $range(0, count - 1)) list.push(make(index));
	return list;
}

export function mdx(objectCount: number, ...chunks: Array<buffer>): buffer {
	return mdxFile(vers(), modl({ name: "hostile", objectCount }), ...chunks);
}

const moved = (globalSequence: number) =>
	track("KGTR", Curve.Linear, globalSequence, [
		[0, 0, 0, 0],
		[1000, 1, 1, 1],
	]);

export const whole = (index: number) => ({ name: `Sequence ${index}`, start: 0, finish: 1000 });

function bones(count: number, globalSequence: number): buffer {
	return bone(
		...times(count, (index) => ({ name: `Bone ${index}`, objectId: index, tracks: [moved(globalSequence)] })),
	);
}

/** The kinds of packets that networks have: a skeleton, and an animation. */
const SKELETON = 1;
const ANIMATION = 0x10;

function network(count: number): buffer {
	const packets = new Array<MrnPacketContents>();
	const skeleton = (size: number) =>
		buildSkeletonData({
			bones: times(size, (index) => ({ name: `${index}`, translation: [0, 0, 0], rotation: [0, 0, 0, 1] })),
			chains: [{ parent: -1, start: 0, length: size }],
		});
	for (const index of $range(1, count)) packets.push({ type: SKELETON, index, data: skeleton(1) });
	const animation = buildNsa({ duration: 1, rate: 1, boneCount: 2 });
	for (const index of $range(1, count)) packets.push({ type: ANIMATION, index, data: animation });
	return buildMrn(packets);
}

/** As `GLTF_SHAPES`, of the other formats. */
export const OTHER_SHAPES: Array<[name: string, build: (count: number) => buffer]> = [
	["MDX global sequences × bones", (count) => mdx(count, glbs(...times(count, () => 1000)), bones(count, 0))],
	["MDX sequences × bones", (count) => mdx(count, seqs(...times(count, whole)), bones(count, -1))],
	[
		"MDX cameras × sequences",
		(count) =>
			mdx(
				0,
				seqs(...times(count, whole)),
				cams(
					...times(count, (index) => ({
						name: `Camera ${index}`,
						pivot: [0, 0, 0] as [number, number, number],
						target: [1, 0, 0] as [number, number, number],
						fieldOfView: 1,
						tracks: [
							track("KCTR", Curve.Linear, -1, [
								[0, 0, 0, 0],
								[1000, 1, 1, 1],
							]),
						],
					})),
				),
			),
	],
	[
		"MDX events × sequences",
		(count) =>
			mdx(
				count,
				seqs(...times(count, whole)),
				evts(
					...times(count, (index) => ({
						node: { name: `Event ${index}`, objectId: index },
						track: eventTrack(-1, ...times(20, (time) => time)),
					})),
				),
			),
	],
	[
		"MDX fades × sequences",
		(count) =>
			mdx(
				0,
				seqs(...times(count, whole)),
				geoa(
					...times(count, (index) => ({
						geosetId: index,
						tracks: [
							track("KGAO", Curve.Linear, -1, [
								[0, 0],
								[1000, 1],
							]),
						],
					})),
				),
			),
	],
	["MRN animations × skeletons", network],
];
