import { Writer } from "../../src/bytes/writer";
import { bytes, hex } from "../buffers";
import { failureOf } from "../expect-failure";

export = () => {
	it("writes every width, little-endian", () => {
		const writer = new Writer();
		writer.u8(1);
		writer.i8(-1);
		writer.u16(0x1234);
		writer.i16(-2);
		writer.u32(0x92345678);
		writer.i32(-1);
		writer.f32(1.5);
		writer.f64(-2.5);
		expect(hex(writer.finish())).to.equal(
			"01 FF 34 12 FE FF 78 56 34 92 FF FF FF FF 00 00 C0 3F 00 00 00 00 00 00 04 C0",
		);
	});

	it("writes text, bytes, parts of bytes and zeros", () => {
		const writer = new Writer();
		writer.text("Hi");
		writer.bytes(bytes(1, 2, 3));
		writer.bytes(bytes(4, 5, 6, 7), 1, 2);
		writer.zeros(2);
		expect(hex(writer.finish())).to.equal("48 69 01 02 03 05 06 00 00");
	});

	it("aligns with zeros, and not at all where it stands aligned", () => {
		const writer = new Writer();
		writer.u8(9);
		writer.align(4);
		writer.align(4);
		writer.u8(8);
		expect(hex(writer.finish())).to.equal("09 00 00 00 08");
	});

	it("grows past its capacity and keeps what it wrote", () => {
		const writer = new Writer(1);
		for (const value of $range(0, 999)) {
			writer.u16(value);
		}
		const result = writer.finish();
		expect(buffer.len(result)).to.equal(2000);
		expect(buffer.readu16(result, 0)).to.equal(0);
		expect(buffer.readu16(result, 1000)).to.equal(500);
		expect(buffer.readu16(result, 1998)).to.equal(999);
	});

	it("patches a u32 that it wrote, and none beyond", () => {
		const writer = new Writer();
		writer.u32(0);
		writer.u8(7);
		writer.patchU32(0, 5);
		expect(hex(writer.finish())).to.equal("05 00 00 00 07");
		expect(failureOf(() => writer.patchU32(2, 5)).find("patchU32 outside what was written", 1, true)[0]).to.be.ok();
	});

	it("goes on after finish without touching what it gave", () => {
		const writer = new Writer();
		writer.u8(1);
		const first = writer.finish();
		writer.u8(2);
		expect(hex(first)).to.equal("01");
		expect(hex(writer.finish())).to.equal("01 02");
	});
};
