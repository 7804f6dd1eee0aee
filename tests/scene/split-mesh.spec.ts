import { bounds } from "../../src/scene/bounds";
import { Mesh } from "../../src/scene/mesh";
import { floats, readFloats } from "../buffers";
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

	it("leaves out vertices that no triangle uses, and repeats none within a triangle that has no area", () => {
		const mesh = gridMesh(10, 10);
		mesh.triangleCount = 1;
		mesh.indices = buffer.create(12);
		buffer.writeu32(mesh.indices, 0, 7);
		buffer.writeu32(mesh.indices, 4, 7);
		buffer.writeu32(mesh.indices, 8, 9);
		const parts = splitParts(mesh, 50, 50);
		expect(parts.size()).to.equal(1);
		expect(parts[0].vertexCount).to.equal(2);
		expect(parts[0].name).to.equal("grid");
		expect(indicesOf(parts[0])).to.equal("0 0 1");
	});

	it("names mistakes", () => {
		const mesh = gridMesh(3, 2);
		expect(failureOf(() => splitParts(mesh, 2, 10))).to.equal(
			"[dolly] splitMesh: maxVertices is 2, but a triangle has 3",
		);
		expect(failureOf(() => splitParts(mesh, 10, 0))).to.equal("[dolly] splitMesh: maxTriangles is 0");
		buffer.writeu32(mesh.indices, 8, 6);
		expect(failureOf(() => splitParts(mesh, 10, 10))).to.equal(
			"[dolly] splitMesh: item 3 of indices is 6, but there are 6 vertices",
		);
		mesh.triangleCount = 5;
		expect(failureOf(() => splitParts(mesh, 10, 10))).to.equal(
			"[dolly] splitMesh: indices has 48 bytes, but 5 triangles take 60",
		);
	});

	it("has bounds", () => {
		const mesh = gridMesh(3, 2);
		mesh.positions = floats(1, 2, 3, -4, 9, 3, 0, 0, 0, 0, 0, 50, 0, -7, 0, 0, 0, 0);
		expectNear([...bounds(mesh)], [-4, -7, 0, 1, 9, 50], 0);
		mesh.vertexCount = 0;
		expectNear([...bounds(mesh)], [0, 0, 0, 0, 0, 0], 0);
	});
};
