import { mdxEventsDuring } from "../../../src/formats/mdx/sockets";
import { mdxTrackChannel } from "../../../src/formats/mdx/track-channel";
import { Mdx, readMdx } from "../../../src/formats/mdx/read-mdx";
import { CAMERA_SAMPLE_SIZE } from "../../../src/motion/camera-path";
import { createPose } from "../../../src/scene/pose";
import { samplePose } from "../../../src/scene/sample-pose";
import { rotate } from "../../../src/rotation/quaternion";
import {
	bone,
	cams,
	evts,
	geos,
	geoset,
	GeosetFields,
	glbs,
	help,
	layer,
	lite,
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
import { expectNear } from "../../expect-near";
import { failureOf } from "../../expect-failure";
import { everyChunkFile } from "./every-chunk";

const SEQUENCES = [
	{ name: "First", start: 1000, finish: 2000 },
	{ name: "Second", start: 3000, finish: 4000 },
	{ name: "Third", start: 8000, finish: 9000 },
];

/** A model of one bone that moves along its own X. */
function sliding(curve: Curve, globalSequence: number, keys: Array<Key>): Mdx {
	return readMdx(
		mdxFile(
			vers(),
			modl({ name: "Slide", objectCount: 1 }),
			seqs(...SEQUENCES),
			glbs(400, 0),
			bone({ name: "Bone", objectId: 0, tracks: [track("KGTR", curve, globalSequence, keys)] }),
			pivt([[10, 0, 0]]),
		),
	);
}

/** A key that moves `x` along X. */
function at(time: number, x: number): Key {
	return [time, x, 0, 0];
}

/** The bone's x at some seconds of a clip. */
function xs(mdx: Mdx, clip: number, ...seconds: Array<number>): Array<number> {
	const pose = createPose(1);
	return seconds.map((second) => {
		samplePose(mdx.scene.clips[clip], second, pose);
		return buffer.readf32(pose, 0);
	});
}

export = () => {
	describe("a sequence", () => {
		const keys = [at(500, 99), at(1200, 1), at(1600, 5), at(2500, 99), at(3000, 2), at(4000, 4)];

		it("has the events from its first millisecond to its last, and those of a global sequence are that one's", () => {
			const model = readMdx(
				mdxFile(
					vers(),
					modl({ name: "Steps", objectCount: 3 }),
					seqs(...SEQUENCES),
					glbs(400, 0),
					bone({ name: "Bone", objectId: 0, tracks: [track("KGTR", Curve.Linear, 0, [at(0, 1), at(400, 2)])] }),
					evts(
						{ node: { name: "Own", objectId: 1 }, track: eventTrack(-1, 999, 1000, 2000, 2001, 3000) },
						{ node: { name: "Global", objectId: 2 }, track: eventTrack(0, 50, 449, 450, 451) },
					),
					pivt([
						[0, 0, 0],
						[0, 0, 0],
						[0, 0, 0],
					]),
				),
			);
			const marks = model.scene.clips.map(
				({ name, markers = [] }) =>
					`${name}: ${markers.map((marker) => `${marker.name} ${marker.seconds}`).join(", ")}`,
			);
			expect(marks.join("; ")).to.equal(
				"First: Own 0, Own 1; Second: Own 0; Third: ; Global sequence 0: Global 0, Global 0.399, Global 0.4",
			);
		});

		it("sees only the keys in its window, moved by the pivot", () => {
			const mdx = sliding(Curve.Linear, -1, keys);
			expectNear(xs(mdx, 0, 0.2, 0.4, 0.6), [11, 13, 15], 1e-5);
			expectNear(xs(mdx, 1, 0, 0.5, 1), [12, 13, 14], 1e-5);
		});

		it("holds its first key until then", () => {
			expectNear(xs(sliding(Curve.Linear, -1, keys), 0, 0, 0.1, 0.2), [11, 11, 11], 1e-5);
		});

		it("goes on from its last key to its first, which comes round 600 ms later", () => {
			expectNear(xs(sliding(Curve.Linear, -1, keys), 0, 0.6, 0.75, 0.9, 0.999), [15, 14, 13, 12.34], 1e-4);
		});

		it("holds each key where nothing is interpolated", () => {
			expectNear(xs(sliding(Curve.None, -1, keys), 0, 0.2, 0.59, 0.6, 0.99), [11, 11, 15, 15], 1e-5);
		});

		it("rests where it has no key", () => {
			const mdx = sliding(Curve.Linear, -1, keys);
			expectNear(xs(mdx, 2, 0, 0.5), [10, 10], 1e-5);
			expect(mdx.scene.clips[2].tracks.size()).to.equal(0);
		});

		it("stays at a single key", () => {
			expectNear(xs(sliding(Curve.Linear, -1, [at(1500, 3)]), 0, 0, 0.5, 1), [13, 13, 13], 1e-5);
		});

		it("takes a key on its very edges", () => {
			expectNear(xs(sliding(Curve.Linear, -1, [at(2000, 3), at(3000, 7)]), 0, 0, 1), [13, 13], 1e-5);
		});

		it("follows hermite tangents and bezier control points, which move with the pivot", () => {
			const hermite: Array<Key> = [
				[1000, 0, 0, 0, 0, 0, 0, 8, 0, 0],
				[2000, 1, 0, 0, 16, 0, 0, 0, 0, 0],
			];
			// At a half: (0 + 1) / 2 + 8 / 8 - 16 / 8.
			expectNear(xs(sliding(Curve.Hermite, -1, hermite), 0, 0.5), [9.5], 1e-5);
			// At a half: (0 + 3 × 8 + 3 × 16 + 1) / 8.
			expectNear(xs(sliding(Curve.Bezier, -1, hermite), 0, 0.5), [19.125], 1e-5);
		});
	});

	describe("a global sequence", () => {
		const keys = [at(5000, 0), at(5100, 4), at(5300, 0)];

		it("runs on its own clock, from its first key, in every sequence", () => {
			const mdx = sliding(Curve.Linear, 0, keys);
			for (const clip of [0, 2]) {
				expectNear(xs(mdx, clip, 0, 0.05, 0.1, 0.2, 0.35, 0.45, 0.85), [10, 12, 14, 12, 10, 12, 12], 1e-4);
			}
		});

		it("has a clip of its own", () => {
			const mdx = sliding(Curve.Linear, 0, keys);
			expect(mdx.scene.clips[3].name).to.equal("Global sequence 0");
			expect(mdx.scene.clips[3].duration).to.equal(0.4);
			expect(mdx.scene.clips[3].loop).to.equal(true);
			expectNear(xs(mdx, 3, 0.05, 0.45, 4.05), [12, 12, 12], 1e-4);
		});

		it("stands still where it lasts no time", () => {
			expectNear(xs(sliding(Curve.Linear, 1, keys), 0, 0, 0.05, 0.9), [10, 10, 10], 1e-5);
		});
	});

	describe("the model of every chunk", () => {
		const mdx = readMdx(everyChunkFile());
		const { scene } = mdx;
		const [skeleton] = scene.skeletons;

		it("makes joints of bones and helpers, with Y up", () => {
			const joints = skeleton.joints;
			expect(joints.map(({ name, parent }) => `${name} ${parent}`).join(", ")).to.equal("Root -1, Mast 0, Sail 1");
			// Sail's pivot (0, 2, 3) less Mast's (0, 0, 2) is (0, 2, 1); with Y up (0, 1, -2).
			const rest = skeleton.rest;
			expectNear(
				[80, 84, 88].map((offset) => buffer.readf32(rest, offset)),
				[0, 1, -2],
				0,
			);
			expectNear(
				[0, 4, 8].map((offset) => buffer.readf32(rest, offset)),
				[0, 1, 0],
				0,
			);
		});

		it("keeps billboards, on the axes that they have with Y up", () => {
			expect(skeleton.joints[1].billboard).to.equal("full");
			// Locked to Z in the file.
			expect(skeleton.joints[2].billboard).to.equal("lockY");
		});

		it("finds attachments and events by name", () => {
			const overhead = mdx.attachments.get("Overhead")!;
			expect(overhead.joint).to.equal(1);
			expectNear([...overhead.position], [0, 2, -1], 0);
			expect(overhead.attachment.path).to.equal("Spells\\Glow.mdx");
			const step = mdx.events.get("SND1Step")!;
			expect(step.joint).to.equal(1);
			expectNear([...step.position], [3, -1, 0], 0);
			expect(mdx.events.get("SPN1Dust")!.joint).to.equal(-1);
		});

		it("lists the events of a sequence", () => {
			const marks = (sequence: number) =>
				mdxEventsDuring(mdx.file, sequence)
					.map(({ name, seconds }) => `${name} ${seconds}`)
					.join(", ");
			expect(marks(0)).to.equal("SND1Step 0.1, SND1Step 0.6");
			expect(marks(1)).to.equal("SND1Step 0.1");
			expect(failureOf(() => mdxEventsDuring(mdx.file, 2))).to.equal(
				"[dolly] mdxEventsDuring: sequence is 2, but the model has 2 sequences",
			);
		});

		it("gives a geoset's alpha and visibility as channels", () => {
			const target = buffer.create(4);
			const alpha = mdx.file.geosetAnimations[0].tracks.get("KGAO")!;
			mdxTrackChannel(mdx.file, alpha, 0)!.write(0.25, target, 0);
			expect(buffer.readf32(target, 0)).to.equal(0.75);
			expect(mdxTrackChannel(mdx.file, alpha, 1)).to.equal(undefined);
			const visibility = mdx.file.attachments[0].tracks.get("KVIS")!;
			mdxTrackChannel(mdx.file, visibility, 0)!.write(0.5, target, 0);
			expect(buffer.readf32(target, 0)).to.equal(0.5);
			const flip = mdx.file.materials[0].layers[1].tracks.get("KMTF")!;
			mdxTrackChannel(mdx.file, flip, 0)!.write(0.4, target, 0);
			expect(buffer.readf32(target, 0)).to.equal(1);
			expect(failureOf(() => mdxTrackChannel(mdx.file, alpha, 9))).to.equal(
				"[dolly] mdxTrackChannel: sequence is 9, but the model has 2 sequences",
			);
		});

		it("gives each geoset as a mesh with Y up, unit normals and its texture", () => {
			const mesh = scene.meshes[0];
			expect(mesh.material!.name).to.equal("World\\Skin.blp");
			expect(mesh.uvs.size()).to.equal(2);
			expect(mesh.uvs.map((set) => buffer.readf32(set, 28)).join(" ")).to.equal("0.25 0.125");
			const vertex = (index: number) => [0, 4, 8].map((offset) => buffer.readf32(mesh.positions, index * 12 + offset));
			expectNear(vertex(2), [0, 0, -1], 0);
			expectNear(vertex(3), [0, 1, 0], 0);
			expectNear(
				[0, 4, 8].map((offset) => buffer.readf32(mesh.normals!, offset)),
				[0, 1, 0],
				0,
			);
			expect(buffer.readu32(mesh.indices, 12)).to.equal(0);
		});

		it("gives each bone of a group its share, once", () => {
			const mesh = scene.meshes[0];
			const joints = [0, 2].map((offset) => skeleton.joints[buffer.readu16(mesh.joints!, 8 + offset)].name);
			expect(joints.join(" ")).to.equal("Root Sail");
			expectNear(
				[16, 20, 24, 28].map((offset) => buffer.readf32(mesh.weights!, offset)),
				[0.4, 0.6, 0, 0],
				1e-6,
			);
		});

		it("hands its sequences' events and blend times to the clips", () => {
			const { markers, blendTime } = scene.clips[0];
			expect(markers!.map(({ name, seconds }) => `${name} ${seconds}`).join(", ")).to.equal(
				"SND1Step 0.1, SND1Step 0.6",
			);
			expect(blendTime).to.equal(0.15);
		});

		it("fades and tints geosets in the clips, blue first, and says how they rest", () => {
			expectNear([...scene.meshes[0].tint!], [0.75, 0.3, 0.2, 0.1], 1e-6);
			const [tint] = scene.clips[0].tints!;
			expect(tint.mesh).to.equal(0);
			const target = buffer.create(16);
			tint.alpha!.write(0.25, target, 0);
			tint.color!.write(0.25, target, 4);
			expectNear(
				[0, 4, 8, 12].map((offset) => buffer.readf32(target, offset)),
				[0.75, 0.25, 0.25, 0.25],
				1e-6,
			);
			// The other sequence has no keys for it.
			const [still] = scene.clips[1].tints!;
			expect(still.alpha).to.equal(undefined);
			expectNear([...still.rest], [0.75, 0.3, 0.2, 0.1], 1e-6);
		});
	});

	describe("a mesh", () => {
		const clockwise: GeosetFields = {
			positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
			normals: [0, 0, 1, 0, 0, 1, 0, 0, 0],
			indices: [0, 2, 1],
			groups: [],
			groupSizes: [],
			matrices: [],
		};
		const read = (fields: GeosetFields) =>
			readMdx(
				mdxFile(
					vers(),
					modl({ name: "M", objectCount: 0 }),
					mtls(0, material(0, layer({ textureId: 0 }))),
					texs({ replaceableId: 11, path: "" }),
					geos(geoset(fields)),
				),
			);

		it("turns triangles round that turn clockwise seen from where their normals point", () => {
			const indices = (fields: GeosetFields) =>
				[0, 4, 8].map((offset) => buffer.readu32(read(fields).scene.meshes[0].indices, offset)).join(" ");
			expect(indices(clockwise)).to.equal("0 1 2");
			expect(indices({ ...clockwise, indices: [0, 1, 2] })).to.equal("0 1 2");
		});

		it("has no joints without groups, names the slot of a replaceable texture, and reports broken normals", () => {
			const { meshes, report } = read(clockwise).scene;
			expect(meshes[0].joints).to.equal(undefined);
			expect(meshes[0].skeleton).to.equal(undefined);
			expect(meshes[0].material!.name).to.equal("Replaceable 11");
			expect(report.join("; ")).to.equal(
				"textures are in files that were not handed over: Replaceable 11; " +
					"normals without a direction point up: geoset 0",
			);
			const lost = read({ ...clockwise, materialId: 3 }).scene;
			expect(lost.meshes[0].material).to.equal(undefined);
			expect(lost.report[2]).to.equal("material 3 has no texture: geoset 0");
		});
	});

	describe("the skeleton", () => {
		it("takes in what a bone hangs on, whatever that is", () => {
			const { scene } = readMdx(
				mdxFile(
					vers(),
					modl({ name: "Odd", objectCount: 2 }),
					bone({ name: "Bone", objectId: 0, parentId: 1 }),
					lite({ node: { name: "Lamp", objectId: 1 }, type: 0, numbers: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }),
					pivt([
						[0, 0, 1],
						[0, 0, 3],
					]),
				),
			);
			expect(scene.skeletons[0].joints.map(({ name }) => name).join(" ")).to.equal("Lamp Bone");
			expect(buffer.readf32(scene.skeletons[0].rest, 44)).to.equal(-2);
			expect(scene.report.size()).to.equal(0);
		});

		it("knows what objects do not take from their parents, and where those rest", () => {
			const helpers = [0, 1, 2, 3, 4, 7].map((flags, objectId) => ({
				name: `${flags}`,
				objectId,
				parentId: objectId === 0 ? -1 : 0,
				flags,
			}));
			const { scene } = readMdx(mdxFile(vers(), help(...helpers), pivt([[1, 2, 3]])));
			const { joints } = scene.skeletons[0];
			const words = joints.map(({ name, detached }) => {
				if (!detached) return `${name}:`;
				const { translation, scale, rotation } = detached;
				return `${name}:${translation ? " translation" : ""}${scale ? " scale" : ""}${rotation ? " rotation" : ""}`;
			});
			expect(words.join(", ")).to.equal(
				"0:, 1: translation, 2: scale, 3: translation scale, 4: rotation, 7: translation scale rotation",
			);
			expectNear([...joints[1].detached!.origin], [1, 3, -2], 0);
		});

		it("knows all four billboards", () => {
			const helpers = [0x8, 0x10, 0x20, 0x40].map((flags, objectId) => ({ name: `${objectId}`, objectId, flags }));
			const { scene } = readMdx(mdxFile(vers(), help(...helpers)));
			expect(scene.skeletons[0].joints.map(({ billboard }) => tostring(billboard)).join(" ")).to.equal(
				"full lockX lockZ lockY",
			);
		});
	});

	describe("a camera", () => {
		const sample = buffer.create(CAMERA_SAMPLE_SIZE);
		const look = () => {
			const q = [24, 32, 40, 48].map((offset) => buffer.readf64(sample, offset));
			return [...rotate(q[0], q[1], q[2], q[3], 0, 0, -1)];
		};
		const up = () => {
			const q = [24, 32, 40, 48].map((offset) => buffer.readf64(sample, offset));
			return [...rotate(q[0], q[1], q[2], q[3], 0, 1, 0)];
		};

		it("that never moves is a path of no length", () => {
			const mdx = readMdx(
				mdxFile(vers(), cams({ name: "Still", pivot: [1, 2, 3], fieldOfView: 0.5, target: [1, 12, 3] })),
			);
			const path = mdx.scene.cameras[0];
			expect(path.name).to.equal("Still");
			expect(path.duration).to.equal(0);
			path.sample(0, sample);
			expectNear(
				[0, 8, 16].map((offset) => buffer.readf64(sample, offset)),
				[1, 3, -2],
				0,
			);
			// Along the file's +Y, which is -Z with Y up.
			expectNear(look(), [0, 0, -1], 1e-6);
			expectNear(up(), [0, 1, 0], 1e-6);
		});

		it("rolls its top to its right", () => {
			const tracks = [
				track("KCRL", Curve.Linear, 0, [
					[0, math.pi / 2],
					[200, math.pi / 2],
				]),
			];
			const mdx = readMdx(
				mdxFile(vers(), glbs(300), cams({ name: "Roll", pivot: [0, 0, 0], fieldOfView: 1, target: [0, 1, 0], tracks })),
			);
			expect(mdx.scene.cameras[0].duration).to.equal(0.3);
			mdx.scene.cameras[0].sample(0.1, sample);
			expectNear(look(), [0, 0, -1], 1e-6);
			expectNear(up(), [1, 0, 0], 1e-6);
		});
	});
};
