import { Budget } from "../../../src/bytes/budget";
import { readGltf } from "../../../src/roblox/read-gltf";
import { splitGlb } from "../../../src/formats/gltf/container";
import { buildGlb } from "../../builders/glb";
import { bytes, hex } from "../../buffers";
import { failureOf } from "../../expect-failure";

const JSON = '{"asset":{"version":"2.0"}}';

function copyOf(source: buffer, size = buffer.len(source)): buffer {
	const copy = buffer.create(size);
	buffer.copy(copy, 0, source, 0, math.min(size, buffer.len(source)));
	return copy;
}

function split(glb: buffer) {
	return splitGlb(glb, new Budget());
}

/** What a good file fails with once `change` has been at it. */
function failureAfter(change: (glb: buffer) => buffer | void): string {
	const glb = buildGlb(JSON, bytes(1, 2, 3, 4));
	const changed = change(glb);
	return failureOf(() => split(typeIs(changed, "buffer") ? changed : glb));
}

export = () => {
	it("is built for these specs as the specification lays it out", () => {
		const glb = buildGlb("{}", bytes(0xaa, 0xbb, 0xcc));
		expect(hex(glb)).to.equal(
			"67 6C 54 46 02 00 00 00 24 00 00 00 04 00 00 00 4A 53 4F 4E 7B 7D 20 20 04 00 00 00 42 49 4E 00 AA BB CC 00",
		);
	});

	it("gives the JSON and where the binary chunk is", () => {
		const { json, jsonOffset, binary } = split(buildGlb(JSON, bytes(1, 2, 3, 4)));
		expect(json).to.equal(`${JSON} `);
		expect(jsonOffset).to.equal(20);
		expect(binary!.start).to.equal(56);
		expect(binary!.size).to.equal(4);
	});

	it("needs no binary chunk", () => {
		expect(split(buildGlb(JSON)).binary).to.equal(undefined);
	});

	it("passes over chunks of other types after the JSON and the binary", () => {
		const glb = copyOf(buildGlb(JSON, bytes(1, 2, 3, 4)), 72);
		buffer.writeu32(glb, 8, 72);
		buffer.writeu32(glb, 60, 4);
		buffer.writestring(glb, 64, "XXXX");
		expect(split(glb).binary!.size).to.equal(4);
	});

	it("refuses another magic, version or length", () => {
		expect(failureAfter((glb) => buffer.writestring(glb, 0, "glTG"))).to.equal(
			"[dolly] gltf: the file starts with 0x47546C67, not with glTF at byte 0",
		);
		expect(failureAfter((glb) => buffer.writeu32(glb, 4, 1))).to.equal(
			"[dolly] gltf: the container has version 1; expected 2 at byte 4",
		);
		expect(failureAfter((glb) => buffer.writeu32(glb, 8, 64))).to.equal(
			"[dolly] gltf: the header says 64 bytes but the file has 60 at byte 8",
		);
	});

	it("ignores bytes after the end, and says so", () => {
		const budget = new Budget();
		const { binary } = splitGlb(copyOf(buildGlb(JSON, bytes(1, 2, 3, 4)), 67), budget);
		expect(binary!.start).to.equal(56);
		expect(binary!.size).to.equal(4);
		expect(budget.report.lines.join("|")).to.equal("7 bytes after the end of the GLB are ignored");
	});

	it("refuses a file that ends in its header", () => {
		expect(failureOf(() => split(buffer.create(0)))).to.equal(
			"[dolly] gltf: the GLB magic needs 4 bytes but 0 are left at byte 0",
		);
		expect(failureAfter((glb) => copyOf(glb, 7))).to.equal(
			"[dolly] gltf: the GLB version needs 4 bytes but 3 are left at byte 4",
		);
	});

	it("refuses chunks in another order, of odd lengths, or longer than the file", () => {
		expect(failureAfter((glb) => buffer.writestring(glb, 16, "BIN\0"))).to.equal(
			"[dolly] gltf: the first chunk is not JSON at byte 16",
		);
		expect(failureAfter((glb) => buffer.writestring(glb, 52, "JSON"))).to.equal(
			"[dolly] gltf: there is a second JSON chunk at byte 52",
		);
		expect(failureAfter((glb) => buffer.writeu32(glb, 12, 27))).to.equal(
			"[dolly] gltf: chunk 0 is 27 bytes long, not a multiple of 4 at byte 12",
		);
		expect(failureAfter((glb) => buffer.writeu32(glb, 48, 0xfffffffc))).to.equal(
			"[dolly] gltf: chunk 1 needs 4294967292 bytes but 4 are left at byte 56",
		);
		const late = copyOf(buildGlb(JSON, bytes(1, 2, 3, 4)), 72);
		buffer.writeu32(late, 8, 72);
		buffer.writestring(late, 64, "BIN\0");
		buffer.writeu32(late, 60, 4);
		expect(failureOf(() => split(late))).to.equal("[dolly] gltf: the binary chunk is not the second chunk at byte 64");
		const headless = buildGlb(JSON);
		buffer.writeu32(headless, 8, 12);
		expect(failureOf(() => split(copyOf(headless, 12)))).to.equal("[dolly] gltf: there is no JSON chunk at byte 12");
	});

	it("reports bytes of the binary chunk that belong to no buffer", () => {
		const json = '{"asset":{"version":"2.0"},"buffers":[{"byteLength":5}]}';
		const read = (binary: buffer) => readGltf(buildGlb(json, binary)).scene.report.join("|");
		expect(read(bytes(1, 2, 3, 4, 5))).to.equal("");
		expect(read(bytes(1, 2, 3, 4, 5, 6))).to.equal("the binary chunk is padded with bytes other than 0");
		expect(read(buffer.create(12))).to.equal(
			"the last 7 bytes of the binary chunk are ignored: buffer 0 ends before them",
		);
		expect(failureOf(() => read(bytes(1, 2, 3, 4)))).to.equal(
			"[dolly] gltf: 5 bytes are declared but there are 4 at buffers[0].byteLength",
		);
	});
};
