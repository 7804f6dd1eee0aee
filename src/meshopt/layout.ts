/**
 * How a stream is laid out: elements of any kind, triangle lists, or any other indices.
 *
 * @example
 * const mode: MeshoptMode = "TRIANGLES";
 * const indices = decodeMeshopt({ source, byteOffset: 0, byteLength: 96, byteStride: 2, count: 192, mode });
 */
export type MeshoptMode = "ATTRIBUTES" | "TRIANGLES" | "INDICES";

/**
 * The operation on the elements of an ATTRIBUTES stream after decoding.
 *
 * @example
 * const filter: MeshoptFilter = "OCTAHEDRAL"; // normals and tangents
 * decodeMeshopt({ source, byteOffset: 0, byteLength: 347, byteStride: 4, count: 148, mode: "ATTRIBUTES", filter });
 */
export type MeshoptFilter = "NONE" | "OCTAHEDRAL" | "QUATERNION" | "EXPONENTIAL" | "COLOR";

/** The max size of a buffer in Luau. */
export const MAX_BUFFER = 2 ** 30;

const MODES = new Set<string>(["ATTRIBUTES", "TRIANGLES", "INDICES"]);
const FILTERS = new Set<string>(["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"]);

export function isNatural(value: number): boolean {
	return typeIs(value, "number") && value >= 0 && value <= MAX_BUFFER && value % 1 === 0;
}

/** Calls `refuse` if strides, counts and filters do not fit the mode. */
export function checkLayout(
	mode: MeshoptMode,
	filter: MeshoptFilter,
	byteStride: number,
	count: number,
	refuse: (problem: string) => never,
): void {
	if (!MODES.has(mode)) refuse(`mode ${mode} does not exist`);
	if (!FILTERS.has(filter)) refuse(`filter ${filter} does not exist`);
	if (!isNatural(count) || count === 0) refuse(`count ${count} is not a whole number of elements`);
	if (mode === "ATTRIBUTES") {
		if (!isNatural(byteStride) || byteStride < 4 || byteStride > 256 || byteStride % 4 !== 0) {
			refuse(`ATTRIBUTES has byteStride ${byteStride}, not a multiple of 4 from 4 to 256`);
		}
	} else {
		if (byteStride !== 2 && byteStride !== 4) refuse(`${mode} has byteStride ${byteStride}, not 2 or 4`);
		if (filter !== "NONE") refuse(`${mode} cannot have filter ${filter}`);
	}
	if (mode === "TRIANGLES" && count % 3 !== 0) refuse(`TRIANGLES has ${count} indices, not a multiple of 3`);
	if ((filter === "OCTAHEDRAL" || filter === "COLOR") && byteStride !== 4 && byteStride !== 8) {
		refuse(`filter ${filter} has byteStride ${byteStride}, not 4 or 8`);
	}
	if (filter === "QUATERNION" && byteStride !== 8) refuse(`filter QUATERNION has byteStride ${byteStride}, not 8`);
	if (count * byteStride > MAX_BUFFER) refuse(`${count} elements of ${byteStride} bytes do not fit in a buffer`);
}
