import { decodeMeshopt } from "../../src/meshopt/decode";
import { encodeMeshopt } from "../../src/meshopt/encode";
import { encodeAttributes, maximumAttributesSize } from "../../src/meshopt/encode-attributes";
import { bytes, hex } from "../buffers";

function zeros(count: number): Array<number> {
	return new Array<number>(count, 0);
}

/** A stream of 4-byte elements that differ in their first byte only, or in their first two as a 16-bit value. */
function encode(values: Array<number>, version: 0 | 1, others = [0, 0, 0]): string {
	const source = buffer.create(4 * values.size());
	values.forEach((value, index) => {
		others.forEach((other, place) => buffer.writeu8(source, 4 * index + 1 + place, other));
		if (others[0] === 0) buffer.writeu16(source, 4 * index, value);
		else buffer.writeu8(source, 4 * index, value);
	});
	const layout = { byteStride: 4, count: values.size(), mode: "ATTRIBUTES" } as const;
	const stream = encodeMeshopt(source, { ...layout, version });
	const view = { ...layout, source: stream, byteOffset: 0, byteLength: buffer.len(stream) };
	assert(hex(decodeMeshopt(view)) === hex(source), "it decodes to something else");
	return hex(stream);
}

/** Values that start at `first` and go on by these differences, wrapped around at `modulus`. */
function running(first: number, differences: Array<number>, modulus = 256): Array<number> {
	let value = first;
	return differences.map((difference) => (value = (value + difference) % modulus));
}

/** A version 0 stream of 4-byte elements: these planes, padding, and the baseline. */
function version0(planes: Array<number>, baseline: Array<number>): string {
	return hex(bytes(...[0xa0, ...planes, ...zeros(28), ...baseline]));
}

/** A version 1 stream of 4-byte elements: control byte, planes, padding, baseline and channel mode. */
function version1(control: number, planes: Array<number>, baseline: Array<number>, mode: number): string {
	return hex(bytes(...[0xa1, control, ...planes, ...zeros(19), ...baseline, mode]));
}

export = () => {
	describe("version 0", () => {
		it("writes the document's 4-bit codes, and full bytes where a code is all ones", () => {
			// A group of one value, then the document's deltas.
			const deltas = [-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0];
			const values = running(100, [...zeros(16), ...deltas]);
			const plane = [0b1000, 0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5];
			expect(encode(values, 0, [7, 8, 9])).to.equal(version0([...plane, 0, 0, 0], [100, 7, 8, 9]));
		});

		it("writes 2-bit codes, most significant first, where they take less", () => {
			// Codes 0 1 2, then 255 as a whole byte, which two bits cannot hold.
			const values = running(0, [0, -1, 1, -128, ...zeros(12)]);
			const plane = [0x01, 0x1b, 0x00, 0x00, 0x00, 0xff];
			expect(encode(values, 0, [1, 1, 1])).to.equal(version0([...plane, 0, 0, 0], [0, 1, 1, 1]));
		});

		it("writes whole bytes where deltas are large, and zeros beyond the last element", () => {
			const values = running(5, [0, ...new Array<number>(14, 100)]);
			const plane = [0x03, 0x00, ...new Array<number>(14, 0xc8), 0x00];
			expect(encode(values, 0, [1, 1, 1])).to.equal(version0([...plane, 0, 0, 0], [5, 1, 1, 1]));
		});

		it("takes whole bytes where packed codes with bytes after them would take as many", () => {
			// Eight codes fit in four bits and eight do not: 8 + 8 bytes.
			const values = running(0, [0, ...new Array<number>(7, 3), ...new Array<number>(8, 50)]);
			const plane = [0x03, 0x00, ...new Array<number>(7, 0x06), ...new Array<number>(8, 0x64)];
			expect(encode(values, 0, [1, 1, 1])).to.equal(version0([...plane, 0, 0, 0], [0, 1, 1, 1]));
		});

		it("counts deltas modulo 256", () => {
			// From 0 to 255 is -1, whose code is 1.
			expect(encode([0, 255], 0, [1, 1, 1])).to.equal(version0([0x01, 0x10, 0x00, 0x00, 0x00, 0, 0, 0], [0, 1, 1, 1]));
		});

		it("gives the last block what is left, relative to the block before", () => {
			const values = [...new Array<number>(256, 4), 5];
			const last = [0x01, 0x80, 0x00, 0x00, 0x00];
			expect(encode(values, 0, [3, 2, 1])).to.equal(version0([...zeros(16), ...last, 0, 0, 0], [4, 3, 2, 1]));
		});

		it("writes a tail longer than 32 bytes without padding", () => {
			const element = new Array<number>();
			for (const value of $range(1, 36)) element.push(value);
			const stream = encodeMeshopt(bytes(...element), { byteStride: 36, count: 1, mode: "ATTRIBUTES", version: 0 });
			expect(hex(stream)).to.equal(hex(bytes(...[0xa0, ...zeros(36), ...element])));
		});
	});

	describe("version 1", () => {
		it("stores nothing of bytes that never change", () => {
			expect(encode(new Array<number>(300, 9), 1, [1, 2, 3])).to.equal(
				hex(bytes(...[0xa1, 0xaa, 0xaa, ...zeros(19), 9, 1, 2, 3, 0])),
			);
		});

		it("writes literal bytes where header bits do not pay", () => {
			expect(encode([0, 5], 1)).to.equal(version1(0b10101011, [0x00, 0x0a], [0, 0, 0, 0], 0));
		});

		it("writes 1-bit codes, least significant first", () => {
			// One change: 2 bytes of marks and one of its code.
			expect(encode([...zeros(10), ...new Array<number>(6, 50)], 1, [1, 1, 1])).to.equal(
				version1(0b10101001, [0x00, 0x00, 0x04, 0x64], [0, 1, 1, 1], 0),
			);
		});

		it("leaves groups without changes out where no group needs whole bytes", () => {
			const values = running(0, [...zeros(48), ...new Array<number>(16, 7)]);
			const plane = [0b11000000, ...new Array<number>(8, 0xee)];
			expect(encode(values, 1, [1, 1, 1])).to.equal(version1(0b10101000, plane, [0, 1, 1, 1], 0));
		});

		it("writes groups of whole bytes beside groups of fewer bits", () => {
			const values = running(0, [...zeros(16), ...new Array<number>(16, 7), ...new Array<number>(16, 100)]);
			// 1-bit codes for what does not change, 4-bit ones, and bytes.
			const plane = [0b111000, 0x00, 0x00, ...new Array<number>(8, 0xee), ...new Array<number>(16, 0xc8)];
			expect(encode(values, 1, [1, 1, 1])).to.equal(version1(0b10101001, plane, [0, 1, 1, 1], 0));
		});

		it("takes 16-bit differences where they take less than those of bytes", () => {
			// 300 is 0x012c; its code 600 is 0x0258, always the same, while bytes carry now and then.
			const values = running(0, [0, ...new Array<number>(15, 300)], 65536);
			const low = [0x00, ...new Array<number>(15, 0x58)];
			const high = [0x01, 0x2a, 0xaa, 0xaa, 0xaa];
			expect(encode(values, 1)).to.equal(version1(0b10100111, [...low, ...high], [0, 0, 0, 0], 1));
		});

		it("counts 16-bit differences modulo 65536", () => {
			const values = running(0, [0, ...new Array<number>(15, -300)], 65536);
			const low = [0x00, ...new Array<number>(15, 0x57)];
			const high = [0x01, 0x2a, 0xaa, 0xaa, 0xaa];
			expect(encode(values, 1)).to.equal(version1(0b10100111, [...low, ...high], [0, 0, 0, 0], 1));
		});

		it("rotates words so that the bits that change share a byte", () => {
			// Bits 6 and 9 change together; rotated by 2 they are bits 0 and 3 of the second byte.
			const values = new Array<number>();
			for (const index of $range(0, 15)) values.push((index % 2) * 0x240);
			const plane = [0x02, 0x09, ...new Array<number>(7, 0x99)];
			expect(encode(values, 1)).to.equal(version1(0b10100110, plane, [0, 0, 0, 0], 0x22));
		});

		it("chooses a mode for each channel by itself", () => {
			const source = buffer.create(16 * 8);
			for (const index of $range(0, 15)) {
				buffer.writeu16(source, 8 * index, 300 * index);
				buffer.writeu32(source, 8 * index + 4, (index % 2) * 0x240);
			}
			const stream = encodeMeshopt(source, { byteStride: 8, count: 16, mode: "ATTRIBUTES" });
			expect(hex(stream, buffer.len(stream) - 2)).to.equal("01 22");
			expect(hex(stream, 0, 3)).to.equal("A1 A7 A6");
		});
	});

	describe("the choice of a channel's mode", () => {
		/** The mode that is chosen for a channel of these words. */
		function modeOf(words: Array<number>): number {
			const source = buffer.create(4 * words.size());
			words.forEach((word, index) => buffer.writeu32(source, 4 * index, word));
			const stream = encodeMeshopt(source, { byteStride: 4, count: words.size(), mode: "ATTRIBUTES" });
			return buffer.readu8(stream, buffer.len(stream) - 1);
		}

		/** Words of 16 blocks, each of the kind that `kinds` has for it in turn. */
		function blocksOf(kinds: Array<string>): Array<number> {
			const words = new Array<number>();
			for (const index of $range(0, 4095)) {
				const kind = kinds[index.idiv(256) % kinds.size()];
				// Two bytes that carry when they are one number, one number that steps, and bits on both sides of a byte's end.
				if (kind === "bytes") words.push((index % 2) * 255);
				else if (kind === "shorts") words.push((index * 300) % 65536);
				else words.push((index % 2) * 0x240);
			}
			return words;
		}

		it("takes the smallest of the three", () => {
			expect(modeOf(blocksOf(["bytes"]))).to.equal(0x00);
			expect(modeOf(blocksOf(["shorts"]))).to.equal(0x01);
			expect(modeOf(blocksOf(["words"]))).to.equal(0x22);
		});

		it("looks at 2048 elements, in blocks spread over the stream", () => {
			// Of 4096 elements it sees every other block.
			expect(modeOf(blocksOf(["words", "shorts"]))).to.equal(0x22);
			expect(modeOf(blocksOf(["shorts", "words"]))).to.equal(0x01);
			// Three in four of those that it sees are steps, which is half of every fourth block.
			const mixed = ["words", "bytes", "shorts", "bytes", "shorts", "bytes", "shorts", "bytes"];
			expect(modeOf(blocksOf(mixed))).to.equal(0x01);
		});

		it("does not try words where they would take 1.25 times as much, roughly", () => {
			// Bits 0 and 3 always change, which as bytes takes 256; as words 132, roughly 128. A third byte changes once in each
			// group: 52 bytes in both, roughly 256 as words. 384 is 1.247 times 308.
			const words = new Array<number>();
			let third = 0;
			for (const index of $range(0, 255)) {
				if (index % 16 === 8) third = 255 - third;
				words.push((index % 2) * 9 + third * 65536);
			}
			expect(modeOf(words)).to.equal(0x02);
			// One change of the fourth byte more: 400 is 1.27 times 315.
			for (const index of $range(100, 255)) words[index] += 255 * 2 ** 24;
			expect(modeOf(words)).to.equal(0x00);
		});
	});

	it("writes the same whatever was encoded before", () => {
		const noise = buffer.create(1024);
		for (const at of $range(0, 1023)) buffer.writeu8(noise, at, (at * at * 31) % 251);
		const source = buffer.create(4 * 17);
		buffer.fill(source, 4 * 16, 0x44);
		const room = buffer.create(maximumAttributesSize(0, 256, 4));
		for (const mode of [0x00, 0x01, 0x02, 0x32]) {
			encodeAttributes(noise, 0, 256, 4, 1, room, 0, bytes(mode));
			const finish = encodeAttributes(source, 0, 17, 4, 1, room, 0, bytes(mode));
			// Header and control; in each plane header bits, and two bytes of marks and one of a change for the last element.
			expect(finish).to.equal(2 + 4 * (1 + 2 + 1) + 24);
		}
	});

	it("writes into a larger buffer with modes that are given, and says where the stream ends", () => {
		const source = buffer.create(8);
		buffer.writeu8(source, 4, 5);
		const target = buffer.create(3 + maximumAttributesSize(1, 2, 4) + 1);
		buffer.fill(target, 0, 0xee);
		expect(encodeAttributes(source, 0, 2, 4, 1, target, 3, bytes(0x02))).to.equal(31);
		// Exclusive-or gives 5 where a difference has the code 10.
		expect(hex(target, 0, 7)).to.equal("EE EE EE A1 AB 00 05");
		expect(hex(target, 25, 7)).to.equal("00 00 00 00 00 02 EE");
	});
};
