import { fail } from "../../bytes/fail";
import { Reader } from "../../bytes/reader";
import { HuffmanCode, readHuffman } from "./huffman";

/** A code's location in its DHT segment, and the code once a scan uses it: a file may have many unused ones. */
interface KnownCode {
	reader: Reader;
	start: number;
	code?: HuffmanCode;
}

/** The tables that a file has defined so far: four of each kind, each of which may be replaced between scans. */
export class JpegTables {
	private readonly dc = new Map<number, KnownCode>();
	private readonly ac = new Map<number, KnownCode>();
	private readonly quantizers = new Map<number, Array<number>>();

	public readCodes(reader: Reader): void {
		while (reader.remaining() > 0) {
			const kind = reader.u8("code's kind");
			if (kind >>> 4 > 1 || (kind & 15) > 3) reader.fail(`Huffman code ${kind} does not exist`, reader.position - 1);
			const start = reader.position;
			let total = 0;
			for (const _ of $range(1, 16)) total += reader.u8("count of codes");
			reader.skip(total, "symbols");
			const known = { reader: reader.windowAt(start, 16 + total), start };
			(kind >>> 4 === 0 ? this.dc : this.ac).set(kind & 15, known);
		}
	}

	public readQuantizers(reader: Reader): void {
		while (reader.remaining() > 0) {
			const kind = reader.u8("table's kind");
			const size = kind >>> 4;
			if (size > 1 || (kind & 15) > 3) reader.fail(`quantisation table ${kind} does not exist`, reader.position - 1);
			const values = new Array<number>();
			for (const _ of $range(1, 64)) {
				const upper = size === 1 ? reader.u8("quantiser") * 256 : 0;
				const value = upper + reader.u8("quantiser");
				if (value === 0) reader.fail("a quantiser is 0", reader.position - 1);
				values.push(value);
			}
			this.quantizers.set(kind & 15, values);
		}
	}

	public dcCode(index: number, place: number): HuffmanCode {
		return this.codeOf(this.dc.get(index), place);
	}

	public acCode(index: number, place: number): HuffmanCode {
		return this.codeOf(this.ac.get(index), place);
	}

	public quantizer(index: number, place: number): Array<number> {
		return this.quantizers.get(index) ?? fail("jpeg", "a scan uses a quantisation table that is missing", place);
	}

	private codeOf(known: KnownCode | undefined, place: number): HuffmanCode {
		if (!known) return fail("jpeg", "a scan uses a Huffman code that is missing", place);
		known.code ??= readHuffman(known.reader);
		return known.code;
	}
}
