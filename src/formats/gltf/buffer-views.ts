import { Budget } from "../../bytes/budget";
import { decodeMeshoptWith } from "../../meshopt/decode";
import { MeshoptFilter, MeshoptMode } from "../../meshopt/layout";
import { BufferReference, Buffers } from "./buffers";
import { MESHOPT_EXTENSIONS, MeshoptExtension } from "./extensions";
import { extensionIn, failAt, integerIn, JsonObject, objectsIn } from "./json";
import { Window } from "./window";

/** The names of meshopt's streams in the ratified extension. The draft has numbers, counted from 0 in this order. */
const MODES: ReadonlyArray<MeshoptMode> = ["ATTRIBUTES", "TRIANGLES", "INDICES"];
const FILTERS: ReadonlyArray<MeshoptFilter> = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"];
/** Only KHR_meshopt_compression has COLOR. */
const FILTERS_WITHOUT_COLOR = 4;

interface Compression {
	extension: MeshoptExtension;
	buffer: number;
	byteOffset: number;
	byteLength: number;
	byteStride: number;
	count: number;
	mode: MeshoptMode;
	filter: MeshoptFilter;
}

export interface BufferView {
	buffer: number;
	byteOffset: number;
	byteLength: number;
	byteStride?: number;
	compression?: Compression;
}

function nameAt<T extends string>(
	names: ReadonlyArray<T>,
	count: number,
	extension: MeshoptExtension,
	value: unknown,
	path: string,
): T {
	const isDraft = extension === "MESHOPT_compression";
	for (const index of $range(0, count - 1)) {
		if (value === (isDraft ? index : names[index])) return names[index];
	}
	const shown = typeIs(value, "number") || typeIs(value, "string") ? `${value}`.sub(1, 40) : typeOf(value);
	return failAt(`${extension} does not have ${shown}`, path);
}

/** Checks the extension's rules about its own fields. */
function checkLayout({ mode, filter, byteStride, count }: Compression, path: string): void {
	if (mode === "ATTRIBUTES") {
		if (byteStride % 4 !== 0)
			failAt(`ATTRIBUTES need a stride divisible by 4, not ${byteStride}`, `${path}.byteStride`);
	} else {
		if (byteStride !== 2 && byteStride !== 4) {
			failAt(`${mode} need a stride of 2 or 4, not ${byteStride}`, `${path}.byteStride`);
		}
		if (filter !== "NONE") failAt(`${mode} take no filter, but it is ${filter}`, `${path}.filter`);
	}
	if (mode === "TRIANGLES" && count % 3 !== 0) {
		failAt(`TRIANGLES need a count divisible by 3, not ${count}`, `${path}.count`);
	}
	if ((filter === "OCTAHEDRAL" || filter === "COLOR") && byteStride !== 4 && byteStride !== 8) {
		failAt(`${filter} needs a stride of 4 or 8, not ${byteStride}`, `${path}.byteStride`);
	}
	if (filter === "QUATERNION" && byteStride !== 8) {
		failAt(`QUATERNION needs a stride of 8, not ${byteStride}`, `${path}.byteStride`);
	}
}

function readCompression(view: JsonObject, buffers: Buffers, path: string): Compression | undefined {
	let found: Compression | undefined;
	for (const extension of MESHOPT_EXTENSIONS) {
		const json = extensionIn(view, extension, path);
		if (json !== undefined) {
			if (found !== undefined) {
				failAt(`the view carries both ${found.extension} and ${extension}`, `${path}.extensions`);
			}
			const place = `${path}.extensions.${extension}`;
			const filterCount = extension === "KHR_meshopt_compression" ? FILTERS.size() : FILTERS_WITHOUT_COLOR;
			found = {
				extension,
				buffer: integerIn(json, "buffer", place, 0, buffers.count() - 1),
				byteOffset: integerIn(json, "byteOffset", place, 0, undefined, 0),
				byteLength: integerIn(json, "byteLength", place, 1),
				byteStride: integerIn(json, "byteStride", place, 2, 256),
				count: integerIn(json, "count", place, 1),
				mode: nameAt(MODES, MODES.size(), extension, json.mode, `${place}.mode`),
				filter:
					json.filter === undefined ? "NONE" : nameAt(FILTERS, filterCount, extension, json.filter, `${place}.filter`),
			};
			checkLayout(found, place);
			const size = buffers.byteLength(found.buffer);
			if (found.byteOffset + found.byteLength > size) {
				failAt(`the compressed bytes end at ${found.byteOffset + found.byteLength}, but the buffer at ${size}`, place);
			}
		}
	}
	return found;
}

function readView(json: JsonObject, buffers: Buffers, path: string): BufferView {
	const view: BufferView = {
		buffer: integerIn(json, "buffer", path, 0, buffers.count() - 1),
		byteOffset: integerIn(json, "byteOffset", path, 0, undefined, 0),
		byteLength: integerIn(json, "byteLength", path, 1),
		byteStride: json.byteStride === undefined ? undefined : integerIn(json, "byteStride", path, 4, 252),
		compression: readCompression(json, buffers, path),
	};
	const { byteStride, compression } = view;
	if (byteStride !== undefined && byteStride % 4 !== 0) {
		failAt(`the stride is ${byteStride}, not a multiple of 4`, `${path}.byteStride`);
	}
	const size = buffers.byteLength(view.buffer);
	if (view.byteOffset + view.byteLength > size) {
		failAt(`the view ends at ${view.byteOffset + view.byteLength}, but its buffer at ${size}`, path);
	}
	if (compression !== undefined) {
		const decoded = compression.byteStride * compression.count;
		if (view.byteLength !== decoded) {
			failAt(
				`${compression.count} × ${compression.byteStride} bytes are compressed, but the view has ${view.byteLength}`,
				`${path}.byteLength`,
			);
		}
		// KHR_meshopt_compression dropped this rule. Data with another stride fails when an accessor reads it.
		const mustMatch = compression.extension !== "KHR_meshopt_compression";
		if (mustMatch && byteStride !== undefined && byteStride !== compression.byteStride) {
			failAt(`the view's stride is ${byteStride}, the extension's ${compression.byteStride}`, `${path}.byteStride`);
		}
	}
	return view;
}

/** A document's buffer views, decompressed when first needed. */
export class BufferViews {
	public readonly views: Array<BufferView>;
	private readonly decoded = new Map<number, Window>();

	constructor(
		root: JsonObject,
		private readonly buffers: Buffers,
		private readonly budget: Budget,
	) {
		this.views = objectsIn(root, "bufferViews").map((json, index) => readView(json, buffers, `bufferViews[${index}]`));
	}

	/** Returns all references of views to buffers. */
	public references(): Array<BufferReference> {
		const references = new Array<BufferReference>();
		this.views.forEach((view, index) => {
			const path = `bufferViews[${index}]`;
			const compression = view.compression?.extension;
			references.push({ buffer: view.buffer, path, compression, isCompressed: false });
			if (view.compression !== undefined) {
				references.push({
					buffer: view.compression.buffer,
					path: `${path}.extensions.${compression}.buffer`,
					compression,
					isCompressed: true,
				});
			}
		});
		return references;
	}

	/** Returns the bytes of view `index`, decompressed if necessary. */
	public load(index: number): Window {
		const view = this.views[index];
		const { compression } = view;
		if (compression === undefined) {
			const whole = this.buffers.load(view.buffer);
			return { source: whole.source, start: whole.start + view.byteOffset, size: view.byteLength };
		}
		const before = this.decoded.get(index);
		if (before !== undefined) return before;
		this.budget.pausePoint();
		const whole = this.buffers.load(compression.buffer);
		this.budget.spendBytes(view.byteLength, "gltf", `bufferViews[${index}]`);
		const stream = {
			source: whole.source,
			byteOffset: whole.start + compression.byteOffset,
			byteLength: compression.byteLength,
			byteStride: compression.byteStride,
			count: compression.count,
			mode: compression.mode,
			filter: compression.filter,
		};
		const source = decodeMeshoptWith(stream, this.budget, undefined, 0);
		const result = { source, start: 0, size: view.byteLength };
		this.decoded.set(index, result);
		return result;
	}
}
