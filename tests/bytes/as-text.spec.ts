import { HttpService } from "@rbxts/services";
import { asText } from "../../src/bytes/as-text";
import { Reader } from "../../src/bytes/reader";
import { bytes } from "../buffers";

export = () => {
	it("leaves UTF-8 as it is", () => {
		for (const text of ["", "Bone 1", "关节", "naïve"]) expect(asText(text)).to.equal(text);
	});

	it("reads other bytes as Latin-1, so that JSON takes them", () => {
		expect(asText(string.char(0x48, 0xe9, 0xff))).to.equal("Héÿ");
		expect(HttpService.JSONDecode(HttpService.JSONEncode([asText(string.char(0xff))]))).never.to.equal(undefined);
		// Half of a character, and one that is too long for what it says.
		expect(asText(string.char(0xe5, 0x85))).to.equal("å\u{85}");
		expect(asText(string.char(0xc0, 0x80))).to.equal("À\u{80}");
	});

	it("reads strings of fields as text", () => {
		const source = bytes(0x41, 0xe9, 0, 0x42);
		expect(new Reader(source, "spec").fixedString(4)).to.equal("Aé");
		const reader = new Reader(source, "spec");
		expect(reader.terminatedString()).to.equal("Aé");
		expect(reader.position).to.equal(3);
	});
};
