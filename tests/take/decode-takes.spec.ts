import { decodeTakes, encodeArchive, encodeSnap13, encodeTake, Take } from "../../src/camera";
import { bytes } from "../buffers";
import { failureOf } from "../expect-failure";
import { straightTake, takeOf } from "./make-take";

function summary(takes: Array<Take>): string {
	return takes.map(({ name, count, rate }) => `${name} ${count} at ${rate}`).join("; ");
}

export = () => {
	describe("decodeTakes", () => {
		const takes = [straightTake(3, { map: "a" }), straightTake(2, { map: "b" })];

		it("tells packed takes, SNAPV1.3 and archives apart by their first bytes", () => {
			expect(summary(decodeTakes(encodeTake({ ...takes[0], name: "Opening" })))).to.equal("Opening 3 at 60");
			expect(summary(decodeTakes(encodeSnap13(takes)))).to.equal("a 3 at 60; b 2 at 60");
			expect(summary(decodeTakes(encodeSnap13(takes), { archiveRate: 30 }))).to.equal("a 1 at 30; b 1 at 30");
			expect(summary(decodeTakes(encodeArchive(takes), { archiveRate: 24 }))).to.equal("a 3 at 24; b 2 at 24");
			expect(summary(decodeTakes(buffer.create(0), { archiveRate: 24 }))).to.equal("");
		});

		it("reads a packed take at its own rate, whatever the archive's would be", () => {
			const packed = encodeTake(takeOf([0, 1], { rate: 48 }));
			expect(summary(decodeTakes(packed, { archiveRate: 24 }))).to.equal("m 2 at 48");
		});

		it("reads an archive whose first name begins as SNAPV1.3 does, where it is whole", () => {
			const map = `NAPV1.3${string.rep("x", 0x53 - 7)}`;
			const archive = encodeArchive([straightTake(1, { map })]);
			expect(summary(decodeTakes(archive, { archiveRate: 24 }))).to.equal(`${map} 1 at 24`);
			expect(failureOf(() => decodeTakes(archive)).match("archiveRate is missing")[0]).to.be.ok();
			const cut = buffer.create(buffer.len(archive) - 1);
			buffer.copy(cut, 0, archive, 0, buffer.len(cut));
			expect(failureOf(() => decodeTakes(cut, { archiveRate: 60 })).match("^%[dolly%] snap13: ")[0]).to.be.ok();
			// No name can begin as a packed take does: it would not be UTF-8.
			expect(failureOf(() => encodeArchive([straightTake(1, { map: "OLY\xff" })]))).to.equal(
				"[dolly] createTake: take.name is not UTF-8",
			);
		});

		it("refuses an archive without a rate, in words", () => {
			expect(failureOf(() => decodeTakes(encodeArchive(takes)))).to.equal(
				"[dolly] decodeTakes: archiveRate is missing: the bytes are no packed take and no SNAPV1.3, and an archive does not hold its rate",
			);
		});

		it("names the version of a file that is newer", () => {
			const packed = encodeTake(takes[0]);
			buffer.writeu8(packed, 5, 7);
			expect(failureOf(() => decodeTakes(packed))).to.equal(
				"[dolly] take: this is version 7, and version 1 is all that can be read at byte 5",
			);
			expect(failureOf(() => decodeTakes(buffer.fromstring("SNAPV2.0")))).to.equal(
				"[dolly] snap13: this is version 2.0, and version 1.3 is all that can be read at byte 5",
			);
		});

		it("refuses arguments that are none", () => {
			const refuses = (body: () => unknown, problem: string) =>
				expect(failureOf(body)).to.equal(`[dolly] decodeTakes: ${problem}`);
			refuses(() => decodeTakes("x" as never), 'source is "x"; it must be a buffer');
			refuses(() => decodeTakes(bytes(0), 60 as never), "options is 60; it must be a table");
			refuses(
				() => decodeTakes(bytes(0), { archiveRate: "x" as never }),
				'archiveRate is "x"; it must be a number of frames a second, 0.001 to 1000',
			);
		});
	});
};
