import { encodeRecording } from "../../src/camera";
import { startsAsRecording } from "../../src/take/recording-start";
import { failureOf } from "../expect-failure";
import { straightTake } from "../take/make-take";
import { decodeTake } from "../take/decode-take";

function changed(source: buffer, at: number, value: number): buffer {
	const copy = buffer.create(buffer.len(source));
	buffer.copy(copy, 0, source);
	buffer.writeu8(copy, at, value);
	return copy;
}

export = () => {
	describe("a recording", () => {
		const take = { ...straightTake(5, { map: "Pier" }), name: "Opening" };
		const packed = encodeRecording(take);

		it("begins with its magic, version 1 and the kind of a take", () => {
			expect(buffer.readstring(packed, 0, 5)).to.equal("DOLY\xff");
			expect(buffer.readu8(packed, 5)).to.equal(1);
			expect(buffer.readu8(packed, 7)).to.equal(0);
			expect(startsAsRecording(packed)).to.equal(true);
			expect(startsAsRecording(buffer.fromstring("DOLY"))).to.equal(false);
		});

		it("comes back as it was", () => {
			const again = decodeTake(packed);
			expect(again.name).to.equal("Opening");
			expect(again.map).to.equal("Pier");
			expect(again.count).to.equal(5);
			expect(buffer.tostring(again.frames)).to.equal(buffer.tostring(take.frames));
		});

		it("of another version or kind is refused by its first bytes", () => {
			const refuses = (source: buffer, problem: string) =>
				expect(failureOf(() => decodeTake(source))).to.equal(`[dolly] recording: ${problem}`);
			refuses(changed(packed, 5, 2), "version is 2; expected 1 at byte 5");
			refuses(changed(packed, 7, 9), "kind is 9; expected 0 (take), 1 (replay), 2 (shot) or 3 (film) at byte 7");
			refuses(buffer.fromstring("DOLY\xff\x01"), "it has 6 bytes; expected at least 8 at byte 6");
			refuses(
				buffer.create(0),
				'it starts with ""; expected "DOLY" (decodeArchive reads archives, decodeSnap13 reads SNAPV1.3) at byte 0',
			);
		});

		it("refuses options that nobody reads", () => {
			expect(failureOf(() => encodeRecording(take, { Job: 1 } as never))).to.equal(
				'[dolly] encodeRecording: unknown option "Job"; did you mean "job"?',
			);
			expect(failureOf(() => decodeTake(packed, { rate: 60 } as never))).to.equal(
				'[dolly] decodeRecording: unknown option "rate"; expected one of job',
			);
		});
	});
};
