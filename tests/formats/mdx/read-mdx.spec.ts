import { MdxTrack } from "../../../src/formats/mdx/tracks";
import { Job } from "../../../src/roblox/job";
import { readMdx } from "../../../src/formats/mdx/read-mdx";
import { bone, chunk, mdxFile, modl, mtls, layer, material, vers } from "../../builders/mdx/chunks";
import { Curve, track } from "../../builders/mdx/tracks";
import { bytes, hex } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { everyChunk, everyChunkFile } from "./every-chunk";

function numbers(source: buffer): string {
	const parts = new Array<string>();
	for (const at of $range(0, buffer.len(source) - 4, 4)) parts.push(string.format("%.4g", buffer.readf32(source, at)));
	return parts.join(" ");
}

function times({ times, keyCount }: MdxTrack): string {
	const parts = new Array<string>();
	for (const key of $range(0, keyCount - 1)) parts.push(tostring(buffer.readi32(times, key * 4)));
	return parts.join(" ");
}

function tags(tracks: Map<string, MdxTrack>): string {
	const names = new Array<string>();
	for (const [tag] of tracks) names.push(tag);
	return names.sort().join(" ");
}

export = () => {
	const { file, scene } = readMdx(everyChunkFile());

	describe("a model with every chunk", () => {
		it("gives what MODL, SEQS and GLBS hold", () => {
			const info = file.info!;
			expect(info.name).to.equal("Everything");
			expect(info.animationFile).to.equal("everything.mdx");
			expect(info.bounds.radius).to.equal(9);
			expect(info.bounds.minimum.join(" ")).to.equal("-1 -2 -3");
			expect(info.bounds.maximum.join(" ")).to.equal("1 2 3");
			expect(info.flags).to.equal(5);
			expect(info.objectCount).to.equal(11);
			const [stand, death] = file.sequences;
			expect(stand.name).to.equal("Stand");
			expect(stand.finish).to.equal(1000);
			expect(stand.moveSpeed).to.equal(2.5);
			expect(stand.bounds.radius).to.equal(7);
			expect(stand.frequency).to.equal(0.25);
			expect(stand.replayMaximum).to.equal(3);
			expect(stand.blendTime).to.equal(150);
			expect(death.start).to.equal(2000);
			expect(death.flags).to.equal(1);
			expect(file.globalSequences.join(" ")).to.equal("700 0");
		});

		it("gives what MTLS, TEXS and TXAN hold", () => {
			const [first, second] = file.materials[0].layers;
			expect(file.materials[0].priorityPlane).to.equal(2);
			expect(first.textureId).to.equal(1);
			expect(first.alpha).to.equal(0.5);
			expect(first.flags).to.equal(16);
			expect(numbers(first.tracks.get("KMTA")!.values)).to.equal("0.25 0.75");
			const flip = second.tracks.get("KMTF")!;
			expect(buffer.readu32(flip.values, 0)).to.equal(1);
			expect(times(flip)).to.equal("0 500");
			expect(file.textures[0].replaceableId).to.equal(11);
			expect(file.textures[1].path).to.equal("World\\Skin.blp");
			expect(file.textures[1].flags).to.equal(3);
			expect(tags(file.textureAnimations[0].tracks)).to.equal("KTAR KTAS KTAT");
			expect(numbers(file.textureAnimations[0].tracks.get("KTAR")!.values)).to.equal("0 0 0.6 0.8");
		});

		it("gives what GEOS and GEOA hold", () => {
			const geoset = file.geosets[0];
			expect(geoset.vertexCount).to.equal(4);
			expect(numbers(geoset.positions)).to.equal("0 0 0 1 0 0 0 1 0 0 0 1");
			expect(numbers(geoset.uvs[1])).to.equal("0 0 0 0 0 0 0 0.125");
			expect(geoset.indexCount).to.equal(6);
			expect(geoset.groupSizes.join(" ")).to.equal("1 5");
			expect(geoset.matrices.join(" ")).to.equal("0 0 1 1 0 1");
			expect(buffer.readu32(geoset.boneIndices, 0)).to.equal(0x01000000);
			expect(buffer.readu32(geoset.boneWeights, 0)).to.equal(0xff);
			expect(geoset.selectionGroup).to.equal(3);
			expect(geoset.sequenceBounds[1].radius).to.equal(3);
			const fade = file.geosetAnimations[0];
			expect(fade.alpha).to.equal(0.75);
			expect(fade.flags).to.equal(2);
			expect(fade.color[2]).to.be.near(0.3, 1e-7);
			expect(tags(fade.tracks)).to.equal("KGAC KGAO");
		});

		it("gives bones, helpers, attachments, events, hit tests and pivots", () => {
			const [root, sail] = file.bones;
			expect(root.name).to.equal("Root");
			expect(root.geosetId).to.equal(0);
			expect(sail.parentId).to.equal(2);
			expect(sail.geosetAnimationId).to.equal(-1);
			const translation = root.tracks.get("KGTR")!;
			expect(translation.interpolation).to.equal("hermite");
			expect(numbers(translation.values)).to.equal("1 2 3 0 0 0 0 0 0 4 5 6 0 0 0 0 0 0");
			const rotation = root.tracks.get("KGRT")!;
			expect(rotation.globalSequence).to.equal(0);
			expect(numbers(rotation.values)).to.equal("0 0 0.6 0.8 0 0 0 1 0 0 0.6 0.8");
			expect(file.helpers[0].flags).to.equal(8);
			expect(file.attachments[0].attachmentId).to.equal(18);
			expect(file.attachments[0].parentGeosetAnimationId).to.equal(255);
			expect(file.attachments[0].path).to.equal("Spells\\Glow.mdx");
			expect(file.events[0].track!.count).to.equal(3);
			expect(file.events[1].track).to.equal(undefined);
			expect(file.hitTests[0].shape).to.equal("sphere");
			expect(file.hitTests[0].numbers.join(" ")).to.equal("0 0 1 5");
			expect(buffer.len(file.pivots)).to.equal(132);
		});

		it("gives lights and emitters", () => {
			const light = file.lights[0];
			expect(light.attenuationEnd).to.equal(200);
			expect(light.intensity).to.equal(10);
			expect(light.ambientIntensity).to.equal(2);
			expect(tags(light.tracks)).to.equal("KLAC KLAE KLAI KLAS KLBC KLBI KVIS");
			const smoke = file.particleEmitters[0];
			expect(smoke.gravity).to.equal(-1);
			expect(smoke.speed).to.equal(3);
			expect(tags(smoke.tracks)).to.equal("KPEE KPEG KPEL KPES KPLN KPLT KVIS");
			const sparks = file.particleEmitters2[0];
			expect(sparks.width).to.equal(10);
			expect(sparks.columns).to.equal(4);
			expect(sparks.colors[1].join(" ")).to.equal("0 1 0");
			expect(sparks.alphas.join(" ")).to.equal("255 128 0");
			expect(sparks.uvAnimation[11]).to.equal(12);
			expect(sparks.priority).to.equal(-2);
			expect(sparks.recursionPath).to.equal("b.mdx");
			expect(sparks.windTime).to.equal(17);
			expect(sparks.follow.join(" ")).to.equal("18 19 20 21");
			expect(numbers(sparks.spline)).to.equal("1 2 3 4 5 6");
			expect(sparks.squirts).to.equal(1);
			expect(sparks.tracks.size()).to.equal(11);
			const trail = file.ribbonEmitters[0];
			expect(trail.lifetime).to.equal(4);
			expect(trail.edgesPerSecond).to.equal(15);
			expect(trail.gravity).to.equal(-1);
			expect(buffer.readu32(trail.tracks.get("KRTX")!.values, 0)).to.equal(3);
		});

		it("gives cameras and the collision mesh", () => {
			const camera = file.cameras[0];
			expect(camera.pivot.join(" ")).to.equal("1 2 3");
			expect(camera.fieldOfView).to.equal(1);
			expect(camera.farClip).to.equal(500);
			expect(camera.nearClip).to.equal(2);
			expect(tags(camera.tracks)).to.equal("KCRL KCTR KTTR KVIS");
			expect(file.collision!.vertexCount).to.equal(3);
			expect(buffer.readu16(file.collision!.indices, 4)).to.equal(2);
			expect(numbers(file.collision!.normals)).to.equal("0 0 1");
		});

		it("reports its missing textures and what is not shown", () => {
			expect(scene.report.join("; ")).to.equal(
				"textures are in files that were not handed over: Replaceable 11, World\\Skin.blp; " +
					"only the lowest layer of materials is shown: Material 0; " +
					"lights without a place, such as the sun, are left out: Lamp; particles and ribbons are left out: Smoke, Sparks, Trail; " +
					"animation of materials is left out: Material 0; " +
					"animated visibility of attachments is left out: Overhead",
			);
		});
	});

	it("reads chunks in any order", () => {
		const chunks = everyChunk();
		const reversed = new Array<buffer>();
		for (const index of $range(chunks.size() - 1, 0, -1)) reversed.push(chunks[index]);
		const reread = readMdx(mdxFile(...reversed)).scene;
		expect(reread.name).to.equal("Everything");
		expect(reread.clips.size()).to.equal(3);
		expect(reread.report.join("; ")).to.equal(scene.report.join("; "));
	});

	it("skips chunks that it does not know, and says so", () => {
		const mdx = readMdx(mdxFile(vers(), chunk("WHAT", bytes(1, 2, 3)), modl({ name: "Odd", objectCount: 0 })));
		expect(mdx.scene.name).to.equal("Odd");
		expect(mdx.file.unknownChunks[0].tag).to.equal("WHAT");
		expect(mdx.file.unknownChunks[0].size).to.equal(3);
		expect(mdx.scene.report.join()).to.equal('unknown chunks were skipped: "WHAT" (3 bytes at byte 16)');
	});

	it("tolerates up to eight stray bytes at the end", () => {
		for (const stray of [1, 7, 8]) {
			const sheet = new Array<number>(stray, 0xee);
			const mdx = readMdx(mdxFile(vers(), modl({ name: "Tail", objectCount: 0 }), bytes(...sheet)));
			expect(mdx.scene.report.join()).to.equal(`the file ends with ${stray} stray bytes`);
		}
	});

	it("takes chunks of no bytes for empty ones", () => {
		const empty = "SEQS GLBS MTLS TEXS TXAN GEOS GEOA BONE LITE HELP ATCH PIVT PREM PRE2 RIBB CAMS EVTS HTST CLID"
			.split(" ")
			.map((tag) => chunk(tag));
		const { clips, meshes, cameras, skeletons, report } = readMdx(
			mdxFile(vers(), modl({ name: "Empty", objectCount: 0 }), ...empty),
		).scene;
		expect(clips.size() + meshes.size() + cameras.size() + skeletons.size() + report.size()).to.equal(0);
	});

	it("reads KMTF with a header of 12 bytes where only that fits the layer", () => {
		const short = track("KMTF", Curve.None, -1, [[0, 7]], true);
		const alpha = track("KMTA", Curve.Linear, -1, [[0, 0.5]]);
		const mdx = readMdx(mdxFile(vers(), mtls(2, material(0, layer({ textureId: 0, tracks: [short, alpha] })))));
		const { tracks } = mdx.file.materials[0].layers[0];
		expect(buffer.readu32(tracks.get("KMTF")!.values, 0)).to.equal(7);
		expect(numbers(tracks.get("KMTA")!.values)).to.equal("0.5");
		expect(mdx.scene.report[0]).to.equal("tracks have a header of 12 bytes: MTLS material 0 layer 0: KMTF");
	});

	it("takes w as 0 in a corrupt tangent, and says so", () => {
		const keys = [[0, 0, 0, 0, 1, 0.9, 0.9, 0, 0, 0, 0, 0, 1]];
		const mdx = readMdx(
			mdxFile(vers(), bone({ name: "Bent", objectId: 0, tracks: [track("KGRT", Curve.Hermite, -1, keys)] })),
		);
		expect(numbers(mdx.file.bones[0].tracks.get("KGRT")!.values)).to.equal("0 0 0 1 0.7071 0.7071 0 0 0 0 0 1");
		expect(mdx.scene.report[0]).to.equal('tangents are corrupt, their w is taken as 0: BONE "Bent": KGRT');
	});

	it("says what the file was, how large its unit is and which way models look", () => {
		expect(scene.format).to.equal("MDX");
		expect(scene.studs).to.equal(1);
		expect(scene.facing.join(" ")).to.equal("1 0 0");
		expect(scene.nodes.map(({ name, parent }) => `${name} ${parent}`).join()).to.equal("Geoset 0 -1");
		expect(scene.meshes.map(({ node }) => node).join()).to.equal("0");
	});

	it("makes materials of their lowest layers, with textures from the files that came along", () => {
		const files = new Map([["skin.blp", bytes(4, 2)]]);
		const { images, materials, meshes, report } = readMdx(everyChunkFile(), { files }).scene;
		expect(images.map(({ name }) => name).join(", ")).to.equal("Replaceable 11, World\\Skin.blp");
		expect(images[0].bytes).to.equal(undefined);
		expect(hex(images[1].bytes!)).to.equal("04 02");
		expect(report[0]).to.equal("textures are in files that were not handed over: Replaceable 11");
		const [material] = materials;
		expect(meshes[0].material).to.equal(material);
		expect(material.name).to.equal("World\\Skin.blp");
		expect(material.baseColorTexture!.image).to.equal(images[1]);
		expect(material.baseColor.join(" ")).to.equal("1 1 1 0.5");
		// Flag 16 is seen from both sides.
		expect(material.doubleSided).to.equal(true);
	});

	it("is opaque, masked or blended as its lowest layer is laid over what is below", () => {
		const modeOf = (blend: number) =>
			readMdx(mdxFile(vers(), mtls(0, material(0, layer({ textureId: 0, blend }))))).scene.materials[0].alphaMode;
		expect([0, 1, 2, 3, 6].map(modeOf).join(" ")).to.equal("OPAQUE MASK BLEND BLEND BLEND");
	});

	it("pauses between its parts, and ends where a pause throws", () => {
		let pauses = 0;
		const source = everyChunkFile();
		readMdx(source, { job: new Job({ pause: () => (pauses += 1) }) });
		expect(pauses >= 5).to.equal(true);
		const job = new Job({ pause: () => error("enough", 0) });
		expect(failureOf(() => readMdx(source, { job }))).to.equal("enough");
	});

	it("counts what it makes of the file", () => {
		const job = new Job();
		const { file, scene } = readMdx(everyChunkFile(), { job });
		const lists: Array<Array<unknown>> = [
			file.sequences,
			file.materials,
			file.textures,
			file.textureAnimations,
			file.geosets,
			file.geosetAnimations,
			file.cameras,
		];
		const layers = file.materials.map((material) => material.layers);
		const bounds = file.geosets.map((geoset) => geoset.sequenceBounds);
		let items = 0;
		for (const list of [...lists, ...layers, ...bounds]) items += list.size();
		const nodes = [...file.bones, ...file.helpers];
		const owners = [file.lights, file.attachments, file.particleEmitters, file.particleEmitters2, file.ribbonEmitters];
		for (const list of owners) for (const { node } of list) nodes.push(node);
		for (const { node } of [...file.events, ...file.hitTests]) nodes.push(node);
		let nodeTracks = 0;
		for (const { tracks } of nodes) nodeTracks += tracks.size();
		const read = (items + nodes.size()) * 1280 + nodes.size() * 1280 + nodeTracks * 640;
		expect(file.unknownChunks.isEmpty()).to.equal(true);

		// Four vertices and six indices; clips with three markers, what they have of joints and geosets, and flights.
		const vertices = 4 * 60 + 6 * 4;
		let entries = 0;
		let channels = 0;
		for (const { tracks, tints = [] } of scene.clips) {
			entries += tracks.size() * 256 + tints.size() * 448;
			for (const { translation, rotation, scale } of tracks) {
				for (const channel of [translation, rotation, scale]) if (channel) channels += 1;
			}
			for (const { alpha, color } of tints) for (const channel of [alpha, color]) if (channel) channels += 1;
		}
		const clips = scene.clips.size() * 1024 + 3 * 256 + entries + channels * 192;
		expect(job.budget.bytes).to.equal(read + vertices + clips + scene.cameras.size() * 2048);
		expect(
			failureOf(() => readMdx(everyChunkFile(), { job: new Job({ maxBytes: read + vertices - 1 }) })).match(
				`reached: ${read} bytes used, ${vertices} more needed`,
			)[0],
		).to.be.ok();
	});

	it("names the argument that a programmer got wrong", () => {
		expect(failureOf(() => readMdx("x" as never))).to.equal(
			'[dolly] readMdx: source is "x"; expected a buffer. Convert it with buffer.fromstring',
		);
		expect(failureOf(() => readMdx(buffer.create(0), { job: 1 as never }))).to.equal(
			"[dolly] readMdx: job is 1; expected a Job",
		);
	});
};
