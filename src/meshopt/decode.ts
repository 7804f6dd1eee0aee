import { checkFinite, checkKeys, checkOptional, checkType } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { inSlices } from "../bytes/in-slices";
import { Budget } from "../bytes/budget";
import { decodeAttributes, minimumAttributesSize } from "./attributes";
import { restoreColors16, restoreColors8 } from "./filters/color";
import { expandExponential } from "./filters/exponential";
import { unfoldOctahedral16, unfoldOctahedral8 } from "./filters/octahedral";
import { restoreQuaternions } from "./filters/quaternion";
import { decodeIndices, minimumIndicesSize } from "./indices";
import { checkLayout, isNatural, MeshoptFilter, MeshoptMode } from "./layout";
import { decodeTriangles, minimumTrianglesSize } from "./triangles";

/**
 * A compressed buffer view, in the words of `EXT_meshopt_compression` and `KHR_meshopt_compression`.
 *
 * @example
 * const view: MeshoptView = { source, byteOffset: 0, byteLength: 347, byteStride: 16, count: 148, mode: "ATTRIBUTES" };
 */
export interface MeshoptView {
	/** The buffer that holds the stream. */
	source: buffer;
	/** The offset of the stream in `source`, and its size in bytes. */
	byteOffset: number;
	byteLength: number;
	/** The bytes of one decoded element, and the number of elements. For indices, one element is one index. */
	byteStride: number;
	count: number;
	mode: MeshoptMode;
	filter?: MeshoptFilter;
}

const HEADERS: Record<MeshoptMode, Array<number>> = { ATTRIBUTES: [0xa0, 0xa1], TRIANGLES: [0xe1], INDICES: [0xd1] };
/** Headers that the reference codec also reads, though the extension's text does not mention them. */
const OLDER_HEADERS: { [mode: string]: number | undefined } = { TRIANGLES: 0xe0, INDICES: 0xd0 };

const NUMBERS = ["byteOffset", "byteLength", "byteStride", "count"] as const;

const VIEW: Array<keyof MeshoptView> = ["byteLength", "byteOffset", "byteStride", "count", "filter", "mode", "source"];

/** Refuses a view or a target of the wrong type. */
function checkTypes(view: MeshoptView, target: buffer | undefined, targetOffset: number): void {
	checkKeys(view, VIEW, "decodeMeshopt", "view");
	checkType(view.source, "buffer", "decodeMeshopt", "source");
	for (const name of NUMBERS) checkType(view[name], "number", "decodeMeshopt", name);
	checkType(view.mode, "string", "decodeMeshopt", "mode");
	checkOptional(view.filter, "string", "decodeMeshopt", "filter");
	checkOptional(target, "buffer", "decodeMeshopt", "target");
	checkFinite(targetOffset, "decodeMeshopt", "targetOffset");
}

/** Refuses a view whose numbers contradict each other. Its stream is not read. */
function checkView(view: MeshoptView, filter: MeshoptFilter): void {
	const { byteOffset, byteLength, byteStride, count, mode } = view;
	const refuse = (problem: string) => fail("meshopt", problem, isNatural(byteOffset) ? byteOffset : 0);
	checkLayout(mode, filter, byteStride, count, refuse);
	if (!isNatural(byteOffset)) refuse(`byteOffset ${byteOffset} is not a whole number of bytes`);
	if (!isNatural(byteLength) || byteLength === 0) refuse(`byteLength ${byteLength} is not a whole number of bytes`);
	const size = buffer.len(view.source);
	if (byteLength > size - byteOffset) {
		refuse(`a stream of ${byteLength} bytes does not fit in ${math.max(size - byteOffset, 0)}`);
	}
}

/** Refuses a stream of another mode, or one too short for its count, before anything is allocated. */
function checkStream(view: MeshoptView): void {
	const { source, byteOffset, byteLength, byteStride, count, mode } = view;
	const header = buffer.readu8(source, byteOffset);
	if (header === OLDER_HEADERS[mode]) {
		fail(
			"meshopt",
			string.format("0x%02x is %s version 0, which the extension does not have", header, mode),
			byteOffset,
		);
	}
	if (!HEADERS[mode].includes(header)) {
		fail("meshopt", string.format("%s cannot start with 0x%02x", mode, header), byteOffset);
	}
	const least =
		mode === "ATTRIBUTES"
			? minimumAttributesSize(header & 15, count, byteStride)
			: mode === "TRIANGLES"
				? minimumTrianglesSize(count)
				: minimumIndicesSize(count);
	if (byteLength < least) {
		fail("meshopt", `${count} elements need at least ${least} bytes but there are ${byteLength}`, byteOffset);
	}
}

/** Returns the buffer to decode into: the caller's if it has room, or a new one. */
function chooseTarget(view: MeshoptView, target: buffer | undefined, targetOffset: number): buffer {
	const size = view.count * view.byteStride;
	if (target === undefined) {
		if (targetOffset !== 0) fail("decodeMeshopt", "targetOffset is given without target");
		return buffer.create(size);
	}
	if (!isNatural(targetOffset) || size > buffer.len(target) - targetOffset) {
		fail("decodeMeshopt", `target of ${buffer.len(target)} bytes has no room for ${size} at ${targetOffset}`);
	}
	const { source, byteOffset, byteLength } = view;
	if (target === source && targetOffset < byteOffset + byteLength && byteOffset < targetOffset + size) {
		fail("decodeMeshopt", "target overlaps the stream");
	}
	return target;
}

function applyFilter(
	view: MeshoptView,
	filter: MeshoptFilter,
	target: buffer,
	targetOffset: number,
	budget: Budget,
): void {
	const { byteOffset, byteStride, count } = view;
	if (filter === "NONE") return;
	inSlices(
		count,
		budget,
		"meshopt",
		byteOffset,
		(first, size) => {
			const at = targetOffset + first * byteStride;
			if (filter === "OCTAHEDRAL") {
				if (byteStride === 4) unfoldOctahedral8(target, at, size, byteOffset, first);
				else unfoldOctahedral16(target, at, size, byteOffset, first);
			} else if (filter === "QUATERNION") {
				restoreQuaternions(target, at, size, byteOffset, first);
			} else if (filter === "EXPONENTIAL") {
				const words = byteStride / 4;
				expandExponential(target, at, size * words, byteOffset, first * words);
			} else if (filter === "COLOR") {
				if (byteStride === 4) restoreColors8(target, at, size, byteOffset, first);
				else restoreColors16(target, at, size, byteOffset, first);
			}
		},
		filter === "EXPONENTIAL" ? byteStride / 8 : 1,
	);
}

/** `decodeMeshopt` for a view whose fields have the right types. Pauses if its budget says so. */
export function decodeMeshoptWith(
	view: MeshoptView,
	budget: Budget,
	target: buffer | undefined,
	targetOffset: number,
): buffer {
	const filter = view.filter ?? "NONE";
	checkView(view, filter);
	checkStream(view);
	const output = chooseTarget(view, target, targetOffset);
	const { source, byteOffset, byteStride, count, mode } = view;
	const finish = byteOffset + view.byteLength;
	if (mode === "TRIANGLES")
		decodeTriangles(source, byteOffset, finish, count, byteStride, output, targetOffset, budget);
	else if (mode === "INDICES")
		decodeIndices(source, byteOffset, finish, count, byteStride, output, targetOffset, budget);
	else decodeAttributes(source, byteOffset, finish, count, byteStride, output, targetOffset, budget);
	applyFilter(view, filter, output, targetOffset, budget);
	return output;
}

/**
 * Decodes a meshopt-compressed buffer view and applies its filter.
 *
 * The stream must fill its bytes exactly and keep every rule of the extension. Anything else fails with
 * `[dolly] meshopt: …`; offsets in the message count from the start of `view.source`. The other bytes of `target` never
 * change, even if decoding fails.
 *
 * @param view the view to decode
 * @param target the buffer for the `count` × `byteStride` bytes; defaults to a new one
 * @param targetOffset the offset in `target` to write at
 * @returns the buffer that holds the decoded bytes
 *
 * @example
 * const indices = decodeMeshopt({ source, byteOffset: 1024, byteLength: 96, byteStride: 2, count: 36, mode: "TRIANGLES" });
 * const first = buffer.readu16(indices, 0);
 */
export function decodeMeshopt(view: MeshoptView, target?: buffer, targetOffset = 0): buffer {
	checkTypes(view, target, targetOffset);
	return decodeMeshoptWith(view, new Budget(), target, targetOffset);
}
