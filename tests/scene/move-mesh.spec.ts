import { Budget } from "../../src/bytes/budget";
import { Mesh } from "../../src/scene/mesh";
import { moveMesh } from "../../src/scene/move-mesh";
import { doubles, floats, readFloats } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";

function triangle(): Mesh {
	const indices = buffer.create(12);
	[0, 1, 2].forEach((vertex) => buffer.writeu32(indices, vertex * 4, vertex));
	return {
		name: "triangle",
		vertexCount: 3,
		triangleCount: 1,
		positions: floats(0, 0, 0, 1, 0, 0, 0, 1, 0),
		normals: floats(0, 1, 0, 0, 1, 0, 0, 1, 0),
		uvs: [floats(0, 0, 1, 0, 0, 1)],
		indices,
	};
}

const STRETCH = doubles(1, 0, 0, 7, 0, 2, 0, 8, 0, 0, 1, 9);
const MIRROR = doubles(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

export = () => {
	it("moves vertices", () => {
		const mesh = triangle();
		const moved = moveMesh(mesh, STRETCH, new Budget(), "gltf", "here");
		expectNear(readFloats(moved.positions, 0, 9), [7, 8, 9, 8, 8, 9, 7, 10, 9], 1e-6);
		expect(moved.uvs).to.equal(mesh.uvs);
		expect(moved.indices).to.equal(mesh.indices);
		expectNear(readFloats(mesh.positions, 12, 3), [1, 0, 0], 0);
	});

	it("turns normals", () => {
		const slanted = { ...triangle(), normals: floats(0, 1, 0, math.sqrt(0.5), math.sqrt(0.5), 0, 0, 1, 0) };
		const { normals } = moveMesh(slanted, STRETCH, new Budget(), "gltf", "here");
		// (1 1 0) is (2 1 0) / √5 on a surface that is twice as tall, where (0 1 0) stays as it is.
		const length = math.sqrt(5);
		expectNear(readFloats(normals!, 0, 9), [0, 1, 0, 2 / length, 1 / length, 0, 0, 1, 0], 1e-6);
	});

	it("turns triangles over where the matrix mirrors", () => {
		const { indices, positions } = moveMesh(triangle(), MIRROR, new Budget(), "gltf", "here");
		expect([0, 4, 8].map((at) => buffer.readu32(indices, at)).join(" ")).to.equal("0 2 1");
		expectNear(readFloats(positions, 12, 3), [-1, 0, 0], 0);
	});

	it("asks before it makes anything, and more for a mirror", () => {
		const budget = new Budget();
		moveMesh(triangle(), STRETCH, budget, "gltf", "here");
		expect(budget.bytes).to.equal(3 * 24);
		expect(budget.steps).to.equal(3 * 2);
		const mirrored = new Budget();
		moveMesh(triangle(), MIRROR, mirrored, "gltf", "here");
		expect(mirrored.bytes).to.equal(3 * 24 + 12);
		expect(failureOf(() => moveMesh(triangle(), STRETCH, new Budget({ maxBytes: 71 }), "gltf", "here"))).to.equal(
			"[dolly] gltf: maxBytes (71) reached: 0 bytes used, 72 more needed at here",
		);
	});

	it("refuses what leaves the range of numbers", () => {
		const huge = doubles(1e39, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
		const message = "[dolly] gltf: the placed vertices leave the range of numbers at here";
		expect(failureOf(() => moveMesh(triangle(), huge, new Budget(), "gltf", "here"))).to.equal(message);
	});
};
