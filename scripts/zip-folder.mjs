import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";

/** 1 January 1980, the first day that the format knows: so that the same files give the same bytes. */
const DATE = 0x21;
const DEFLATE = 8;
const UTF8 = 0x800;
const VERSION = 20;

/** The fields that stand both before a file and in the list at the end. */
function describe(name, content, packed) {
	const fields = Buffer.alloc(26);
	fields.writeUInt16LE(VERSION, 0);
	fields.writeUInt16LE(UTF8, 2);
	fields.writeUInt16LE(DEFLATE, 4);
	fields.writeUInt16LE(DATE, 8);
	fields.writeUInt32LE(crc32(content), 10);
	fields.writeUInt32LE(packed.length, 14);
	fields.writeUInt32LE(content.length, 18);
	fields.writeUInt16LE(name.length, 22);
	return fields;
}

function signature(text) {
	return Buffer.from(`PK${text}`, "latin1");
}

/** Files as a ZIP archive: their contents by their names, in the order of these. */
export function zipFiles(contents) {
	const files = [];
	const list = [];
	let offset = 0;
	for (const path of [...contents.keys()].sort()) {
		const content = contents.get(path);
		const packed = deflateRawSync(content, { level: 9 });
		const name = Buffer.from(path);
		const fields = describe(name, content, packed);
		const file = Buffer.concat([signature("\x03\x04"), fields, name, packed]);
		const tail = Buffer.alloc(14);
		tail.writeUInt32LE(offset, 10);
		list.push(Buffer.concat([signature("\x01\x02"), Buffer.from([VERSION, 0]), fields, tail, name]));
		files.push(file);
		offset += file.length;
	}
	const listed = Buffer.concat(list);
	const end = Buffer.alloc(18);
	end.writeUInt16LE(contents.size, 4);
	end.writeUInt16LE(contents.size, 6);
	end.writeUInt32LE(listed.length, 8);
	end.writeUInt32LE(offset, 12);
	return Buffer.concat([...files, listed, signature("\x05\x06"), end]);
}

/** The files of a folder and of those in it as a ZIP archive, all of them in a folder of that name. */
export function zipFolder(folder, name) {
	const contents = new Map();
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const path = join(entry.parentPath ?? entry.path, entry.name);
		contents.set(`${name}/${path.slice(folder.length + 1).replaceAll("\\", "/")}`, readFileSync(path));
	}
	return zipFiles(contents);
}
