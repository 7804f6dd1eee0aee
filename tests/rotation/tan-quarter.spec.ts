import { packTanQuarter, unpackTanQuarter } from "../../src/rotation/tan-quarter";
import { Seeded } from "../random";

export = () => {
	it("takes no vector for the identity", () => {
		const [x, y, z, w] = unpackTanQuarter(0, 0, 0);
		expect([x, y, z, w].join(" ")).to.equal("0 0 0 1");
	});

	it("takes the length for the tangent of a quarter of the angle, not for the angle", () => {
		// tan(90° / 4) = 0.41421356: a quarter turn about Y.
		const [x, y, z, w] = unpackTanQuarter(0, 0.41421356237309503, 0);
		expect(x).to.equal(0);
		expect(y).to.be.near(0.7071067811865475, 1e-15);
		expect(z).to.equal(0);
		expect(w).to.be.near(0.7071067811865476, 1e-15);
	});

	it("gives 8/17 and 15/17 for a length of a quarter", () => {
		const [x, y, z, w] = unpackTanQuarter(0.25, 0, 0);
		expect(x).to.equal(8 / 17);
		expect(y).to.equal(0);
		expect(z).to.equal(0);
		expect(w).to.equal(15 / 17);
	});

	it("gives a half turn for length 1, and goes on beyond it", () => {
		const [, , z, w] = unpackTanQuarter(0, 0, -1);
		expect(z).to.equal(-1);
		expect(w).to.equal(0);
		const [x, , , beyond] = unpackTanQuarter(4, 0, 0);
		expect(x).to.equal(8 / 17);
		expect(beyond).to.equal(-15 / 17);
	});

	it("gives unit length for any vector that a file can hold", () => {
		for (const size of [1e-30, 1e-3, 1, 1e3, 1e38]) {
			const [x, y, z, w] = unpackTanQuarter(size, -size, size / 2);
			expect(x * x + y * y + z * z + w * w).to.be.near(1, 1e-15);
		}
	});

	it("packs to the vector that is not longer than 1, whichever sign the rotation comes with", () => {
		const [x, y, z] = packTanQuarter(8 / 17, 0, 0, 15 / 17);
		expect(x).to.be.near(0.25, 1e-15);
		expect(y).to.equal(0);
		expect(z).to.equal(0);
		const [negated] = packTanQuarter(-8 / 17, 0, 0, -15 / 17);
		expect(negated).to.be.near(0.25, 1e-15);
	});

	it("unpacks what it packed", () => {
		const random = new Seeded(5);
		for (const _ of $range(1, 200)) {
			const from = [random.between(-0.57, 0.57), random.between(-0.57, 0.57), random.between(-0.57, 0.57)];
			const [qx, qy, qz, qw] = unpackTanQuarter(from[0], from[1], from[2]);
			const [x, y, z] = packTanQuarter(qx, qy, qz, qw);
			expect(x).to.be.near(from[0], 1e-15);
			expect(y).to.be.near(from[1], 1e-15);
			expect(z).to.be.near(from[2], 1e-15);
		}
	});
};
