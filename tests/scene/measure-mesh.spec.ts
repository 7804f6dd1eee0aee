import { Budget } from "../../src/bytes/budget";
import { boxAround, longestSide, measureMesh, MeshMeasures } from "../../src/scene/measure-mesh";
import { floats, uints } from "../buffers";
import { failureOf } from "../expect-failure";
import { gridMesh } from "./grid-mesh";

export = () => {
	it("finds the box around a mesh and what of it can be drawn", () => {
		const mesh = gridMesh(3, 2);
		mesh.positions = floats(1, 2, 3, -4, 9, 3, 0, 0, 0, 0, 0, 50, 0, -7, 0, 0, 0, 0);
		const measure = measureMesh(mesh, new Budget());
		expect(measure.low.join(" ")).to.equal("-4 -7 0");
		expect(measure.high.join(" ")).to.equal("1 9 50");
		expect(longestSide(measure)).to.equal(50);
		expect(`${measure.vertexCount} ${measure.triangleCount}`).to.equal("6 4");
	});

	it("looks only at vertices that triangles of three vertices use", () => {
		// The first row is at infinity, and a triangle that names vertex 3 twice reaches it.
		const indices = uints(3, 4, 5, 3, 0, 3);
		const positions = floats(math.huge, 0, 0, 0, 0, 0, 0, 0, 0, 7, 1, 1, 8, 1, 1, 7, 3, 1);
		const measure = measureMesh({ ...gridMesh(3, 2), positions, indices, triangleCount: 2 }, new Budget());
		expect(measure.low.join(" ")).to.equal("7 1 1");
		expect(measure.high.join(" ")).to.equal("8 3 1");
		expect(`${measure.vertexCount} ${measure.triangleCount}`).to.equal("3 1");
	});

	it("is zero for a mesh of which nothing can be drawn", () => {
		const measure = measureMesh({ ...gridMesh(3, 2), triangleCount: 0 }, new Budget());
		expect(`${longestSide(measure)} ${measure.low.join(" ")} ${measure.triangleCount}`).to.equal("0 0 0 0 0");
	});

	it("finds the box around a mesh that uses all of its vertices by these alone", () => {
		// More vertices than are looked at between two pauses, the farthest among the last.
		const mesh = gridMesh(90, 60);
		buffer.writef32(mesh.positions, 5399 * 12 + 4, -70);
		buffer.writef32(mesh.positions, 5398 * 12 + 8, 1e6);
		const box = boxAround(mesh, new Budget());
		const measure = measureMesh(mesh, new Budget());
		expect(box.low.join(" ")).to.equal("0 -70 0");
		expect(box.low.join(" ")).to.equal(measure.low.join(" "));
		expect(box.high.join(" ")).to.equal(measure.high.join(" "));
		const none = boxAround({ ...mesh, vertexCount: 0 }, new Budget());
		expect([...none.low, ...none.high].join(" ")).to.equal("0 0 0 0 0 0");
	});

	it("names an index of no vertex and a position that is not finite", () => {
		const mesh = gridMesh(3, 2);
		buffer.writeu32(mesh.indices, 8, 6);
		expect(failureOf(() => measureMesh(mesh, new Budget()))).to.equal(
			'[dolly] measureMesh: "grid": item 3 of indices is 6, but there are 6 vertices',
		);
		for (const strange of [0 / 0, math.huge, -math.huge]) {
			const lost = gridMesh(3, 2);
			buffer.writef32(lost.positions, 16, strange);
			expect(failureOf(() => measureMesh(lost, new Budget()))).to.equal(
				'[dolly] measureMesh: "grid" has a vertex whose position is not finite',
			);
		}
	});

	it("measures what meshes share once, and anything else apart", () => {
		const measures = new MeshMeasures(new Budget());
		const mesh = gridMesh(3, 2);
		const first = measures.of(mesh);
		expect(measures.of({ ...mesh, name: "again" })).to.equal(first);
		expect(measures.of({ ...mesh, triangleCount: 1 }).triangleCount).to.equal(1);
		const moved = measures.of({ ...mesh, positions: gridMesh(3, 2).positions });
		expect(moved === first).to.equal(false);
	});
};
