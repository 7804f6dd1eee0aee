import { Budget } from "../../src/bytes/budget";
import { Mesh } from "../../src/scene/mesh";
import { MeshPlacer, PlacedMesh } from "../../src/scene/place-mesh";
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

	/** Where a placed mesh has its vertices. */
	function verticesOf({ mesh, place, scale = [1, 1, 1] }: PlacedMesh<Mesh>): Array<number> {
		const result = new Array<number>();
		for (const vertex of $range(0, 2)) {
			const point = readFloats(mesh.positions, vertex * 12, 3).map((value, axis) => value * scale[axis]);
			rotated(place.rotation, point).forEach((value, axis) => result.push(value + place.position[axis]));
		}
		return result;
	}

	/** Where a matrix has the vertices of a mesh. */
	function expectedOf(mesh: Mesh, world: buffer, at: number): Array<number> {
		const result = new Array<number>();
		for (const vertex of $range(0, 2)) {
			for (const value of transformed(world, at, readFloats(mesh.positions, vertex * 12, 3))) result.push(value);
		}
		return result;
	}

	const STILL: Rotation = [0, 0, 0, 1];
	const SLANTED: Rotation = [0.6, 0, 0, 0.8];

	it("makes factors of what scales, so that all share the mesh", () => {
		const placer = placerOf();
		const mesh = triangle();
		const cases: Array<[rotation: Rotation, world: buffer, at: number]> = [
			[STILL, chain([1, 2, 3, ...STILL, 2, 2, 2]), 0],
			[SLANTED, chain([1, 2, 3, ...SLANTED, 2, 3, 0.5]), 0],
			// The parent stretches what the child turns by a quarter: it is stretched along another axis.
			[TURN, chain([0, 5, 0, ...STILL, 1, 1, 4], [1, 2, 3, ...TURN, 1, 1, 1]), WORLD_STRIDE],
		];
		for (const [rotation, world, at] of cases) {
			const placed = placer.place(mesh, world, at, rotation, "here");
			expect(placed.mesh).to.equal(mesh);
			expect(placed.pivot).to.equal(undefined);
			expectNear(verticesOf(placed), expectedOf(mesh, world, at), 1e-5);
		}
	});

	it("finds the turn of what a chain of scales leaves at right angles, and keeps the node's as the pivot", () => {
		const aboutZ = (angle: number): Rotation => [0, 0, math.sin(angle / 2), math.cos(angle / 2)];
		const sheared = [
			[0, 0, 0, ...STILL, 2, 1, 1],
			[0, 0, 0, ...aboutZ(0.5), 1, 3, 1],
		];
		const above = chain(...sheared);
		const element = (row: number, column: number) => buffer.readf32(above, WORLD_STRIDE + row * 16 + column * 4);
		const [xx, xy, yx, yy] = [element(0, 0), element(1, 0), element(0, 1), element(1, 1)];
		// The turn after which what was a square is a rectangle.
		const turn = math.atan2(2 * (xx * yx + xy * yy), xx * xx + xy * xy - yx * yx - yy * yy) / 2;
		const world = chain(...[...sheared, [4, 5, 6, ...aboutZ(turn), 1, 1, 1]]);
		const mesh = triangle();
		const placed = placerOf().place(mesh, world, 2 * WORLD_STRIDE, aboutZ(0.5 + turn), "here");
		expect(placed.mesh).to.equal(mesh);
		expectNear(verticesOf(placed), expectedOf(mesh, world, 2 * WORLD_STRIDE), 1e-4);
		expectNear(placed.pivot!.rotation, aboutZ(0.5 + turn), 0);
		expectNear(placed.pivot!.position, placed.place.position, 0);
		// A little off, and it is sheared.
		const off = chain(...[...sheared, [4, 5, 6, ...aboutZ(turn + 0.001), 1, 1, 1]]);
		expect(placerOf().place(mesh, off, 2 * WORLD_STRIDE, aboutZ(0.501 + turn), "here").mesh).never.to.equal(mesh);
	});

	it("puts shear into the vertices, and shares those of what is sheared alike at any size", () => {
		const placer = placerOf();
		const mesh = triangle();
		const worldOf = (size: number) =>
			chain([1, 2, 3, ...STILL, size, size, 4 * size], [0, 1, 0, ...SLANTED, 2, 3, 0.5]);
		const first = placer.place(mesh, worldOf(1), WORLD_STRIDE, SLANTED, "here");
		expect(first.mesh).never.to.equal(mesh);
		expect(first.mesh.indices).to.equal(mesh.indices);
		expectNear(verticesOf(first), expectedOf(mesh, worldOf(1), WORLD_STRIDE), 1e-5);
		const larger = placer.place(mesh, worldOf(3), WORLD_STRIDE, SLANTED, "here");
		expect(larger.mesh).to.equal(first.mesh);
		expectNear(verticesOf(larger), expectedOf(mesh, worldOf(3), WORLD_STRIDE), 3e-5);
		const other = placer.place(
			mesh,
			chain([0, 0, 0, ...STILL, 1, 1, 2], [0, 0, 0, ...SLANTED, 1, 1, 1]),
			WORLD_STRIDE,
			SLANTED,
			"",
		);
		expect(other.mesh).never.to.equal(first.mesh);
	});

	it("turns what is mirrored over once, whichever axis mirrors it", () => {
		const placer = placerOf();
		const mesh = triangle();
		const place = (...scale: Array<number>) => {
			const world = chain([1, 2, 3, ...SLANTED, ...scale]);
			const placed = placer.place(mesh, world, 0, SLANTED, "here");
			expectNear(verticesOf(placed), expectedOf(mesh, world, 0), 1e-5);
			return placed;
		};
		const first = place(-1, 1, 1);
		expect(buffer.readu32(first.mesh.indices, 4)).to.equal(2);
		expect(first.pivot).to.equal(undefined);
		for (const placed of [place(2, -3, 1), place(0.5, 0.5, -0.5), place(-1, -2, -3)]) {
			expect(placed.mesh).to.equal(first.mesh);
			expectNear(placed.pivot!.position, [1, 2, 3], 1e-6);
			expectNear(placed.pivot!.rotation, SLANTED, 0);
		}
		// Two mirrors are half a turn.
		expect(place(-1, -2, 1).mesh).to.equal(mesh);
	});

	it("flattens what has no size along an axis", () => {
		const mesh = triangle();
		const world = chain([1, 2, 3, ...STILL, 2, 0, 2]);
		const placed = placerOf().place(mesh, world, 0, STILL, "here");
		expect(placed.mesh).never.to.equal(mesh);
		expectNear(verticesOf(placed), expectedOf(mesh, world, 0), 1e-5);
		const gone = placerOf().place(mesh, chain([1, 2, 3, ...STILL, 0, 0, 0]), 0, STILL, "here");
		expect(gone.scale).to.equal(undefined);
		expectNear(verticesOf(gone), [1, 2, 3, 1, 2, 3, 1, 2, 3], 0);
	});

	it("takes a scale of 1 but for rounding for none", () => {
		const mesh = triangle();
		const near = chain([0, 0, 0, ...STILL, 1 + 1e-7, 1, 1]);
		expect(placerOf().place(mesh, near, 0, STILL, "here").scale).to.equal(undefined);
		const off = chain([0, 0, 0, ...STILL, 1 + 1e-5, 1, 1]);
		expect(placerOf().place(mesh, off, 0, STILL, "here").scale).to.be.ok();
	});

	it("counts what it makes, once for what is shared", () => {
		const budget = new Budget();
		const placer = placerOf(budget);
		const mesh = triangle();
		placer.place(mesh, chain([0, 0, 0, ...STILL, 2, 2, 2]), 0, STILL, "here");
		expect(budget.bytes).to.equal(0);
		// Positions, normals and indices.
		const mirrored = chain([0, 0, 0, ...STILL, -2, 2, 2]);
		placer.place(mesh, mirrored, 0, STILL, "here");
		expect(budget.bytes).to.equal(84);
		placer.place(mesh, mirrored, 0, STILL, "there");
		expect(budget.bytes).to.equal(84);
		const tight = placerOf(new Budget({ maxBytes: 83 }));
		expect(failureOf(() => tight.place(mesh, mirrored, 0, STILL, "here"))).to.equal(
			"[dolly] gltf: maxBytes (83) reached: 0 bytes used, 84 more needed at here",
		);
	});
};
