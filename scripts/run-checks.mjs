import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.mjs";

/** A check that takes longer hangs; those that start engines take a few seconds each. */
const CHECK_SECONDS = 180;

async function within(seconds, work) {
	let timer;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error(`did not end within ${seconds} seconds`)), seconds * 1000);
	});
	try {
		await Promise.race([Promise.resolve().then(work), late]);
	} finally {
		clearTimeout(timer);
	}
}

/** The files of `tests/` whose path ends so, as names without that ending. */
function listChecks(folder, ending) {
	return readdirSync(join(root, "tests", folder), { recursive: true })
		.map((path) => path.replaceAll("\\", "/"))
		.filter((path) => path.endsWith(ending))
		.map((path) => ({ file: join(root, "tests", folder, path), name: join(folder, path.slice(0, -ending.length)) }))
		.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Runs checks, which are functions that throw, in Node. Gives how many passed, and the failures in words.
 * `tests/after/*.mjs` are what other readers make of files that headless specs wrote: each names its `spec`, and with a pattern its checks
 * run where that spec did. `tests/**\/*.check.mjs` stand for themselves: with a pattern, those run whose path or sentence contains it.
 */
async function runFiles(files, pattern) {
	const outcome = { passed: 0, failures: [] };
	async function attempt(name, work) {
		try {
			await work();
			return true;
		} catch (problem) {
			outcome.failures.push(`FAILED ${name}\n${problem.message}\n`);
			return false;
		}
	}
	for (const { file, name } of files) {
		await attempt(name, async () => {
			const { spec, checks } = await import(pathToFileURL(file).href);
			for (const [label, check] of Object.entries(checks)) {
				const isMeant = pattern === undefined || (spec ?? `${name} ${label}`).includes(pattern);
				if (isMeant && (await attempt(`${name} › ${label}`, () => within(CHECK_SECONDS, check)))) outcome.passed += 1;
			}
		});
	}
	return outcome;
}

/** The checks of files that specs have written. */
export function runChecksAfterSpecs(pattern) {
	return runFiles(listChecks("after", ".mjs"), pattern);
}

/** The checks that need no more than what was built. */
export function runChecksOfCommands(pattern) {
	return runFiles(listChecks("", ".check.mjs"), pattern);
}
