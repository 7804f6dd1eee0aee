import { Budget } from "../../src/bytes/budget";
import { Mesh } from "../../src/scene/mesh";
import { MeshPlacer } from "../../src/scene/place-mesh";
import { createPose } from "../../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../src/scene/pose-to-world";
import { floats, readFloats } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";
import { rotated } from "../rotation/rotated";
import { transformed } from "./turnings";

const HALF = math.sqrt(0.5);

type Rotation = [number, number, number, number];

function triangle(): Mesh {
	const indices = buffer.create(12);
	[0, 1, 2].forEach((vertex) => buffer.writeu32(indices, vertex * 4, vertex));
	return {
		name: "triangle",
		vertexCount: 3,
		triangleCount: 1,
		positions: floats(1, 2, 3, 4, 5, 6, 7, 8, 10),
		normals: floats(0, 1, 0, 0, 1, 0, 0, 1, 0),
		uvs: [],
		indices,
	};
}

/** The world matrices of nodes one below the other: translation, rotation and scale of each, ten numbers. */
function chain(...locals: Array<Array<number>>): buffer {
	const rest = createPose(locals.size());
	locals.forEach((numbers, index) => buffer.copy(rest, index * 40, floats(...numbers)));
	const joints = locals.map((_, index) => ({ name: `${index}`, parent: index - 1 }));
	const world = buffer.create(locals.size() * WORLD_STRIDE);
	poseToWorld({ name: "", joints, rest }, rest, world);
	return world;
}

function placerOf(budget = new Budget()): MeshPlacer<Mesh> {
	return new MeshPlacer(budget, "gltf");
}

const TURN: Rotation = [0, HALF, 0, HALF];

export = () => {
	it("makes a placement of what only moves and turns, and leaves the mesh as it is", () => {
		const world = chain([0, 5, 0, ...TURN, 1, 1, 1], [1, 2, 3, 0, 0, 0, 1, 1, 1, 1]);
		const mesh = triangle();
		const placed = placerOf().place(mesh, world, WORLD_STRIDE, TURN, "nodes[1].mesh");
		expect(placed.mesh).to.equal(mesh);
		expectNear(placed.place.position, [3, 7, -1], 1e-6);
		expectNear(placed.place.rotation, TURN, 0);
	});

	it("puts scale and shear into the vertices: placed, they stand where the matrix has them", () => {
		// A turned child of a stretched parent shears.
		const slanted: Rotation = [0.6, 0, 0, 0.8];
		const world = chain([1, 2, 3, 0, 0, 0, 1, 1, 4, 1], [0, 1, 0, ...slanted, 2, 3, 0.5]);
		const mesh = triangle();
		const { mesh: scaled, place } = placerOf().place(mesh, world, WORLD_STRIDE, slanted, "here");
		for (const vertex of $range(0, 2)) {
			const turned = rotated(place.rotation, readFloats(scaled.positions, vertex * 12, 3));
			const found = turned.map((value, axis) => value + place.position[axis]);
			expectNear(found, transformed(world, WORLD_STRIDE, readFloats(mesh.positions, vertex * 12, 3)), 1e-5);
		}
		expect(scaled.indices).to.equal(mesh.indices);
	});

	it("shares the vertices of one mesh that is scaled alike, also where rounding differs", () => {
		const placer = placerOf();
		const mesh = triangle();
		const place = (rotation: Rotation, ...scale: Array<number>) =>
			placer.place(mesh, chain([1, 1, 1, ...rotation, ...scale]), 0, rotation, "here").mesh;
		const first = place([0, 0, 0, 1], 2, 2, 3);
		expect(first).never.to.equal(mesh);
		expect(place([0, 0, 0, 1], 2, 2, 3)).to.equal(first);
		expect(place([0.6, 0, 0, 0.8], 2, 2, 3)).to.equal(first);
		expect(place([0, 0, 0, 1], 2, 2, 3.001)).never.to.equal(first);
		expect(
			placer.place(triangle(), chain([1, 1, 1, 0, 0, 0, 1, 2, 2, 3]), 0, [0, 0, 0, 1], "here").mesh,
		).never.to.equal(first);
	});

	it("takes a scale of 1 but for rounding for none", () => {
		const mesh = triangle();
		const near = chain([0, 0, 0, 0, 0, 0, 1, 1 + 1e-7, 1, 1]);
		expect(placerOf().place(mesh, near, 0, [0, 0, 0, 1], "here").mesh).to.equal(mesh);
		const off = chain([0, 0, 0, 0, 0, 0, 1, 1 + 1e-5, 1, 1]);
		expect(placerOf().place(mesh, off, 0, [0, 0, 0, 1], "here").mesh).never.to.equal(mesh);
	});

	it("shares the normals of what is only made larger, and turns those of what is stretched", () => {
		const mesh = { ...triangle(), normals: floats(0.6, 0.8, 0, 0, 1, 0, 1, 0, 0) };
		const larger = chain([0, 0, 0, 0, HALF, 0, HALF, 3, 3, 3]);
		const placed = placerOf().place(mesh, larger, 0, [0, HALF, 0, HALF], "here").mesh;
		expect(placed.normals).to.equal(mesh.normals);
		expectNear(readFloats(placed.positions, 0, 9), [3, 6, 9, 12, 15, 18, 21, 24, 30], 1e-5);
		const stretched = placerOf().place(mesh, chain([0, 0, 0, 0, 0, 0, 1, 1, 2, 1]), 0, [0, 0, 0, 1], "here").mesh;
		// By the inverse scale 0.6 and 0.4, made unit length.
		const length = math.sqrt(0.52);
		expectNear(readFloats(stretched.normals!, 0, 9), [0.6 / length, 0.4 / length, 0, 0, 1, 0, 1, 0, 0], 1e-6);
	});

	it("counts what it makes, once for what is shared", () => {
		const budget = new Budget();
		const placer = placerOf(budget);
		const mesh = triangle();
		const world = chain([0, 0, 0, 0, 0, 0, 1, 2, 2, 2]);
		placer.place(mesh, world, 0, [0, 0, 0, 1], "here");
		expect(budget.bytes).to.equal(36);
		placer.place(mesh, world, 0, [0, 0, 0, 1], "there");
		placer.place(mesh, chain([5, 5, 5, 0, 0, 0, 1, 1, 1, 1]), 0, [0, 0, 0, 1], "elsewhere");
		expect(budget.bytes).to.equal(36);
		expect(
			failureOf(() => placerOf(new Budget({ maxBytes: 35 })).place(mesh, world, 0, [0, 0, 0, 1], "here")),
		).to.equal("[dolly] gltf: maxBytes (35) reached: 0 bytes used, 36 more needed at here");
	});
};
