import { Budget } from "../../bytes/budget";
import { checkKeys } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { budgetOf, Job } from "../../bytes/job";
import { CameraPath, checkLength, MAX_SAMPLING_STEPS } from "../../motion/camera-path";
import { checkRate, DEFAULT_RATE } from "../../motion/rate";
import { Film, isFilm } from "../../replay/film";
import { pathOf } from "../../replay/flight-source";
import { isShot, Shot } from "../../take/shot";
import type { Take } from "../../take/take";
import { sampleTake } from "../../take/take-path";
import { spareFrames } from "../spare-frames";

/**
 * Options of `takeFromPath`.
 *
 * @example
 * const options: TakeFromPathOptions = { map: "Harbour", rate: 30 };
 * const take = takeFromPath(path, options);
 */
export interface TakeFromPathOptions {
	/** The take's name. Defaults to the path's. */
	name?: string;
	/** The name of its map. Defaults to none. */
	map?: string;
	/** Frames per second. Defaults to the path's rate, or to 60 if it has none. */
	rate?: number;
	/**
	 * Budget, pauses and cancelling of the call. Defaults to waiting for the next frame when this one is spent, and to
	 * 6,000,000 steps: an hour at 60 frames per second of a camera below a dozen moving nodes.
	 */
	job?: Job;
}

const OPTIONS: Array<keyof TakeFromPathOptions> = ["job", "map", "name", "rate"];

/**
 * Samples a shot, a film or a path, such as a camera flight from a model file, into a take at a fixed rate. The last
 * frame is the last multiple of 1/rate within the path. A long call yields.
 *
 * @example
 * const archive = encodeArchive([takeFromPath(path, { map: "Harbour", rate: 60 })]);
 */
export function takeFromPath(source: Shot | Film | CameraPath, options: TakeFromPathOptions = {}): Take {
	const path = pathOf(source, "takeFromPath", "path");
	if (path !== source && !isShot(source) && !isFilm(source)) {
		fail("takeFromPath", "path is a Take; expected a Shot, a Film or a CameraPath");
	}
	checkKeys(options, OPTIONS, "takeFromPath", "options");
	const { rate = path.rate ?? DEFAULT_RATE, name = path.name, map = "" } = options;
	checkRate(rate, "takeFromPath");
	checkLength(path, "takeFromPath");
	const given = budgetOf(options, "takeFromPath");
	const budget = options.job === undefined ? new Budget({ maxSteps: MAX_SAMPLING_STEPS, pause: spareFrames() }) : given;
	return budget.finish(sampleTake(path, name, map, rate, budget, "takeFromPath"));
}
