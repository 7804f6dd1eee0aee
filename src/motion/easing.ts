//!native
//!optimize 2

/**
 * Roblox's `EasingStyle`s with their direction: `in` starts gently, `out` ends gently, `inOut` does both.
 *
 * @example
 * const style: EasingStyleName = "inOutSine";
 * const shot = createShot([{ seconds: 0, cframe: start }, { seconds: 3, cframe: goal, easing: style }]);
 */
export type EasingStyleName = `${"in" | "out" | "inOut"}${StyleName}`;

type StyleName =
	"Sine" | "Quad" | "Cubic" | "Quart" | "Quint" | "Exponential" | "Circular" | "Back" | "Bounce" | "Elastic";

/** Returns the progress of a motion, 0 to 1 and for some styles beyond, at a time of 0 to 1. */
export type EasingFunction = (time: number) => number;

/** The overshoot of `Back`: a tenth of the distance. */
const OVERSHOOT = 1.70158;

/** The period of `Elastic`, as a fraction of the time. */
const SWING = 0.3;

/**
 * The parabolas of `Bounce`: their steepness, and for each its start and middle, in units of 1/2.75, and its height at
 * the start.
 */
const STEEPNESS = 7.5625;
const BOUNCES: ReadonlyArray<readonly [start: number, middle: number, height: number]> = [
	[2.5, 2.625, 0.984375],
	[2, 2.25, 0.9375],
	[1, 1.5, 0.75],
	[0, 0, 0],
];

function bounceOut(time: number): number {
	const at = time * 2.75;
	for (const [start, middle, height] of BOUNCES) {
		if (at < start) continue;
		const part = (at - middle) / 2.75;
		return STEEPNESS * part * part + height;
	}
	return 0;
}

/** Each style with the direction `in`. */
const IN: { readonly [name in StyleName]: EasingFunction } = {
	Sine: (time) => 1 - math.cos((time * math.pi) / 2),
	Quad: (time) => time * time,
	Cubic: (time) => time * time * time,
	Quart: (time) => time ** 4,
	Quint: (time) => time ** 5,
	Exponential: (time) => (time <= 0 ? 0 : 2 ** (10 * time - 10)),
	Circular: (time) => 1 - math.sqrt(math.max(1 - time * time, 0)),
	Back: (time) => time * time * ((OVERSHOOT + 1) * time - OVERSHOOT),
	Bounce: (time) => 1 - bounceOut(1 - time),
	Elastic: (time) =>
		time <= 0 || time >= 1
			? math.clamp(time, 0, 1)
			: -(2 ** (10 * time - 10)) * math.sin(((time - 1 - SWING / 4) * 2 * math.pi) / SWING),
};

const EASINGS = new Map<string, EasingFunction>();
for (const [name, ease] of pairs(IN)) {
	EASINGS.set(`in${name}`, ease);
	EASINGS.set(`out${name}`, (time) => 1 - ease(1 - time));
	EASINGS.set(`inOut${name}`, (time) => (time < 0.5 ? ease(2 * time) / 2 : 1 - ease(2 - 2 * time) / 2));
}

export const EASING_STYLES: ReadonlyArray<string> = [...EASINGS].map(([name]) => name).sort();

/** Returns the function of a style, or undefined if the name is unknown. */
export function easingOf(name: string): EasingFunction | undefined {
	return EASINGS.get(name);
}
