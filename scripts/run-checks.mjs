import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.mjs";

/** `after`: what other readers make of files that headless specs wrote. `scripts`: what our own scripts do. */
const FOLDERS = ["after", "scripts"];

/**
 * Runs the checks of `tests/after/*.mjs` and `tests/scripts/*.mjs`, which are Node's. Each file names the `spec` that it
 * goes with; with a pattern, its checks run where that spec does. Gives how many passed and how many failed.
 */
export async function runChecks(pattern) {
	const outcome = { passed: 0, failed: 0 };
	const files = FOLDERS.flatMap((folder) =>
		readdirSync(join(root, "tests", folder))
			.sort()
			.map((name) => join(folder, name)),
	);
	for (const name of files) {
		const { spec, checks } = await import(pathToFileURL(join(root, "tests", name)).href);
		if (pattern !== undefined && !spec.includes(pattern)) continue;
		for (const [label, check] of Object.entries(checks)) {
			try {
				await check();
				outcome.passed += 1;
			} catch (problem) {
				outcome.failed += 1;
				console.log(`FAILED ${name.replace(/\.mjs$/, "")} › ${label}\n${problem.message}\n`);
			}
		}
	}
	return outcome;
}
