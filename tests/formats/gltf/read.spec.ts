import { Job } from "../../../src/roblox/job";
import { readGltf } from "../../../src/roblox/read-gltf";
import { buildGlb } from "../../builders/glb";
import { failureOf } from "../../expect-failure";
import { failureOfParts, floats, readParts, toNumbers } from "./documents";

/** A triangle in a data URI: positions (0 0 0), (1 0 0), (0 1 0). */
const TRIANGLE = `{"asset":{"version":"2.0","generator":"hand"},"buffers":[{"byteLength":36,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}`;

function readJson(json: string) {
	return readGltf(buffer.fromstring(json));
}

export = () => {
	it("reads a document that carries its data", () => {
		const gltf = readJson(TRIANGLE);
		expect(gltf.generator).to.equal("hand");
		expect(gltf.meshes.size()).to.equal(1);
		expect(toNumbers(gltf.meshes[0].positions).join(" ")).to.equal("0 0 0 1 0 0 0 1 0");
		expect(gltf.scene.report.size()).to.equal(0);
	});

	it("reads the same from a GLB file", () => {
		expect(toNumbers(readGltf(buildGlb(TRIANGLE)).meshes[0].positions).join(" ")).to.equal("0 0 0 1 0 0 0 1 0");
	});

	it("reads JSON after a byte order mark, which some tools write", () => {
		expect(readJson(`\xef\xbb\xbf${TRIANGLE}`).meshes.size()).to.equal(1);
	});

	it("takes the external files of a GLB from its options", () => {
		const json = '{"asset":{"version":"2.0"},"buffers":[{"byteLength":4,"uri":"far.bin"}]}';
		const files = new Map([["far.bin", buffer.create(4)]]);
		expect(readGltf(buildGlb(json), { files }).nodes.size()).to.equal(0);
		expect(failureOf(() => readGltf(buildGlb(json)))).to.equal(
			'[dolly] gltf: the file "far.bin" is needed; pass it in files at buffers[0].uri',
		);
	});

	it("says so where the JSON cannot be parsed", () => {
		expect(failureOf(() => readJson('{"asset":'))).to.equal("[dolly] gltf: the JSON cannot be parsed at byte 0");
		expect(failureOf(() => readGltf(buildGlb("{{")))).to.equal("[dolly] gltf: the JSON cannot be parsed at byte 20");
		expect(failureOf(() => readJson(string.rep("[", 100000)))).to.equal(
			"[dolly] gltf: the JSON cannot be parsed at byte 0",
		);
		expect(failureOf(() => readJson(""))).to.equal("[dolly] gltf: the JSON cannot be parsed at byte 0");
	});

	it("refuses JSON that is no glTF 2.0 document", () => {
		// What the engine makes of a bare value is not documented: either way it is no glTF.
		expect(failureOf(() => readJson("null")).sub(1, 14)).to.equal("[dolly] gltf: ");
		expect(failureOf(() => readJson("[1]"))).to.equal(
			"[dolly] gltf: expected an object, but it is an array at the document",
		);
		expect(failureOf(() => readJson("{}"))).to.equal("[dolly] gltf: asset is missing, so this is not glTF at asset");
		expect(failureOf(() => readJson('{"asset":{"version":"1.0"}}'))).to.equal(
			"[dolly] gltf: the file has glTF version 1.0; expected 2.0 at asset.version",
		);
		expect(failureOf(() => readJson('{"asset":{"version":"2.1","minVersion":"2.1"}}'))).to.equal(
			"[dolly] gltf: the file needs a reader of glTF 2.1 at asset.minVersion",
		);
	});

	it("rejects required extensions that it does not know, by name, and warns of optional ones", () => {
		expect(failureOfParts({ extensionsRequired: ["KHR_mesh_quantization", "KHR_draco_mesh_compression"] })).to.equal(
			"the file requires the extension KHR_draco_mesh_compression, which is not supported at extensionsRequired[1]",
		);
		expect(readParts({ extensionsUsed: ["KHR_draco_mesh_compression"] }).scene.report.join()).to.equal(
			"unknown extensions are left out: KHR_draco_mesh_compression",
		);
		const { report } = readParts({ extensionsRequired: ["KHR_materials_sheen", "KHR_texture_transform"] }).scene;
		expect(report.join()).to.equal("extensions that change how surfaces look are left out: KHR_materials_sheen");
	});

	it("names the path of a value of the wrong type", () => {
		expect(failureOfParts({ nodes: 3 })).to.equal("expected an array, but it is 3 at nodes");
		expect(failureOfParts({ nodes: { a: 1 } })).to.equal("expected an array, but it is an object at nodes");
		expect(failureOfParts({ nodes: [3] })).to.equal("expected an object, but it is 3 at nodes[0]");
		expect(failureOfParts({ nodes: [{}, { mesh: "x" }] })).to.equal(
			'expected no value, but it is "x" at nodes[1].mesh',
		);
		expect(failureOfParts({ nodes: [{ name: true }] })).to.equal("expected a string, but it is true at nodes[0].name");
		expect(failureOfParts({ nodes: [{ translation: [1, 2] }] })).to.equal(
			"expected 3 numbers, but there are 2 at nodes[0].translation",
		);
		expect(failureOfParts({ nodes: [{ translation: [1, 2, 1e39] }] })).to.equal(
			"expected a number, but it is 1e+39 at nodes[0].translation[2]",
		);
		expect(failureOfParts({ nodes: [{ scale: [1, 0 / 0, 1] }] })).to.equal(
			"expected a number, but it is nan at nodes[0].scale[1]",
		);
		expect(failureOf(() => readJson('{"asset":{"version":"2.0"},"nodes":[null,{}]}'))).to.equal(
			"[dolly] gltf: the array has a null in it at nodes",
		);
	});

	it("limits what one file may decode to, all its parts together", () => {
		const parts = {
			buffers: [{ byteLength: 48 }],
			bufferViews: [{ buffer: 0, byteLength: 48 }],
			accessors: [
				{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3" },
				{ bufferView: 0, componentType: 5126, count: 4, type: "VEC3" },
			],
			meshes: [
				{ primitives: [{ attributes: { POSITION: 0 } }] },
				{ primitives: [{ attributes: { POSITION: 1 }, mode: 5 }] },
			],
		};
		const data = [floats(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)];
		// Twice 512 for a primitive; 36 bytes of positions and 12 of indices; then 48, 16, and 24 for the triangles of the strip.
		expect(readParts(parts, data, { job: new Job({ maxBytes: 1160 }) }).meshes.size()).to.equal(2);
		expect(failureOfParts(parts, data, { job: new Job({ maxBytes: 1159 }) })).to.equal(
			"maxBytes (1159) reached: 1136 bytes used, 24 more needed at meshes[1].primitives[0]",
		);
	});

	it("adds to the one report of its Job", () => {
		const job = new Job();
		job.budget.warn("older");
		const { scene } = readParts({ extensionsRequired: ["KHR_materials_sheen"] }, [], { job });
		expect(scene.report).to.equal(job.report);
		expect(job.report.size()).to.equal(2);
	});

	it("pauses between its parts, and ends where it is cancelled", () => {
		let pauses = 0;
		const source = buffer.fromstring(TRIANGLE);
		readGltf(source, { job: new Job({ pause: () => (pauses += 1) }) });
		expect(pauses >= 2).to.equal(true);
		const job: Job = new Job({ pause: () => job.cancel() });
		expect(failureOf(() => readGltf(source, { job }))).to.equal("[dolly] cancelled");
	});

	it("shows the scene that is asked for, or else the file's own choice", () => {
		const parts = {
			nodes: [{ name: "A" }, { name: "B" }],
			scenes: [
				{ name: "First", nodes: [0] },
				{ name: "Second", nodes: [1] },
			],
			scene: 1,
		};
		expect(readParts(parts).scene.name).to.equal("Second");
		const first = readParts(parts, [], { scene: 0 });
		expect(`${first.sceneIndex} ${first.scene.name}`).to.equal("0 First");
		for (const scene of [2, -1, 0.5, "First" as never]) {
			expect(failureOfParts(parts, [], { scene })).to.equal(`[dolly] readGltf: scene is ${scene}, but the file has 2`);
		}
	});

	it("names the argument that a programmer got wrong", () => {
		expect(failureOf(() => readGltf("x" as never))).to.equal(
			'[dolly] readGltf: source is "x"; expected a buffer. Convert it with buffer.fromstring',
		);
		expect(failureOf(() => readGltf(buffer.create(0), 5 as never))).to.equal(
			"[dolly] readGltf: options is 5; expected a table",
		);
		expect(failureOf(() => readGltf(buffer.create(0), { job: {} as never }))).to.equal(
			"[dolly] readGltf: job is a table; expected a Job",
		);
	});
};
