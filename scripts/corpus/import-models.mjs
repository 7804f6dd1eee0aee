import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../run.mjs";

/** Where `tests/corpus/import-all.ts` looks for what to import. */
const JOBS = join(root, "dist", "corpus", "jobs.json");

/** A file that takes longer than this, in milliseconds, is taken to hang. */
const PATIENCE = 120_000;

/** An empty table of Luau's may come as an empty object. */
const outcomeOf = (outcome) => ({ ...outcome, report: Object.values(outcome.report) });

/** Runs the headless engine over the jobs until it ends, dies or hangs; gives an outcome for each job that it came to. */
function importUntilEnd([lune, ...args], jobs, patience) {
	mkdirSync(dirname(JOBS), { recursive: true });
	writeFileSync(JOBS, JSON.stringify(jobs));
	const place = ["dist/test.rbxl", "ReplicatedStorage.tests.corpus.import-all"];
	const engine = spawn(lune, [...args, "run", "tests/headless/engine/run-module.luau", ...place], {
		cwd: root,
		stdio: ["ignore", "pipe", "inherit"],
	});
	const outcomes = [];
	const rest = [];
	let begun = 0;
	let hangs = false;
	const stop = () => {
		hangs = true;
		engine.kill("SIGKILL");
	};
	let watchdog = setTimeout(stop, patience);
	return new Promise((resolve, reject) => {
		const lines = createInterface({ input: engine.stdout });
		lines.on("line", (line) => {
			clearTimeout(watchdog);
			watchdog = setTimeout(stop, patience);
			if (line.startsWith("begin ")) begun += 1;
			else if (line.startsWith("end ")) outcomes.push(outcomeOf(JSON.parse(line.slice(4))));
			else rest.push(line);
		});
		lines.on("close", () => {
			clearTimeout(watchdog);
			if (begun === 0) {
				reject(new Error(`the headless engine did not start: ${rest.join("\n")}`));
				return;
			}
			if (begun > outcomes.length) {
				const problem = hangs ? `nothing for ${patience / 1000} s` : `the engine ended: ${rest.join(" ")}`;
				outcomes.push({ problem, parts: 0, bones: 0, clips: 0, images: 0, report: [], seconds: 0 });
			}
			resolve(outcomes);
		});
	});
}

/** Imports model files in the headless engine, one after another; one that ends the engine fails alone. */
export async function importModels(lune, jobs, patience = PATIENCE) {
	const outcomes = [];
	while (outcomes.length < jobs.length) {
		outcomes.push(...(await importUntilEnd(lune, jobs.slice(outcomes.length), patience)));
	}
	return outcomes;
}
