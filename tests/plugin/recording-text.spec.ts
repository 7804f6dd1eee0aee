import { encodeBase64 } from "../../src/codecs";
import { encodeRecording, Take } from "../../src/camera";
import { countPieces, piecesOf, RecordingTextReader, writeRecordingText } from "../../plugin/recordings/recording-text";
import { failureOf } from "../expect-failure";
import { noisyTake } from "../roblox/store/sample-takes";

/** A take of several pieces, and a short one. */
const LONG = noisyTake(1, 3000);
const SHORT = noisyTake(2, 10);

function isSame(take: unknown, expected: Take): boolean {
	return buffer.tostring(encodeRecording(take as Take)) === buffer.tostring(encodeRecording(expected));
}

export = () => {
	it("counts pieces of 16,000 characters of Base64", () => {
		expect(countPieces(0)).to.equal(1);
		expect(countPieces(1)).to.equal(1);
		expect(countPieces(12_000)).to.equal(1);
		expect(countPieces(12_001)).to.equal(2);
		expect(countPieces(24_000)).to.equal(2);
		const packed = encodeRecording(LONG);
		expect(writeRecordingText(LONG).size()).to.equal(countPieces(buffer.len(packed)));
	});

	it("cuts a text into pieces that are as long as may be", () => {
		expect(
			piecesOf("a".rep(32_001))
				.map((piece) => piece.size())
				.join(","),
		).to.equal("16000,16000,1");
		expect(piecesOf("a".rep(16_000)).size()).to.equal(1);
	});

	it("writes each piece with the take's sum, its number and how many there are", () => {
		const [only] = writeRecordingText(SHORT);
		const base64 = encodeBase64(encodeRecording(SHORT));
		expect(only.match("^dolly1 %x%x%x%x%x%x%x%x 1/1 ")[0]).to.be.ok();
		expect(only.sub(-base64.size())).to.equal(base64);
		const pieces = writeRecordingText(LONG);
		const [sum] = pieces[0].match("^dolly1 (%x+) ");
		pieces.forEach((piece, index) => {
			expect(piece.sub(1, 16 + `${index + 1}/${pieces.size()} `.size())).to.equal(
				`dolly1 ${sum} ${index + 1}/${pieces.size()} `,
			);
			const last = index + 1 === pieces.size();
			const size = piece.size() - 16 - `${index + 1}/${pieces.size()} `.size();
			expect(last ? size <= 16_000 : size === 16_000).to.equal(true);
		});
		expect(writeRecordingText(SHORT)[0].sub(8, 15) !== sum).to.equal(true);
	});

	it("puts a take together from pieces in any order, and says what is missing", () => {
		const reader = new RecordingTextReader();
		expect(reader.describe()).to.equal("");
		const pieces = writeRecordingText(LONG);
		const count = pieces.size();
		expect(count > 3 && count < 9).to.equal(true);
		for (const index of $range(count - 1, 1, -1)) {
			expect(reader.read(pieces[index]).size()).to.equal(0);
			const missing = new Array<number>();
			for (const number of $range(1, index)) missing.push(number);
			expect(reader.describe()).to.equal(
				`${count - index} of ${count} pieces are here; missing: ${missing.join(", ")}.`,
			);
			// The same piece once more changes nothing.
			reader.read(pieces[index]);
		}
		const takes = reader.read(pieces[0]);
		expect(takes.size()).to.equal(1);
		expect(isSame(takes[0], LONG)).to.equal(true);
		expect(reader.describe()).to.equal("");
	});

	it("reads several takes of one text", () => {
		const takes = new RecordingTextReader().read(
			["before", ...writeRecordingText(LONG), "between", ...writeRecordingText(SHORT)].join("\n"),
		);
		expect(takes.size()).to.equal(2);
		expect(isSame(takes[0], LONG) && isSame(takes[1], SHORT)).to.equal(true);
	});

	it("begins anew with a piece of another take", () => {
		const reader = new RecordingTextReader();
		reader.read(writeRecordingText(LONG)[0]);
		expect(isSame(reader.read(writeRecordingText(SHORT)[0])[0], SHORT)).to.equal(true);
		expect(reader.describe()).to.equal("");
	});

	it("says how many pieces are missing where there are many", () => {
		const reader = new RecordingTextReader();
		reader.read(`dolly1 0 1/10 ${"A".rep(16_000)}`);
		expect(reader.describe()).to.equal("1 of 10 pieces are here; missing: 9 of them.");
		reader.read(`dolly1 0 2/10 ${"A".rep(16_000)}`);
		expect(reader.describe()).to.equal("2 of 10 pieces are here; missing: 3, 4, 5, 6, 7, 8, 9, 10.");
	});

	it("refuses what is no piece, and pieces that cannot be", () => {
		const read = (text: string) => failureOf(() => new RecordingTextReader().read(text));
		expect(read("hello")).to.equal('The text is not a piece of a take: it does not begin with "dolly1".');
		const full = "A".rep(16_000);
		for (const [index, count] of [
			[0, 1],
			[2, 1],
			[1, 0],
			[1, 3001],
		]) {
			expect(read(`dolly1 0 ${index}/${count} ${full}`)).to.equal(`There is no piece ${index} of ${count}.`);
		}
		new RecordingTextReader().read(`dolly1 0 3000/3000 ${full}`);
		for (const [text, size] of [
			[`dolly1 0 1/2 ${full.sub(2)}`, 15_999],
			[`dolly1 0 1/2 ${full}A`, 16_001],
			[`dolly1 0 2/2 ${full}A`, 16_001],
		] as Array<[string, number]>) {
			const [number] = text.match("(%d)/2");
			expect(read(text)).to.equal(
				`Piece ${number} of 2 has ${size} characters: some are missing, or there are too many.`,
			);
		}
	});

	it("refuses pieces that were changed on the way, and starts over", () => {
		const reader = new RecordingTextReader();
		const [piece] = writeRecordingText(SHORT);
		const changed = piece.sub(-1) === "A" ? `${piece.sub(1, -2)}B` : `${piece.sub(1, -2)}A`;
		expect(failureOf(() => reader.read(changed))).to.equal("The pieces are damaged; copy and paste them again.");
		expect(reader.describe()).to.equal("");
		expect(isSame(reader.read(piece)[0], SHORT)).to.equal(true);
	});
};
