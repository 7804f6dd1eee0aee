import { multiply, normalise, rotate, slerp } from "../../src/rotation/quaternion";

const HALF = math.sqrt(0.5);

/** The rotation by `degrees` about Y. */
function yaw(degrees: number): [number, number, number, number] {
	const half = math.rad(degrees) / 2;
	return [0, math.sin(half), 0, math.cos(half)];
}

function slerpYaw(from: number, to: number, t: number): Array<number> {
	const [, fromY, , fromW] = yaw(from);
	const [, toY, , toW] = yaw(to);
	return [...slerp(0, fromY, 0, fromW, 0, toY, 0, toW, t)];
}

export = () => {
	function expectNear(actual: Array<number>, expected: Array<number>) {
		expect(actual.size()).to.equal(expected.size());
		actual.forEach((value, index) => expect(value).to.be.near(expected[index], 1e-12));
	}

	describe("normalise", () => {
		it("gives unit length", () => {
			expectNear([...normalise(0, 2, 0, 2)], [0, HALF, 0, HALF]);
		});

		it("gives the identity for zero", () => {
			expectNear([...normalise(0, 0, 0, 0)], [0, 0, 0, 1]);
		});
	});

	describe("multiply", () => {
		it("gives i j = k", () => {
			expectNear([...multiply(1, 0, 0, 0, 0, 1, 0, 0)], [0, 0, 1, 0]);
		});

		it("turns by the second rotation first", () => {
			// A quarter about X takes -Z to Y; then a quarter about Y leaves Y alone.
			const [x, y, z, w] = multiply(0, HALF, 0, HALF, HALF, 0, 0, HALF);
			expectNear([...rotate(x, y, z, w, 0, 0, -1)], [0, 1, 0]);
		});

		it("gives the identity for a rotation and its conjugate", () => {
			const [x, y, z, w] = normalise(0.1, -0.7, 0.3, 0.5);
			expectNear([...multiply(x, y, z, w, -x, -y, -z, w)], [0, 0, 0, 1]);
		});
	});

	describe("rotate", () => {
		it("takes Z to X by a quarter turn about Y", () => {
			expectNear([...rotate(0, HALF, 0, HALF, 0, 0, 1)], [1, 0, 0]);
		});
	});

	describe("slerp", () => {
		it("goes at constant speed", () => {
			for (const t of [0, 0.1, 0.5, 0.9, 1]) {
				expectNear(slerpYaw(10, 110, t), yaw(10 + 100 * t));
			}
		});

		it("goes the short way round to a rotation written with the other sign", () => {
			const [x, y, z, w] = yaw(30);
			expectNear([...slerp(0, 0, 0, 1, -x, -y, -z, -w, 0.5)], yaw(15));
		});

		it("keeps unit length between rotations a millionth of a degree apart", () => {
			const [x, y, z, w] = slerpYaw(45, 45.000001, 0.25);
			expectNear([x, y, z, w], yaw(45.00000025));
			expect(x * x + y * y + z * z + w * w).to.be.near(1, 1e-12);
		});
	});
};
