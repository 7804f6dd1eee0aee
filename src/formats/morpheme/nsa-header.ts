import { Reader } from "../../bytes/reader";
import { Factors, FACTORS_SIZE, readFactors } from "./factors";
import { Pointers } from "./pointers";

/**
 * `0 u32 crc (big-endian), 4 u32 version, 8 zero, 16 u32 static length, 20 u32 alignment, 24 f32 duration, 28 f32 rate,
 * 32 u32 bones, 36 u32 animated bones, 40 48 56 → static bone lists, 64 72 80 → dynamic bone lists,
 * 88 factors of initial translations, 112 pad, 120 124 128 u32 factor counts, 132 pad, 136 144 152 → factors,
 * 160 → static section, 168 → dynamic section, 176 → end section, 184 pad`; lists and factors are translation,
 * rotation, scale.
 */
const HEADER_SIZE = 192;
const STATIC_LISTS_AT = 40;
const DYNAMIC_LISTS_AT = 64;
const INITIAL_FACTORS_AT = 88;
const FACTOR_COUNTS_AT = 120;
const FACTOR_POINTERS_AT = 136;

const MOST_BONES = 65535;

/** The bones of a section, in the order of its data. */
export interface BoneLists {
	translation: Array<number>;
	rotation: Array<number>;
}

/** An array of factors that stays in the file. */
export interface FactorArray {
	source: buffer;
	offset: number;
	count: number;
}

export interface NsaHeader {
	crc: number;
	version: number;
	duration: number;
	rate: number;
	boneCount: number;
	animatedBoneCount: number;
	staticBones: BoneLists;
	dynamicBones: BoneLists;
	initialTranslation: Factors;
	translationFactors: FactorArray;
	rotationFactors: FactorArray;
}

/** Refuses scale data: other readers have three contradictory layouts for it. */
export function refuseScale(reader: Reader, count: number, what: string, offset: number): void {
	if (count > 0) reader.fail(`${what} has ${count} bones, but no known reference settles how scale is stored`, offset);
}

function readBoneList(pointers: Pointers, at: number, boneCount: number, what: string): Array<number> {
	const { reader } = pointers;
	const bones = new Array<number>();
	const offset = pointers.target(at, reader.start, what);
	if (offset === undefined) return bones;
	const count = reader.windowAt(offset, math.min(2, reader.finish - offset), what).u16(`${what}: count`);
	const list = pointers.claim(offset, 2 + count * 2, what);
	list.skip(2);
	for (const _ of $range(1, count)) {
		const bone = list.u16();
		if (bone >= boneCount) list.fail(`${what}: bone ${bone} of ${boneCount}`, list.position - 2);
		bones.push(bone);
	}
	return bones;
}

function readBoneLists(pointers: Pointers, at: number, boneCount: number, what: string): BoneLists {
	const translation = readBoneList(pointers, at, boneCount, `${what} translation bones`);
	const rotation = readBoneList(pointers, at + 8, boneCount, `${what} rotation bones`);
	const scale = readBoneList(pointers, at + 16, boneCount, `${what} scale bones`);
	refuseScale(pointers.reader, scale.size(), `list of ${what} scale bones`, at + 16);
	return { translation, rotation };
}

function readFactorArray(pointers: Pointers, channel: number, what: string): FactorArray {
	const { reader } = pointers;
	reader.seek(reader.start + FACTOR_COUNTS_AT + channel * 4);
	const count = reader.u32(`${what}: count`);
	if (count === 0) return { source: reader.source, offset: reader.start, count };
	const at = reader.start + FACTOR_POINTERS_AT + channel * 8;
	const factors = pointers.demand(at, reader.start, count * FACTORS_SIZE, what);
	for (const _ of $range(1, count)) readFactors(factors, what);
	return { source: reader.source, offset: factors.start, count };
}

/** Reads the header and everything that it points to, except the three sections. */
export function readNsaHeader(pointers: Pointers): NsaHeader {
	const { reader } = pointers;
	const base = reader.start;
	const header = pointers.claim(base, HEADER_SIZE, "header");
	const crc = header.u32be("checksum");
	const version = header.u32("version");
	header.skip(16);
	const duration = header.finite("duration");
	if (duration < 0) header.fail(`duration is ${duration} seconds`, header.position - 4);
	const rate = header.finite("sample rate");
	const boneCount = header.u32("bone count");
	// An animated bone takes more than a byte, so a larger count is damage.
	if (boneCount > math.min(MOST_BONES, reader.finish - base)) {
		header.fail(`bone count is ${boneCount} in ${reader.finish - base} bytes of data`, header.position - 4);
	}
	const animatedBoneCount = header.u32("animated bone count");
	header.seek(base + INITIAL_FACTORS_AT);
	const initialTranslation = readFactors(header, "factors of initial translations");
	const staticBones = readBoneLists(pointers, base + STATIC_LISTS_AT, boneCount, "static");
	const dynamicBones = readBoneLists(pointers, base + DYNAMIC_LISTS_AT, boneCount, "dynamic");
	const translationFactors = readFactorArray(pointers, 0, "translation factors");
	const rotationFactors = readFactorArray(pointers, 1, "rotation factors");
	readFactorArray(pointers, 2, "scale factors");
	return {
		crc,
		version,
		duration,
		rate,
		boneCount,
		animatedBoneCount,
		staticBones,
		dynamicBones,
		initialTranslation,
		translationFactors,
		rotationFactors,
	};
}
