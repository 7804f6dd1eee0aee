import { Budget } from "../../src/bytes/budget";
import { createSkeleton } from "../../src/scene/create-skeleton";
import { Mesh } from "../../src/scene/mesh";
import { createPose } from "../../src/scene/pose";
import { RIGID_STRIDE } from "../../src/scene/rigid-pose";
import { Placement } from "../../src/scene/scene";
import { BoundMesh, RestingSkeleton, SkinBinding } from "../../src/scene/skin-binding";
import { floats, readFloats } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";
import { gridMesh } from "./grid-mesh";
import { restingVertices } from "./resting-vertices";

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** A quarter turn about Z, the other way round. */
const TURNED = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0];

function u16(...values: Array<number>): buffer {
	const result = buffer.create(values.size() * 2);
	values.forEach((value, index) => buffer.writeu16(result, index * 2, value));
	return result;
}

/** Two triangles from (10, 0, 0) to (12, 4, 0), the left side on joint 0, the right on joint 1. */
function quad(): Mesh {
	const indices = buffer.create(24);
	[0, 1, 2, 0, 2, 3].forEach((vertex, index) => buffer.writeu32(indices, index * 4, vertex));
	return {
		name: "quad",
		vertexCount: 4,
		triangleCount: 2,
		positions: floats(10, 0, 0, 12, 0, 0, 12, 4, 0, 10, 4, 0),
		normals: floats(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0),
		uvs: [floats(0, 1, 1, 1, 1, 0, 0, 0)],
		joints: u16(0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
		weights: floats(1, 0, 0, 0, 1, 0, 0, 0, 0.75, 0.25, 0, 0, 1, 0, 0, 0),
		indices,
	};
}

/** Left rests at 10 and is twice as large; Right is one to its right, which is two. */
function skeletonOfTwo() {
	const rest = createPose(2);
	buffer.copy(rest, 0, floats(10, 0, 0, 0, 0, 0, 1, 2, 2, 2));
	buffer.copy(rest, 40, floats(1, 0, 0, 0, 0, 0, 1, 1, 1, 1));
	const joints = [
		{ name: "Left", parent: -1 },
		{ name: "Right", parent: 0 },
	];
	return createSkeleton("rig", joints, { rest }).skeleton;
}

function bind(mesh: Mesh, inverseBind: Array<number>, joints = [0, 1], budget = new Budget()) {
	return new SkinBinding(new RestingSkeleton(skeletonOfTwo()), joints, floats(...inverseBind)).bindAtRest(
		mesh,
		budget,
		"gltf",
		"here",
	);
}

/** Where bound vertices are while the bones rest. */
function resting({ mesh, skeleton, bones, bind: places }: BoundMesh<Mesh>): Array<number> {
	const place = { position: [0, 0, 0], rotation: [0, 0, 0, 1] } satisfies Placement;
	return restingVertices({ ...mesh, node: 0, place, skeleton, bones, bind: places });
}

/** Halves, seen from x. */
const half = (x: number) => [0.5, 0, 0, -x / 2, 0, 0.5, 0, 0, 0, 0, 0.5, 0];

export = () => {
	it("binds in another pose than rest: bones take the vertices along from there to where the file has them", () => {
		// Bound at the origin, unscaled, turned a quarter about Z; at rest the joint is at 10 and twice as large.
		const skeleton = skeletonOfTwo();
		const binding = new SkinBinding(new RestingSkeleton(skeleton), [0, 1], floats(...[...TURNED, ...IDENTITY]));
		const source = quad();
		const bound = binding.bindAtRest(source, new Budget(), "gltf", "here");
		expect(bound.skeleton).to.equal(skeleton);
		expect(bound.bones.join(" ")).to.equal("0 1");
		// Joint 0: (x, y, z) → (10 + 2y, -2x, 2z). Joint 1 is at 12, its matrix unturned: (12 + 2x, 2y, 2z).
		const expected = [10, -20, 0, 36, 0, 0, 0.75 * 36 + 0.25 * 18, 0.75 * 8 - 0.25 * 24, 0, 18, -20, 0];
		expectNear(resting(bound), expected, 1e-5);
		// The topmost joint has moved all of them, so its bone stands as it rests.
		const { positions, normals, uvs, weights, indices } = bound.mesh;
		expectNear(readFloats(positions, 0, 12), [10, -20, 0, 10, -24, 0, 18, -24, 0, 18, -20, 0], 1e-5);
		expectNear(readFloats(normals!, 0, 3), [0, 0, 1], 1e-6);
		expectNear(readFloats(normals!, 36, 3), [1, 0, 0], 1e-6);
		// What was bound stays as it was.
		expectNear(readFloats(source.positions, 0, 3), [10, 0, 0], 0);
		expect(uvs).to.equal(source.uvs);
		expect(weights).to.equal(source.weights);
		expect(indices).to.equal(source.indices);
	});

	it("leaves vertices where they are that were bound in the rest pose, and has no places of bones besides", () => {
		const source = quad();
		// The inverses of where the joints rest: twice as large at 10, and at 12.
		const { mesh, bind: places } = bind(source, [...half(10), ...half(12)]);
		expectNear(readFloats(mesh.positions, 0, 12), readFloats(source.positions, 0, 12), 1e-6);
		expectNear(readFloats(mesh.normals!, 0, 12), readFloats(source.normals!, 0, 12), 1e-6);
		expect(places).to.equal(undefined);
	});

	it("puts a scale that all joints share into the vertices", () => {
		const bound = bind(quad(), [...half(0), ...half(0)]);
		// Halved by the file and doubled by the joints, at 10 and at 12.
		const expected = [20, 0, 0, 24, 0, 0, 0.75 * 24 + 0.25 * 22, 4, 0, 20, 4, 0];
		expectNear(resting(bound), expected, 1e-5);
		expect(buffer.len(bound.bind!)).to.equal(2 * RIGID_STRIDE);
	});

	it("puts vertices where they rest, and says so, where joints are scaled unlike each other", () => {
		const budget = new Budget();
		const bound = bind(quad(), [...IDENTITY, ...half(0)], [0, 1], budget);
		expect(bound.bind).to.equal(undefined);
		// Joint 0: (10 + 2x, 2y, 2z); joint 1: (12 + x, y, z).
		const expected = [30, 0, 0, 24, 0, 0, 0.75 * 24 + 0.25 * 34, 0.75 * 4 + 0.25 * 8, 0, 30, 8, 0];
		expectNear(readFloats(bound.mesh.positions, 0, 12), expected, 1e-5);
		expectNear(resting(bound), expected, 1e-5);
		expect(budget.report.lines.join()).to.equal(
			"creases are approximate, because joints of different scales cannot be bones: here",
		);
	});

	it("has vertices refer to the skeleton's joints, whatever numbers the file gives them", () => {
		const bound = bind(quad(), [...IDENTITY, ...TURNED], [1, 0]);
		const joints = new Array<number>();
		for (const at of $range(0, 30, 2)) joints.push(buffer.readu16(bound.mesh.joints!, at));
		expect(joints.join(" ")).to.equal("1 1 1 1 0 1 1 1 0 1 1 1 1 1 1 1");
		expect(bound.bones.join(" ")).to.equal("1 0");
		// The file's joint 0 is Right, its joint 1 is Left, which turns.
		const [x, y, z] = resting(bound);
		expectNear([x, y, z], [32, 0, 0], 1e-5);
		const [, , , x1, y1, z1] = resting(bound);
		expectNear([x1, y1, z1], [10, -24, 0], 1e-5);
	});

	it("turns triangles over where the joints mirror", () => {
		const mirror = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
		const budget = new Budget();
		const bound = bind(quad(), [...mirror, ...mirror], [0, 1], budget);
		const { indices, normals } = bound.mesh;
		expect([0, 4, 8, 12, 16, 20].map((at) => buffer.readu32(indices, at)).join(" ")).to.equal("0 2 1 0 3 2");
		expectNear(readFloats(normals!, 0, 3), [0, 0, 1], 1e-6);
		const [x, y, z] = resting(bound);
		expectNear([x, y, z], [-10, 0, 0], 1e-6);
		expect(budget.bytes).to.equal(4 * 32 + 2 * 12);
	});

	it("turns over the triangles of those joints that mirror, where not all do", () => {
		const mirror = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
		for (const [inverseBind, expected] of [
			// Vertex 2 alone follows joint 1.
			[[...IDENTITY, ...mirror], "0 1 2 0 2 3"],
			[[...mirror, ...IDENTITY], "0 2 1 0 3 2"],
		] as const) {
			const mesh = { ...quad(), joints: u16(0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0) };
			const { indices } = bind(mesh, [...inverseBind]).mesh;
			expect([0, 4, 8, 12, 16, 20].map((at) => buffer.readu32(indices, at)).join(" ")).to.equal(expected);
		}
	});

	it("counts what it makes and the steps it takes, and pauses on the way", () => {
		const both = [...IDENTITY, ...IDENTITY];
		const budget = new Budget();
		bind(quad(), both, [0, 1], budget);
		expect(budget.bytes).to.equal(4 * 32);
		// Joints, positions and normals.
		expect(budget.steps).to.equal(4 * 3);
		expect(failureOf(() => bind(quad(), both, [0, 1], new Budget({ maxBytes: 127 })))).to.equal(
			"[dolly] gltf: maxBytes (127) reached: 0 bytes used, 128 more needed at here",
		);
		const large = { ...gridMesh(100, 100), joints: buffer.create(80000) };
		const pausesOf = (inverseBind: Array<number>) => {
			let pauses = 0;
			bind(large, inverseBind, [0, 1], new Budget({ pause: () => (pauses += 1) }));
			return pauses;
		};
		// Joints, positions and normals: 10,000 vertices each, in slices of 4096, four joints a vertex.
		expect(pausesOf(both) >= 6).to.equal(true);
		expect(pausesOf([...IDENTITY, ...half(0)]) >= 18).to.equal(true);
	});

	it("refuses vertices without joints, with joints that the skin lacks, and beyond what numbers hold", () => {
		const both = [...IDENTITY, ...IDENTITY];
		expect(failureOf(() => bind({ ...quad(), joints: undefined }, both))).to.equal(
			"[dolly] gltf: a mesh without joints cannot be bound at here",
		);
		expect(failureOf(() => bind({ ...quad(), weights: undefined }, both))).to.equal(
			"[dolly] gltf: a mesh without joints cannot be bound at here",
		);
		expect(failureOf(() => bind(quad(), IDENTITY, [0]))).to.equal(
			"[dolly] gltf: vertex 1 refers to a joint that its skin of 1 does not have at here",
		);
		const far = [1e38, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
		expect(failureOf(() => bind(quad(), [...far, ...far]))).to.equal(
			"[dolly] gltf: the vertices leave the range of numbers at rest at here",
		);
	});
};
