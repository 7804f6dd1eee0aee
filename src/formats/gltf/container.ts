import { Budget } from "../../bytes/budget";
import { fail } from "../../bytes/fail";
import { Reader } from "../../bytes/reader";
import { Window } from "./window";

/** The container: `glTF`, u32 version, u32 length, then chunks of u32 length, u32 type, data padded to 4 bytes. */
export const GLB_MAGIC = 0x46546c67;
export const GLB_VERSION = 2;
/** Magic, version and length. */
const HEADER_SIZE = 12;
export const CHUNK_JSON = 0x4e4f534a;
export const CHUNK_BINARY = 0x004e4942;

/** The parts of a GLB file: its JSON, the offset of that, and its binary chunk. */
export interface GlbParts {
	json: string;
	jsonOffset: number;
	binary?: Window;
}

/** Takes a GLB file apart. Skips chunks of other types after the JSON, as the specification asks, and bytes after the file's end. */
export function splitGlb(source: buffer, budget: Budget): GlbParts {
	let reader = new Reader(source, "gltf");
	const magic = reader.u32("the GLB magic");
	if (magic !== GLB_MAGIC) reader.fail(`the file starts with 0x${string.format("%08X", magic)}, not with glTF`, 0);
	const version = reader.u32("the GLB version");
	if (version !== GLB_VERSION) reader.fail(`the container has version ${version}; expected 2`, 4);
	const length = reader.u32("the GLB length");
	if (length > reader.finish || length < reader.position) {
		reader.fail(`the header says ${length} bytes but the file has ${reader.finish}`, 8);
	}
	if (length < reader.finish) {
		budget.warn(`${reader.finish - length} bytes after the end of the GLB are ignored`);
		reader = new Reader(source, "gltf", 0, length);
		reader.skip(HEADER_SIZE);
	}

	let json: string | undefined;
	let jsonOffset = 0;
	let binary: Window | undefined;
	let chunk = 0;
	while (reader.remaining() > 0) {
		const start = reader.position;
		const size = reader.u32("a chunk's length");
		const kind = reader.u32("a chunk's type");
		if (size % 4 !== 0) fail("gltf", `chunk ${chunk} is ${size} bytes long, not a multiple of 4`, start);
		reader.need(size, `chunk ${chunk}`);
		if (chunk === 0) {
			if (kind !== CHUNK_JSON) fail("gltf", "the first chunk is not JSON", start + 4);
			jsonOffset = reader.position;
			json = reader.text(size, "the JSON chunk");
		} else {
			if (kind === CHUNK_JSON) fail("gltf", "there is a second JSON chunk", start + 4);
			if (kind === CHUNK_BINARY) {
				if (chunk !== 1) fail("gltf", "the binary chunk is not the second chunk", start + 4);
				binary = { source, start: reader.position, size };
			}
			reader.skip(size);
		}
		chunk += 1;
	}
	if (json === undefined) return reader.fail("there is no JSON chunk");
	return { json, jsonOffset, binary };
}
