import { checkKeys, checkSource } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { Budget } from "../bytes/budget";
import { budgetOf, Job } from "../bytes/job";
import { encodeAttributes, maximumAttributesSize } from "./encode-attributes";
import { encodeTriangles, maximumTrianglesSize } from "./encode-triangles";
import { checkFinite } from "./filters/check-finite";
import { splitColors } from "./filters/color";
import { leastExponents, packExponential, raiseExponents } from "./filters/exponential";
import { foldOctahedral } from "./filters/octahedral";
import { reduceQuaternions } from "./filters/quaternion";
import { encodeIndices, maximumIndicesSize } from "./indices";
import { checkLayout, isNatural, MAX_BUFFER, MeshoptFilter, MeshoptMode } from "./layout";

/**
 * Options of `encodeMeshopt`, in the words of the view that `decodeMeshopt` takes. The same `byteStride`, `count`,
 * `mode` and `filter` decode the stream.
 *
 * @example
 * const options: EncodeMeshoptOptions = { byteStride: 8, count: 148, mode: "ATTRIBUTES", filter: "QUATERNION", bits: 12 };
 * const stream = encodeMeshopt(rotations, options); // 148 × four f32 in, 148 × four normalised 16-bit integers when decoded
 */
export interface EncodeMeshoptOptions {
	/** The bytes of one decoded element, and the number of elements. For indices, one element is one index. */
	byteStride: number;
	count: number;
	mode: MeshoptMode;
	/**
	 * The filter to apply first. OCTAHEDRAL, QUATERNION and COLOR take four f32 per element, EXPONENTIAL as many as fit
	 * `byteStride`. Defaults to NONE.
	 */
	filter?: MeshoptFilter;
	/** The offset of the elements in the source. Defaults to 0. */
	byteOffset?: number;
	/**
	 * The version of an ATTRIBUTES stream. Defaults to 1, which is smaller and belongs to `KHR_meshopt_compression`;
	 * `EXT_meshopt_compression` has only 0.
	 */
	version?: 0 | 1;
	/**
	 * The precision of the filter, required with one: 2 to 8 bits per component for OCTAHEDRAL and COLOR, up to 16 with
	 * `byteStride` 8; 4 to 16 for QUATERNION; 1 to 24 for EXPONENTIAL. Fewer bits make a smaller stream.
	 */
	bits?: number;
	/**
	 * Which values share an exponent in EXPONENTIAL. `VECTOR`: those of an element. `COMPONENT`: those of one component
	 * in all elements, which is smaller. `VALUE`: each has its own, which is more precise. Defaults to `VECTOR`.
	 */
	exponents?: "VECTOR" | "COMPONENT" | "VALUE";
	/** Budget, pauses and report of the call. */
	job?: Job;
}

const ENCODE_DEFAULTS = { filter: "NONE" as MeshoptFilter, byteOffset: 0, version: 1 };
const OPTIONS: Array<keyof EncodeMeshoptOptions> = [
	"bits",
	"byteOffset",
	"byteStride",
	"count",
	"exponents",
	"filter",
	"job",
	"mode",
	"version",
];

/** The min and max bits of each filter. The max for 8-bit components is 8. */
const BITS: { [filter: string]: [least: number, most: number] | undefined } = {
	OCTAHEDRAL: [2, 16],
	QUATERNION: [4, 16],
	EXPONENTIAL: [1, 24],
	COLOR: [2, 16],
};
const EXPONENTS = new Set<string>(["VECTOR", "COMPONENT", "VALUE"]);

/** Bytes filtered between two pause points. */
const CHUNK = 16384;

function refuse(problem: string): never {
	return fail("encodeMeshopt", problem);
}

/** Returns the bytes of one element before its filter. */
function sourceStride(options: EncodeMeshoptOptions, filter: MeshoptFilter): number {
	return filter === "NONE" || filter === "EXPONENTIAL" ? options.byteStride : 16;
}

/** Refuses options that contradict each other or ask for more elements than the source has. */
function checkOptions(source: buffer, options: EncodeMeshoptOptions, filter: MeshoptFilter): void {
	const { byteStride, count, mode, byteOffset, version, bits, exponents } = options;
	checkLayout(mode, filter, byteStride, count, refuse);
	if (version !== undefined && version !== 0 && version !== 1) refuse(`version is ${version}; expected 0 or 1`);
	const range = BITS[filter];
	if (range !== undefined) {
		const [least] = range;
		const most = byteStride === 4 && filter !== "EXPONENTIAL" ? 8 : range[1];
		if (bits === undefined || !isNatural(bits) || bits < least || bits > most) {
			refuse(`bits is ${bits}; expected a whole number from ${least} to ${most} for filter ${filter}`);
		}
	}
	if (exponents !== undefined && !EXPONENTS.has(exponents)) refuse(`exponents ${exponents} does not exist`);
	const offset = byteOffset ?? 0;
	if (!isNatural(offset)) refuse(`byteOffset ${offset} is not a whole number of bytes`);
	const size = count * sourceStride(options, filter);
	const left = math.max(buffer.len(source) - offset, 0);
	if (size > left) refuse(`${count} elements have ${size} bytes but source has ${left} from byte ${offset} on`);
}

/** Returns the filtered elements in a new buffer. */
function applyFilter(
	source: buffer,
	start: number,
	options: EncodeMeshoptOptions,
	filter: MeshoptFilter,
	budget: Budget,
): buffer {
	const { byteStride, count } = options;
	const bits = options.bits!;
	const stride = sourceStride(options, filter);
	budget.spendBytes(count * byteStride, "encodeMeshopt");
	const target = buffer.create(count * byteStride);
	const width = byteStride / 4;
	const exponents = options.exponents === "COMPONENT" ? leastExponents(width) : undefined;
	const perVector = options.exponents === undefined || options.exponents === "VECTOR";
	const chunk = math.ceil(CHUNK / stride);
	for (const first of $range(0, count - 1, chunk)) {
		const size = math.min(chunk, count - first);
		const at = start + first * stride;
		checkFinite(source, at, (size * stride) / 4);
		if (filter === "EXPONENTIAL" && exponents !== undefined) raiseExponents(source, at, size, bits, exponents);
		budget.step((size * stride) / 4, "encodeMeshopt");
	}
	let without = 0;
	let beyond = 0;
	for (const first of $range(0, count - 1, chunk)) {
		const size = math.min(chunk, count - first);
		const at = start + first * stride;
		const to = first * byteStride;
		if (filter === "OCTAHEDRAL") {
			without += foldOctahedral(source, at, size, byteStride, bits, target, to);
		} else if (filter === "QUATERNION") {
			without += reduceQuaternions(source, at, size, bits, target, to);
		} else if (filter === "COLOR") {
			beyond += splitColors(source, at, size, byteStride, bits, target, to);
		} else {
			packExponential(source, at, size, width, bits, exponents, perVector, target, to);
		}
		budget.step((size * stride) / 4, "encodeMeshopt");
	}
	if (without > 0) {
		const became =
			filter === "OCTAHEDRAL" ? "a vector without a direction became +z" : "a quaternion of zeros became 0 0 0 1";
		budget.warn(`encodeMeshopt: ${became}`, undefined, without);
	}
	if (beyond > 0) budget.warn("encodeMeshopt: a colour beyond 0 to 1 was clamped", undefined, beyond);
	return target;
}

function maximumSize(mode: MeshoptMode, version: number, count: number, stride: number): number {
	if (mode === "TRIANGLES") return maximumTrianglesSize(count, stride);
	if (mode === "INDICES") return maximumIndicesSize(count, stride);
	return maximumAttributesSize(version, count, stride);
}

/**
 * Encodes a buffer view for `EXT_meshopt_compression` and `KHR_meshopt_compression`. `decodeMeshopt` reads it.
 *
 * Without a filter it decodes to the same bytes, except that TRIANGLES may rotate the vertices of a triangle. Streams
 * are smallest if neighbours are alike: triangles in an order that reuses vertices, vertices in the order in which
 * triangles use them, and values quantised to few bits.
 *
 * @param source the elements, one after the other
 * @param options their layout, and how to encode them
 * @returns the stream, in a buffer of its size
 *
 * @example
 * const layout = { byteStride: 2, count: 36, mode: "TRIANGLES" } as const;
 * const stream = encodeMeshopt(indices, layout);
 * const decoded = decodeMeshopt({ ...layout, source: stream, byteOffset: 0, byteLength: buffer.len(stream) });
 */
export function encodeMeshopt(source: buffer, options: EncodeMeshoptOptions): buffer {
	checkSource(source, "encodeMeshopt");
	checkKeys(options, OPTIONS, "encodeMeshopt", "options");
	const budget = budgetOf(options, "encodeMeshopt");
	const filter = options.filter ?? ENCODE_DEFAULTS.filter;
	checkOptions(source, options, filter);
	const { byteStride, count, mode } = options;
	const version = options.version ?? ENCODE_DEFAULTS.version;
	const bound = maximumSize(mode, version, count, byteStride);
	if (bound > MAX_BUFFER) refuse(`${count} elements of ${byteStride} bytes may need more than a buffer holds`);
	budget.spendBytes(bound, "encodeMeshopt");

	let elements = source;
	let start = options.byteOffset ?? ENCODE_DEFAULTS.byteOffset;
	if (filter !== "NONE") {
		elements = applyFilter(source, start, options, filter, budget);
		start = 0;
	}
	const room = buffer.create(bound);
	let size: number;
	if (mode === "TRIANGLES") size = encodeTriangles(elements, start, count, byteStride, room, 0, budget);
	else if (mode === "INDICES") size = encodeIndices(elements, start, count, byteStride, room, 0, budget);
	else size = encodeAttributes(elements, start, count, byteStride, version, room, 0, undefined, budget);
	const stream = buffer.create(size);
	buffer.copy(stream, 0, room, 0, size);
	return budget.finish(stream);
}
