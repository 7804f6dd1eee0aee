import { Reader } from "../../bytes/reader";
import { Pointers } from "./pointers";

/** `0 u64 version, 8 → bitset, 16 u32 ?, 20 u32 ?, 24 u64 ?, 32 → mapping`. */
const HEADER_SIZE = 40;

/** Before the bitset's words: `0 u32 bones, 4 u32 words`. */
const BITSET_HEADER_SIZE = 8;

/** `0 u32 count, 4 u16 ?, 6 u16 ?, 8 → u16 index[count], 16 u64 ?, 24 → end`. */
const MAPPING_SIZE = 32;

/**
 * A mapping from the bones of one skeleton to those of another. From the source of other readers, whose author guessed
 * the meaning of the fields; not checked on a real file.
 *
 * @example
 * const map: MrnSkeletonMap = mrn.skeletonMaps[0];
 * map.indices.forEach((to, from) => print(`bone ${from} stands for ${to}`));
 */
export interface MrnSkeletonMap {
	version: number;
	boneCount: number;
	/** One bit per bone, lowest first in each word: presumably the bones that are mapped. */
	bits: Array<number>;
	/** Presumably the target bone of each. */
	indices: Array<number>;
}

export function readSkeletonMap(reader: Reader): MrnSkeletonMap {
	const pointers = new Pointers(reader);
	const base = reader.start;
	const version = pointers.claim(base, HEADER_SIZE, "skeleton map").u64("skeleton map version");
	let boneCount = 0;
	const bits = new Array<number>();
	const bitset = pointers.follow(base + 8, base, BITSET_HEADER_SIZE, "skeleton map's bitset");
	if (bitset !== undefined) {
		boneCount = bitset.u32("bitset's bone count");
		const words = bitset.u32("bitset's word count");
		if (words * 32 < boneCount) reader.fail(`bitset of ${words} words is for ${boneCount} bones`, bitset.start);
		const values = pointers.claim(bitset.finish, words * 4, "skeleton map's bits");
		for (const _ of $range(1, words)) bits.push(values.u32());
	}
	const indices = new Array<number>();
	const mapping = pointers.follow(base + 32, base, MAPPING_SIZE, "skeleton map's mapping");
	if (mapping !== undefined) {
		const count = mapping.u32("mapping's count");
		if (count > 0) {
			const values = pointers.demand(mapping.start + 8, mapping.start, count * 2, "mapping's indices");
			for (const _ of $range(1, count)) indices.push(values.u16());
		}
	}
	return { version, boneCount, bits, indices };
}
