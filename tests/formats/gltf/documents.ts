import { Gltf } from "../../../src/formats/gltf/gltf";
import { GltfOptions, readGltfWith } from "../../../src/formats/gltf/read";
import { budgetOf } from "../../../src/bytes/job";
import { checkReach } from "../../../src/scene/check-reach";
import { failureOf } from "../../expect-failure";

/** The parts of a document beside its asset; a spec writes them as the tables that a JSON decoder would give. */
export type Parts = { [name: string]: unknown };

/** About how many bytes of JSON a value is: what a file may cost is in proportion to its size. */
function sizeOf(value: unknown): number {
	if (!typeIs(value, "table")) return tostring(value).size() + 1;
	let size = 2;
	for (const [key, inner] of pairs(value as Map<unknown, unknown>)) {
		size += (typeIs(key, "string") ? key.size() + 3 : 0) + sizeOf(inner);
	}
	return size;
}

/** Reads a document of these parts. `data` are its buffers: each is a file beside it, under the buffer's URI. */
export function readParts(parts: Parts, data: Array<buffer | undefined> = [], options?: GltfOptions): Gltf {
	const files = new Map<string, buffer>();
	const definitions = parts.buffers as Array<Parts> | undefined;
	const buffers = definitions?.map((definition, index) => {
		const bytes = data[index];
		if (bytes === undefined) return definition;
		const uri = (definition.uri as string | undefined) ?? `${index}.bin`;
		files.set(uri, bytes);
		return { ...definition, uri };
	});
	const document = { asset: { version: "2.0" }, ...parts, buffers };
	const budget = budgetOf(options, "readGltf");
	const gltf = readGltfWith(() => document, buffer.create(sizeOf(document)), { files, ...options }, budget);
	checkReach(gltf.scene, budget, "gltf", "nodes");
	return gltf;
}

/** What reading a document of these parts fails with, without `[dolly] gltf: `. */
export function failureOfParts(parts: Parts, data: Array<buffer | undefined> = [], options?: GltfOptions): string {
	const message = failureOf(() => readParts(parts, data, options));
	const prefix = "[dolly] gltf: ";
	return message.sub(1, prefix.size()) === prefix ? message.sub(prefix.size() + 1) : message;
}

/** A buffer of these f32. */
export function floats(...values: Array<number>): buffer {
	const result = buffer.create(values.size() * 4);
	values.forEach((value, index) => buffer.writef32(result, index * 4, value));
	return result;
}

/** The f32 of a buffer, or those from byte `from` on. */
export function toNumbers(source: buffer, from = 0, count = (buffer.len(source) - from) / 4): Array<number> {
	const values = new Array<number>();
	for (const index of $range(0, count - 1)) values.push(buffer.readf32(source, from + index * 4));
	return values;
}

/** The u32 of a buffer. */
export function toIndices(source: buffer): Array<number> {
	const values = new Array<number>();
	for (const at of $range(0, buffer.len(source) - 4, 4)) values.push(buffer.readu32(source, at));
	return values;
}

/** Buffers one after another, each from a multiple of 4 on. */
export function joined(...parts: Array<buffer>): buffer {
	let size = 0;
	for (const part of parts) size += math.ceil(buffer.len(part) / 4) * 4;
	const result = buffer.create(size);
	let at = 0;
	for (const part of parts) {
		buffer.copy(result, at, part);
		at += math.ceil(buffer.len(part) / 4) * 4;
	}
	return result;
}
