import { decodeFile } from "../../../plugin/recordings/decode-file";
import { encodeArchive, encodeRecording, Recording, Take } from "../../../src/camera";
import { encodeSnap13 } from "../../../src/codecs";
import { failureOf } from "../../expect-failure";
import { straightTake, takeOf } from "../../take/make-take";

function summary(recordings: Array<Recording>): string {
	return (recordings as Array<Take>).map(({ name, count, rate }) => `${name} ${count} at ${rate}`).join("; ");
}

export = () => {
	describe("decodeFile", () => {
		const takes = [straightTake(3, { map: "a" }), straightTake(2, { map: "b" })];

		it("tells recordings, SNAPV1.3 and archives apart by their first bytes", () => {
			expect(summary(decodeFile(encodeRecording({ ...takes[0], name: "Opening" }), 24))).to.equal("Opening 3 at 60");
			expect(summary(decodeFile(encodeSnap13(takes), 60))).to.equal("a 3 at 60; b 2 at 60");
			expect(summary(decodeFile(encodeSnap13(takes), 30))).to.equal("a 1 at 30; b 1 at 30");
			expect(summary(decodeFile(encodeArchive(takes), 24))).to.equal("a 3 at 24; b 2 at 24");
			expect(summary(decodeFile(buffer.create(0), 24))).to.equal("");
		});

		it("reads a recording at its own rate, whatever the archive's would be", () => {
			const packed = encodeRecording(takeOf([0, 1], { rate: 48 }));
			expect(summary(decodeFile(packed, 24))).to.equal("m 2 at 48");
		});

		it("reads an archive whose first name begins as SNAPV1.3 does, where it is whole", () => {
			const map = `NAPV1.3${string.rep("x", 0x53 - 7)}`;
			const archive = encodeArchive([straightTake(1, { map })]);
			expect(summary(decodeFile(archive, 24))).to.equal(`${map} 1 at 24`);
			const cut = buffer.create(buffer.len(archive) - 1);
			buffer.copy(cut, 0, archive, 0, buffer.len(cut));
			expect(failureOf(() => decodeFile(cut, 60)).match("^%[dolly%] snap13: ")[0]).to.be.ok();
			// No name can begin as a recording does: it would not be UTF-8.
			expect(failureOf(() => encodeArchive([straightTake(1, { map: "OLY\xff" })]))).to.equal(
				"[dolly] createTake: take.name is not UTF-8",
			);
		});

		it("names the version of a file that is newer", () => {
			const packed = encodeRecording(takes[0]);
			buffer.writeu8(packed, 5, 7);
			expect(failureOf(() => decodeFile(packed, 60))).to.equal("[dolly] recording: version is 7; expected 1 at byte 5");
			expect(failureOf(() => decodeFile(buffer.fromstring("SNAPV2.0"), 60))).to.equal(
				"[dolly] snap13: version is 2.0; expected 1.3 at byte 5",
			);
		});
	});
};
