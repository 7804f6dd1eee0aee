import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run.mjs";

/** The files below a folder of `tests/` whose path matches, as their paths in `tests/` without that ending. */
function list(folder, ending) {
	return readdirSync(join(root, "tests", folder), { recursive: true })
		.map((path) => join(folder, path).replaceAll("\\", "/"))
		.filter((path) => ending.test(path))
		.map((path) => path.replace(ending, ""))
		.sort();
}

/** Specs, which run in Luau. */
export const listSpecs = () => list("", /\.spec\.tsx?$/);

/** Checks, which run in Node and need no more than what was built. */
export const listChecks = () => list("", /\.check\.mjs$/);

/** Checks of files that specs have written. */
export const listChecksAfter = () => list("after", /\.mjs$/);
