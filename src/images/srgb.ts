//!native
//!optimize 2

/** The light of each level of an sRGB channel, 0 to 1. */
export const LINEAR = new Array<number>(256, 0);

/** Returns the light of a level, which may be fractional. */
function linearOf(level: number): number {
	const share = level / 255;
	return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The light above which the next level is nearer. */
const THRESHOLDS = new Array<number>(256, 2);

/**
 * A level spans more than a 4096th of the light, even at the steepest part of the curve (12.92 × 255 levels for all
 * light).
 */
const BINS = 4096;
/** The level at the start of each bin. */
const BIN_LEVELS = new Array<number>(BINS + 1, 255);

for (const level of $range(0, 255)) {
	LINEAR[level] = linearOf(level);
	if (level < 255) THRESHOLDS[level] = linearOf(level + 0.5);
}
let binLevel = 0;
for (const bin of $range(0, BINS)) {
	while (bin / BINS > THRESHOLDS[binLevel]) binLevel += 1;
	BIN_LEVELS[bin] = binLevel;
}

/** Returns the level of an sRGB channel that is nearest to a light, 0 to 1. */
export function levelOf(light: number): number {
	const level = BIN_LEVELS[math.floor(light * BINS)];
	return light > THRESHOLDS[level] ? level + 1 : level;
}
