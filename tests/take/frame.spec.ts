import { checkFrames, decodeFrame, encodeFrame, FRAME_SIZE } from "../../src/take/frame";
import { bytes, hex } from "../buffers";
import { failureOf } from "../expect-failure";

const NAN = 0 / 0;

function encoded(x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number): string {
	const target = buffer.create(FRAME_SIZE);
	encodeFrame(x, y, z, qx, qy, qz, qw, target, 0, "test");
	return hex(target);
}

export = () => {
	it("is 18 bytes: three f32 and three i16, with the dropped component's index in Z's two lowest bits", () => {
		// A camera at -86.98088, 447.52756, -216.12019, pitched -13.207° and then turned 58.252°. -216.12019 is
		// C3581EC5: its lowest bits, 01, become 11.
		const pitch = math.rad(-13.207) / 2;
		const turn = math.rad(58.252) / 2;
		const qx = math.cos(turn) * math.sin(pitch);
		const qy = math.sin(turn) * math.cos(pitch);
		const qz = -math.sin(turn) * math.sin(pitch);
		const qw = math.cos(turn) * math.cos(pitch);
		expect(encoded(-86.98088, 447.52756, -216.12019, qx, qy, qz, qw)).to.equal(
			"36 F6 AD C2 87 C3 DF 43 C7 1E 58 C3 24 F3 E3 3D 2A 07",
		);
	});

	it("writes the identity at the origin and half turns about each axis", () => {
		expect(encoded(0, 0, 0, 0, 0, 0, 1)).to.equal("00 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00 00 00");
		expect(encoded(1, 2, 3, 1, 0, 0, 0)).to.equal("00 00 80 3F 00 00 00 40 00 00 40 40 00 00 00 00 00 00");
		expect(encoded(1, 2, 3, 0, 1, 0, 0)).to.equal("00 00 80 3F 00 00 00 40 01 00 40 40 00 00 00 00 00 00");
		expect(encoded(1, 2, 3, 0, 0, 1, 0)).to.equal("00 00 80 3F 00 00 00 40 02 00 40 40 00 00 00 00 00 00");
	});

	it("keeps the sign of -0", () => {
		expect(encoded(-0, -0, -0, 0, 0, 0, 1)).to.equal("00 00 00 80 00 00 00 80 03 00 00 80 00 00 00 00 00 00");
		const source = bytes(0, 0, 0, 0x80, 0, 0, 0, 0x80, 3, 0, 0, 0x80, 0, 0, 0, 0, 0, 0);
		const [x, y, z] = decodeFrame(source, 0);
		expect(1 / x).to.equal(-math.huge);
		expect(1 / y).to.equal(-math.huge);
		expect(1 / z).to.equal(-math.huge);
	});

	it("masks the index out of Z when it reads", () => {
		const source = bytes(0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 2, 0, 0x40, 0x40, 0, 0, 0, 0, 0, 0);
		const [x, y, z, qx, qy, qz, qw] = decodeFrame(source, 0);
		expect([x, y, z, qx, qy, qz, qw].join(" ")).to.equal("1 2 3 0 0 1 0");
	});

	it("costs Z at most three units in its last place", () => {
		const target = buffer.create(FRAME_SIZE);
		for (const [z, worst] of [
			[216.12019, 4.6e-5],
			[2047.9999, 7.4e-4],
			[65535.99, 2.4e-2],
		] as Array<[number, number]>) {
			encodeFrame(0, 0, z, 0, 0, 0, 1, target, 0, "test");
			const [, , read] = decodeFrame(target, 0);
			expect(math.abs(read - z) <= worst).to.equal(true);
		}
	});

	it("leaves the bytes around it alone", () => {
		const target = buffer.create(FRAME_SIZE + 2);
		buffer.fill(target, 0, 0xee);
		encodeFrame(0, 0, 0, 0, 0, 0, 1, target, 1, "test");
		expect(hex(target)).to.equal("EE 00 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00 00 00 EE");
	});

	it("refuses a position that no f32 holds, and writes nothing", () => {
		const target = buffer.create(FRAME_SIZE);
		for (const bad of [NAN, math.huge, -math.huge, 3.5e38]) {
			expect(failureOf(() => encodeFrame(bad, 0, 0, 0, 0, 0, 1, target, 0, "test")).sub(1, 23)).to.equal(
				"[dolly] test: position ",
			);
			expect(failureOf(() => encodeFrame(0, bad, 0, 0, 0, 0, 1, target, 0, "test")).sub(1, 23)).to.equal(
				"[dolly] test: position ",
			);
			expect(failureOf(() => encodeFrame(0, 0, bad, 0, 0, 0, 1, target, 0, "test")).sub(1, 23)).to.equal(
				"[dolly] test: position ",
			);
		}
		failureOf(() => encodeFrame(1, 1, 1, NAN, 0, 0, 1, target, 0, "test"));
		expect(hex(target)).to.equal("00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
	});

	it("refuses a rotation that cannot be, and a position that is not finite", () => {
		const long = bytes(0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 2, 0, 0x40, 0x40, 0xff, 0x7f, 1, 0, 0, 0);
		expect(failureOf(() => checkFrames(long, 0, 1, "test"))).to.equal(
			"[dolly] test: a frame has the rotation 32767, 1, 0, which is longer than 1, at byte 12",
		);
		const infinite = bytes(0, 0, 0, 0, 0, 0, 0x80, 0x7f, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		expect(failureOf(() => checkFrames(infinite, 0, 1, "test"))).to.equal(
			"[dolly] test: a frame has the position inf at byte 4",
		);
		const sound = bytes(0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 2, 0, 0x40, 0x40, 0xff, 0x7f, 0, 0, 0, 0);
		checkFrames(sound, 0, 1, "test");
		// Of three frames the last is bad.
		const three = buffer.create(54);
		buffer.copy(three, 0, sound);
		buffer.copy(three, 18, sound);
		buffer.copy(three, 36, infinite);
		checkFrames(three, 0, 2, "test");
		expect(failureOf(() => checkFrames(three, 0, 3, "test")).sub(-10)).to.equal("at byte 40");
		expect(failureOf(() => checkFrames(three, 36, 1, "test")).sub(-10)).to.equal("at byte 40");
	});
};
