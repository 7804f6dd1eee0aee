import { decodeBase64, encodeBase64 } from "../../src/bytes/base64";
import { failureOf } from "../expect-failure";
import { Seeded } from "../random";

export = () => {
	it("writes RFC 4648's examples", () => {
		const cases: Array<[string, string]> = [
			["", ""],
			["f", "Zg=="],
			["fo", "Zm8="],
			["foo", "Zm9v"],
			["foob", "Zm9vYg=="],
			["fooba", "Zm9vYmE="],
			["foobar", "Zm9vYmFy"],
		];
		for (const [plain, encoded] of cases) {
			expect(encodeBase64(buffer.fromstring(plain))).to.equal(encoded);
			expect(buffer.tostring(decodeBase64(encoded))).to.equal(plain);
			const [bare] = encoded.gsub("=", "");
			expect(buffer.tostring(decodeBase64(bare))).to.equal(plain);
		}
	});

	it("uses + and / for 62 and 63", () => {
		expect(encodeBase64(buffer.fromstring("\xfb\xff\xfe"))).to.equal("+//+");
		expect(buffer.tostring(decodeBase64("+//+"))).to.equal("\xfb\xff\xfe");
	});

	it("gives back bytes of every length and value", () => {
		const random = new Seeded(12);
		for (const size of $range(0, 70)) {
			const bytes = buffer.create(size);
			for (const at of $range(0, size - 1)) buffer.writeu8(bytes, at, random.int(0, 255));
			expect(buffer.tostring(decodeBase64(encodeBase64(bytes)))).to.equal(buffer.tostring(bytes));
		}
	});

	it("reads lines of any length and ending, empty ones included", () => {
		for (const broken of ["Zm9v\nYmFy", "Zm9v\r\nYmFy\r\n", "\nZ\nm9\n\nvYm\rFy", "Zm9vYm\nFy\n\n"]) {
			expect(buffer.tostring(decodeBase64(broken))).to.equal("foobar");
		}
		expect(buffer.tostring(decodeBase64("Zm8\n=\n"))).to.equal("fo");
		expect(buffer.tostring(decodeBase64("Zg=\r\n="))).to.equal("f");
		expect(buffer.len(decodeBase64("\n"))).to.equal(0);
		const random = new Seeded(13);
		const bytes = buffer.create(1000);
		for (const at of $range(0, 999)) buffer.writeu8(bytes, at, random.int(0, 255));
		// 76 characters a line, as in mail.
		const [lines] = encodeBase64(bytes).gsub(string.rep(".", 76), "%0\r\n");
		expect(lines.find("\r\n", 1, true)[0]).to.equal(77);
		expect(buffer.tostring(decodeBase64(lines))).to.equal(buffer.tostring(bytes));
	});

	it("refuses what is no Base64, and says where", () => {
		expect(failureOf(() => decodeBase64("Zm9vZ"))).to.equal(
			"[dolly] base64: the Base64 text has 5 digits, a length that no bytes encode to",
		);
		expect(failureOf(() => decodeBase64("Zm9vZm9!"))).to.equal(
			"[dolly] base64: the Base64 text has an invalid character among characters 4 to 7",
		);
		expect(failureOf(() => decodeBase64("Zm9vZ!"))).to.equal(
			"[dolly] base64: the Base64 text has an invalid character among its last 2",
		);
		expect(failureOf(() => decodeBase64("Zm=v"))).to.equal(
			"[dolly] base64: the Base64 text has an invalid character among characters 0 to 3",
		);
		for (const space of [" ", "\t", "\0"]) {
			expect(failureOf(() => decodeBase64(`Zm9v\n${space}m9v`))).to.equal(
				"[dolly] base64: the Base64 text has an invalid character among characters 4 to 7",
			);
		}
	});
};
