/**
 * Runs files of checks in Node and prints events, as the headless engine does for specs. A check is a function that throws. Files of
 * `tests/after` read what headless specs wrote: each names its `spec`, and a pattern selects its checks if it selects that spec.
 */
import { join } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import { root } from "../run.mjs";
import { EVENT } from "./watched-process.mjs";

const tell = (event) => process.stdout.write(`${EVENT}${JSON.stringify(event)}\n`);

const { files, after, pattern } = JSON.parse(argv[2]);
for (const file of files) {
	tell({ file });
	const results = [];
	async function attempt(name, work) {
		try {
			await work();
			return true;
		} catch (problem) {
			results.push({ name, status: "failed", detail: problem.message });
			return false;
		}
	}
	await attempt(file, async () => {
		const path = join(root, "tests", `${file}${after ? "" : ".check"}.mjs`);
		const { spec, checks } = await import(pathToFileURL(path).href);
		for (const [label, check] of Object.entries(checks)) {
			if (pattern !== undefined && !(spec ?? `${file} ${label}`).includes(pattern)) continue;
			const name = `${file} › ${label}`;
			tell({ spec: name });
			if (await attempt(name, check)) results.push({ name, status: "passed" });
		}
	});
	tell({ file, results });
}
tell({ done: true });
process.exit(0);
