import { Budget } from "../../bytes/budget";
import { CompanionFiles, Companions } from "../../bytes/companion-files";
import { decodeDataUri, decodePercentName, isDataUri } from "./data-uri";
import { MESHOPT_EXTENSIONS, MeshoptExtension } from "./extensions";
import { booleanIn, extensionIn, failAt, integerIn, JsonObject, objectsIn, stringIn } from "./json";
import { Window } from "./window";

/** The max bytes of the binary chunk beyond its buffer: its padding to 4 bytes. */
const MAX_PADDING = 3;

/** A buffer view's reference to a buffer: its compressed form reads one, its uncompressed form another. */
export interface BufferReference {
	buffer: number;
	path: string;
	/** The name of the view's compression extension, if any. */
	compression?: MeshoptExtension;
	/** Whether this is the extension's own reference, to the compressed bytes. */
	isCompressed: boolean;
}

function missing(uri: string): string {
	return `the file "${decodePercentName(uri).sub(1, 80)}" is needed; pass it in files`;
}

/** A document's buffers, loaded when first needed. */
export class Buffers {
	private readonly definitions: Array<JsonObject>;
	private readonly companions: Companions;
	private readonly loaded = new Map<number, Window>();

	/**
	 * @param files the files beside the document, by name
	 * @param binary the binary chunk of a GLB, which is buffer 0 if that has no URI
	 */
	constructor(
		root: JsonObject,
		files: CompanionFiles,
		private readonly binary: Window | undefined,
		private readonly budget: Budget,
	) {
		this.definitions = objectsIn(root, "buffers");
		this.companions = new Companions(files);
	}

	public count(): number {
		return this.definitions.size();
	}

	public byteLength(index: number): number {
		return integerIn(this.definitions[index], "byteLength", `buffers[${index}]`, 1);
	}

	/**
	 * Checks every buffer against all references to it: fallback buffers must keep their rules, and all others need
	 * their data. A buffer that only uncompressed forms of compressed views refer to is never loaded.
	 */
	public check(references: Array<BufferReference>, required: ReadonlySet<string>, budget: Budget): void {
		const byBuffer = this.definitions.map(() => new Array<BufferReference>());
		for (const reference of references) byBuffer[reference.buffer].push(reference);
		this.definitions.forEach((_, index) => {
			this.byteLength(index);
			this.checkOne(index, byBuffer[index], required);
		});
		if (this.binary !== undefined && (this.count() === 0 || this.uri(0) !== undefined)) {
			budget.warn("the binary chunk is not used: buffer 0 is not in it");
		}
	}

	private checkOne(index: number, references: Array<BufferReference>, required: ReadonlySet<string>): void {
		const path = `buffers[${index}]`;
		const tag = this.fallbackTag(index);
		let isNeeded = references.isEmpty();
		for (const { compression, isCompressed, path: from } of references) {
			if (tag !== undefined && isCompressed) {
				failAt(`buffer ${index} is a fallback, which cannot hold compressed data`, from);
			}
			if (tag !== undefined && compression === undefined) {
				failAt(`buffer ${index} is a fallback, to which only compressed views may refer`, from);
			}
			if (isCompressed || compression === undefined) isNeeded = true;
		}
		if (this.hasData(index)) {
			if (isNeeded && tag === undefined) this.load(index);
			return;
		}
		const uri = this.uri(index);
		if (tag === undefined && isNeeded) {
			if (uri === undefined) failAt("the buffer has no URI and is not the binary chunk", path);
			failAt(missing(uri), `${path}.uri`);
		}
		if (uri !== undefined) return;
		// Without a fallback, the extension must be required, so that readers without it stop.
		for (const { compression, path: from } of references) {
			if (compression !== undefined && !required.has(compression)) {
				failAt(`${from} falls back to no data, so ${compression} must be in extensionsRequired`, path);
			}
		}
		if (tag !== undefined && references.isEmpty() && !required.has(tag)) {
			failAt(`the fallback has no data, so ${tag} must be in extensionsRequired`, path);
		}
	}

	private uri(index: number): string | undefined {
		return stringIn(this.definitions[index], "uri", `buffers[${index}]`);
	}

	private hasData(index: number): boolean {
		const uri = this.uri(index);
		if (uri === undefined) return index === 0 && this.binary !== undefined;
		return isDataUri(uri) || this.companion(uri) !== undefined;
	}

	private companion(uri: string): buffer | undefined {
		return this.companions.find(decodePercentName(uri));
	}

	/** Returns the name of the extension that marks buffer `index` as a fallback, if any. */
	private fallbackTag(index: number): MeshoptExtension | undefined {
		const definition = this.definitions[index];
		const path = `buffers[${index}]`;
		let found: MeshoptExtension | undefined;
		let tag: MeshoptExtension | undefined;
		for (const name of MESHOPT_EXTENSIONS) {
			const extension = extensionIn(definition, name, path);
			if (extension !== undefined) {
				if (found !== undefined) failAt(`the buffer carries both ${found} and ${name}`, `${path}.extensions`);
				found = name;
				if (booleanIn(extension, "fallback", `${path}.extensions.${name}`)) tag = name;
			}
		}
		return tag;
	}

	public load(index: number): Window {
		const before = this.loaded.get(index);
		if (before !== undefined) return before;
		const path = `buffers[${index}]`;
		const size = this.byteLength(index);
		const uri = this.uri(index);
		let window: Window;
		if (uri !== undefined) {
			const bytes = isDataUri(uri) ? decodeDataUri(uri, this.budget, `${path}.uri`) : this.companion(uri);
			if (bytes === undefined) failAt(missing(uri), `${path}.uri`);
			window = { source: bytes, start: 0, size: buffer.len(bytes) };
		} else {
			if (index !== 0 || this.binary === undefined) failAt("the buffer has no data", path);
			window = this.binary;
			this.checkPadding(window, size);
		}
		if (window.size < size) failAt(`${size} bytes are declared but there are ${window.size}`, `${path}.byteLength`);
		const result = { source: window.source, start: window.start, size };
		this.loaded.set(index, result);
		return result;
	}

	/** Reports bytes of the binary chunk that belong to no buffer: some writers do not clear its padding. */
	private checkPadding({ source, start, size }: Window, declared: number): void {
		const left = size - declared;
		if (left > MAX_PADDING) {
			this.budget.warn(`the last ${left} bytes of the binary chunk are ignored: buffer 0 ends before them`);
			return;
		}
		for (const at of $range(start + declared, start + size - 1)) {
			if (buffer.readu8(source, at) === 0) continue;
			this.budget.warn("the binary chunk is padded with bytes other than 0");
			return;
		}
	}
}
