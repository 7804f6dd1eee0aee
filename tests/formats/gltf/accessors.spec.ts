import { Accessors } from "../../../src/formats/gltf/accessors";
import { Buffers } from "../../../src/formats/gltf/buffers";
import { BufferViews } from "../../../src/formats/gltf/buffer-views";
import { Budget } from "../../../src/bytes/budget";
import { readGltf } from "../../../src/roblox/read-gltf";
import { buildGlb } from "../../builders/glb";
import { bytes, hex } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { failureOfParts, floats, joined, toIndices, toNumbers } from "./documents";

/** The accessors of a document with one buffer. */
function accessorsOf(
	data: buffer,
	views: Array<object>,
	accessors: Array<object>,
	budget = new Budget({ maxBytes: 1e6 }),
): Accessors {
	const root = { buffers: [{ byteLength: buffer.len(data), uri: "a.bin" }], bufferViews: views, accessors };
	const buffers = new Buffers(root, new Map([["a.bin", data]]), undefined, budget);
	return new Accessors(root, new BufferViews(root, buffers, budget), budget);
}

/** The values of one accessor over all of `data`. */
function valuesOf(data: buffer, accessor: object, view: object = {}): string {
	const views = [{ buffer: 0, byteLength: buffer.len(data), ...view }];
	return toNumbers(accessorsOf(data, views, [{ bufferView: 0, ...accessor }]).floats(0)).join(" ");
}

const I8 = 5120;
const U8 = 5121;
const I16 = 5122;
const U16 = 5123;
const U32 = 5125;
const F32 = 5126;

export = () => {
	it("reads every component type as it stands", () => {
		const data = bytes(0x01, 0x80, 0xff, 0x7f, 0, 0, 0x80, 0x3f);
		expect(valuesOf(data, { componentType: I8, count: 4, type: "SCALAR" })).to.equal("1 -128 -1 127");
		expect(valuesOf(data, { componentType: U8, count: 4, type: "SCALAR" })).to.equal("1 128 255 127");
		expect(valuesOf(data, { componentType: I16, count: 2, type: "SCALAR" })).to.equal("-32767 32767");
		expect(valuesOf(data, { componentType: U16, count: 2, type: "SCALAR" })).to.equal("32769 32767");
		expect(valuesOf(data, { componentType: U32, count: 1, type: "SCALAR", byteOffset: 4 })).to.equal("1065353216");
		expect(valuesOf(data, { componentType: F32, count: 1, type: "SCALAR", byteOffset: 4 })).to.equal("1");
	});

	it("reads normalised integers as fractions, signed ones from -1", () => {
		const data = bytes(0x00, 0x80, 0xff, 0x7f, 0x01, 0x80, 0xff, 0xff);
		const read = (componentType: number, count: number) =>
			valuesOf(data, { componentType, count, type: "SCALAR", normalized: true });
		expect(read(I8, 4)).to.equal(`0 -1 ${toNumbers(floats(-1 / 127))[0]} 1`);
		expect(read(U8, 4)).to.equal(`0 ${toNumbers(floats(128 / 255))[0]} 1 ${toNumbers(floats(127 / 255))[0]}`);
		expect(read(I16, 4)).to.equal(`-1 1 -1 ${toNumbers(floats(-1 / 32767))[0]}`);
		expect(read(U16, 4)).to.equal(
			`${toNumbers(floats(32768 / 65535))[0]} ${toNumbers(floats(32767 / 65535))[0]} ${toNumbers(floats(32769 / 65535))[0]} 1`,
		);
	});

	it("reads interleaved elements by the view's stride", () => {
		const data = floats(1, 2, 3, 9, 4, 5, 6, 9);
		expect(valuesOf(data, { componentType: F32, count: 2, type: "VEC3" }, { byteStride: 16 })).to.equal("1 2 3 4 5 6");
		expect(
			valuesOf(data, { componentType: F32, count: 2, type: "SCALAR", byteOffset: 12 }, { byteStride: 16 }),
		).to.equal("9 9");
	});

	it("starts each column of a matrix at a multiple of 4 bytes", () => {
		expect(valuesOf(bytes(1, 2, 99, 99, 3, 4, 99, 99), { componentType: U8, count: 1, type: "MAT2" })).to.equal(
			"1 2 3 4",
		);
		const data = bytes(1, 2, 3, 99, 4, 5, 6, 99, 7, 8, 9, 99);
		expect(valuesOf(data, { componentType: I8, count: 1, type: "MAT3" })).to.equal("1 2 3 4 5 6 7 8 9");
	});

	it("gives zeros without a buffer view", () => {
		const accessors = accessorsOf(bytes(0, 0, 0, 0), [], [{ componentType: F32, count: 2, type: "VEC2" }]);
		expect(toNumbers(accessors.floats(0)).join(" ")).to.equal("0 0 0 0");
	});

	it("puts sparse values in their places, over data or over zeros", () => {
		const data = joined(floats(1, 2, 3, 4), bytes(1, 0, 3, 0), floats(20, 40));
		const views = [
			{ buffer: 0, byteLength: 16 },
			{ buffer: 0, byteOffset: 16, byteLength: 4 },
			{ buffer: 0, byteOffset: 20, byteLength: 8 },
		];
		const sparse = { count: 2, indices: { bufferView: 1, componentType: U16 }, values: { bufferView: 2 } };
		const scalar = { componentType: F32, count: 4, type: "SCALAR", sparse };
		const accessors = accessorsOf(data, views, [{ bufferView: 0, ...scalar }, scalar]);
		expect(toNumbers(accessors.floats(0)).join(" ")).to.equal("1 20 3 40");
		expect(toNumbers(accessors.floats(1)).join(" ")).to.equal("0 20 0 40");
	});

	it("puts sparse indices and joints in their places too", () => {
		const data = joined(bytes(5, 6, 7, 0), bytes(1, 0, 0, 0), bytes(9, 0, 0, 0), bytes(1, 2, 3, 4));
		const views = [0, 4, 8, 12].map((byteOffset) => ({ buffer: 0, byteOffset, byteLength: 4 }));
		const at = (bufferView: number) => ({ bufferView, componentType: U8 });
		const accessors = accessorsOf(data, views, [
			{ ...at(0), count: 3, type: "SCALAR", sparse: { count: 1, indices: at(1), values: { bufferView: 2 } } },
			{ componentType: U8, count: 2, type: "VEC4", sparse: { count: 1, indices: at(1), values: { bufferView: 3 } } },
		]);
		expect(toIndices(accessors.indices(0, 10)).join(" ")).to.equal("5 9 7");
		expect(failureOf(() => accessors.indices(0, 9))).to.equal("[dolly] gltf: index 1 is not below 9 at accessors[0]");
		expect(hex(accessors.joints(1))).to.equal("00 00 00 00 00 00 00 00 01 00 02 00 03 00 04 00");
	});

	it("refuses sparse indices that are out of range or do not rise", () => {
		const failure = (first: number, second: number) => {
			const data = joined(bytes(first, second, 0, 0), floats(20, 40));
			const views = [
				{ buffer: 0, byteLength: 4 },
				{ buffer: 0, byteOffset: 4, byteLength: 8 },
			];
			const sparse = { count: 2, indices: { bufferView: 0, componentType: U8 }, values: { bufferView: 1 } };
			const accessors = accessorsOf(data, views, [{ componentType: F32, count: 4, type: "SCALAR", sparse }]);
			return failureOf(() => accessors.floats(0));
		};
		expect(failure(1, 4)).to.equal(
			"[dolly] gltf: sparse index 1 is 4, after 1 and in 4 elements at accessors[0].sparse.indices",
		);
		expect(failure(2, 2)).to.equal(
			"[dolly] gltf: sparse index 1 is 2, after 2 and in 4 elements at accessors[0].sparse.indices",
		);
	});

	it("reads indices of each width, and refuses those out of range", () => {
		const views = [{ buffer: 0, byteLength: 8 }];
		const data = bytes(1, 0, 2, 0, 3, 0, 0, 0);
		const accessors = accessorsOf(data, views, [
			{ bufferView: 0, componentType: U8, count: 3, type: "SCALAR" },
			{ bufferView: 0, componentType: U16, count: 3, type: "SCALAR" },
			{ bufferView: 0, byteOffset: 4, componentType: U32, count: 1, type: "SCALAR" },
		]);
		expect(toIndices(accessors.indices(0, 4)).join(" ")).to.equal("1 0 2");
		expect(toIndices(accessors.indices(1, 4)).join(" ")).to.equal("1 2 3");
		expect(toIndices(accessors.indices(2, 4)).join(" ")).to.equal("3");
		expect(failureOf(() => accessors.indices(0, 2))).to.equal("[dolly] gltf: index 2 is not below 2 at accessors[0]");
		expect(failureOf(() => accessors.indices(1, 3))).to.equal("[dolly] gltf: index 2 is not below 3 at accessors[1]");
		expect(failureOf(() => accessors.indices(2, 3))).to.equal("[dolly] gltf: index 0 is not below 3 at accessors[2]");
	});

	it("refuses floats that are no numbers", () => {
		expect(failureOf(() => valuesOf(floats(1, 2, 0 / 0), { componentType: F32, count: 3, type: "SCALAR" }))).to.equal(
			"[dolly] gltf: element 2 is nan at accessors[0]",
		);
		expect(
			failureOf(() => valuesOf(floats(1, 2, 3, -math.huge), { componentType: F32, count: 2, type: "VEC2" })),
		).to.equal("[dolly] gltf: element 1 is -inf at accessors[0]");
	});

	it("refuses data that is misaligned, out of bounds, or of no known type", () => {
		const failure = (accessor: object, view: object = {}) =>
			failureOf(() => valuesOf(buffer.create(16), accessor, view)).sub(15);
		expect(failure({ componentType: F32, count: 1, type: "SCALAR", byteOffset: 2 })).to.equal(
			"the data starts at 0 + 2, not at a multiple of 4 at accessors[0]",
		);
		expect(failure({ componentType: U16, count: 1, type: "SCALAR" }, { byteOffset: 1, byteLength: 15 })).to.equal(
			"the data starts at 1 + 0, not at a multiple of 2 at accessors[0]",
		);
		expect(failure({ componentType: F32, count: 5, type: "SCALAR" })).to.equal(
			"20 bytes from 0 are needed, but bufferViews[0] has 16 at accessors[0]",
		);
		expect(failure({ componentType: F32, count: 2, type: "SCALAR", byteOffset: 8 }, { byteStride: 8 })).to.equal(
			"12 bytes from 8 are needed, but bufferViews[0] has 16 at accessors[0]",
		);
		expect(failure({ componentType: F32, count: 1, type: "VEC3" }, { byteStride: 8 })).to.equal(
			"elements of 12 bytes do not fit a stride of 8 at accessors[0]",
		);
		expect(failure({ componentType: 5124, count: 1, type: "SCALAR" })).to.equal(
			"there is no component type 5124 at accessors[0].componentType",
		);
		expect(failure({ componentType: F32, count: 1, type: "VEC5" })).to.equal(
			'there is no type "VEC5" at accessors[0].type',
		);
		expect(failure({ componentType: F32, count: 1, type: "SCALAR", normalized: true })).to.equal(
			"only integers of 8 and 16 bits can be normalized at accessors[0].normalized",
		);
		expect(failure({ componentType: F32, count: 1, type: "VEC2", min: [0] })).to.equal(
			"expected 2 numbers, but there are 1 at accessors[0].min",
		);
	});

	it("warns where values lie outside the bounds that the accessor declares", () => {
		const budget = new Budget();
		const scalar = { bufferView: 0, componentType: F32, count: 2, type: "SCALAR" };
		const views = [{ buffer: 0, byteLength: 8 }];
		const accessors = accessorsOf(
			floats(1, 2),
			views,
			[
				{ ...scalar, min: [1], max: [2] },
				{ ...scalar, min: [1], max: [1.9] },
			],
			budget,
		);
		accessors.floats(0);
		expect(budget.report.lines.size()).to.equal(0);
		accessors.floats(1);
		expect(budget.report.lines.join()).to.equal("values lie outside their min and max: accessors[1]");
	});

	it("refuses a 100-byte file that declares a billion elements, without allocating for them", () => {
		const before = gcinfo();
		const billion = { componentType: U8, count: 1e9, type: "SCALAR" };
		expect(failureOfParts({ accessors: [billion] })).to.equal(
			"1000000000 elements take more than maxBytes (268435456) at accessors[0].count",
		);
		const data = [buffer.create(4)];
		const parts = { buffers: [{ byteLength: 4 }], bufferViews: [{ buffer: 0, byteLength: 4 }] };
		expect(failureOfParts({ ...parts, accessors: [{ ...billion, bufferView: 0 }] }, data)).to.equal(
			"1000000000 bytes from 0 are needed, but bufferViews[0] has 4 at accessors[0]",
		);
		const json = '{"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"count":1e9,"type":"VEC3"}]}';
		expect(buffer.len(buildGlb(json)) <= 120).to.equal(true);
		expect(failureOf(() => readGltf(buildGlb(json)))).to.equal(
			"[dolly] gltf: 1000000000 elements take more than maxBytes (268435456) at accessors[0].count",
		);
		// A view that claims a billion compressed elements of an empty stream.
		const extensions = {
			EXT_meshopt_compression: { buffer: 0, byteLength: 4, byteStride: 4, count: 6e7, mode: "ATTRIBUTES" },
		};
		const compressed = {
			extensionsRequired: ["EXT_meshopt_compression"],
			buffers: [{ byteLength: 4 }, { byteLength: 24e7 }],
			bufferViews: [{ buffer: 1, byteLength: 24e7, extensions }],
			accessors: [{ bufferView: 0, componentType: F32, count: 2e7, type: "VEC3" }],
			meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
		};
		expect(failureOfParts(compressed, data).match("240000000 more needed")[0]).to.be.ok();
		expect(gcinfo() - before < 1024).to.equal(true);
	});
};
