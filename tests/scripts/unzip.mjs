import assert from "node:assert/strict";
import { crc32, inflateRawSync } from "node:zlib";

/** The files of a ZIP archive by their names, as its list at the end has them. */
export function unzip(zip) {
	const end = zip.length - 22;
	assert.equal(zip.readUInt32LE(end), 0x06054b50);
	const files = new Map();
	let at = zip.readUInt32LE(end + 16);
	for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
		assert.equal(zip.readUInt32LE(at), 0x02014b50);
		const [sum, packed, size] = [16, 20, 24].map((offset) => zip.readUInt32LE(at + offset));
		const nameLength = zip.readUInt16LE(at + 28);
		const from = zip.readUInt32LE(at + 42);
		const start = from + 30 + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28);
		const content = inflateRawSync(zip.subarray(start, start + packed));
		assert.equal(content.length, size);
		assert.equal(crc32(content), sum);
		files.set(zip.toString("utf8", at + 46, at + 46 + nameLength), content);
		at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
	}
	return files;
}
