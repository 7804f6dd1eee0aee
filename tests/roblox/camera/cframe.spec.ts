import { decodeCFrame, encodeCFrame } from "../../../src/camera";
import { hex } from "../../buffers";
import { failureOf } from "../../expect-failure";

const NAN = 0 / 0;

function encoded(cframe: CFrame): string {
	const target = buffer.create(18);
	encodeCFrame(cframe, target, 0);
	return hex(target);
}

export = () => {
	it("writes the example of the format's description", () => {
		const cframe = new CFrame(-86.98088, 447.52756, -216.12019).mul(
			CFrame.fromOrientation(math.rad(-13.207), math.rad(58.252), 0),
		);
		expect(encoded(cframe)).to.equal("36 F6 AD C2 87 C3 DF 43 C7 1E 58 C3 24 F3 E3 3D 2A 07");
	});

	it("writes the identity, and half turns about each axis", () => {
		expect(encoded(new CFrame())).to.equal("00 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00 00 00");
		expect(encoded(new CFrame(1, 2, 3, 1, 0, 0, 0))).to.equal("00 00 80 3F 00 00 00 40 00 00 40 40 00 00 00 00 00 00");
		expect(encoded(new CFrame(1, 2, 3, 0, 1, 0, 0))).to.equal("00 00 80 3F 00 00 00 40 01 00 40 40 00 00 00 00 00 00");
		expect(encoded(new CFrame(1, 2, 3, 0, 0, 1, 0))).to.equal("00 00 80 3F 00 00 00 40 02 00 40 40 00 00 00 00 00 00");
	});

	it("reads the CFrame back", () => {
		const target = buffer.create(40);
		const cframe = new CFrame(10, 20, -30).mul(CFrame.fromEulerAnglesYXZ(0.4, 2.5, -0.2));
		encodeCFrame(cframe, target, 22);
		const read = decodeCFrame(target, 22);
		expect(read.Position.sub(cframe.Position).Magnitude < 1e-5).to.equal(true);
		// A look vector a thousand studs long ends within 0.0061° of where it should: 0.106 studs.
		const miss = read.mul(new Vector3(0, 0, -1000)).sub(cframe.mul(new Vector3(0, 0, -1000))).Magnitude;
		expect(miss < 0.106).to.equal(true);
	});

	it("refuses a position that is not finite", () => {
		expect(failureOf(() => encoded(new CFrame(NAN, 0, 0))).sub(1, 31)).to.equal("[dolly] encodeCFrame: position ");
		expect(failureOf(() => encoded(new CFrame(0, math.huge, 0))).sub(1, 31)).to.equal(
			"[dolly] encodeCFrame: position ",
		);
	});

	it("refuses a rotation that is not finite", () => {
		const broken = new CFrame(0, 0, 0, NAN, 0, 0, 0, 1, 0, 0, 0, 1);
		expect(failureOf(() => encoded(broken))).to.equal("[dolly] encodeCFrame: the rotation of cframe is not finite");
	});

	it("refuses bytes that are no frame", () => {
		const source = buffer.create(36);
		buffer.writei16(source, 18 + 12, -32768);
		expect(failureOf(() => decodeCFrame(source, 18))).to.equal(
			"[dolly] decodeCFrame: a frame has the rotation -32768, 0, 0, which is longer than 1, at byte 30",
		);
	});

	it("refuses to read beyond the buffer", () => {
		expect(failureOf(() => decodeCFrame(buffer.create(17), 0))).to.equal(
			"[dolly] decodeCFrame: a frame at byte 0 needs 18 bytes but the buffer holds 17",
		);
	});
};
