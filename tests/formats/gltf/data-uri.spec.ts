import { Budget } from "../../../src/bytes/budget";
import { decodeDataUri, decodePercentName, isDataUri, mediaTypeOf } from "../../../src/formats/gltf/data-uri";
import { hex } from "../../buffers";
import { failureOf } from "../../expect-failure";

function decode(uri: string): string {
	return hex(decodeDataUri(uri, new Budget({ maxBytes: 1000 }), "buffers[0].uri"));
}

export = () => {
	it("decodes Base64 with and without padding", () => {
		expect(decode("data:application/octet-stream;base64,AAEC/w==")).to.equal("00 01 02 FF");
		expect(decode("data:application/octet-stream;base64,AAEC/w")).to.equal("00 01 02 FF");
		expect(decode("data:;base64,AAEC/xA=")).to.equal("00 01 02 FF 10");
		expect(decode("data:application/gltf-buffer;BASE64,+/+/")).to.equal("FB FF BF");
		expect(decode("data:;base64,")).to.equal("");
	});

	it("decodes percent-encoded bytes", () => {
		expect(decode("data:,AB%00%fFz")).to.equal("41 42 00 FF 7A");
	});

	it("knows a data URI by its scheme", () => {
		expect(isDataUri("data:,x")).to.equal(true);
		expect(isDataUri("DATA:,x")).to.equal(true);
		expect(isDataUri("data.bin")).to.equal(false);
	});

	it("says what its data is, where it does", () => {
		expect(mediaTypeOf("data:image/png;base64,AAAA")).to.equal("image/png");
		expect(mediaTypeOf("DATA:image/jpeg,x")).to.equal("image/jpeg");
		expect(mediaTypeOf("data:;base64,AAAA")).to.equal(undefined);
		expect(mediaTypeOf("data:,x")).to.equal(undefined);
	});

	it("reads %XX in the names of files, and leaves what is none as it is", () => {
		expect(decodePercentName("My%20Box%2ebin")).to.equal("My Box.bin");
		expect(decodePercentName("100%.bin")).to.equal("100%.bin");
		expect(decodePercentName("50%zz%4")).to.equal("50%zz%4");
	});

	it("refuses what is no Base64, by where it stands", () => {
		expect(failureOf(() => decode("data:;base64,AAAAA*AA"))).to.equal(
			"[dolly] gltf: the Base64 text has an invalid character among characters 17 to 20 at buffers[0].uri",
		);
		expect(failureOf(() => decode("data:;base64,AAAAA"))).to.equal(
			"[dolly] gltf: the Base64 text has 5 digits, a length that no bytes encode to at buffers[0].uri",
		);
		expect(failureOf(() => decode("data:;base64,AA*="))).to.equal(
			"[dolly] gltf: the Base64 text has an invalid character among its last 3 at buffers[0].uri",
		);
		expect(failureOf(() => decode("data:;base64"))).to.equal(
			"[dolly] gltf: the data URI has no comma at buffers[0].uri",
		);
		expect(failureOf(() => decode("data:,%4"))).to.equal(
			"[dolly] gltf: character 6 of the data URI does not start a valid %XX at buffers[0].uri",
		);
		for (const digits of ["", "4", "-1", "+1", " 1", "1 ", "0x", "%4"]) {
			expect(failureOf(() => decode(`data:,%${digits}`))).to.equal(
				"[dolly] gltf: character 6 of the data URI does not start a valid %XX at buffers[0].uri",
			);
		}
	});

	it("asks the budget first", () => {
		expect(failureOf(() => decode(`data:,${string.rep("x", 500)}`))).to.equal(
			"[dolly] gltf: maxBytes (1000) reached: 0 bytes used, 1518 more needed at buffers[0].uri",
		);
	});
};
