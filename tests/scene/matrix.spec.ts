import {
	determinantOf,
	invertMatrix,
	isIdentity,
	MATRIX_SIZE,
	multiplyMatrices,
	multiplyWide,
	shearOf,
	widenMatrix,
} from "../../src/scene/matrix";
import { doubles, floats } from "../buffers";
import { expectNear } from "../expect-near";

function numbersAt(matrix: buffer, at: number): Array<number> {
	const result = new Array<number>();
	for (const element of $range(0, 11)) result.push(buffer.readf64(matrix, at + element * 8));
	return result;
}

export = () => {
	it("widens twelve f32, anywhere in a buffer", () => {
		const target = buffer.create(2 * MATRIX_SIZE);
		widenMatrix(floats(99, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), 4, target, MATRIX_SIZE);
		expectNear(numbersAt(target, MATRIX_SIZE), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 0);
		expectNear(numbersAt(target, 0), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0);
	});

	it("multiplies so that the right matrix comes first", () => {
		// Twice as large and moved by (10, 0, 0), after a quarter turn about Z that moves by (0, 3, 0).
		const left = floats(2, 0, 0, 10, 0, 2, 0, 0, 0, 0, 2, 0);
		const right = floats(0, -1, 0, 0, 1, 0, 0, 3, 0, 0, 1, 0);
		const target = buffer.create(MATRIX_SIZE);
		multiplyWide(left, 0, right, 0, target, 0);
		expectNear(numbersAt(target, 0), [0, -2, 0, 10, 2, 0, 0, 6, 0, 0, 2, 0], 0);
	});

	it("has a determinant that is negative for a mirror and 0 for what it flattens", () => {
		expect(determinantOf(doubles(2, 0, 0, 9, 0, 3, 0, 9, 0, 0, 4, 9), 0)).to.equal(24);
		expect(determinantOf(doubles(0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0), 0)).to.equal(-1);
		expect(determinantOf(doubles(1, 2, 3, 0, 2, 4, 6, 0, 0, 0, 1, 0), 0)).to.equal(0);
		expect(determinantOf(doubles(2, 3, 5, 0, 7, 11, 13, 0, 17, 19, 23, 0), 0)).to.equal(-78);
	});

	it("knows the identity, to the last bit", () => {
		const identity = doubles(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
		expect(isIdentity(identity, 0)).to.equal(true);
		for (const element of $range(0, 11)) {
			const before = buffer.readf64(identity, element * 8);
			buffer.writef64(identity, element * 8, before + 1e-12);
			expect(isIdentity(identity, 0)).to.equal(false);
			buffer.writef64(identity, element * 8, before);
		}
	});

	it("multiplies matrices of f64 alike", () => {
		const target = buffer.create(2 * MATRIX_SIZE);
		const both = doubles(2, 0, 0, 10, 0, 2, 0, 0, 0, 0, 2, 0, 0, -1, 0, 0, 1, 0, 0, 3, 0, 0, 1, 0);
		multiplyMatrices(both, 0, both, MATRIX_SIZE, target, MATRIX_SIZE);
		expectNear(numbersAt(target, MATRIX_SIZE), [0, -2, 0, 10, 2, 0, 0, 6, 0, 0, 2, 0], 0);
	});

	it("inverts what can be inverted", () => {
		const matrix = doubles(2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31.5, 37);
		const inverse = buffer.create(MATRIX_SIZE);
		expect(invertMatrix(matrix, 0, inverse, 0)).to.equal(true);
		const product = buffer.create(MATRIX_SIZE);
		multiplyMatrices(matrix, 0, inverse, 0, product, 0);
		expectNear(numbersAt(product, 0), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], 1e-9);
		multiplyMatrices(inverse, 0, matrix, 0, product, 0);
		expectNear(numbersAt(product, 0), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], 1e-9);
		expect(invertMatrix(doubles(1, 2, 3, 0, 2, 4, 6, 0, 0, 0, 1, 0), 0, inverse, 0)).to.equal(false);
		expect(invertMatrix(doubles(1e-200, 0, 0, 0, 0, 1e-200, 0, 0, 0, 0, 1, 0), 0, inverse, 0)).to.equal(false);
		expect(invertMatrix(doubles(0 / 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), 0, inverse, 0)).to.equal(false);
	});

	it("tells turning from scaling, shearing and mirroring", () => {
		expect(shearOf(doubles(0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7), 0)).to.equal(0);
		expect(shearOf(doubles(0.6, -0.8, 0, 0, 0.8, 0.6, 0, 0, 0, 0, 1, 0), 0)).to.be.near(0, 1e-12);
		expect(shearOf(doubles(2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), 0)).to.equal(3);
		expect(shearOf(doubles(1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), 0)).to.equal(0.5);
		expect(shearOf(doubles(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), 0)).to.equal(math.huge);
		expect(shearOf(doubles(0 / 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), 0)).to.equal(math.huge);
	});
};
