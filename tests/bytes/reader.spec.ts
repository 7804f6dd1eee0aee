import { Reader } from "../../src/bytes/reader";
import { bytes, hex } from "../buffers";
import { failureOf } from "../expect-failure";

export = () => {
	const sample = bytes(0x01, 0xff, 0x34, 0x12, 0xfe, 0xff, 0x78, 0x56, 0x34, 0x92, 0xff, 0xff, 0xff, 0xff);

	describe("numbers", () => {
		it("reads every integer width, little-endian, one after another", () => {
			const reader = new Reader(sample, "test");
			expect(reader.u8()).to.equal(1);
			expect(reader.i8()).to.equal(-1);
			expect(reader.u16()).to.equal(0x1234);
			expect(reader.i16()).to.equal(-2);
			expect(reader.u32()).to.equal(0x92345678);
			expect(reader.i32()).to.equal(-1);
			expect(reader.remaining()).to.equal(0);
		});

		it("reads a big-endian u32", () => {
			expect(new Reader(bytes(0x12, 0x34, 0x56, 0x78), "test").u32be()).to.equal(0x12345678);
		});

		it("reads a u64 up to 2^53 and refuses more", () => {
			expect(new Reader(bytes(0, 0, 0, 0, 0, 0, 0x20, 0), "test").u64()).to.equal(2 ** 53);
			expect(new Reader(bytes(1, 0, 0, 0, 2, 0, 0, 0), "test").u64()).to.equal(2 ** 33 + 1);
			expect(failureOf(() => new Reader(bytes(0, 0, 0, 0, 1, 0, 0x20, 0), "test").u64("pointer"))).to.equal(
				"[dolly] test: pointer is above 2^53 at byte 0",
			);
		});

		it("reads f32 and f64", () => {
			const reader = new Reader(bytes(0, 0, 0xc0, 0x3f, 0, 0, 0, 0, 0, 0, 0x04, 0xc0), "test");
			expect(reader.f32()).to.equal(1.5);
			expect(reader.f64()).to.equal(-2.5);
		});

		it("refuses NaN and both infinities where a finite number is due", () => {
			const nan = failureOf(() => new Reader(bytes(0, 0, 0xc0, 0x7f), "test").finite("alpha"));
			expect(nan.match("^%[dolly%] test: alpha is %-?nan at byte 0$")[0]).to.be.ok();
			expect(failureOf(() => new Reader(bytes(0, 0, 0x80, 0x7f), "test").finite("alpha"))).to.equal(
				"[dolly] test: alpha is inf at byte 0",
			);
			expect(failureOf(() => new Reader(bytes(0, 0, 0x80, 0xff), "test").finite("alpha"))).to.equal(
				"[dolly] test: alpha is -inf at byte 0",
			);
			expect(new Reader(bytes(0xff, 0xff, 0x7f, 0x7f), "test").finite()).to.equal(3.4028234663852886e38);
		});
	});

	describe("bounds", () => {
		it("refuses every width one byte before the end, and moves nowhere", () => {
			const reads: Array<[string, number, (reader: Reader) => unknown]> = [
				["u8", 1, (reader) => reader.u8()],
				["i8", 1, (reader) => reader.i8()],
				["u16", 2, (reader) => reader.u16()],
				["i16", 2, (reader) => reader.i16()],
				["u32", 4, (reader) => reader.u32()],
				["i32", 4, (reader) => reader.i32()],
				["big-endian u32", 4, (reader) => reader.u32be()],
				["u64", 8, (reader) => reader.u64()],
				["f32", 4, (reader) => reader.f32()],
				["f64", 8, (reader) => reader.f64()],
			];
			for (const [name, size, read] of reads) {
				const reader = new Reader(buffer.create(20), "test", 3, 3 + size - 1);
				expect(failureOf(() => read(reader))).to.equal(
					`[dolly] test: ${name} needs ${size} bytes but ${size - 1} are left at byte 3`,
				);
				expect(reader.position).to.equal(3);
			}
		});

		it("says what was to be read", () => {
			const reader = new Reader(bytes(1, 2), "mdx");
			reader.u8();
			expect(failureOf(() => reader.u32("KGTR key count"))).to.equal(
				"[dolly] mdx: KGTR key count needs 4 bytes but 1 are left at byte 1",
			);
		});

		it("refuses a size that is not a number", () => {
			expect(
				failureOf(() => new Reader(sample, "test").skip(0 / 0)).match("^%[dolly%] test: padding needs")[0],
			).to.be.ok();
		});

		it("tells when bytes are left over", () => {
			const reader = new Reader(bytes(1, 2, 3), "test");
			reader.u8();
			expect(failureOf(() => reader.expectEnd("the header"))).to.equal(
				"[dolly] test: the header has 2 bytes left over at byte 1",
			);
			reader.skip(2);
			reader.expectEnd("the header");
		});
	});

	describe("strings", () => {
		const text = bytes(0x48, 0x69, 0, 0x21, 0x21);

		it("reads text of a given size, NULs included", () => {
			expect(new Reader(text, "test").text(4)).to.equal("Hi\0!");
		});

		it("cuts a fixed field at its first NUL and passes over all of it", () => {
			const reader = new Reader(text, "test");
			expect(reader.fixedString(4)).to.equal("Hi");
			expect(reader.position).to.equal(4);
		});

		it("takes a fixed field without a NUL whole", () => {
			expect(new Reader(text, "test", 3).fixedString(2)).to.equal("!!");
		});

		it("reads up to a NUL and passes over it", () => {
			const reader = new Reader(text, "test");
			expect(reader.terminatedString()).to.equal("Hi");
			expect(reader.position).to.equal(3);
		});

		it("refuses a terminated string whose window ends first", () => {
			expect(failureOf(() => new Reader(text, "test", 3).terminatedString("bone name"))).to.equal(
				"[dolly] test: bone name has no terminating NUL before byte 5 at byte 3",
			);
		});
	});

	describe("windows", () => {
		it("reads inside a window with offsets of the whole buffer", () => {
			const outer = new Reader(sample, "test");
			outer.skip(2);
			const inner = outer.window(4, "node");
			expect(outer.position).to.equal(6);
			expect(inner.u16()).to.equal(0x1234);
			expect(failureOf(() => inner.u32("flags"))).to.equal(
				"[dolly] test: flags needs 4 bytes but 2 are left at byte 4",
			);
		});

		it("refuses a window that reaches past its parent", () => {
			const outer = new Reader(sample, "test", 0, 6);
			expect(failureOf(() => outer.window(7, "node"))).to.equal(
				"[dolly] test: node needs 7 bytes but 6 are left at byte 0",
			);
		});

		it("opens a window elsewhere and stays put", () => {
			const reader = new Reader(sample, "test", 2, 10);
			expect(reader.windowAt(6, 4).u32()).to.equal(0x92345678);
			expect(reader.position).to.equal(2);
		});

		it("refuses a window elsewhere that starts before or ends after its parent, or has no size", () => {
			const reader = new Reader(sample, "test", 2, 10);
			expect(failureOf(() => reader.windowAt(1, 1, "table"))).to.equal(
				"[dolly] test: table of 1 bytes at 1 is outside bytes 2 to 10 at byte 2",
			);
			expect(failureOf(() => reader.windowAt(9, 2, "table"))).to.equal(
				"[dolly] test: table of 2 bytes at 9 is outside bytes 2 to 10 at byte 2",
			);
			expect(failureOf(() => reader.windowAt(4, -1, "table"))).to.equal(
				"[dolly] test: table of -1 bytes at 4 is outside bytes 2 to 10 at byte 2",
			);
		});

		it("moves within its window only", () => {
			const reader = new Reader(sample, "test", 2, 10);
			reader.seek(10);
			expect(reader.remaining()).to.equal(0);
			expect(failureOf(() => reader.seek(11, "pointer"))).to.equal(
				"[dolly] test: pointer 11 is outside bytes 2 to 10 at byte 10",
			);
		});

		it("copies bytes out", () => {
			const reader = new Reader(sample, "test", 2);
			const copy = reader.bytes(3);
			expect(hex(copy)).to.equal("34 12 FE");
			expect(reader.position).to.equal(5);
		});
	});
};
