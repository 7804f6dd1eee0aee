import { Reader } from "../../bytes/reader";
import { restoreTanQuarter } from "../../rotation/tan-quarter";
import { Factors, FACTORS_SIZE, fitsPose } from "./factors";
import { FactorArray, NsaHeader, refuseScale } from "./nsa-header";
import { expectBones } from "./nsa-static";
import { NsaTracks } from "./nsa-tracks";
import { Pointers } from "./pointers";
import {
	InitialRotation,
	PACKED_XY_MAX,
	PACKED_Z_MAX,
	PackedTranslationChannel,
	QuantisedRotationChannel,
} from "./quantised-channels";

/**
 * `0 u32 samples, 4 8 12 u32 bones (translation, rotation, scale), 16 → translation data, 24 → translation infos,
 * 32 → rotation data, 40 → rotation infos, 48 → scale data, 56 → scale infos`, pointers from the section's start.
 */
const SECTION_SIZE = 64;
const TRANSLATIONS_POINTER_AT = 16;
const ROTATIONS_POINTER_AT = 32;

const TRANSLATION_SIZE = 4;
const ROTATION_SIZE = 6;

/** `u8 init[3], u8 factor[3]`: a bone's start, and the factors of each axis. */
const INFO_SIZE = 6;

/** Infos come in groups of four bones; unused ones repeat the last. */
const INFO_GROUP = 4;

/** Returns the next factors in `infos` for one bone. Each axis uses its own component of the factors it names. */
function pickFactors(infos: Reader, factors: FactorArray, what: string): Factors {
	const at = infos.position;
	const starts = [0, 1, 2].map((axis) => {
		const index = infos.u8();
		if (index >= factors.count) infos.fail(`${what} names factors ${index} of ${factors.count}`, at + axis);
		return factors.offset + index * FACTORS_SIZE + axis * 4;
	});
	const { source } = factors;
	return {
		minX: buffer.readf32(source, starts[0]),
		minY: buffer.readf32(source, starts[1]),
		minZ: buffer.readf32(source, starts[2]),
		extentX: buffer.readf32(source, starts[0] + 12),
		extentY: buffer.readf32(source, starts[1] + 12),
		extentZ: buffer.readf32(source, starts[2] + 12),
	};
}

function claimInfos(pointers: Pointers, at: number, base: number, bones: Array<number>, what: string): Reader {
	const count = math.ceil(bones.size() / INFO_GROUP) * INFO_GROUP;
	return pointers.demand(at, base, count * INFO_SIZE, what);
}

function addTranslations(
	pointers: Pointers,
	base: number,
	samples: number,
	header: NsaHeader,
	tracks: NsaTracks,
): void {
	const bones = header.dynamicBones.translation;
	if (bones.isEmpty()) return;
	const { source } = pointers.reader;
	const at = base + TRANSLATIONS_POINTER_AT;
	const stride = bones.size() * TRANSLATION_SIZE;
	const data = pointers.demand(at, base, samples * stride, "dynamic translation data");
	const infos = claimInfos(pointers, at + 8, base, bones, "dynamic translation infos");
	const initial = header.initialTranslation;
	bones.forEach((bone, index) => {
		const infoAt = infos.position;
		const x = initial.extentX * infos.u8() + initial.minX;
		const y = initial.extentY * infos.u8() + initial.minY;
		const z = initial.extentZ * infos.u8() + initial.minZ;
		const factors = pickFactors(infos, header.translationFactors, `translation of bone ${bone}`);
		factors.minX += x;
		factors.minY += y;
		factors.minZ += z;
		if (!fitsPose(factors, PACKED_XY_MAX, PACKED_XY_MAX, PACKED_Z_MAX)) {
			infos.fail(`translation of bone ${bone} reaches beyond 32-bit floats`, infoAt);
		}
		const offset = data.start + index * TRANSLATION_SIZE;
		const column = { source, offset, stride, samples, rate: header.rate };
		tracks.addTranslation(bone, new PackedTranslationChannel(column, factors), base);
	});
}

/** Reads a component of an initial rotation: 128 stands for 0, and 255 for a little less than 1. */
function readInitialComponent(infos: Reader): number {
	return infos.u8() / 128 - 1;
}

function readInitialRotation(infos: Reader): InitialRotation {
	const vx = readInitialComponent(infos);
	const vy = readInitialComponent(infos);
	const vz = readInitialComponent(infos);
	const [x, y, z, w] = restoreTanQuarter(vx, vy, vz);
	return { x, y, z, w };
}

function addRotations(pointers: Pointers, base: number, samples: number, header: NsaHeader, tracks: NsaTracks): void {
	const bones = header.dynamicBones.rotation;
	if (bones.isEmpty()) return;
	const { source } = pointers.reader;
	const at = base + ROTATIONS_POINTER_AT;
	const rowSize = bones.size() * ROTATION_SIZE;
	// Rows start at multiples of four bytes: an odd number of bones leaves two bytes unused, except after the last row.
	const stride = math.ceil(rowSize / 4) * 4;
	const data = pointers.demand(at, base, (samples - 1) * stride + rowSize, "dynamic rotation data");
	const infos = claimInfos(pointers, at + 8, base, bones, "dynamic rotation infos");
	bones.forEach((bone, index) => {
		const initial = readInitialRotation(infos);
		const factors = pickFactors(infos, header.rotationFactors, `rotation of bone ${bone}`);
		const offset = data.start + index * ROTATION_SIZE;
		const column = { source, offset, stride, samples, rate: header.rate };
		tracks.addRotation(bone, new QuantisedRotationChannel(column, factors, initial), base);
	});
}

/** Reads the dynamic section at `base` into `tracks`, and returns the number of its samples. */
export function readNsaDynamic(pointers: Pointers, base: number, header: NsaHeader, tracks: NsaTracks): number {
	const section = pointers.claim(base, SECTION_SIZE, "dynamic section");
	const samples = section.u32("dynamic section's sample count");
	if (samples === 0) section.fail("dynamic section has no samples", base);
	if (!(header.rate > 0)) section.fail(`dynamic section has a sample rate of ${header.rate}`, base);
	expectBones(pointers, section.u32(), header.dynamicBones.translation, "dynamic translation", base + 4);
	expectBones(pointers, section.u32(), header.dynamicBones.rotation, "dynamic rotation", base + 8);
	refuseScale(section, section.u32(), "dynamic scale", base + 12);
	addTranslations(pointers, base, samples, header, tracks);
	addRotations(pointers, base, samples, header, tracks);
	return samples;
}
