import { Job } from "../../../src/roblox/job";
import { readMrn } from "../../../src/formats/morpheme/mrn";
import { createPose } from "../../../src/scene/pose";
import { samplePose } from "../../../src/scene/sample-pose";
import { readModel } from "../../../src/roblox/model/read-model";
import {
	buildEventTrack,
	buildMrn,
	buildSkeletonData,
	buildSkeletonMap,
	buildSkeletonNames,
	MrnPacketContents,
	SkeletonContents,
} from "../../builders/mrn";
import { failureOf } from "../../expect-failure";
import { Seeded } from "../../random";
import { exampleNetwork, examplePackets, FILE_NAMES, SKELETON, STAND, WALK } from "./example-network";

/** A network of the example's skeleton packet with a u32 of its data overwritten; the data starts at byte 48. */
function withSkeletonWord(at: number, value: number): buffer {
	const file = buildMrn([{ type: 1, index: 0, data: SKELETON }]);
	buffer.writeu32(file, 48 + at, value);
	return file;
}

function skeletonOf(chains: SkeletonContents["chains"]): buffer {
	const bones = ["A", "B", "C"].map((name) => ({
		name,
		translation: [0, 0, 0] as [number, number, number],
		rotation: [0, 0, 0, 1] as [number, number, number, number],
	}));
	return buildMrn([{ type: 1, index: 0, data: buildSkeletonData({ bones, chains }) }]);
}

function networkOf(...packets: Array<Omit<MrnPacketContents, "index">>): buffer {
	return buildMrn(packets.map((packet, index) => ({ ...packet, index })));
}

export = () => {
	describe("packets", () => {
		it("are listed with their type, index and bytes", () => {
			const { packets } = readMrn(exampleNetwork());
			expect(packets.size()).to.equal(9);
			expect(packets.map(({ type: packetType }) => packetType).join(" ")).to.equal("16 16 1 15 14 2 3 10 51");
			expect(packets[0].kind).to.equal("nsa");
			expect(packets[0].offset).to.equal(0);
			expect(packets[0].dataOffset).to.equal(48);
			expect(packets[0].dataSize).to.equal(buffer.len(WALK));
			expect(packets[2].index).to.equal(0xabcdef);
			for (const packet of packets) expect(packet.offset % 16).to.equal(0);
			// Aligned to four, its data follows the header without padding.
			expect(packets[6].dataOffset).to.equal(packets[6].offset + 40);
		});

		it("of unknown layout are kept as they are", () => {
			const file = exampleNetwork();
			const { opaquePackets } = readMrn(file);
			expect(opaquePackets.map(({ kind }) => kind).join(" ")).to.equal("network unknown");
			const { dataOffset, dataSize } = opaquePackets[0];
			expect(buffer.readstring(file, dataOffset, dataSize)).to.equal("network");
		});

		it("can be left unread by kind", () => {
			const mrn = readMrn(exampleNetwork(), { opaque: ["eventTrack", "skeletonMap"] });
			expect(mrn.eventTracks.size()).to.equal(0);
			expect(mrn.skeletonMaps.size()).to.equal(0);
			expect(mrn.opaquePackets.size()).to.equal(4);
			expect(mrn.scene.clips.size()).to.equal(2);
		});

		it("need no padding behind the last", () => {
			const file = networkOf({ type: 7, data: buffer.fromstring("abc") });
			const cut = buffer.create(51);
			buffer.copy(cut, 0, file, 0, 51);
			expect(readMrn(cut).packets[0].dataSize).to.equal(3);
		});

		it("of a 32-bit network are refused in words", () => {
			const file = networkOf({ type: 7, data: buffer.create(4) });
			buffer.writeu32(file, 0, 0x18);
			expect(failureOf(() => readMrn(file))).to.equal(
				"[dolly] mrn: packet is of a 32-bit network (magic 0x18); only 64-bit networks (0x1A) can be read at byte 0",
			);
		});

		it("with another magic, alignment or length are refused", () => {
			const file = networkOf({ type: 7, data: buffer.create(16) }, { type: 7, data: buffer.create(16) });
			buffer.writeu32(file, 64, 0x1b);
			expect(failureOf(() => readMrn(file))).to.equal(
				"[dolly] mrn: packet starts with 0x1B, not with the magic 0x1A at byte 64",
			);
			buffer.writeu32(file, 64, 0x1a);
			buffer.writeu32(file, 64 + 36, 0);
			expect(failureOf(() => readMrn(file))).to.equal(
				"[dolly] mrn: packet is aligned to 0 bytes; expected 4, 8 or 16 at byte 100",
			);
			buffer.writeu32(file, 64 + 36, 16);
			buffer.writeu32(file, 64 + 32, 17);
			expect(failureOf(() => readMrn(file))).to.equal(
				"[dolly] mrn: packet data needs 17 bytes but 16 are left at byte 112",
			);
			expect(failureOf(() => readMrn(buffer.create(0)))).to.equal("[dolly] mrn: file is empty at byte 0");
			expect(failureOf(() => readMrn(buffer.create(39)))).to.equal(
				"[dolly] mrn: packet header needs 40 bytes but 39 are left at byte 0",
			);
		});
	});

	describe("the skeleton", () => {
		it("has the file's names, hierarchy and rest pose", () => {
			const [skeleton] = readMrn(exampleNetwork()).skeletons;
			expect(skeleton.name).to.equal("Soldier");
			expect(skeleton.joints.map(({ name }) => name).join(" ")).to.equal("World Hips Spine Left Right");
			expect(skeleton.joints.map(({ parent }) => parent).join(" ")).to.equal("-1 0 1 2 2");
			const { rest } = skeleton;
			expect(buffer.readf32(rest, 40 + 4)).to.equal(1);
			expect(buffer.readf32(rest, 80 + 4)).to.equal(0.5);
			// Rotations are made unit length: (0, 0, 2, 0) and (0, 1, 0, 1).
			expect(buffer.readf32(rest, 80 + 20)).to.equal(1);
			expect(buffer.readf32(rest, 120 + 16)).to.be.near(0.70710678, 1e-7);
			expect(buffer.readf32(rest, 120 + 24)).to.be.near(0.70710678, 1e-7);
			expect(buffer.readf32(rest, 120 + 28)).to.equal(1);
		});

		it("stands at the origin where the file has no orientations", () => {
			const [skeleton] = readMrn(withSkeletonWord(72, 0)).skeletons;
			expect(buffer.readf32(skeleton.rest, 40 + 4)).to.equal(0);
			expect(buffer.readf32(skeleton.rest, 40 + 24)).to.equal(1);
			expect(skeleton.name).to.equal("Skeleton 1");
		});

		it("is refused where bones hang on each other in a ring, or come before their parent", () => {
			expect(failureOf(() => readMrn(skeletonOf([{ parent: 2, start: 0, length: 3 }])))).to.equal(
				"[dolly] mrn: bone 0 hangs on bone 2, which does not come before it at byte 176",
			);
			expect(failureOf(() => readMrn(skeletonOf([{ parent: 1, start: 1, length: 1 }])))).to.equal(
				"[dolly] mrn: bone 1 hangs on bone 1, which does not come before it at byte 176",
			);
		});

		it("is refused where a bone is in two chains, or a chain has bones that do not exist", () => {
			const twice = [
				{ parent: -1, start: 0, length: 2 },
				{ parent: 0, start: 1, length: 1 },
			];
			expect(failureOf(() => readMrn(skeletonOf(twice)))).to.equal("[dolly] mrn: bone 1 is in two chains at byte 192");
			expect(failureOf(() => readMrn(skeletonOf([{ parent: -1, start: 2, length: 2 }])))).to.equal(
				"[dolly] mrn: chain of 2 bones starts at bone 2 of 3 at byte 184",
			);
			expect(failureOf(() => readMrn(skeletonOf([{ parent: 3, start: 0, length: 1 }])))).to.equal(
				"[dolly] mrn: chain hangs on bone 3 of 3 at byte 180",
			);
		});

		it("is refused where it has other numbers of bones and names", () => {
			// Behind two chains the bone count stands at 160.
			expect(failureOf(() => readMrn(withSkeletonWord(160, 4)))).to.equal(
				"[dolly] mrn: skeleton has 4 bones but 5 names at byte 48",
			);
		});

		it("is refused where pointers overlap or lead outside, with the byte of the whole file", () => {
			expect(failureOf(() => readMrn(withSkeletonWord(64, 16)))).to.equal(
				"[dolly] mrn: bone names overlaps skeleton, which fills bytes 48 to 175 at byte 64",
			);
			expect(failureOf(() => readMrn(withSkeletonWord(48, 0)))).to.equal(
				"[dolly] mrn: pointer to skeleton's bone count is null at byte 96",
			);
			expect(failureOf(() => readMrn(withSkeletonWord(52, 0x80000000)))).to.equal(
				"[dolly] mrn: pointer to skeleton's bone count is above 2^53 at byte 96",
			);
			expect(failureOf(() => readMrn(withSkeletonWord(32, 0x7fffffff)))).to.equal(
				`[dolly] mrn: skeleton's chains needs 34359738352 bytes but ${buffer.len(SKELETON) - 128} are left at byte 176`,
			);
		});
	});

	describe("names", () => {
		it("come with their sources, types and checksums", () => {
			const { fileNames, skeletonNames } = readMrn(exampleNetwork());
			expect(fileNames!.files.join(" ")).to.equal("walk.nsa stand.nsa");
			expect(fileNames!.types.join(" ")).to.equal("nsa nsa");
			expect(fileNames!.sources.join(" ")).to.equal("walk.xmd stand.xmd");
			expect(fileNames!.animations.join(" ")).to.equal("Walk Stand");
			expect(fileNames!.crcs.join(" ")).to.equal(`${0x01020304} ${0xfffefdfc}`);
			expect(skeletonNames.size()).to.equal(1);
			expect(skeletonNames[0].id).to.equal(7);
			expect(skeletonNames[0].name).to.equal("Soldier");
		});

		it("of several skeletons go by the order in which they stand, and keep their ids", () => {
			const names = buildSkeletonNames([
				{ id: 2, name: "First" },
				{ id: 1, name: "Second" },
			]);
			// The table's offsets the other way round: id 2 is "Second" now.
			buffer.writeu32(names, 56, 6);
			buffer.writeu32(names, 60, 0);
			const mrn = readMrn(
				networkOf({ type: 1, data: SKELETON }, { type: 1, data: SKELETON }, { type: 15, data: names }),
			);
			expect(mrn.skeletonNames.map(({ id, name }) => `${id} ${name}`).join(", ")).to.equal("2 Second, 1 First");
			expect(mrn.skeletons.map(({ name }) => name).join(" ")).to.equal("First Second");
		});

		it("are refused where a string lies outside its table, has no end, or overlaps another", () => {
			const file = networkOf({ type: 14, data: FILE_NAMES });
			// The first table's offsets stand at 48 + 40 + 24, its 19 bytes of strings behind two of them.
			buffer.writeu32(file, 112, 19);
			expect(failureOf(() => readMrn(file))).to.equal(
				"[dolly] mrn: file names' files has a string at 19 of 19 bytes at byte 112",
			);
			buffer.writeu32(file, 112, 0);
			buffer.writeu32(file, 116, 1);
			// Without the NUL between them both strings are one, and "alk.nsa.stand.nsa" lies inside it.
			buffer.writeu8(file, 128, 46);
			expect(failureOf(() => readMrn(file))).to.equal(
				"[dolly] mrn: file names' files has strings that overlap at byte 116",
			);
			buffer.writeu32(file, 112, 0);
			buffer.writeu32(file, 116, 9);
			buffer.writeu8(file, 128, 0);
			buffer.writeu8(file, 138, 33);
			expect(failureOf(() => readMrn(file))).to.equal(
				"[dolly] mrn: file names' files has no terminating NUL before byte 139 at byte 129",
			);
		});

		it("may be the same string twice", () => {
			const file = networkOf({ type: 14, data: FILE_NAMES });
			buffer.writeu32(file, 116, 0);
			expect(readMrn(file).fileNames!.files.join(" ")).to.equal("walk.nsa walk.nsa");
		});
	});

	describe("skeleton maps and event tracks", () => {
		it("are read as other readers guess them", () => {
			const { skeletonMaps, eventTracks } = readMrn(exampleNetwork());
			expect(skeletonMaps[0].version).to.equal(1);
			expect(skeletonMaps[0].boneCount).to.equal(5);
			expect(skeletonMaps[0].bits.join(" ")).to.equal("13");
			expect(skeletonMaps[0].indices.join(" ")).to.equal("0 2 3");
			expect(eventTracks[0].name).to.equal("Footsteps");
			expect(eventTracks[0].ranges.map(({ start, stop, value }) => `${start} ${stop} ${value}`).join(", ")).to.equal(
				"0.25 0.5 1, 0.75 1 2",
			);
		});
	});

	describe("what is guessed", () => {
		const damaged: Array<[kind: string, type: number, data: buffer, damage: (data: buffer) => void]> = [
			["skeletonMap", 2, buildSkeletonMap(5, [0x0d], [0, 2, 3]), (data) => buffer.writeu32(data, 8, 0xffff)],
			["skeletonMap", 2, buildSkeletonMap(5, [0x0d], [0, 2, 3]), (data) => buffer.writeu32(data, 40, 0xffffffff)],
			["eventTrack", 3, buildEventTrack("Steps", [[0, 1, 2]]), (data) => buffer.writeu32(data, 0, 0x10000000)],
			["eventTrackIk", 4, buildEventTrack("Steps", [[0, 1, 2]]), (data) => buffer.writeu32(data, 24, 8)],
			["eventTrack", 3, buffer.fromstring("short"), () => {}],
		];

		it("does not cost the file where it is otherwise: it is left alone, and said so", () => {
			for (const [kind, packetType, data, damage] of damaged) {
				damage(data);
				const bad = { type: packetType, index: 20, data };
				const mrn = readMrn(buildMrn([bad, ...examplePackets(), bad]));
				expect(mrn.skeletons.map(({ name }) => name).join()).to.equal("Soldier");
				expect(mrn.scene.clips.map(({ name }) => name).join(" ")).to.equal("Walk Stand");
				expect(mrn.skeletonMaps.size()).to.equal(1);
				expect(mrn.eventTracks.size()).to.equal(1);
				expect(mrn.opaquePackets.map((packet) => packet.kind).join(" ")).to.equal(`${kind} network unknown ${kind}`);
				const [line] = mrn.scene.report;
				expect(mrn.scene.report.size()).to.equal(1);
				expect(line.sub(1, 64)).to.equal(`packets whose layout is a guess are left alone: ${kind} ([dolly`.sub(1, 64));
			}
		});

		it("may be any bytes at all", () => {
			const random = new Seeded(6);
			for (const index of $range(1, 200)) {
				const data = buffer.create(random.int(0, 96));
				for (const at of $range(0, buffer.len(data) - 1)) {
					// Small numbers, which pointers and counts are most likely to be.
					buffer.writeu8(data, at, at % 8 < 2 ? random.int(0, 90) : 0);
				}
				const mrn = readMrn(buildMrn([...examplePackets(), { type: 2 + (index % 3), index: 9, data }]));
				expect(mrn.scene.clips.size()).to.equal(2);
				expect(mrn.skeletons.size()).to.equal(1);
			}
		});
	});

	describe("a skeleton map", () => {
		const withMap = (boneCount: number, indices: Array<number>) => {
			const map = { type: 2, index: 11, data: buildSkeletonMap(boneCount, [0xffffffff], indices) };
			return readMrn(buildMrn([...examplePackets().filter((packet) => packet.type !== 2), map]));
		};

		it("puts an animation's bones on the skeleton's, and says that this is a guess", () => {
			const { animations, scene } = withMap(5, [0, 4, 2, 3]);
			expect(animations[0].clip.tracks.map(({ joint }) => joint).join(" ")).to.equal("0 2 3 4");
			// Bone 1 turns, and is the fifth joint.
			const turning = animations[0].clip.tracks[3];
			expect(turning.translation).to.equal(undefined);
			expect(turning.rotation).to.be.ok();
			// The other animation has a bone for each joint.
			expect(animations[1].clip.tracks.map(({ joint }) => joint).join(" ")).to.equal("1");
			expect(scene.report.join()).to.equal(
				"bones are mapped to a skeleton by a skeleton map, whose layout is a guess: Walk",
			);
		});

		it("is not used where it does not fit", () => {
			for (const [boneCount, indices] of [
				[5, [0, 2, 3]],
				[5, [0, 2, 3, 5]],
				[5, [0, 2, 2, 3]],
				[9, [0, 2, 3, 4]],
			] as const) {
				const { animations, scene } = withMap(boneCount, [...indices]);
				expect(animations[0].clip.tracks.map(({ joint }) => joint).join(" ")).to.equal("1 2 3 4");
				expect(scene.report.size()).to.equal(0);
			}
		});

		it("goes for an animation that stands by itself, too", () => {
			const network = buildMrn([
				...examplePackets().filter((packet) => packet.type !== 2),
				{ type: 2, index: 11, data: buildSkeletonMap(5, [0x1d], [0, 2, 3, 4]) },
			]);
			const [clip] = readModel(WALK, { files: new Map([["a.mrn", network]]) }).clips;
			expect(clip.tracks.map(({ joint }) => joint).join(" ")).to.equal("0 2 3 4");
		});
	});

	describe("clips", () => {
		it("have the names that the file gives its animations", () => {
			const mrn = readMrn(exampleNetwork());
			expect(mrn.scene.clips.map(({ name }) => name).join(" ")).to.equal("Walk Stand");
			expect(mrn.animations[1].clip.tracks).to.equal(mrn.scene.clips[1].tracks);
			expect(mrn.animations[1].packet).to.equal(mrn.packets[1]);
			expect(mrn.scene.report.size()).to.equal(0);
		});

		it("are numbered, with a warning, where names are missing", () => {
			const mrn = readMrn(
				networkOf(
					{ type: 16, data: STAND },
					{ type: 1, data: SKELETON },
					{ type: 14, data: FILE_NAMES },
					{ type: 16, data: STAND },
					{ type: 16, data: STAND },
				),
			);
			expect(mrn.scene.clips.map(({ name }) => name).join(", ")).to.equal("Walk, Stand, Animation 3");
			expect(mrn.scene.report.join()).to.equal("3 animations have 2 names");
		});

		it("drive the skeleton's last joints where it has more bones, and rest in its pose", () => {
			const { animations, skeletons } = readMrn(exampleNetwork());
			expect(animations[0].skeleton).to.equal(skeletons[0]);
			expect(animations[0].clip.skeleton).to.equal(skeletons[0]);
			expect(animations[0].clip.tracks.map(({ joint }) => joint).join(" ")).to.equal("1 2 3 4");
			expect(animations[1].clip.tracks.map(({ joint }) => joint).join(" ")).to.equal("1");
			const pose = createPose(5);
			samplePose(animations[0].clip, 0.1, pose);
			// Sample 1 is 1 on each axis, from 10, 20 and 30 on.
			expect([40, 44, 48].map((at) => buffer.readf32(pose, at)).join(" ")).to.equal("11 21 31");
			samplePose(animations[1].clip, 0, pose);
			expect(buffer.readf32(pose, 44)).to.equal(1.5);
			expect(buffer.readf32(pose, 84)).to.equal(0.5);
		});

		it("are for the first skeleton that fits, or for the one asked for", () => {
			const packets = examplePackets();
			const small = buildSkeletonData({
				bones: ["A", "B", "C", "D"].map((name) => ({ name, translation: [0, 0, 0], rotation: [0, 0, 0, 1] })),
				chains: [{ parent: -1, start: 0, length: 4 }],
			});
			packets.push({ type: 1, index: 9, data: small });
			const file = buildMrn(packets);
			const { animations, skeletons } = readMrn(file);
			expect(animations[0].skeleton).to.equal(skeletons[1]);
			expect(animations[1].skeleton).to.equal(skeletons[0]);
			const chosen = readMrn(file, { skeleton: 0 });
			expect(chosen.animations[0].skeleton).to.equal(chosen.skeletons[0]);
			const named = readMrn(file, { skeleton: "Skeleton 2" });
			expect(named.animations[0].skeleton).to.equal(named.skeletons[1]);
			expect(named.animations[1].skeleton).to.equal(undefined);
			expect(named.scene.report.join()).to.equal("animations have more bones than any skeleton: Stand (5)");
			expect(named.scene.clips.map(({ name }) => name).join()).to.equal("Walk");
			expect(failureOf(() => readMrn(file, { skeleton: "Elf" }))).to.equal(
				`[dolly] readMrn: skeleton is "Elf"; expected one of the file's 2 skeletons`,
			);
		});

		it("come with the root's motion beside them, or baked into joint 0", () => {
			const [walk] = readMrn(exampleNetwork()).animations;
			const target = buffer.create(12);
			walk.root!.translation!.write(0.2, target, 0);
			expect([0, 4, 8].map((at) => buffer.readf32(target, at)).join(" ")).to.equal("0 2 4");
			const [baked] = readMrn(exampleNetwork(), { bakeRoot: true }).scene.clips;
			const pose = createPose(5);
			samplePose(baked, 0.2, pose);
			expect([0, 4, 8].map((at) => buffer.readf32(pose, at)).join(" ")).to.equal("0 2 4");
		});

		it("are checked against their checksums when asked", () => {
			expect(readMrn(exampleNetwork(), { checkCrc: true }).scene.report.size()).to.equal(0);
			const file = exampleNetwork();
			buffer.writeu32(file, 52, 9);
			const { report } = readMrn(file, { checkCrc: true }).scene;
			expect(report.size()).to.equal(1);
			expect(report[0].sub(1, 12)).to.equal("checksum is ");
			expect(report[0].sub(-6)).to.equal(": Walk");
		});

		it("fail with the byte of the whole file", () => {
			const file = exampleNetwork();
			const second = readMrn(file).packets[1].dataOffset;
			buffer.writeu32(file, second + 0x18, 0x7f800000);
			expect(failureOf(() => readMrn(file))).to.equal(`[dolly] nsa: duration is inf at byte ${second + 24}`);
		});
	});

	describe("the scene", () => {
		it("has all skeletons, and with each clip the one that it moves", () => {
			const { scene, skeletons } = readMrn(exampleNetwork());
			expect(scene.format).to.equal("Morpheme network");
			expect(scene.skeletons[0]).to.equal(skeletons[0]);
			for (const clip of scene.clips) expect(clip.skeleton).to.equal(skeletons[0]);
			expect(scene.meshes.size() + scene.cameras.size() + scene.nodes.size()).to.equal(0);
		});

		it("takes pauses, and ends where it is cancelled", () => {
			let pauses = 0;
			readMrn(exampleNetwork(), { job: new Job({ pause: () => (pauses += 1) }) });
			expect(pauses >= 2).to.equal(true);
			const job = new Job();
			job.cancel();
			expect(failureOf(() => readMrn(exampleNetwork(), { job }))).to.equal("[dolly] cancelled");
		});

		it("names the argument that a programmer got wrong", () => {
			expect(failureOf(() => readMrn("x" as never))).to.equal(
				'[dolly] readMrn: source is "x"; expected a buffer. Convert it with buffer.fromstring',
			);
			expect(failureOf(() => readMrn(exampleNetwork(), { job: 1 as never }))).to.equal(
				"[dolly] readMrn: job is 1; expected a Job",
			);
		});
	});
};
