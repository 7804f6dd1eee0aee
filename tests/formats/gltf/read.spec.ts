import { readGlb, readGltf } from "../../../src/roblox/gltf";
import { buildGlb } from "../../builders/glb";
import { failureOf } from "../../expect-failure";
import { failureOfParts, floats, readParts, toNumbers } from "./documents";

/** A triangle in a data URI: positions (0 0 0), (1 0 0), (0 1 0). */
const TRIANGLE = `{"asset":{"version":"2.0","generator":"hand"},"buffers":[{"byteLength":36,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}`;

export = () => {
	it("reads a document that carries its data", () => {
		const gltf = readGltf(TRIANGLE, []);
		expect(gltf.generator).to.equal("hand");
		expect(gltf.meshes.size()).to.equal(1);
		expect(toNumbers(gltf.meshes[0].positions).join(" ")).to.equal("0 0 0 1 0 0 0 1 0");
		expect(gltf.warnings.size()).to.equal(0);
	});

	it("reads the same from a GLB file", () => {
		expect(toNumbers(readGlb(buildGlb(TRIANGLE)).meshes[0].positions).join(" ")).to.equal("0 0 0 1 0 0 0 1 0");
	});

	it("takes the buffers of a GLB's external files from its options", () => {
		const json = '{"asset":{"version":"2.0"},"buffers":[{"byteLength":4,"uri":"far.bin"}]}';
		expect(readGlb(buildGlb(json), { buffers: [buffer.create(4)] }).nodes.size()).to.equal(0);
		expect(failureOf(() => readGlb(buildGlb(json)))).to.equal(
			'[dolly] gltf: "far.bin" was not passed at buffers[0].uri',
		);
	});

	it("says so where the JSON cannot be parsed", () => {
		expect(failureOf(() => readGltf('{"asset":', []))).to.equal("[dolly] gltf: the JSON cannot be parsed");
		expect(failureOf(() => readGlb(buildGlb("{{")))).to.equal("[dolly] gltf: the JSON cannot be parsed at byte 20");
		expect(failureOf(() => readGltf(string.rep("[", 100000), []))).to.equal("[dolly] gltf: the JSON cannot be parsed");
	});

	it("refuses JSON that is no glTF 2.0 document", () => {
		// What the engine makes of a bare value is not documented: either way it is no glTF.
		expect(failureOf(() => readGltf("null", [])).sub(1, 14)).to.equal("[dolly] gltf: ");
		expect(failureOf(() => readGltf("[1]", []))).to.equal(
			"[dolly] gltf: an object is needed, but it is an array at the document",
		);
		expect(failureOf(() => readGltf("{}", []))).to.equal(
			"[dolly] gltf: there is no asset, so this is no glTF at asset",
		);
		expect(failureOf(() => readGltf('{"asset":{"version":"1.0"}}', []))).to.equal(
			"[dolly] gltf: the file is of glTF 1.0, and only 2.0 can be read at asset.version",
		);
		expect(failureOf(() => readGltf('{"asset":{"version":"2.1","minVersion":"2.1"}}', []))).to.equal(
			"[dolly] gltf: the file needs a reader of glTF 2.1 at asset.minVersion",
		);
	});

	it("rejects required extensions that it does not know, by name, and ignores optional ones", () => {
		expect(failureOfParts({ extensionsRequired: ["KHR_mesh_quantization", "KHR_draco_mesh_compression"] })).to.equal(
			"the file requires the extension KHR_draco_mesh_compression, which cannot be read at extensionsRequired[1]",
		);
		expect(readParts({ extensionsUsed: ["KHR_draco_mesh_compression"] }).warnings.size()).to.equal(0);
		const { warnings } = readParts({ extensionsRequired: ["KHR_materials_unlit", "KHR_texture_transform"] });
		expect(warnings.join()).to.equal("KHR_materials_unlit is required, but only changes how surfaces look: ignored");
	});

	it("names the path of a value of the wrong type", () => {
		expect(failureOfParts({ nodes: 3 })).to.equal("an array is needed, but it is 3 at nodes");
		expect(failureOfParts({ nodes: { a: 1 } })).to.equal("an array is needed, but it is an object at nodes");
		expect(failureOfParts({ nodes: [3] })).to.equal("an object is needed, but it is 3 at nodes[0]");
		expect(failureOfParts({ nodes: [{}, { mesh: "x" }] })).to.equal(
			'nothing can stand here, but it is "x" at nodes[1].mesh',
		);
		expect(failureOfParts({ nodes: [{ name: true }] })).to.equal("a string is needed, but it is true at nodes[0].name");
		expect(failureOfParts({ nodes: [{ translation: [1, 2] }] })).to.equal(
			"3 numbers are needed, but there are 2 at nodes[0].translation",
		);
		expect(failureOfParts({ nodes: [{ translation: [1, 2, 1e39] }] })).to.equal(
			"a number is needed, but it is 1e+39 at nodes[0].translation[2]",
		);
		expect(failureOfParts({ nodes: [{ scale: [1, 0 / 0, 1] }] })).to.equal(
			"a number is needed, but it is nan at nodes[0].scale[1]",
		);
		expect(failureOf(() => readGltf('{"asset":{"version":"2.0"},"nodes":[null,{}]}', []))).to.equal(
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
		// 36 bytes of positions and 12 of indices; then 48, 16, and 24 for the triangles of the strip.
		expect(readParts(parts, data, { maxBytes: 136 }).meshes.size()).to.equal(2);
		expect(failureOfParts(parts, data, { maxBytes: 135 })).to.equal(
			"24 bytes on top of 112 exceed maxBytes (135) at meshes[1].primitives[0]",
		);
	});

	it("names the argument that a programmer got wrong", () => {
		expect(failureOf(() => readGlb("x" as never))).to.equal("[dolly] readGlb: source is a string, not a buffer");
		expect(failureOf(() => readGltf(5 as never, []))).to.equal("[dolly] readGltf: json is a number, not a string");
		expect(failureOf(() => readGltf("{}", [], { maxBytes: -1 }))).to.equal(
			"[dolly] readGltf: maxBytes is not a number of bytes",
		);
	});
};
