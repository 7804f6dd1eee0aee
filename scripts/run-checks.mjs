import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.mjs";

/**
 * Runs the checks of `tests/after/*.mjs`: what other readers make of files that headless specs wrote. Each file names its
 * `spec`; with a pattern, its checks run where that spec did. Gives how many passed and how many failed.
 */
export async function runChecks(pattern) {
	const folder = join(root, "tests", "after");
	const outcome = { passed: 0, failed: 0 };
	if (!existsSync(folder)) return outcome;
	for (const name of readdirSync(folder).sort()) {
		const { spec, checks } = await import(pathToFileURL(join(folder, name)).href);
		if (pattern !== undefined && !spec.includes(pattern)) continue;
		for (const [label, check] of Object.entries(checks)) {
			try {
				await check();
				outcome.passed += 1;
			} catch (problem) {
				outcome.failed += 1;
				console.log(`FAILED after/${name.replace(/\.mjs$/, "")} › ${label}\n${problem.message}\n`);
			}
		}
	}
	return outcome;
}
