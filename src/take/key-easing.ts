import { checkFinite, checkKeys, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { nearestName } from "../bytes/nearest-name";
import { EASING_STYLES, EasingFunction, easingOf, EasingStyleName } from "../motion/easing";

/**
 * A part of an easing style. `insertKey` makes these when it divides a stretch, so that both keys together move the
 * camera as before.
 *
 * @example
 * const easing: EasingPart = { style: "inOutSine", from: 0, to: 0.5 };
 */
export interface EasingPart {
	readonly style: EasingStyleName;
	/** Where the part begins in the time of the style, 0 to 1. */
	readonly from: number;
	/** Where it ends, `from` to 1. */
	readonly to: number;
}

/**
 * How the camera reaches a key, and what it does there.
 *
 * - `smooth` passes through on a curve; the default.
 * - `stop` comes to rest at the key and goes on from there.
 * - `hold` comes to rest and stays until the next key, to which it cuts.
 * - `linear` moves in a straight line at a constant speed.
 * - A style of Roblox with its direction, such as `inOutSine`, moves in a straight line with that easing.
 * - An `EasingPart` moves in a straight line with a part of a style.
 *
 * @example
 * const easing: KeyEasing = "inOutSine";
 */
export type KeyEasing = "smooth" | "stop" | "hold" | "linear" | EasingStyleName | EasingPart;

/** The easings that are neither styles nor parts of one, in the order of their numbers in packed bytes. */
export const OWN_EASINGS: ReadonlyArray<string> = ["smooth", "stop", "hold", "linear"];
/** The names of all easings. */
export const KEY_EASINGS: ReadonlyArray<string> = [...OWN_EASINGS, ...EASING_STYLES];

/** A part of a style that spans no more than this is a straight line: dividing by its span would amplify rounding. */
const LEAST_SPAN = 1e-6;

const PART_FIELDS: Array<string> = ["from", "style", "to"];

function checkPart(part: EasingPart, caller: string, argument: string): void {
	checkKeys(part, PART_FIELDS, caller, argument);
	const { style, from, to } = part;
	if (!EASING_STYLES.includes(style)) {
		fail(caller, `style of ${argument} is ${describeValue(style)}; expected a style such as inOutSine`);
	}
	checkFinite(from, caller, `from of ${argument}`);
	checkFinite(to, caller, `to of ${argument}`);
	if (!(from >= 0 && from <= to && to <= 1)) {
		fail(caller, `${argument} is the part from ${from} to ${to}; expected rising numbers from 0 to 1`);
	}
}

/** Refuses an easing that does not exist. */
export function checkEasing(easing: unknown, caller: string, argument: string): void {
	if (typeIs(easing, "table")) {
		checkPart(easing as EasingPart, caller, argument);
		return;
	}
	if (KEY_EASINGS.includes(easing as string)) return;
	const nearest = typeIs(easing, "string") ? nearestName(easing, KEY_EASINGS) : undefined;
	const hint = nearest === undefined ? `one of ${OWN_EASINGS.join(", ")} or a style such as inOutSine` : `"${nearest}"`;
	fail(caller, `${argument} is ${describeValue(easing)}; expected ${hint}`);
}

/** Returns the function of a style or of a part of one; undefined for other easings. */
export function easeOf(easing: KeyEasing): EasingFunction | undefined {
	if (typeIs(easing, "string")) return easingOf(easing);
	const { style, from, to } = easing;
	const ease = easingOf(style)!;
	const start = ease(from);
	const span = ease(to) - start;
	if (math.abs(span) <= LEAST_SPAN) return (time) => time;
	return (time) => (ease(from + time * (to - from)) - start) / span;
}

function partOf(style: EasingStyleName, from: number, to: number): KeyEasing {
	return from === 0 && to === 1 ? style : { style, from, to };
}

/**
 * Returns the part of an easing from `from` to `to` of its time. Easings without a style are the same in every part.
 */
export function easingPart(easing: KeyEasing, from: number, to: number): KeyEasing {
	if (typeIs(easing, "string") && !easingOf(easing)) return easing;
	const whole = typeIs(easing, "string") ? { style: easing as EasingStyleName, from: 0, to: 1 } : easing;
	const timeAt = (part: number) => math.clamp(whole.from * (1 - part) + whole.to * part, whole.from, whole.to);
	return partOf(whole.style, timeAt(from), timeAt(to));
}

/**
 * Joins the easings of two adjacent stretches. Returns the second one if they are not adjoining parts of one style.
 */
export function joinedEasing(first: KeyEasing, second: KeyEasing): KeyEasing {
	if (typeIs(first, "string") || typeIs(second, "string")) return second;
	if (first.style !== second.style || first.to !== second.from) return second;
	return partOf(first.style, first.from, second.to);
}
