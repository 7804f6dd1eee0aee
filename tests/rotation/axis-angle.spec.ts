import { quaternionFromAxisAngle } from "../../src/rotation/axis-angle";

const NAN = 0 / 0;

function rotationOf(x: number, y: number, z: number, angle: number): string {
	const [qx, qy, qz, qw] = quaternionFromAxisAngle(x, y, z, angle);
	return string.format("%.6f %.6f %.6f %.6f", qx, qy, qz, qw);
}

export = () => {
	it("turns about an axis of any length", () => {
		expect(rotationOf(0, 1, 0, math.pi / 2)).to.equal("0.000000 0.707107 0.000000 0.707107");
		expect(rotationOf(0, 0, -50, math.pi / 2)).to.equal("0.000000 0.000000 -0.707107 0.707107");
	});

	it("turns about X where the axis is too short or NaN", () => {
		expect(rotationOf(0, 1e-7, 0, math.pi / 2)).to.equal("0.707107 0.000000 0.000000 0.707107");
		expect(rotationOf(NAN, NAN, NAN, 0)).to.equal("0.000000 0.000000 0.000000 1.000000");
	});
};
