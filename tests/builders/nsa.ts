//!native
//!optimize 2
import { ByteSheet } from "./byte-sheet";

export type Vector = [x: number, y: number, z: number];

/** A component is stored as round((value - min) / extent). */
export interface NsaFactors {
	min: Vector;
	extent: Vector;
}

/** A bone that keeps one value. */
export interface NsaStaticBone {
	bone: number;
	/** A translation, or a rotation vector of length tan(angle / 4). */
	value: Vector;
}

/** A bone with a value for each sample. */
export interface NsaDynamicBone {
	bone: number;
	/** Three bytes that its values start from. */
	init: Vector;
	/** Which factors x, y and z use. */
	factor: Vector;
	/** A component (0 to 2) of a sample, without what it starts from. */
	value: (sample: number, axis: number) => number;
}

export interface NsaRoot {
	rate: number;
	samples: number;
	translation?: { factors: NsaFactors; value: (sample: number, axis: number) => number };
	/** Either rotation vectors, or one rotation x y z w. */
	rotation?: { factors: NsaFactors; value: (sample: number, axis: number) => number };
	constant?: [x: number, y: number, z: number, w: number];
}

export interface NsaContents {
	duration: number;
	rate: number;
	boneCount: number;
	statics?: {
		translationFactors: NsaFactors;
		rotationFactors: NsaFactors;
		translations: Array<NsaStaticBone>;
		rotations: Array<NsaStaticBone>;
	};
	dynamics?: {
		samples: number;
		initial: NsaFactors;
		translationFactors: Array<NsaFactors>;
		rotationFactors: Array<NsaFactors>;
		translations: Array<NsaDynamicBone>;
		rotations: Array<NsaDynamicBone>;
	};
	root?: NsaRoot;
	/** Whether to work out the checksum; otherwise it is 0. */
	crc?: boolean;
}

const NO_FACTORS: NsaFactors = { min: [0, 0, 0], extent: [0, 0, 0] };

/** What fills the gaps inside a packet. */
const PADDING = 0xcd;

const single = buffer.create(4);

/** The nearest f32, which is what a file can hold. */
function toSingle(value: number): number {
	buffer.writef32(single, 0, value);
	return buffer.readf32(single, 0);
}

/** The number stored for a component, `most` at most. */
function quantise(value: number, factors: NsaFactors, axis: number, most: number): number {
	const extent = toSingle(factors.extent[axis]);
	if (extent === 0) return 0;
	return math.clamp(math.round((value - toSingle(factors.min[axis])) / extent), 0, most);
}

function writeFactors(sheet: ByteSheet, factors: NsaFactors): void {
	sheet.f32(factors.min[0], factors.min[1], factors.min[2]);
	sheet.f32(factors.extent[0], factors.extent[1], factors.extent[2]);
}

/** x in the top 11 bits, y in the 11 below, z in the lowest 10. */
function packTranslation(x: number, y: number, z: number): number {
	return x * 2 ** 21 + y * 2 ** 10 + z;
}

/** The bones' numbers after their count. */
function writeBoneList(sheet: ByteSheet, pointerAt: number, bones: Array<number>): void {
	if (bones.isEmpty()) return;
	sheet.align(4, PADDING);
	sheet.point(pointerAt, sheet.size);
	sheet.u16(bones.size());
	for (const bone of bones) sheet.u16(bone);
}

function writeFactorArray(sheet: ByteSheet, pointerAt: number, factors: Array<NsaFactors>): void {
	if (factors.isEmpty()) return;
	sheet.align(16, PADDING);
	sheet.point(pointerAt, sheet.size);
	for (const entry of factors) writeFactors(sheet, entry);
}

function writeStaticData(sheet: ByteSheet, base: number, at: number, bones: Array<NsaStaticBone>, factors: NsaFactors) {
	if (bones.isEmpty()) return;
	sheet.align(4, PADDING);
	sheet.point(at, sheet.size - base);
	for (const { value } of bones) {
		for (const axis of $range(0, 2)) sheet.u16(quantise(value[axis], factors, axis, 65535));
	}
}

function writeStatic(sheet: ByteSheet, contents: NsaContents): void {
	const { statics } = contents;
	if (statics === undefined) return;
	sheet.align(16, PADDING);
	const base = sheet.size;
	sheet.point(160, base);
	sheet.u32(statics.translations.size(), statics.rotations.size(), 0);
	writeFactors(sheet, statics.translationFactors);
	writeFactors(sheet, statics.rotationFactors);
	sheet.fill(12, PADDING);
	sheet.fill(24, 0);
	writeStaticData(sheet, base, base + 72, statics.translations, statics.translationFactors);
	writeStaticData(sheet, base, base + 80, statics.rotations, statics.rotationFactors);
}

function writeInfos(sheet: ByteSheet, base: number, at: number, bones: Array<NsaDynamicBone>): void {
	sheet.align(4, PADDING);
	sheet.point(at, sheet.size - base);
	for (const index of $range(0, math.ceil(bones.size() / 4) * 4 - 1)) {
		const { init, factor } = bones[math.min(index, bones.size() - 1)];
		sheet.u8(init[0], init[1], init[2], factor[0], factor[1], factor[2]);
	}
}

function writeDynamic(sheet: ByteSheet, contents: NsaContents): void {
	const { dynamics } = contents;
	if (dynamics === undefined) return;
	const { samples, translations, rotations, translationFactors, rotationFactors } = dynamics;
	sheet.align(16, PADDING);
	const base = sheet.size;
	sheet.point(168, base);
	sheet.u32(samples, translations.size(), rotations.size(), 0);
	sheet.fill(48, 0);
	if (!translations.isEmpty()) {
		sheet.point(base + 16, sheet.size - base);
		for (const sample of $range(0, samples - 1)) {
			for (const { value, factor } of translations) {
				const x = quantise(value(sample, 0), translationFactors[factor[0]], 0, 2047);
				const y = quantise(value(sample, 1), translationFactors[factor[1]], 1, 2047);
				const z = quantise(value(sample, 2), translationFactors[factor[2]], 2, 1023);
				sheet.u32(packTranslation(x, y, z));
			}
		}
		writeInfos(sheet, base, base + 24, translations);
	}
	if (!rotations.isEmpty()) {
		sheet.align(4, PADDING);
		sheet.point(base + 32, sheet.size - base);
		for (const sample of $range(0, samples - 1)) {
			for (const { value, factor } of rotations) {
				for (const axis of $range(0, 2)) {
					sheet.u16(quantise(value(sample, axis), rotationFactors[factor[axis]], axis, 65535));
				}
			}
			// An odd number of bones leaves the row two bytes short of a multiple of four.
			if (rotations.size() % 2 === 1) sheet.u16(0);
		}
		writeInfos(sheet, base, base + 40, rotations);
	}
}

function writeRoot(sheet: ByteSheet, root: NsaRoot | undefined): void {
	if (root === undefined) return;
	const { rate, samples, translation, rotation, constant } = root;
	sheet.align(16, PADDING);
	const base = sheet.size;
	sheet.point(176, base);
	sheet.u32(1, 0, 0, 0);
	sheet.u32(96, 16);
	sheet.f32(rate);
	sheet.u32(samples);
	writeFactors(sheet, translation?.factors ?? NO_FACTORS);
	if (rotation !== undefined) {
		writeFactors(sheet, rotation.factors);
	} else {
		const [x, y, z, w] = constant ?? [0, 0, 0, 1];
		sheet.f32(x, y, z, w);
		sheet.fill(8, 0);
	}
	sheet.fill(16, 0);
	if (translation !== undefined) {
		const { factors, value } = translation;
		sheet.point(base + 80, sheet.size - base);
		for (const sample of $range(0, samples - 1)) {
			const x = quantise(value(sample, 0), factors, 0, 2047);
			const y = quantise(value(sample, 1), factors, 1, 2047);
			const z = quantise(value(sample, 2), factors, 2, 1023);
			sheet.u32(packTranslation(x, y, z));
		}
	}
	if (rotation !== undefined) {
		const { factors, value } = rotation;
		sheet.point(base + 88, sheet.size - base);
		for (const sample of $range(0, samples - 1)) {
			for (const axis of $range(0, 2)) sheet.u16(quantise(value(sample, axis), factors, axis, 65535));
		}
	}
}

/** CRC-32 worked out bit by bit. */
function checksum(source: buffer, from: number): number {
	let sum = 0xffffffff;
	for (const at of $range(from, buffer.len(source) - 1)) {
		sum = sum ^ buffer.readu8(source, at);
		for (const _ of $range(1, 8)) sum = sum % 2 === 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
	}
	return sum ^ 0xffffffff;
}

/** An animation as it stands in a packet's data. */
export function buildNsa(contents: NsaContents): buffer {
	const { statics, dynamics } = contents;
	const sheet = new ByteSheet();
	sheet.u32(0, 1, 0, 0);
	sheet.u32(192, 16);
	sheet.f32(contents.duration, contents.rate);
	sheet.u32(contents.boneCount, contents.boneCount);
	sheet.fill(48, 0);
	writeFactors(sheet, dynamics?.initial ?? NO_FACTORS);
	sheet.fill(8, 0);
	sheet.u32(dynamics?.translationFactors.size() ?? 0, dynamics?.rotationFactors.size() ?? 0, 0, 0);
	sheet.fill(56, 0);

	const boneOf = (entry: { bone: number }) => entry.bone;
	writeBoneList(sheet, 40, (statics?.translations ?? []).map(boneOf));
	writeBoneList(sheet, 48, (statics?.rotations ?? []).map(boneOf));
	writeBoneList(sheet, 64, (dynamics?.translations ?? []).map(boneOf));
	writeBoneList(sheet, 72, (dynamics?.rotations ?? []).map(boneOf));
	writeFactorArray(sheet, 136, dynamics?.translationFactors ?? []);
	writeFactorArray(sheet, 144, dynamics?.rotationFactors ?? []);
	writeStatic(sheet, contents);
	writeDynamic(sheet, contents);
	writeRoot(sheet, contents.root);
	sheet.align(4, PADDING);
	const bytes = sheet.finish();
	if (contents.crc === true) buffer.writeu32(bytes, 0, bit32.byteswap(checksum(bytes, 4)));
	return bytes;
}
