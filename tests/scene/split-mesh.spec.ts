import { Mesh } from "../../src/scene/mesh";
import { readFloats, uints } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";
import { Seeded } from "../random";
import { gridMesh, shuffleTriangles, triangleSetHash } from "./grid-mesh";
import { splitParts } from "./split-parts";

function indicesOf(mesh: Mesh): string {
	const indices = new Array<number>();
	for (const at of $range(0, mesh.triangleCount * 12 - 4, 4)) indices.push(buffer.readu32(mesh.indices, at));
	return indices.join(" ");
}

export = () => {
	it("splits at the vertex limit, repeating what parts share", () => {
		// Two rows of three vertices: triangles 0 1 3, 1 4 3, 1 2 4, 2 5 4.
		const parts = splitParts(gridMesh(3, 2), 4, 100);
		expect(parts.map(({ vertexCount }) => vertexCount).join(" ")).to.equal("4 4");
		expect(indicesOf(parts[0])).to.equal("0 1 2 1 3 2");
		expect(indicesOf(parts[1])).to.equal("0 1 2 1 3 2");
		expectNear(readFloats(parts[1].positions, 0, 12), [1, 0, 1, 2, 0, 2, 1, 1, 4, 2, 1, 5], 0);
		expect(parts[0].name).to.equal("grid 1");
		expect(parts[1].name).to.equal("grid 2");
	});

	it("splits at the triangle limit", () => {
		const parts = splitParts(gridMesh(3, 2), 100, 3);
		expect(parts.map(({ triangleCount }) => triangleCount).join(" ")).to.equal("3 1");
	});

	it("gives a mesh within the limits back as it is", () => {
		const mesh = gridMesh(3, 2);
		const parts = splitParts(mesh, 6, 4);
		expect(parts.size()).to.equal(1);
		expect(parts[0]).to.equal(mesh);
	});

	it("keeps every triangle of 150,000 vertices, in parts within the engine's limits", () => {
		const mesh = gridMesh(500, 300);
		expect(mesh.vertexCount).to.equal(150000);
		const expected = triangleSetHash([mesh]);
		const parts = splitParts(mesh, 60000, 20000);
		// 499 × 299 × 2 triangles: the triangle limit needs at least this many parts.
		expect(parts.size()).to.equal(math.ceil(298402 / 20000));
		let triangles = 0;
		for (const { vertexCount, triangleCount, indices, positions } of parts) {
			expect(vertexCount <= 60000 && triangleCount <= 20000).to.equal(true);
			expect(buffer.len(indices)).to.equal(triangleCount * 12);
			expect(buffer.len(positions)).to.equal(vertexCount * 12);
			triangles += triangleCount;
		}
		expect(triangles).to.equal(298402);
		expect(triangleSetHash(parts)).to.equal(expected);
	});

	it("keeps every triangle when neighbours are far apart and both limits are tight", () => {
		const mesh = gridMesh(60, 50);
		shuffleTriangles(mesh, new Seeded(3));
		const expected = triangleSetHash([mesh]);
		for (const [maxVertices, maxTriangles] of [
			[3, 100],
			[100, 1],
			[700, 300],
			[1000, 5000],
		]) {
			const parts = splitParts(mesh, maxVertices, maxTriangles);
			for (const { vertexCount, triangleCount } of parts) {
				expect(vertexCount <= maxVertices && triangleCount <= maxTriangles).to.equal(true);
			}
			expect(triangleSetHash(parts)).to.equal(expected);
		}
	});

	it("has a hash that notices a lost, a turned and a changed triangle", () => {
		const expected = triangleSetHash([gridMesh(5, 5)]);
		const lost = gridMesh(5, 5);
		lost.triangleCount -= 1;
		expect(triangleSetHash([lost])).never.to.equal(expected);
		const turned = gridMesh(5, 5);
		buffer.writeu32(turned.indices, 0, 1);
		buffer.writeu32(turned.indices, 4, 0);
		expect(triangleSetHash([turned])).never.to.equal(expected);
		const changed = gridMesh(5, 5);
		buffer.writef32(changed.normals!, 24, 0.5);
		expect(triangleSetHash([changed])).never.to.equal(expected);
	});

	it("leaves out vertices that no triangle uses, and triangles that name a vertex twice, within the limits too", () => {
		const mesh = gridMesh(10, 10);
		mesh.indices = uints(7, 7, 9, 12, 9, 7, 3, 4, 3, 12, 9, 55);
		mesh.triangleCount = 4;
		const parts = splitParts(mesh, 50, 50);
		expect(parts.size()).to.equal(1);
		expect(parts[0].name).to.equal("grid");
		expect(indicesOf(parts[0])).to.equal("0 1 2 0 1 3");
		// In the order in which triangles first use them: 12, 9, 7, 55.
		expectNear(readFloats(parts[0].positions, 0, 12), [2, 1, 12, 9, 0, 9, 7, 0, 7, 5, 5, 55], 0);
		expect(buffer.readf32(parts[0].weights!, 16)).to.equal(buffer.readf32(mesh.weights!, 9 * 16));
	});

	it("leaves out unused vertices of a mesh that is within the limits and loses no triangle", () => {
		const mesh = { ...gridMesh(10, 10), indices: uints(12, 9, 7, 12, 9, 55), triangleCount: 2 };
		const [part] = splitParts(mesh, 200, 200);
		expect(part.vertexCount).to.equal(4);
		expect(indicesOf(part)).to.equal("0 1 2 0 1 3");
		expectNear(readFloats(part.positions, 0, 12), [2, 1, 12, 9, 0, 9, 7, 0, 7, 5, 5, 55], 0);
	});

	it("visits nothing of a mesh whose triangles all name a vertex twice", () => {
		const mesh = { ...gridMesh(3, 2), indices: uints(0, 0, 0, 1, 2, 1), triangleCount: 2 };
		expect(splitParts(mesh, 50, 50).size()).to.equal(0);
	});

	it("names mistakes", () => {
		const mesh = gridMesh(3, 2);
		expect(failureOf(() => splitParts(mesh, 2, 10))).to.equal(
			"[dolly] splitMesh: maxVertices is 2, but a triangle has 3",
		);
		expect(failureOf(() => splitParts(mesh, 10, 0))).to.equal("[dolly] splitMesh: maxTriangles is 0");
	});
};
