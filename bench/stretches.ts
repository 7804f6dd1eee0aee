//!native
//!optimize 2
import { decodeBase64, encodeBase64 } from "../src/bytes/base64";
import { crc32InPieces } from "../src/bytes/crc32";
import { Job } from "../src/roblox/job";
import { readMdx } from "../src/formats/mdx/read-mdx";
import { readMrn } from "../src/formats/morpheme/mrn";
import { readNsa } from "../src/formats/morpheme/nsa";
import { decodeImage } from "../src/images/decode-image";
import { decodeMeshoptWith } from "../src/meshopt/decode";
import { encodeMeshopt } from "../src/meshopt/encode";
import { MeshoptFilter, MeshoptMode } from "../src/meshopt/layout";
import { UniformChannel } from "../src/motion/uniform-channel";
import { buildMeshParts } from "../src/roblox/mesh/build-mesh-parts";
import { readModel } from "../src/roblox/model/read-model";
import { buildKeyframeSequence } from "../src/roblox/rig/build-keyframe-sequence";
import { Clip, JointTrack } from "../src/scene/clip";
import { createPose } from "../src/scene/pose";
import { convertScene } from "../src/scene/convert-scene";
import { decodeArchive, encodeArchive } from "../src/take/archive";
import { encodeFrame, FRAME_SIZE } from "../src/take/frame";
import { decodeRecording, encodeRecording } from "../src/replay/recording";
import { JOINT_STRIDE, Replay, ReplayJoint, ReplaySubject } from "../src/replay/replay";
import { decodeSnap13 } from "../src/take/snap13/decode-snap13";
import { encodeSnap13 } from "../src/take/snap13/encode-snap13";
import { createTake } from "../src/take/take";
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
import { buildGlb } from "../tests/builders/glb";
import { buildMrn } from "../tests/builders/mrn";
import { buildNsa, Vector } from "../tests/builders/nsa";
import { headless } from "../tests/headless";
import { jointOf, replayOf, subjectOf } from "../tests/replay/make-replay";

/** Something long: a reader, decoder or builder at a size. */
interface Stretch {
	name: string;
	/** Makes its input, which nobody times. */
	prepare: () => (job: Job) => void;
}

const MEGABYTE = 2 ** 20;

function file(name: string): buffer {
	return headless!.readFile(`generated/stretches/${name}`);
}

function flight(megabytes: number) {
	const count = math.floor((megabytes * MEGABYTE) / FRAME_SIZE);
	const frames = buffer.create(count * FRAME_SIZE);
	for (const frame of $range(0, count - 1)) {
		const half = 0.4 * math.sin(frame / 50);
		encodeFrame(
			50 * math.sin(frame / 90),
			20,
			frame / 1000,
			0,
			math.sin(half),
			0,
			math.cos(half),
			frames,
			frame * FRAME_SIZE,
			"bench",
		);
	}
	return createTake({ rate: 60, frames, cuts: [] });
}

/** An MDX of geosets that are grids, as large as they may be. */
function mdx(megabytes: number): buffer {
	const side = math.min(255, math.floor(math.sqrt((megabytes * MEGABYTE) / 45)));
	const positions = new Array<number>();
	const normals = new Array<number>();
	const uvs = new Array<number>();
	const indices = new Array<number>();
	for (const index of $range(0, side * side - 1)) {
		const x = index % side;
		const y = index.idiv(side);
		positions.push(x, y, 0);
		normals.push(0, 0, 1);
		uvs.push(x / side, y / side);
		if (x + 1 < side && y + 1 < side) {
			indices.push(index, index + 1, index + side, index + side, index + 1, index + side + 1);
		}
	}
	const groups = new Array<number>(side * side, 0);
	const one = geoset({ positions, normals, uvs: [uvs], indices, groups, groupSizes: [1], matrices: [0] });
	const list = new Array<buffer>();
	for (const _ of $range(1, math.round((megabytes * MEGABYTE) / buffer.len(one)))) list.push(one);
	return mdxFile(
		vers(),
		modl({ name: "Stretch", objectCount: 1 }),
		mtls(0, material(0, layer({ textureId: 0 }))),
		texs({ path: "Skin.blp" }),
		geos(...list),
		bone({ name: "Root", objectId: 0, parentId: -1, tracks: [] }),
		pivt([[0, 0, 0]]),
	);
}

/** A linear track of so many keys a millisecond apart, whose values are zeros. */
function longTrack(tag: string, valueSize: number, count: number): buffer {
	const result = buffer.create(16 + count * (4 + valueSize));
	buffer.writestring(result, 0, tag);
	buffer.writeu32(result, 4, count);
	buffer.writeu32(result, 8, 1);
	buffer.writei32(result, 12, -1);
	for (const key of $range(0, count - 1)) buffer.writei32(result, 16 + key * (4 + valueSize), key);
	return result;
}

/** An MDX of one bone whose tracks are as long as they may be. */
function mdxOfKeys(megabytes: number): buffer {
	const count = math.floor((megabytes * MEGABYTE) / (16 + 12 + 16));
	const tracks = [longTrack("KGTR", 12, count), longTrack("KGRT", 8, count), longTrack("KGSC", 12, count)];
	return mdxFile(
		vers(),
		modl({ name: "Stretch", objectCount: 1 }),
		seqs({ name: "Stand", start: 0, finish: count }),
		bone({ name: "Root", objectId: 0, parentId: -1, tracks }),
		pivt([[0, 0, 0]]),
	);
}

/** An animation of 100 bones that all turn and move. */
function nsa(megabytes: number): buffer {
	const bones = new Array<number>(100, 0).map((_, index) => index);
	const samples = math.floor((megabytes * MEGABYTE) / 1000);
	const dynamicBone = (index: number) => ({
		bone: index,
		init: [128, 128, 128] as Vector,
		factor: [0, 0, 0] as Vector,
		value: () => 0,
	});
	return buildNsa({
		duration: samples / 30,
		rate: 30,
		boneCount: 100,
		dynamics: {
			samples,
			initial: { min: [-1, -1, -1], extent: [2 / 255, 2 / 255, 2 / 255] },
			translationFactors: [{ min: [-1, -1, -1], extent: [2 / 2047, 2 / 2047, 2 / 1023] }],
			rotationFactors: [{ min: [-0.3, -0.3, -0.3], extent: [0.6 / 65535, 0.6 / 65535, 0.6 / 65535] }],
			translations: bones.map(dynamicBone),
			rotations: bones.map(dynamicBone),
		},
	});
}

/** A GLB of an animation of one node: as many keys as fit. */
function glbOfKeys(megabytes: number): buffer {
	const count = math.floor((megabytes * MEGABYTE) / 20);
	const binary = buffer.create(count * 20);
	for (const key of $range(0, count - 1)) {
		const angle = math.sin(key / 100);
		buffer.writef32(binary, key * 4, key / 30);
		buffer.writef32(binary, count * 4 + key * 16 + 4, math.sin(angle));
		buffer.writef32(binary, count * 4 + key * 16 + 12, math.cos(angle));
	}
	const views = `{"buffer":0,"byteLength":${count * 4}},{"buffer":0,"byteOffset":${count * 4},"byteLength":${count * 16}}`;
	const accessors =
		`{"bufferView":0,"componentType":5126,"count":${count},"type":"SCALAR","min":[0],"max":[${(count - 1) / 30}]},` +
		`{"bufferView":1,"componentType":5126,"count":${count},"type":"VEC4"}`;
	const animation =
		'{"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}],"samplers":[{"input":0,"output":1}]}';
	return buildGlb(
		`{"asset":{"version":"2.0"},"buffers":[{"byteLength":${count * 20}}],"bufferViews":[${views}],` +
			`"accessors":[${accessors}],"animations":[${animation}],"nodes":[{}],"scenes":[{"nodes":[0]}]}`,
		binary,
	);
}

/** A glTF whose buffer stands in its text: three floats a vertex, drawn as they come. */
function gltfOfText(megabytes: number): buffer {
	const count = math.floor((megabytes * MEGABYTE) / 36) * 3;
	const text = encodeBase64(buffer.create(count * 12));
	return buffer.fromstring(
		`{"asset":{"version":"2.0"},"buffers":[{"byteLength":${count * 12},"uri":"data:application/octet-stream;base64,${text}"}],` +
			`"bufferViews":[{"buffer":0,"byteLength":${count * 12}}],` +
			`"accessors":[{"bufferView":0,"componentType":5126,"count":${count},"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],` +
			'"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}',
	);
}

/** A BLP of one square picture: of DXT5 blocks, of a palette, or of bytes as they are. */
function blp(megabytes: number, encoding: number, bytesAPixel: number): buffer {
	const side = math.floor(math.sqrt((megabytes * MEGABYTE) / 4) / 4) * 4;
	const size = side * side * bytesAPixel;
	const result = buffer.create(1172 + size);
	buffer.writestring(result, 0, "BLP2");
	buffer.writeu32(result, 4, 1);
	buffer.writeu8(result, 8, encoding);
	buffer.writeu8(result, 9, 8);
	buffer.writeu8(result, 10, 7);
	buffer.writeu32(result, 12, side);
	buffer.writeu32(result, 16, side);
	buffer.writeu32(result, 20, 1172);
	buffer.writeu32(result, 84, size);
	return result;
}

/** Numbers that change slowly, as vertices do. */
function smooth(size: number): buffer {
	const source = buffer.create(size);
	for (const at of $range(0, size - 4, 4)) buffer.writeu32(source, at, 1000 * math.sin(at / 300) + 5000);
	return source;
}

/** The triangles of a strip. */
function strip(size: number): buffer {
	const indices = buffer.create(size);
	for (const at of $range(0, size - 4, 4)) buffer.writeu32(indices, at, (at / 4).idiv(3) + ((at / 4) % 3));
	return indices;
}

/** Twenty joints that turn, 30 keys a second: so many megabytes of what `buildKeyframeSequence` samples. */
function turning(megabytes: number): Clip {
	const joints = 20;
	const samples = math.floor((megabytes * MEGABYTE) / 56 / joints);
	const values = buffer.create(samples * 16);
	for (const sample of $range(0, samples - 1)) {
		const angle = math.sin(sample / 20);
		buffer.writef32(values, sample * 16 + 4, math.sin(angle));
		buffer.writef32(values, sample * 16 + 12, math.cos(angle));
	}
	const rotation = new UniformChannel({ kind: "rotation", rate: 30, values });
	const tracks = new Array<JointTrack>();
	const list = new Array<{ name: string; parent: number }>();
	for (const joint of $range(0, joints - 1)) {
		tracks.push({ joint, rotation });
		list.push({ name: `Joint ${joint}`, parent: joint - 1 });
	}
	const skeleton = { name: "Rig", joints: list, rest: createPose(joints) };
	return { name: "Turn", duration: (samples - 1) / 30, loop: false, skeleton, tracks };
}

/** Sixteen characters of fifteen joints that swing, each differently, as long as fits. */
function characters(megabytes: number): Replay {
	const joints = new Array<ReplayJoint>();
	for (const index of $range(0, 14)) joints.push(jointOf(`${index}`, -1));
	const count = math.floor((megabytes * MEGABYTE) / (16 * (joints.size() * 2 * JOINT_STRIDE + FRAME_SIZE)));
	const { frames } = flight((count * FRAME_SIZE) / MEGABYTE + 0.001);
	const root = createTake({ rate: 30, frames: buffer.create(count * FRAME_SIZE), cuts: [] });
	buffer.copy(root.frames, 0, frames, 0, count * FRAME_SIZE);
	const subjects = new Array<ReplaySubject>();
	for (const character of $range(1, 16)) {
		const rotations = buffer.create(count * joints.size() * JOINT_STRIDE);
		for (const index of $range(0, count * joints.size() * 3 - 1)) {
			const frame = index.idiv(joints.size() * 3);
			const place = index % (joints.size() * 3);
			buffer.writei16(rotations, index * 2, math.round(300 * math.sin(frame / (6 + (place % 7)) + character + place)));
		}
		subjects.push(subjectOf(`${character}`, count, { joints, root, rotations }));
	}
	return replayOf(count, subjects);
}

/** Every reader, decoder and builder at a size. */
export function stretchesOf(megabytes: number): Array<Stretch> {
	const read = (name: string, path: string): Stretch => ({
		name,
		prepare: () => {
			const source = file(path);
			return (job) => {
				for (const mesh of readModel(source, { job }).meshes) buildMeshParts(mesh, { job });
			};
		},
	});
	const image = (name: string, path: string): Stretch => ({
		name,
		prepare: () => {
			const source = file(path);
			return (job) => {
				decodeImage(source, { job });
			};
		},
	});
	const model = (name: string, make: (megabytes: number) => buffer): Stretch => ({
		name,
		prepare: () => {
			const source = make(megabytes);
			return (job) => {
				readModel(source, { job });
			};
		},
	});
	const picture = (name: string, encoding: number, bytesAPixel: number): Stretch => ({
		name,
		prepare: () => {
			const source = blp(megabytes, encoding, bytesAPixel);
			return (job) => {
				decodeImage(source, { job });
			};
		},
	});
	const meshopt = (mode: MeshoptMode, byteStride: number, filter: MeshoptFilter = "NONE"): Array<Stretch> => {
		const size = math.floor((megabytes * MEGABYTE) / 48) * 48;
		const make = () => (mode === "ATTRIBUTES" ? smooth(size) : strip(size));
		const count = size / byteStride;
		const what = filter === "NONE" ? mode : filter;
		return [
			{
				name: `encodeMeshopt, ${what}`,
				prepare: () => {
					const source = filter === "NONE" ? make() : buffer.create(count * 16);
					const bits = filter === "NONE" ? undefined : 8;
					return (job) => {
						encodeMeshopt(source, { byteStride, count, mode, filter, bits, job });
					};
				},
			},
			{
				name: `decodeMeshopt, ${what}`,
				prepare: () => {
					// Not every number is a colour: those of COLOR are what its own filter made.
					const source =
						filter === "COLOR"
							? encodeMeshopt(buffer.create(count * 16), { byteStride, count, mode, filter, bits: 8 })
							: encodeMeshopt(make(), { byteStride, count, mode });
					const view = { source, byteOffset: 0, byteLength: buffer.len(source), byteStride, count, mode, filter };
					return (job) => {
						decodeMeshoptWith(view, job.budget, undefined, 0);
					};
				},
			},
		];
	};
	return [
		read("GLB to parts, plain", `stretch-plain-${megabytes}.glb`),
		read("GLB to parts, meshopt", `stretch-meshopt-${megabytes}.glb`),
		read("GLB to parts, skinned, mirrored", `stretch-skinned-${megabytes}.glb`),
		{
			name: "convertScene",
			prepare: () => {
				const scene = readModel(file(`stretch-plain-${megabytes}.glb`));
				return (job) => {
					convertScene(scene, { axes: "zUp", scale: 2, job });
				};
			},
		},
		model("GLB of keys to a Scene", glbOfKeys),
		model("glTF with Base64 to a Scene", gltfOfText),
		{
			name: "readMdx, geosets",
			prepare: () => {
				const source = mdx(megabytes);
				return (job) => {
					readMdx(source, { job });
				};
			},
		},
		{
			name: "readMdx, keys",
			prepare: () => {
				const source = mdxOfKeys(megabytes);
				return (job) => {
					readMdx(source, { job });
				};
			},
		},
		{
			name: "readNsa, with its checksum",
			prepare: () => {
				const source = nsa(megabytes);
				return (job) => {
					readNsa(source, { job, checkCrc: true });
				};
			},
		},
		{
			name: "readMrn, small packets",
			prepare: () => {
				const packets = new Array<{ type: number; index: number; data: buffer }>();
				const data = buffer.create(208);
				for (const index of $range(1, megabytes * 4096)) packets.push({ type: 7, index, data });
				const source = buildMrn(packets);
				return (job) => {
					readMrn(source, { job });
				};
			},
		},
		{
			name: "buildKeyframeSequence",
			prepare: () => {
				const clip = turning(megabytes);
				return (job) => {
					buildKeyframeSequence(clip, { job });
				};
			},
		},
		image("decodeImage, PNG", `stretch-${megabytes}.png`),
		image("decodeImage, JPEG", `stretch-${megabytes}.jpg`),
		image("decodeImage, progressive JPEG", `stretch-progressive-${megabytes}.jpg`),
		picture("decodeImage, BLP of DXT5", 2, 1),
		picture("decodeImage, BLP of a palette", 1, 2),
		picture("decodeImage, BLP as it is", 3, 4),
		...meshopt("ATTRIBUTES", 16),
		...meshopt("TRIANGLES", 4),
		...meshopt("INDICES", 4),
		...meshopt("ATTRIBUTES", 8, "OCTAHEDRAL"),
		...meshopt("ATTRIBUTES", 8, "QUATERNION"),
		...meshopt("ATTRIBUTES", 16, "EXPONENTIAL"),
		...meshopt("ATTRIBUTES", 8, "COLOR"),
		{
			name: "encodeArchive",
			prepare: () => {
				const take = flight(megabytes);
				return (job) => {
					encodeArchive([take], { job });
				};
			},
		},
		{
			name: "decodeArchive",
			prepare: () => {
				const source = encodeArchive([flight(megabytes)]);
				return (job) => {
					decodeArchive(source, 60, { job });
				};
			},
		},
		{
			name: "encodeRecording",
			prepare: () => {
				const take = flight(megabytes);
				return (job) => {
					encodeRecording(take, { job });
				};
			},
		},
		{
			name: "decodeRecording",
			prepare: () => {
				const source = encodeRecording(flight(megabytes));
				return (job) => {
					decodeRecording(source, { job });
				};
			},
		},
		{
			name: "encodeRecording, a replay",
			prepare: () => {
				const replay = characters(megabytes);
				return (job) => {
					encodeRecording(replay, { job });
				};
			},
		},
		{
			name: "decodeRecording, a replay",
			prepare: () => {
				const source = encodeRecording(characters(megabytes));
				return (job) => {
					decodeRecording(source, { job });
				};
			},
		},
		{
			name: "encodeSnap13",
			prepare: () => {
				const take = flight(megabytes);
				return (job) => {
					encodeSnap13([take], { job });
				};
			},
		},
		{
			name: "decodeSnap13",
			prepare: () => {
				const source = encodeSnap13([flight(megabytes)]);
				return (job) => {
					decodeSnap13(source, 60, { job });
				};
			},
		},
		{
			name: "CRC-32",
			prepare: () => {
				const source = buffer.create(megabytes * MEGABYTE);
				return (job) => {
					crc32InPieces(source, 0, buffer.len(source), job.budget, "bench");
				};
			},
		},
		{
			name: "encodeBase64",
			prepare: () => {
				const source = buffer.create(megabytes * MEGABYTE);
				return (job) => {
					encodeBase64(source, { job });
				};
			},
		},
		{
			name: "decodeBase64",
			prepare: () => {
				const text = encodeBase64(buffer.create(megabytes * MEGABYTE));
				return (job) => {
					decodeBase64(text, { job });
				};
			},
		},
	];
}
