import { Budget } from "../../bytes/budget";
import { Channel } from "../../motion/channel";
import { JointTrack } from "../../scene/clip";
import { FixedChannel } from "../../motion/fixed-channel";
import { normalise } from "../../rotation/quaternion";
import { fitsPose, readFactors } from "./factors";
import { Pointers } from "./pointers";
import {
	PACKED_XY_MAX,
	PACKED_Z_MAX,
	PackedTranslationChannel,
	QuantisedRotationChannel,
	SampleColumn,
} from "./quantised-channels";

/**
 * `0 u32 version, 4 ?, 16 u32 size, 20 u32 alignment, 24 f32 rate, 28 u32 samples, 32 translation factors,
 * 56 rotation factors or a rotation x y z w, 80 → translation data, 88 → rotation data`, pointers from the section's start.
 */
const SECTION_SIZE = 96;
const RATE_AT = 24;
const TRANSLATION_FACTORS_AT = 32;
const ROTATION_AT = 56;
const TRANSLATIONS_POINTER_AT = 80;
const ROTATIONS_POINTER_AT = 88;

const TRANSLATION_SIZE = 4;

/** Unlike a row of the dynamic section, the root's single rotation per sample is not padded in any reader. */
const ROTATION_SIZE = 6;

/** Shorter vectors, by squared length, have no direction. */
const SHORTEST_SQUARE = 1e-12;

/** Reads the rotation of a root that does not turn, which replaces its factors; undefined if it is invalid. */
function readConstantRotation(pointers: Pointers, base: number, budget: Budget): Channel | undefined {
	const { reader } = pointers;
	reader.seek(base + ROTATION_AT);
	const x = reader.finite("root's rotation");
	const y = reader.finite("root's rotation");
	const z = reader.finite("root's rotation");
	const w = reader.finite("root's rotation");
	if (x * x + y * y + z * z + w * w < SHORTEST_SQUARE) {
		budget.warn("a root's constant rotation has no length and was left out", `byte ${base + ROTATION_AT}`);
		return undefined;
	}
	return new FixedChannel(...normalise(x, y, z, w));
}

function readTranslation(pointers: Pointers, base: number, samples: number, rate: number): Channel | undefined {
	const { reader } = pointers;
	const size = samples * TRANSLATION_SIZE;
	const data = pointers.follow(base + TRANSLATIONS_POINTER_AT, base, size, "root translation data");
	if (data === undefined) return undefined;
	reader.seek(base + TRANSLATION_FACTORS_AT);
	const factors = readFactors(reader, "root translation factors");
	if (!fitsPose(factors, PACKED_XY_MAX, PACKED_XY_MAX, PACKED_Z_MAX)) {
		reader.fail("root translation factors reach beyond 32-bit floats", base + TRANSLATION_FACTORS_AT);
	}
	return new PackedTranslationChannel(columnOf(pointers, data.start, TRANSLATION_SIZE, samples, rate, base), factors);
}

function readRotation(pointers: Pointers, base: number, samples: number, rate: number): Channel | undefined {
	const { reader } = pointers;
	const size = samples * ROTATION_SIZE;
	const data = pointers.follow(base + ROTATIONS_POINTER_AT, base, size, "root rotation data");
	if (data === undefined) return undefined;
	reader.seek(base + ROTATION_AT);
	const factors = readFactors(reader, "root rotation factors");
	return new QuantisedRotationChannel(columnOf(pointers, data.start, ROTATION_SIZE, samples, rate, base), factors);
}

function columnOf(
	pointers: Pointers,
	offset: number,
	stride: number,
	samples: number,
	rate: number,
	base: number,
): SampleColumn {
	const { reader } = pointers;
	if (samples === 0) reader.fail("end section has no samples", base + RATE_AT + 4);
	if (!(rate > 0 && rate < math.huge)) reader.fail(`end section has a sample rate of ${rate}`, base + RATE_AT);
	return { source: reader.source, offset, stride, samples, rate };
}

/**
 * Reads the end section at `base`: the root's motion. The rotation is constant if its pointer is null. Other readers
 * check bytes 72 to 79 instead, which misreads a root that only turns about X.
 */
export function readNsaRoot(pointers: Pointers, base: number, budget: Budget): JointTrack {
	const section = pointers.claim(base, SECTION_SIZE, "end section");
	section.seek(base + RATE_AT);
	const rate = section.f32("end section's sample rate");
	const samples = section.u32("end section's sample count");
	// A root without a translation is at the origin.
	const translation = readTranslation(pointers, base, samples, rate) ?? new FixedChannel(0, 0, 0);
	const rotation = readRotation(pointers, base, samples, rate) ?? readConstantRotation(pointers, base, budget);
	return { joint: 0, translation, rotation };
}
