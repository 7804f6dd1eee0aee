import { decodeBase64, encodeBase64 } from "../../src/codecs";
import { decodeRecording, encodeRecording, Recording } from "../../src/camera";
import { refuse } from "../sentence";

/**
 * Characters of Base64 per piece. With its prefix, a piece fits into the 16,384 characters assumed for a text box. The
 * limit is undocumented; longer text would be cut off and paste as a damaged take.
 */
const PIECE = 16_000;

/** The max pieces per take: 48 million characters, far beyond what anybody pastes. */
const MOST_PIECES = 3000;

/** Begins a piece of a take. */
const MARK = "dolly1";

/** Returns a checksum that tells the pieces of different takes apart. It does not replace the takes' own. */
function sumOf(text: string): string {
	const bytes = buffer.fromstring(text);
	let sum = text.size();
	for (const at of $range(0, text.size() - 1)) sum = (sum * 31 + buffer.readu8(bytes, at)) % 2 ** 32;
	return string.format("%08x", sum);
}

/** Returns the number of pieces of the text for a number of bytes. */
export function countPieces(bytes: number): number {
	return math.max(math.ceil((math.ceil(bytes / 3) * 4) / PIECE), 1);
}

/** Splits text into pieces that each fit into a text box. */
export function piecesOf(text: string): Array<string> {
	const pieces = new Array<string>();
	for (const start of $range(1, text.size(), PIECE)) pieces.push(text.sub(start, start + PIECE - 1));
	return pieces;
}

/** Writes a take as text to copy: `dolly1 <sum> <piece>/<pieces> <Base64>`. Each piece fits into a text box. */
export function writeRecordingText(take: Recording): Array<string> {
	const text = encodeBase64(encodeRecording(take));
	const sum = sumOf(text);
	const count = math.ceil(text.size() / PIECE);
	if (count > MOST_PIECES)
		refuse(`"${take.name}" has ${text.size()} characters as text, too many to paste. Save a file instead.`);
	const pieces = new Array<string>();
	for (const index of $range(1, count)) {
		pieces.push(`${MARK} ${sum} ${index}/${count} ${text.sub((index - 1) * PIECE + 1, index * PIECE)}`);
	}
	return pieces;
}

/**
 * Joins takes from pieces that are pasted in any order, one or more at a time. Keeps the pieces of one incomplete take.
 */
export class RecordingTextReader {
	private sum = "";
	private pieces = new Array<string | undefined>();
	private count = 0;
	private held = 0;

	/** Reads a pasted text and returns the takes that are complete now. Fails if the text holds no piece of a take. */
	public read(text: string): Array<Recording> {
		const takes = new Array<Recording>();
		let found = false;
		for (const [sum, index, count, base64] of text.gmatch(`${MARK}%s+(%x+)%s+(%d+)/(%d+)%s+([%w+/=]+)`)) {
			found = true;
			const take = this.add(sum as string, tonumber(index)!, tonumber(count)!, base64 as string);
			if (take) takes.push(take);
		}
		if (!found) refuse(`The text is not a piece of a take: it does not begin with "${MARK}".`);
		return takes;
	}

	/** Describes the missing pieces. Empty if no take has been begun. */
	public describe(): string {
		if (this.held === 0) return "";
		const missing = new Array<number>();
		for (const index of $range(1, this.count)) if (this.pieces[index - 1] === undefined) missing.push(index);
		const shown = missing.size() > 8 ? `${missing.size()} of them` : missing.join(", ");
		return `${this.held} of ${this.count} pieces are here; missing: ${shown}.`;
	}

	private add(sum: string, index: number, count: number, base64: string): Recording | undefined {
		if (count < 1 || count > MOST_PIECES || index < 1 || index > count) {
			refuse(`There is no piece ${index} of ${count}.`);
		}
		if (base64.size() > PIECE || (index < count && base64.size() < PIECE)) {
			refuse(`Piece ${index} of ${count} has ${base64.size()} characters: some are missing, or there are too many.`);
		}
		if (sum !== this.sum || count !== this.count) this.begin(sum, count);
		if (this.pieces[index - 1] === undefined) this.held += 1;
		this.pieces[index - 1] = base64;
		if (this.held < count) return undefined;
		const whole = (this.pieces as Array<string>).join("");
		this.begin("", 0);
		if (sumOf(whole) !== sum) refuse("The pieces are damaged; copy and paste them again.");
		return decodeRecording(decodeBase64(whole));
	}

	private begin(sum: string, count: number): void {
		this.sum = sum;
		this.count = count;
		this.held = 0;
		this.pieces = [];
	}
}
