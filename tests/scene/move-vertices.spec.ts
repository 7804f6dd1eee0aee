import {
	blendNormals,
	blendPoints,
	markMirrored,
	moveUvs,
	movePoints,
	turnOver,
	turnOverWhere,
	turnNormals,
} from "../../src/scene/move-vertices";
import { doubles, floats, readFloats } from "../buffers";
import { expectNear } from "../expect-near";

const HALF = math.sqrt(0.5);

/** A quarter turn about Z, twice as long along the new Y, moved by (10, 20, 30): (x, y, z) to (10 - y, 20 + 2x, 30 + z). */
const MATRIX = [0, -1, 0, 10, 2, 0, 0, 20, 0, 0, 1, 30];
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

function moved(matrix: Array<number>, points: buffer): Array<number> {
	const count = buffer.len(points) / 12;
	const target = buffer.create(buffer.len(points));
	movePoints(doubles(...matrix), points, count, target);
	return readFloats(target, 0, count * 3);
}

function turned(matrix: Array<number>, ...normal: Array<number>): Array<number> {
	const target = buffer.create(12);
	turnNormals(doubles(...matrix), floats(...normal), 1, target);
	return readFloats(target, 0, 3);
}

function joints(...values: Array<number>): buffer {
	const result = buffer.create(values.size() * 2);
	values.forEach((value, index) => buffer.writeu16(result, index * 2, value));
	return result;
}

export = () => {
	it("moves points", () => {
		expectNear(moved(MATRIX, floats(1, 2, 3, 0, 0, 0)), [8, 22, 33, 10, 20, 30], 0);
		expectNear(moved(MATRIX, buffer.create(0)), [], 0);
	});

	it("turns normals as surfaces turn, not as points move, and makes them unit length", () => {
		expectNear(turned(MATRIX, 0, 1, 0), [-1, 0, 0], 1e-6);
		// Of a surface that is stretched along X, a slanted normal leans to the other axis.
		const length = math.sqrt(0.25 + 1);
		expectNear(turned([2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], HALF, HALF, 0), [0.5 / length, 1 / length, 0], 1e-6);
		expectNear(turned(IDENTITY, 0, 3, 4), [0, 0.6, 0.8], 1e-6);
	});

	it("leaves normals on the side where a mirror has the surface, and those that it flattens as they are", () => {
		expectNear(turned([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], 0, 1, 0), [0, 1, 0], 1e-6);
		expectNear(turned([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], 1, 0, 0), [-1, 0, 0], 1e-6);
		expectNear(turned([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0, 0.6, 0.8), [0, 0.6, 0.8], 1e-6);
	});

	it("blends the matrices of a vertex's joints by their weights", () => {
		const matrices = doubles(...[...IDENTITY, ...MATRIX]);
		const source = floats(1, 2, 3, 1, 2, 3, 1, 2, 3);
		const used = joints(0, 9, 9, 9, 1, 0, 9, 9, 1, 0, 0, 1);
		const weights = floats(1, 0, 0, 0, 0.25, 0.75, 0, 0, 0.25, 0.25, 0.25, 0.25);
		const target = buffer.create(36);
		blendPoints(matrices, used, weights, source, 0, 2, target);
		expectNear(readFloats(target, 0, 3), [1, 2, 3], 0);
		expectNear(readFloats(target, 12, 3), [0.75 + 2, 1.5 + 5.5, 2.25 + 8.25], 1e-6);
		expectNear(readFloats(target, 24, 3), [4.5, 12, 18], 1e-6);
		blendPoints(matrices, used, weights, floats(0, 0, 0, 1, 0, 0, 0, 0, 0), 1, 1, target);
		expectNear(readFloats(target, 12, 3), [0.75 + 2.5, 5.5, 7.5], 1e-6);
		// The others were left alone.
		expectNear(readFloats(target, 24, 3), [4.5, 12, 18], 1e-6);
	});

	it("blends matrices for normals too", () => {
		const matrices = doubles(...[...IDENTITY, ...MATRIX]);
		const target = buffer.create(24);
		const normals = floats(0, 1, 0, 0, 1, 0);
		blendNormals(matrices, joints(1, 0, 0, 0, 0, 1, 0, 0), floats(1, 0, 0, 0, 1, 0, 0, 0), normals, 0, 1, target);
		expectNear(readFloats(target, 0, 6), [-1, 0, 0, 0, 1, 0], 1e-6);
	});

	it("turns triangles over", () => {
		const indices = buffer.create(24);
		[5, 6, 7, 8, 9, 10].forEach((index, at) => buffer.writeu32(indices, at * 4, index));
		const result = buffer.create(24);
		turnOver(indices, 0, 1, result);
		turnOver(indices, 1, 1, result);
		const order = [0, 4, 8, 12, 16, 20].map((at) => buffer.readu32(result, at));
		expect(order.join(" ")).to.equal("5 7 6 8 10 9");
	});

	it("scales texture coordinates, turns them, then moves them", () => {
		const result = buffer.create(16);
		for (const first of [0, 1]) moveUvs(floats(1, 0, 0, 1), first, 1, 2, 3, math.pi / 2, 10, 20, result);
		// (2, 0) turns to (0, -2), (0, 3) to (3, 0).
		expectNear(readFloats(result, 0, 4), [10, 18, 13, 20], 1e-6);
	});

	it("knows the vertices that their joints mirror, and turns triangles over where most are", () => {
		const mirror = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
		const used = joints(0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
		const weights = floats(1, 0, 0, 0, 0.25, 0.75, 0, 0, 1, 0, 0, 0, 0.25, 0.75, 0, 0);
		const marks = buffer.create(4);
		markMirrored(doubles(...[...IDENTITY, ...mirror]), used, weights, 0, 1, marks);
		markMirrored(doubles(...[...IDENTITY, ...mirror]), used, weights, 2, 3, marks);
		expect([0, 1, 2, 3].map((vertex) => buffer.readu8(marks, vertex)).join(" ")).to.equal("0 1 1 0");
		const indices = buffer.create(24);
		[0, 1, 2, 3, 0, 1].forEach((index, at) => buffer.writeu32(indices, at * 4, index));
		const result = buffer.create(24);
		turnOverWhere(marks, indices, 0, 1, result);
		turnOverWhere(marks, indices, 1, 1, result);
		const order = [0, 4, 8, 12, 16, 20].map((at) => buffer.readu32(result, at));
		expect(order.join(" ")).to.equal("0 2 1 3 0 1");
	});
};
