import { rotationFromAxes } from "../../src/rotation/from-axes";
import { lookAlong } from "../../src/rotation/look-along";
import { normalise, rotate } from "../../src/rotation/quaternion";
import { expectNear, expectSameRotation } from "../expect-near";
import { Seeded } from "../random";

export = () => {
	it("finds the rotation of any three axes", () => {
		const random = new Seeded(9);
		const cases = new Array<Array<number>>();
		for (const _ of $range(1, 40)) {
			cases.push([
				...normalise(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)),
			]);
		}
		// Half turns, where the trace says nothing.
		cases.push([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [math.sqrt(0.5), math.sqrt(0.5), 0, 0]);
		for (const [x, y, z, w] of cases) {
			const [xx, xy, xz] = rotate(x, y, z, w, 1, 0, 0);
			const [yx, yy, yz] = rotate(x, y, z, w, 0, 1, 0);
			const [zx, zy, zz] = rotate(x, y, z, w, 0, 0, 1);
			expectSameRotation([...rotationFromAxes(xx, xy, xz, yx, yy, yz, zx, zy, zz)], [x, y, z, w], 1e-12);
		}
	});

	it("looks along a direction with its top up", () => {
		for (const [x, y, z] of [
			[0, 0, -3],
			[0, 0, 2],
			[1, 0, 0],
			[3, 4, -5],
			[-1e-3, 9, 1e-3],
		]) {
			const [qx, qy, qz, qw] = lookAlong(x, y, z, 0);
			const length = math.sqrt(x * x + y * y + z * z);
			expectNear([...rotate(qx, qy, qz, qw, 0, 0, -1)], [x / length, y / length, z / length], 1e-9);
			const [, rightY] = rotate(qx, qy, qz, qw, 1, 0, 0);
			const [, topY] = rotate(qx, qy, qz, qw, 0, 1, 0);
			expectNear([rightY], [0], 1e-9);
			expect(topY > 0).to.equal(true);
		}
	});

	it("has an answer straight up, straight down and for no direction", () => {
		const top = (x: number, y: number, z: number) => {
			const [qx, qy, qz, qw] = lookAlong(x, y, z, 0);
			return [...rotate(qx, qy, qz, qw, 0, 1, 0)];
		};
		expectNear(top(0, 1, 0), [0, 0, 1], 1e-12);
		expectNear(top(0, -5, 0), [0, 0, -1], 1e-12);
		expectNear([...lookAlong(0, 0, 0, 0)], [0, 0, 0, 1], 0);
	});

	it("rolls about the direction it looks in, right side down", () => {
		const [qx, qy, qz, qw] = lookAlong(1, 0, 0, math.pi / 2);
		expectNear([...rotate(qx, qy, qz, qw, 0, 0, -1)], [1, 0, 0], 1e-12);
		expectNear([...rotate(qx, qy, qz, qw, 1, 0, 0)], [0, -1, 0], 1e-12);
	});
};
