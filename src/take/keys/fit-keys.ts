//!native
//!optimize 2
import { checkKeys, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import type { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";
import { single } from "../../bytes/single";
import { heldLens } from "../../motion/camera-path";
import { fromOrientation } from "../../rotation/orientation";
import { smooth, WIDEST } from "../edit/smooth-take";
import { checkShot, MAX_KEYS, MAX_SHOT_SECONDS, Shot, ShotKey } from "../shot";
import { turningOf } from "../shot-path";
import { checkTake, Take, takeDuration } from "../take";
import { FittedStretch, FitTolerance, KEY_NUMBERS } from "./fitted-stretch";
import { FlightRows, flightRows } from "./flight-rows";
import { steepKeys } from "./steep-keys";

/**
 * Options of `fitKeys`.
 *
 * @example
 * const options: FitOptions = { studs: 0.2, degrees: 1 }; // fewer keys, less exact
 * const shot = fitKeys(take, options);
 */
export interface FitOptions {
	/** The max distance of the shot from any frame of the take. Defaults to 0.05 studs. */
	studs?: number;
	/** The max angle from any frame, and the max difference of the field of view. Defaults to 0.25 degrees. */
	degrees?: number;
	/**
	 * Seconds over which `smoothTake` smooths the take first: shaky flights then need far fewer keys. Defaults to none.
	 */
	smooth?: number;
	/** Budget, pauses and report of the call. */
	job?: Job;
}

const FIT_DEFAULTS = { studs: 0.05, degrees: 0.25 };
const OPTIONS: Array<keyof FitOptions> = ["degrees", "job", "smooth", "studs"];

/** Returns the key of a solved row, whose velocities are per frame. */
function keyOf(keys: buffer, at: number, seconds: number, rate: number, hasLens: boolean, isLast: boolean): ShotKey {
	const read = (number: number) => buffer.readf64(keys, at + number * 8);
	const pitch = read(3);
	const roll = read(5);
	const [qx, qy, qz, qw] = fromOrientation(pitch, read(4), roll);
	const [wx, wy, wz] = turningOf(read(10) * rate, read(11) * rate, read(12) * rate, pitch, roll);
	return {
		seconds,
		position: [single(read(0)), single(read(1)), single(read(2))],
		rotation: [single(qx), single(qy), single(qz), single(qw)],
		fieldOfView: hasLens ? single(heldLens(read(6))) : undefined,
		velocity: [single(read(7) * rate), single(read(8) * rate), single(read(9) * rate)],
		turning: [single(wx), single(wy), single(wz)],
		zooming: hasLens ? single(read(13) * rate) : undefined,
		easing: isLast ? "hold" : "smooth",
	};
}

/** Returns the keys of the frames from `first` to `last`. The last one holds if a cut follows it. */
function keysOf(
	take: Take,
	flight: FlightRows,
	first: number,
	last: number,
	tolerance: FitTolerance,
	budget: Budget,
): Array<ShotKey> {
	const { rate, count } = take;
	const hasCut = last + 1 < count;
	if (!flight.isSteady) return steepKeys(take, flight.rows, first, last, tolerance, budget);
	const stretch = new FittedStretch(flight, first, last, tolerance, budget, "fitKeys");
	const size = KEY_NUMBERS * 8;
	const final = stretch.frames.size() - 1;
	return stretch.frames.map((frame, index) =>
		keyOf(stretch.keys, index * size, frame / rate, rate, flight.hasLens, hasCut && index === final),
	);
}

function checkTolerance(value: unknown, name: string): void {
	if (!typeIs(value, "number") || !(value > 0 && value < math.huge)) {
		fail("fitKeys", `${name} is ${describeValue(value)}; expected a number above 0`);
	}
}

/**
 * Turns a recorded flight into a shot with few keys that follows it within a tolerance at every frame: 1 to 3 keys per second for drones,
 * cars and hands. Cuts stay cuts, and the first and last frames stay exact. Move keys with `moveKey`.
 *
 * @example
 * const shot = fitKeys(take, { studs: 0.1, degrees: 0.5 });
 * print(`${take.count} frames became ${shot.keys.size()} keys`);
 */
export function fitKeys(take: Take, options: FitOptions = {}): Shot {
	checkTake(take, "fitKeys");
	checkKeys(options, OPTIONS, "fitKeys", "options");
	const { studs, degrees } = { ...FIT_DEFAULTS, ...options };
	checkTolerance(studs, "studs");
	checkTolerance(degrees, "degrees");
	if (
		options.smooth !== undefined &&
		!(typeIs(options.smooth, "number") && options.smooth >= 0 && options.smooth <= WIDEST)
	) {
		fail("fitKeys", `smooth is ${describeValue(options.smooth)}; expected a number from 0 to ${WIDEST}`);
	}
	if (take.count === 0) fail("fitKeys", `take "${take.name}" has no frames`);
	const seconds = takeDuration(take);
	if (seconds > MAX_SHOT_SECONDS) {
		fail("fitKeys", `take "${take.name}" lasts ${seconds} seconds; expected up to ${MAX_SHOT_SECONDS}`);
	}
	const budget = budgetOf(options, "fitKeys");
	const source = options.smooth !== undefined ? smooth(take, options.smooth, budget, "fitKeys") : take;
	const flight = flightRows(source, budget, "fitKeys");
	// Leaves room for the rounding to single precision.
	const tolerance = { studs: studs * 0.999, radians: math.rad(degrees) * 0.999 };
	const keys = new Array<ShotKey>();
	let first = 0;
	for (const cut of [...source.cuts, source.count]) {
		for (const key of keysOf(source, flight, first, cut - 1, tolerance, budget)) keys.push(key);
		first = cut;
	}
	if (keys.size() > MAX_KEYS) {
		const advice = "pass smooth, or more studs and degrees";
		fail("fitKeys", `take "${take.name}" needs ${keys.size()} keys; expected up to ${MAX_KEYS}: ${advice}`);
	}
	const { name, map, metadata } = take;
	const markers = take.markers.map((marker) => ({
		...marker,
		seconds: math.min(marker.seconds, keys[keys.size() - 1].seconds),
	}));
	const shot: Shot = { name, map, keys, markers, level: flight.isSteady, metadata };
	checkShot(shot, "fitKeys");
	return budget.finish(shot);
}
