import { FixedChannel } from "../../motion/fixed-channel";
import { fitsPose, readFactors } from "./factors";
import { BoneLists, refuseScale } from "./nsa-header";
import { NsaTracks } from "./nsa-tracks";
import { Pointers } from "./pointers";
import { QuantisedRotationChannel } from "./quantised-channels";

/**
 * `0 4 8 u32 bones (translation, rotation, scale), 12 translation factors, 36 rotation factors, 60 pad, 72 80 88 → data`,
 * pointers from the section's start. This layout holds without scale data; with it, references disagree.
 */
const SECTION_SIZE = 96;
const TRANSLATION_FACTORS_AT = 12;
const ROTATION_FACTORS_AT = 36;
const TRANSLATIONS_POINTER_AT = 72;
const ROTATIONS_POINTER_AT = 80;

/** Three u16, of a translation or of a rotation. */
const VALUE_SIZE = 6;
const VALUE_MAX = 65535;

/** Refuses a section whose counts differ from the header's lists. */
export function expectBones(pointers: Pointers, count: number, bones: Array<number>, what: string, at: number): void {
	if (count !== bones.size()) {
		pointers.reader.fail(`${what} has ${count} bones but its list has ${bones.size()}`, at);
	}
}

function addTranslations(pointers: Pointers, base: number, bones: Array<number>, tracks: NsaTracks): void {
	if (bones.isEmpty()) return;
	const { reader } = pointers;
	reader.seek(base + TRANSLATION_FACTORS_AT);
	const factors = readFactors(reader, "static translation factors");
	if (!fitsPose(factors, VALUE_MAX, VALUE_MAX, VALUE_MAX)) {
		reader.fail("static translation factors reach beyond 32-bit floats", base + TRANSLATION_FACTORS_AT);
	}
	const size = bones.size() * VALUE_SIZE;
	const data = pointers.demand(base + TRANSLATIONS_POINTER_AT, base, size, "static translation data");
	for (const bone of bones) {
		const x = factors.extentX * data.u16() + factors.minX;
		const y = factors.extentY * data.u16() + factors.minY;
		const z = factors.extentZ * data.u16() + factors.minZ;
		tracks.addTranslation(bone, new FixedChannel(x, y, z), base);
	}
}

function addRotations(pointers: Pointers, base: number, bones: Array<number>, tracks: NsaTracks): void {
	if (bones.isEmpty()) return;
	const { reader } = pointers;
	reader.seek(base + ROTATION_FACTORS_AT);
	const factors = readFactors(reader, "static rotation factors");
	const size = bones.size() * VALUE_SIZE;
	const data = pointers.demand(base + ROTATIONS_POINTER_AT, base, size, "static rotation data");
	bones.forEach((bone, index) => {
		const offset = data.start + index * VALUE_SIZE;
		const column = { source: reader.source, offset, stride: VALUE_SIZE, samples: 1, rate: 1 };
		tracks.addRotation(bone, new QuantisedRotationChannel(column, factors), base);
	});
}

/** Reads the static section at `base`, one value per bone, into `tracks`. Its values have no initial term. */
export function readNsaStatic(pointers: Pointers, base: number, bones: BoneLists, tracks: NsaTracks): void {
	const section = pointers.claim(base, SECTION_SIZE, "static section");
	expectBones(pointers, section.u32(), bones.translation, "static translation", base);
	expectBones(pointers, section.u32(), bones.rotation, "static rotation", base + 4);
	refuseScale(section, section.u32(), "static scale", base + 8);
	addTranslations(pointers, base, bones.translation, tracks);
	addRotations(pointers, base, bones.rotation, tracks);
}
