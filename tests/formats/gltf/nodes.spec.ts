import { decompose } from "../../../src/formats/gltf/matrix";
import { readModel } from "../../../src";
import { floats } from "../../buffers";
import { expectNear } from "../../expect-near";
import { accessor, document, view } from "../../hostile/gltf-shapes";
import { failureOfParts, readParts } from "./documents";

export = () => {
	it("splits a matrix into translation, rotation and scale", () => {
		// A quarter turn about Z (X to Y, Y to -X), scaled by 2, 3 and 4, moved to (5, 6, 7); column by column.
		const parts = decompose([0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1]);
		expectNear(parts.translation, [5, 6, 7], 0);
		expectNear(parts.scale, [2, 3, 4], 0);
		expectNear(parts.rotation, [0, 0, math.sqrt(0.5), math.sqrt(0.5)], 1e-12);
		expect(parts.isSheared).to.equal(false);
	});

	it("gives a mirror to X", () => {
		const parts = decompose([-2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]);
		expectNear(parts.scale, [-2, 2, 2], 0);
		expectNear(parts.rotation, [0, 0, 0, 1], 1e-12);
	});

	it("counts rotations of instances that have no length, and does not turn those", () => {
		const rotations = floats(0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0);
		const source = document(
			[
				'"extensionsUsed":["EXT_mesh_gpu_instancing"]',
				'"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]',
				'"nodes":[{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"ROTATION":1}}}}]',
			],
			[accessor(1, 5126, 3, "VEC4")],
			[view(36, 48)],
			rotations,
		);
		const { report, meshes } = readModel(source);
		expect(report.join("\n")).to.equal(
			"rotations of instances have length 0 and are ignored: nodes[0].extensions.EXT_mesh_gpu_instancing (2 times)",
		);
		expect(meshes.size()).to.equal(3);
		// A half turn about Y in the middle: x of the second corner, which stands at (1, 0, 0), in studs of 0.28 metres.
		expectNear(
			meshes.map(({ positions, place }) => buffer.readf32(positions, 12) * (1 - 2 * place.rotation[1] ** 2)),
			[1 / 0.28, -1 / 0.28, 1 / 0.28],
			1e-6,
		);
	});

	it("warns of a matrix that shears, and takes a flat one", () => {
		const { nodes, scene } = readParts({ nodes: [{ matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }] });
		expect(scene.report.join()).to.equal("a matrix shears, which is left out: nodes[0]");
		expect(nodes[0].scale[0]).to.equal(1);
		const flat = readParts({ nodes: [{ matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] }] });
		expectNear(flat.nodes[0].scale, [1, 1, 0], 0);
		expectNear(flat.nodes[0].rotation, [0, 0, 0, 1], 0);
	});

	it("uses a matrix rather than a translation beside it, and refuses one that is not affine", () => {
		const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
		const moved = [...identity];
		moved[12] = 3;
		const both = readParts({ nodes: [{ matrix: moved, translation: [0, 5, 0] }] });
		expectNear(both.nodes[0].translation, [3, 0, 0], 0);
		expect(both.scene.report.join()).to.equal(
			"a node has a matrix beside translation, rotation or scale: the matrix is used: nodes[0]",
		);
		const bent = [...identity];
		bent[3] = 0.5;
		expect(failureOfParts({ nodes: [{ matrix: bent }] })).to.equal(
			"0.5 is not affine; expected 0 at nodes[0].matrix[3]",
		);
		for (const at of [3, 7, 11, 15]) {
			const wanted = at === 15 ? 1 : 0;
			for (const side of [-1, 1]) {
				const rounded = [...identity];
				rounded[at] = wanted + side * 0.0009;
				expectNear(readParts({ nodes: [{ matrix: rounded }] }).nodes[0].scale, [1, 1, 1], 0);
				rounded[at] = wanted + side * 0.0011;
				expect(failureOfParts({ nodes: [{ matrix: rounded }] })).to.equal(
					`${rounded[at]} is not affine; expected ${wanted} at nodes[0].matrix[${at}]`,
				);
			}
		}
	});

	it("calls a matrix sheared where two columns are a thousandth off a right angle, whichever two", () => {
		const isSheared = (column: number, row: number, cosine: number) => {
			const matrix = [2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1];
			matrix[column * 4 + row] = matrix[column * 5] * cosine;
			return decompose(matrix).isSheared;
		};
		for (const [column, row] of [
			[1, 0],
			[2, 0],
			[2, 1],
		]) {
			for (const sign of [-1, 1]) {
				expect(isSheared(column, row, sign * 0.0009)).to.equal(false);
				expect(isSheared(column, row, sign * 0.0011)).to.equal(true);
			}
		}
	});

	it("takes a turn about no axis of its own for one, whatever is scaled", () => {
		// Thirds of (2, 2, -1), (-1, 2, 2) and (2, -1, 2): at right angles, a turn by 60° about (1, 1, 1).
		const columns = [
			[2, 2, -1],
			[-1, 2, 2],
			[2, -1, 2],
		];
		const scale = [3, 6, 1.5];
		const matrix = columns.reduce<Array<number>>(
			(all, column, index) => [...all, ...column.map((value) => (value / 3) * scale[index]), 0],
			[],
		);
		const parts = decompose([...matrix, 0, 0, 0, 1]);
		expect(parts.isSheared).to.equal(false);
		expectNear(parts.scale, scale, 1e-12);
		const part = math.sin(math.pi / 6) / math.sqrt(3);
		expectNear(parts.rotation, [part, part, part, math.cos(math.pi / 6)], 1e-12);
	});

	it("has no rotation where a column has no length, whichever", () => {
		// A quarter turn about X: Y to Z, Z to -Y.
		const turned = (x: number, y: number, z: number) =>
			decompose([x, 0, 0, 0, 0, 0, y, 0, 0, -z, 0, 0, 0, 0, 0, 1]).rotation.join(" ");
		expect(turned(0, 1, 1)).to.equal("0 0 0 1");
		expect(turned(1, 0, 1)).to.equal("0 0 0 1");
		expect(turned(1, 1, 0)).to.equal("0 0 0 1");
		expect(turned(1, 1, 9e-13)).to.equal("0 0 0 1");
		const parts = decompose([1, 0, 0, 0, 0, 0, 2e-12, 0, 0, -2e-12, 0, 0, 0, 0, 0, 1]);
		expectNear(parts.rotation, [math.sqrt(0.5), 0, 0, math.sqrt(0.5)], 1e-12);
	});

	it("mirrors where the columns turn the other way round, however they lie", () => {
		// The determinant of these is -1 by another of its six products each.
		for (const [x, y, z] of [
			[0, 2, 1],
			[1, 0, 2],
			[2, 1, 0],
		]) {
			const matrix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
			[x, y, z].forEach((row, column) => (matrix[column * 4 + row] = 2));
			expectNear(decompose(matrix).scale, [-2, 2, 2], 0);
			// With two columns exchanged it turns, and mirrors nothing.
			const turned = [...matrix];
			for (const row of $range(0, 3)) {
				turned[row] = matrix[4 + row];
				turned[4 + row] = matrix[row];
			}
			expectNear(decompose(turned).scale, [2, 2, 2], 0);
		}
	});

	it("makes rotations unit length, and refuses those without any", () => {
		expectNear(
			readParts({ nodes: [{ rotation: [0, 0, 0.6, 0.79] }] }).nodes[0].rotation,
			[0, 0, 0.60484, 0.79635],
			2e-4,
		);
		expect(failureOfParts({ nodes: [{ rotation: [0, 0, 0, 0] }] })).to.equal(
			"the rotation has length 0 at nodes[0].rotation",
		);
	});

	it("reports rotations whose length is more than a tenth from 1, to either side", () => {
		for (const length of [0.901, 1.099]) {
			const { nodes, scene } = readParts({ nodes: [{ rotation: [length * 0.6, 0, 0, length * 0.8] }] });
			expectNear(nodes[0].rotation, [0.6, 0, 0, 0.8], 1e-12);
			expect(scene.report.size()).to.equal(0);
		}
		for (const length of [0.899, 1.101]) {
			const { nodes, scene } = readParts({ nodes: [{ rotation: [0, length, 0, 0] }] });
			expectNear(nodes[0].rotation, [0, 1, 0, 0], 1e-12);
			expect(scene.report.join()).to.equal("rotations are scaled to length 1: nodes[0]");
		}
	});

	it("knows parents, and refuses a node with two", () => {
		const { nodes } = readParts({ nodes: [{}, { children: [0, 2] }, {}] });
		expect(nodes.map(({ parent }) => parent).join(" ")).to.equal("1 -1 1");
		expect(failureOfParts({ nodes: [{}, { children: [0] }, { children: [0] }] })).to.equal(
			"node 0 is a child of node 1 already at nodes[2].children",
		);
		expect(failureOfParts({ nodes: [{}, { children: [0, 0] }] })).to.equal(
			"0 is in the array twice at nodes[1].children[1]",
		);
	});

	it("refuses nodes that are their own ancestors", () => {
		expect(failureOfParts({ nodes: [{ children: [0] }] })).to.equal(
			"the node is its own ancestor, or below one that is at nodes[0]",
		);
		expect(failureOfParts({ nodes: [{}, { children: [2] }, { children: [3] }, { children: [1] }] })).to.equal(
			"the node is its own ancestor, or below one that is at nodes[1]",
		);
	});

	it("reads scenes, and draws a node that has a parent once, below it", () => {
		const gltf = readParts({ nodes: [{}, { children: [0] }], scenes: [{ name: "Main", nodes: [1] }], scene: 0 });
		expect(gltf.scenes[0].name).to.equal("Main");
		expect(gltf.sceneIndex).to.equal(0);
		expect(gltf.scene.name).to.equal("Main");
		expect(readParts({}).sceneIndex).to.equal(-1);
		const listed = readParts({ nodes: [{}, { children: [0] }], scenes: [{ nodes: [0, 1] }] });
		expect(listed.scenes[0].nodes.join()).to.equal("1");
		expect(listed.scene.report.join()).to.equal(
			"a scene lists nodes that have a parent: they are drawn below it: scenes[0]",
		);
		expect(failureOfParts({ scene: 0 })).to.equal("expected no value, but it is 0 at scene");
	});
};
