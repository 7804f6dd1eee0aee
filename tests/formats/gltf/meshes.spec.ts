import { bytes } from "../../buffers";
import { failureOfParts, floats, joined, Parts, readParts, toIndices, toNumbers } from "./documents";

const U8 = 5121;
const F32 = 5126;

/** A document with one primitive: seven vertices on a line, and what `attributes` and `primitive` add. */
function partsOf(primitive: object, attributes: object = {}, accessors: Array<object> = []): Parts {
	return {
		buffers: [{ byteLength: 128 }],
		bufferViews: [
			{ buffer: 0, byteLength: 84 },
			{ buffer: 0, byteOffset: 84, byteLength: 44 },
		],
		accessors: [{ bufferView: 0, componentType: F32, count: 7, type: "VEC3" }, ...accessors],
		meshes: [{ name: "Shape", primitives: [{ attributes: { POSITION: 0, ...attributes }, ...primitive }] }],
		nodes: [{ mesh: 0 }],
	};
}

function dataWith(more: buffer = buffer.create(0)): Array<buffer> {
	const positions = floats(...new Array<number>(21, 0).map((_, index) => index));
	const result = buffer.create(128);
	buffer.copy(result, 0, joined(positions, more));
	return [result];
}

function trianglesOf(mode: number, indices: Array<number>): string {
	const accessor = { bufferView: 1, componentType: U8, count: indices.size(), type: "SCALAR" };
	const gltf = readParts(partsOf({ mode, indices: 1 }, {}, [accessor]), dataWith(bytes(...indices)));
	return toIndices(gltf.meshes[0].indices).join(" ");
}

export = () => {
	it("takes triangles as they are", () => {
		expect(trianglesOf(4, [0, 1, 2, 2, 1, 3])).to.equal("0 1 2 2 1 3");
	});

	it("turns every other triangle of a strip, so that all face the same way", () => {
		expect(trianglesOf(5, [0, 1, 2, 3, 4])).to.equal("0 1 2 1 3 2 2 3 4");
	});

	it("opens a fan around its first vertex", () => {
		expect(trianglesOf(6, [6, 1, 2, 3, 4])).to.equal("1 2 6 2 3 6 3 4 6");
	});

	it("counts up where there are no indices", () => {
		expect(toIndices(readParts(partsOf({ mode: 5 }), dataWith()).meshes[0].indices).join(" ")).to.equal(
			"0 1 2 1 3 2 2 3 4 3 5 4 4 5 6",
		);
		expect(failureOfParts(partsOf({}), dataWith())).to.equal(
			"there are 7 indices; expected a multiple of 3 at meshes[0].primitives[0]",
		);
	});

	it("leaves out points and lines with a warning", () => {
		const words = ["points", "lines", "line loops", "line strips"];
		for (const mode of $range(0, 3)) {
			const gltf = readParts(partsOf({ mode }), dataWith());
			expect(gltf.meshes.size()).to.equal(0);
			expect(gltf.nodes[0].meshes.size()).to.equal(0);
			expect(gltf.scene.report.join()).to.equal(`${words[mode]} are left out: meshes[0].primitives[0]`);
		}
		expect(failureOfParts(partsOf({ mode: 7 }), dataWith())).to.equal(
			"expected an integer from 0 to 6, but it is 7 at meshes[0].primitives[0].mode",
		);
	});

	it("refuses indices beyond the vertices, and attributes of another length or type", () => {
		const index = { bufferView: 1, componentType: U8, count: 3, type: "SCALAR" };
		expect(failureOfParts(partsOf({ indices: 1 }, {}, [index]), dataWith(bytes(0, 1, 7)))).to.equal(
			"index 2 is not below 7 at accessors[1]",
		);
		const normals = { componentType: F32, count: 6, type: "VEC3" };
		expect(failureOfParts(partsOf({ mode: 5 }, { NORMAL: 1 }, [normals]), dataWith())).to.equal(
			"NORMAL has 6 elements, but POSITION 7 at meshes[0].primitives[0].attributes.NORMAL",
		);
		const flat = { componentType: F32, count: 7, type: "VEC2" };
		expect(failureOfParts(partsOf({ mode: 5 }, { NORMAL: 1 }, [flat]), dataWith())).to.equal(
			"NORMAL is of type VEC2, not VEC3 at accessors[1].type",
		);
		const integers = { componentType: U8, count: 7, type: "VEC4" };
		expect(failureOfParts(partsOf({ mode: 5 }, { COLOR_0: 1 }, [integers]), dataWith())).to.equal(
			"COLOR_0 has integers, which must be normalized at accessors[1].normalized",
		);
	});

	it("gives colours without alpha an alpha of 1", () => {
		const colors = { bufferView: 1, componentType: U8, count: 7, type: "VEC3", normalized: true };
		const gltf = readParts(partsOf({ mode: 5 }, { COLOR_0: 1 }, [colors]), dataWith(bytes(255, 0, 51)));
		expect(toNumbers(gltf.meshes[0].colors!, 0, 8).join(" ")).to.equal(`1 0 ${toNumbers(floats(0.2))[0]} 1 0 0 0 1`);
	});

	/** Three vertices with two sets of joints and weights. */
	function influences(weights0: Array<number>, weights1?: Array<number>) {
		const data = joined(
			floats(0, 0, 0, 1, 0, 0, 0, 1, 0),
			bytes(1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4),
			bytes(5, 6, 7, 8, 5, 6, 7, 8, 5, 6, 7, 8),
			floats(...[...weights0, ...weights0, ...weights0]),
			floats(...[...(weights1 ?? [0, 0, 0, 0]), 0, 0, 0, 0, 0, 0, 0, 0]),
		);
		const view = (byteOffset: number, byteLength: number) => ({ buffer: 0, byteOffset, byteLength });
		const joints = { componentType: U8, count: 3, type: "VEC4" };
		const weights = { componentType: F32, count: 3, type: "VEC4" };
		const second = weights1 === undefined ? {} : { JOINTS_1: 2, WEIGHTS_1: 4 };
		return {
			data: [data],
			parts: {
				buffers: [{ byteLength: buffer.len(data) }],
				bufferViews: [view(0, 36), view(36, 12), view(48, 12), view(60, 48), view(108, 48)],
				accessors: [
					{ bufferView: 0, componentType: F32, count: 3, type: "VEC3" },
					{ bufferView: 1, ...joints },
					{ bufferView: 2, ...joints },
					{ bufferView: 3, ...weights },
					{ bufferView: 4, ...weights },
				],
				meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 3, ...second } }] }],
			},
		};
	}

	it("keeps the four strongest of eight influences, their sum made 1", () => {
		const { parts, data } = influences([0.125, 0.25, 0, 0.125], [0.0625, 0.375, 0.0625, 0]);
		const { meshes, scene } = readParts(parts, data);
		const found = new Map<number, number>();
		for (const index of $range(0, 3)) {
			found.set(buffer.readu16(meshes[0].joints!, index * 2), buffer.readf32(meshes[0].weights!, index * 4));
		}
		// 1/8, 1/4, 1/8 and 3/8 stay: their sum is 7/8.
		expect(found.get(1)).to.be.near(1 / 7, 1e-7);
		expect(found.get(2)).to.be.near(2 / 7, 1e-7);
		expect(found.get(4)).to.be.near(1 / 7, 1e-7);
		expect(found.get(6)).to.be.near(3 / 7, 1e-7);
		expect(scene.report.join()).to.equal(
			"only the four strongest joints of each vertex are kept: meshes[0].primitives[0].attributes",
		);
	});

	it("scales weights that do not sum to 1, and takes negative ones and NaN for 0", () => {
		const uneven = influences([1, 1, 2, 0]);
		const { meshes, scene } = readParts(uneven.parts, uneven.data);
		expect(toNumbers(meshes[0].weights!, 0, 4).join(" ")).to.equal("0.25 0.25 0.5 0");
		expect(scene.report.join()).to.equal(
			"weights did not sum to 1 and were scaled: meshes[0].primitives[0].attributes",
		);
		const none = influences([0, 0, 0, 0]);
		expect(toNumbers(readParts(none.parts, none.data).meshes[0].weights!, 0, 4).join(" ")).to.equal("1 0 0 0");
		for (const wrong of [-0.5, 0 / 0, math.huge]) {
			const odd = influences([0.5, wrong, 0.5, 0]);
			const read = readParts(odd.parts, odd.data);
			expect(toNumbers(read.meshes[0].weights!, 0, 4).join(" ")).to.equal("0.5 0 0.5 0");
			expect(read.scene.report.join().match("^weights that are negative or no number count as 0: ")[0]).to.be.ok();
		}
		const lost = influences([0 / 0, 0 / 0, 0 / 0, 0 / 0]);
		expect(toNumbers(readParts(lost.parts, lost.data).meshes[0].weights!, 0, 4).join(" ")).to.equal("1 0 0 0");
	});

	it("names morph targets as the file's extras do", () => {
		const zeros = { componentType: F32, count: 7, type: "VEC3" };
		const parts = partsOf({ mode: 5, targets: [{ POSITION: 1 }, { NORMAL: 1 }] }, {}, [zeros]);
		const meshes = parts.meshes as Array<Parts>;
		meshes[0].weights = [0.5, 1];
		meshes[0].extras = { targetNames: ["smile"] };
		const [mesh] = readParts(parts, dataWith()).meshes;
		expect(mesh.morphs!.map(({ name }) => name).join()).to.equal("smile, target 1");
		expect(mesh.morphs![0].addNormals).to.equal(undefined);
		expect(mesh.morphs![1].addNormals).to.be.ok();
		expect(mesh.morphWeights!.join()).to.equal("0.5, 1");
	});
};
