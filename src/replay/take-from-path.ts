import { checkKeys } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { budgetOf, Job } from "../bytes/job";
import { CameraPath, checkLength } from "../motion/camera-path";
import { checkRate, DEFAULT_RATE } from "../motion/rate";
import { isShot, Shot } from "../take/shot";
import type { Take } from "../take/take";
import { sampleTake } from "../take/take-path";
import { Film, isFilm } from "./film";
import { pathOf } from "./flight-source";

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
	/** Pauses and cancels a long call. */
	job?: Job;
}

const OPTIONS: Array<keyof TakeFromPathOptions> = ["job", "map", "name", "rate"];

/**
 * Samples a shot, a film or a path, such as a camera flight from a model file, into a take at a fixed rate. The last
 * frame is the last multiple of 1/rate within the path.
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
	const budget = budgetOf(options, "takeFromPath");
	return budget.finish(sampleTake(path, name, map, rate, budget, "takeFromPath"));
}
