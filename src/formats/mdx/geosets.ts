//!native
//!optimize 2
import { inSlices } from "../../bytes/in-slices";
import { Budget } from "../../bytes/budget";
import { Reader } from "../../bytes/reader";
import {
	BOUNDS_SIZE,
	FORMAT,
	MdxBounds,
	readBounds,
	readFloats,
	readList,
	readNumber,
	readSized,
	readTaggedCount,
	readVector,
	readWords,
	Vector,
} from "./fields";
import { MdxTracks, readTracks, TrackContext, TrackKinds } from "./tracks";

/**
 * GEOS: triangles of one material.
 *
 * @example
 * const geoset: MdxGeoset = mdx.file.geosets[0];
 * const { layers } = mdx.file.materials[geoset.materialId];
 * print(`${geoset.indexCount / 3} triangles under ${layers.size()} layers`);
 */
export interface MdxGeoset {
	vertexCount: number;
	/** f32 × 3 per vertex, in the file's axes, like the normals. */
	positions: buffer;
	normals: buffer;
	/** f32 × 2 per vertex, for each set. */
	uvs: Array<buffer>;
	indexCount: number;
	/** u16 each, three per triangle. */
	indices: buffer;
	/** u8 per vertex: its matrix group. Empty if the geoset has none. */
	groups: buffer;
	/** The number of matrices of each group, and all of them, group after group: bones by their index in BONE. */
	groupSizes: Array<number>;
	matrices: Array<number>;
	/**
	 * u32 each. They hold the same bones and weights as the groups, but in another order than the vertices. Their
	 * purpose is unknown, and Dolly does not use them.
	 */
	boneIndices: buffer;
	boneWeights: buffer;
	materialId: number;
	selectionGroup: number;
	/** Bit 0: cannot be selected. */
	flags: number;
	bounds: MdxBounds;
	sequenceBounds: Array<MdxBounds>;
	offset: number;
}

/**
 * GEOA: how a geoset fades and is tinted. From the source of other readers, not checked on a real file.
 *
 * @example
 * const fade: MdxGeosetAnimation = mdx.file.geosetAnimations[0];
 * part.Transparency = 1 - fade.alpha;
 */
export interface MdxGeosetAnimation {
	geosetId: number;
	alpha: number;
	/** Three numbers as stored: blue, green, red, as far as is known. */
	color: Vector;
	flags: number;
	/** `KGAO` alpha, `KGAC` colour. */
	tracks: MdxTracks;
}

const MAX_GEOSETS = 255;
const MAX_VERTICES = 65535;
/** The only kind of primitive known to be used. */
const TRIANGLES = 4;

/** Size, ten counted lists that are empty, three words, bounds, a count. */
const GEOSET_SIZE = 4 + 80 + 12 + BOUNDS_SIZE + 4;
const GEOSET_ANIMATION_SIZE = 28;

const GEOSET_ANIMATION_TRACKS: TrackKinds = new Map([
	["KGAO", "number"],
	["KGAC", "vector"],
]);

/** Returns the max of `former` and `count` u16, from the one at `first` on. */
function largestU16(source: buffer, first: number, count: number, former: number): number {
	let largest = former;
	for (const at of $range(first * 2, (first + count - 1) * 2, 2))
		largest = math.max(largest, buffer.readu16(source, at));
	return largest;
}

/** Returns the max of `former` and `count` u8, from the one at `first` on. */
function largestU8(source: buffer, first: number, count: number, former: number): number {
	let largest = former;
	for (const at of $range(first, first + count - 1)) largest = math.max(largest, buffer.readu8(source, at));
	return largest;
}

/** Returns the max of `count` numbers, found in slices by `largestOf`; -1 if there are none. */
function largestIn(
	source: buffer,
	count: number,
	largestOf: (source: buffer, first: number, count: number, former: number) => number,
	budget: Budget,
): number {
	let largest = -1;
	inSlices(count, budget, FORMAT, undefined, (first, size) => {
		largest = largestOf(source, first, size, largest);
	});
	return largest;
}

/** Reads PTYP, PCNT and PVTX. Returns the offset of the indices and their count. */
function readPrimitives(reader: Reader, vertexCount: number, owner: string, budget: Budget) {
	const typeCount = readTaggedCount(reader, "PTYP", 1, owner);
	for (const _ of $range(1, typeCount)) {
		const primitive = reader.u8(`${owner}: PTYP`);
		if (primitive !== TRIANGLES) {
			reader.fail(`${owner}: primitive type ${primitive} is not triangles (${TRIANGLES})`, reader.position - 1);
		}
	}
	const countAt = reader.position;
	const primitiveCount = readTaggedCount(reader, "PCNT", 4, owner);
	if (primitiveCount !== typeCount) {
		reader.fail(`${owner}: PCNT has ${primitiveCount} counts, but PTYP has ${typeCount} types`, countAt);
	}
	let expected = 0;
	for (const size of readWords(reader, primitiveCount, `${owner}: PCNT`, budget)) {
		if (size % 3 !== 0) reader.fail(`${owner}: PCNT has ${size} indices; expected a multiple of 3`, countAt);
		expected += size;
	}
	const at = reader.position;
	const indexCount = readTaggedCount(reader, "PVTX", 2, owner);
	if (indexCount !== expected) {
		reader.fail(`${owner}: PVTX has ${indexCount} indices, but PCNT adds up to ${expected}`, at);
	}
	const indices = reader.bytes(indexCount * 2, `${owner}: PVTX`);
	const largest = largestIn(indices, indexCount, largestU16, budget);
	if (largest >= vertexCount) {
		reader.fail(`${owner}: PVTX names vertex ${largest}, but there are ${vertexCount}`, at);
	}
	return $tuple(indexCount, indices);
}

/** Reads GNDX, MTGC and MATS. */
function readGroups(reader: Reader, vertexCount: number, owner: string, budget: Budget) {
	const at = reader.position;
	const groupedCount = readTaggedCount(reader, "GNDX", 1, owner);
	if (groupedCount !== 0 && groupedCount !== vertexCount) {
		reader.fail(`${owner}: GNDX has ${groupedCount} vertices, but VRTX has ${vertexCount}`, at);
	}
	const groups = reader.bytes(groupedCount, `${owner}: GNDX`);
	const sizes = readWords(reader, readTaggedCount(reader, "MTGC", 4, owner), `${owner}: MTGC`, budget);
	const largest = largestIn(groups, groupedCount, largestU8, budget);
	if (largest >= sizes.size()) {
		reader.fail(`${owner}: GNDX names group ${largest}, but MTGC has ${sizes.size()}`, at);
	}
	let expected = 0;
	for (const size of sizes) expected += size;
	const matricesAt = reader.position;
	const matrices = readWords(reader, readTaggedCount(reader, "MATS", 4, owner), `${owner}: MATS`, budget);
	if (matrices.size() !== expected) {
		reader.fail(`${owner}: MATS has ${matrices.size()} matrices, but MTGC adds up to ${expected}`, matricesAt);
	}
	return $tuple(groups, sizes, matrices);
}

function readTaggedWords(reader: Reader, tag: string, owner: string): buffer {
	return reader.bytes(readTaggedCount(reader, tag, 4, owner) * 4, `${owner}: ${tag}`);
}

function readUvs(reader: Reader, vertexCount: number, owner: string, budget: Budget): Array<buffer> {
	const uvs = new Array<buffer>();
	if (reader.remaining() < 4 || buffer.readstring(reader.source, reader.position, 4) !== "UVAS") return uvs;
	// A set without vertices takes no bytes, so the count of sets must be checked without them.
	const count = readTaggedCount(reader, "UVAS", math.max(vertexCount * 8, 1), owner);
	for (const _ of $range(1, count)) uvs.push(readFloats(reader, vertexCount * 2, `${owner}: UVAS`, budget));
	return uvs;
}

function readGeoset(chunk: Reader, index: number, budget: Budget): MdxGeoset {
	budget.pausePoint();
	const owner = `GEOS geoset ${index}`;
	const offset = chunk.position;
	const reader = readSized(chunk, GEOSET_SIZE, owner);
	const vertexCount = readTaggedCount(reader, "VRTX", 12, owner);
	if (vertexCount > MAX_VERTICES) reader.fail(`${owner}: VRTX has ${vertexCount} vertices, above ${MAX_VERTICES}`);
	const positions = readFloats(reader, vertexCount * 3, `${owner}: VRTX`, budget);
	const normalsAt = reader.position;
	const normalCount = readTaggedCount(reader, "NRMS", 12, owner);
	if (normalCount !== vertexCount) {
		reader.fail(`${owner}: NRMS has ${normalCount} normals, but VRTX has ${vertexCount} vertices`, normalsAt);
	}
	const normals = readFloats(reader, vertexCount * 3, `${owner}: NRMS`, budget);
	const uvs = readUvs(reader, vertexCount, owner, budget);
	const [indexCount, indices] = readPrimitives(reader, vertexCount, owner, budget);
	const [groups, groupSizes, matrices] = readGroups(reader, vertexCount, owner, budget);
	const boneIndices = readTaggedWords(reader, "BIDX", owner);
	const boneWeights = readTaggedWords(reader, "BWGT", owner);
	reader.need(12 + BOUNDS_SIZE + 4, `${owner} end`);
	return {
		vertexCount,
		positions,
		normals,
		uvs,
		indexCount,
		indices,
		groups,
		groupSizes,
		matrices,
		boneIndices,
		boneWeights,
		materialId: reader.u32(`${owner} material`),
		selectionGroup: reader.u32(`${owner} selection group`),
		flags: reader.u32(`${owner} flags`),
		bounds: readBounds(reader, `${owner} bounds`),
		sequenceBounds: readList(reader, BOUNDS_SIZE, owner, budget, () => readBounds(reader, `${owner} sequence bounds`)),
		offset,
	};
}

export function readGeosets(reader: Reader, budget: Budget): Array<MdxGeoset> {
	const at = reader.position;
	return readList(reader, GEOSET_SIZE, "GEOS", budget, (index) => {
		if (index >= MAX_GEOSETS) reader.fail(`GEOS has more than ${MAX_GEOSETS} geosets`, at);
		return readGeoset(reader, index, budget);
	});
}

export function readGeosetAnimations(reader: Reader, context: TrackContext): Array<MdxGeosetAnimation> {
	return readList(reader, GEOSET_ANIMATION_SIZE, "GEOA", context.budget, (index) => {
		const owner = `GEOA ${index}`;
		const animation = readSized(reader, GEOSET_ANIMATION_SIZE, owner);
		return {
			geosetId: animation.u32(`${owner} geoset`),
			alpha: readNumber(animation, `${owner} alpha`),
			color: readVector(animation, `${owner} colour`),
			flags: animation.u32(`${owner} flags`),
			tracks: readTracks(animation, GEOSET_ANIMATION_TRACKS, owner, "geoset animation", context),
		};
	});
}
