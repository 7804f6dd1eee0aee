import { failureOf } from "../../expect-failure";
import { failureOfParts, readParts } from "./documents";

/** A view of 16 bytes in buffer 1, compressed in buffer 0 where `extension` is given. */
function viewWith(extension?: string, fields: object = {}) {
	const compressed = {
		buffer: 0,
		byteLength: 20,
		byteStride: 4,
		count: 4,
		mode: extension === "MESHOPT_compression" ? 0 : "ATTRIBUTES",
		...fields,
	};
	return { buffer: 1, byteLength: 16, extensions: extension === undefined ? undefined : { [extension]: compressed } };
}

const EXT = "EXT_meshopt_compression";
const FALLBACK = { byteLength: 16, extensions: { [EXT]: { fallback: true } } };

export = () => {
	it("names the file that an external buffer needs", () => {
		expect(failureOfParts({ buffers: [{ byteLength: 4, uri: "cube.bin" }] })).to.equal(
			'the file "cube.bin" is needed; pass it in files at buffers[0].uri',
		);
		expect(failureOfParts({ buffers: [{ byteLength: 4 }] })).to.equal(
			"the buffer has no URI and is not the binary chunk at buffers[0]",
		);
	});

	it("takes an external buffer from the files, by its name with %XX read and in any folder", () => {
		const parts = { buffers: [{ byteLength: 4, uri: "data/My%20Box.bin" }] };
		const read = (name: string) => readParts(parts, [], { files: new Map([[name, buffer.create(4)]]) });
		expect(read("data/My Box.bin").nodes.size()).to.equal(0);
		expect(read("my box.BIN").nodes.size()).to.equal(0);
		expect(failureOf(() => read("data/My%20Box.bin"))).to.equal(
			'[dolly] gltf: the file "data/My Box.bin" is needed; pass it in files at buffers[0].uri',
		);
	});

	it("takes a longer buffer than declared and refuses a shorter one", () => {
		expect(readParts({ buffers: [{ byteLength: 4, uri: "a.bin" }] }, [buffer.create(9)]).nodes.size()).to.equal(0);
		expect(failureOfParts({ buffers: [{ byteLength: 4, uri: "a.bin" }] }, [buffer.create(3)])).to.equal(
			"4 bytes are declared but there are 3 at buffers[0].byteLength",
		);
		expect(failureOfParts({ buffers: [{ byteLength: 0 }] }, [buffer.create(3)])).to.equal(
			"expected an integer of 1 or more, but it is 0 at buffers[0].byteLength",
		);
	});

	it("never loads what only uncompressed forms of compressed views refer to", () => {
		const views = [viewWith(EXT)];
		for (const fallback of [FALLBACK, { ...FALLBACK, uri: "fallback.bin" }, { byteLength: 16, uri: "fallback.bin" }]) {
			const buffers = [{ byteLength: 20 }, fallback];
			const parts = { extensionsRequired: [EXT], buffers, bufferViews: views };
			expect(readParts(parts, [buffer.create(20)]).scene.report.size()).to.equal(0);
		}
		// A data URI that would not decode is not looked at either.
		const broken = { ...FALLBACK, uri: "data:;base64,***" };
		const parts = { buffers: [{ byteLength: 20 }, broken], bufferViews: views };
		expect(readParts(parts, [buffer.create(20)]).scene.report.size()).to.equal(0);
	});

	it("lets only compressed views refer to a fallback", () => {
		const parts = {
			extensionsRequired: [EXT],
			buffers: [{ byteLength: 20 }, FALLBACK],
			bufferViews: [viewWith(EXT), viewWith()],
		};
		expect(failureOfParts(parts, [buffer.create(20)])).to.equal(
			"buffer 1 is a fallback, to which only compressed views may refer at bufferViews[1]",
		);
	});

	it("lets no compressed data stand in a fallback", () => {
		const parts = {
			extensionsRequired: [EXT],
			buffers: [{ byteLength: 20 }, { ...FALLBACK, byteLength: 20 }],
			bufferViews: [viewWith(EXT, { buffer: 1 })],
		};
		expect(failureOfParts(parts, [buffer.create(20)])).to.equal(
			"buffer 1 is a fallback, which cannot hold compressed data at bufferViews[0].extensions.EXT_meshopt_compression.buffer",
		);
	});

	it("needs the extension to be required where a fallback has no data, marked or not", () => {
		for (const fallback of [FALLBACK, { byteLength: 16 }]) {
			const parts = { extensionsUsed: [EXT], buffers: [{ byteLength: 20 }, fallback], bufferViews: [viewWith(EXT)] };
			expect(failureOfParts(parts, [buffer.create(20)])).to.equal(
				"bufferViews[0] falls back to no data, so EXT_meshopt_compression must be in extensionsRequired at buffers[1]",
			);
		}
		expect(failureOfParts({ buffers: [FALLBACK] })).to.equal(
			"the fallback has no data, so EXT_meshopt_compression must be in extensionsRequired at buffers[0]",
		);
	});

	it("refuses a buffer with two spellings of the extension", () => {
		const both = {
			byteLength: 4,
			extensions: { EXT_meshopt_compression: {}, KHR_meshopt_compression: { fallback: true } },
		};
		expect(failureOfParts({ buffers: [both] }, [buffer.create(4)])).to.equal(
			"the buffer carries both EXT_meshopt_compression and KHR_meshopt_compression at buffers[0].extensions",
		);
	});
};
