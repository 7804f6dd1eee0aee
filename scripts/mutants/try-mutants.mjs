import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { clearInterval, setInterval } from "node:timers";
import { endTogether } from "../end-together.mjs";
import { findLune } from "../find-lune.mjs";
import { processUsage } from "../process-usage.mjs";
import { root } from "../run.mjs";
import { PLACE } from "./place.mjs";

/**
 * A mutant with which the specs of a file take so many times as long as without it, and at least so many seconds, never ends.
 * These are the processor's seconds, which are less than the clock's where others work too.
 */
const SLOWER = 5;
const LEAST_SECONDS = 10;

/** One that wants more memory than this, in bytes, never has enough. */
const MAX_MEMORY = 3_000_000_000;

/** Tries mutants in one process until it ends or has to be ended; gives the number of those that are done. */
function tryInOneProcess(jobs, onResult) {
	const folder = mkdtempSync(join(tmpdir(), "dolly-mutants-"));
	const file = join(folder, "jobs.json");
	writeFileSync(file, JSON.stringify(jobs));
	const [lune, ...args] = findLune().command;
	const child = spawn(
		"nice",
		["-n", "19", lune, ...args, "run", "tests/headless/engine/run-mutants.luau", PLACE, file],
		{ cwd: root, stdio: ["ignore", "pipe", "ignore"] },
	);
	endTogether(child);
	let done = 0;
	let running = -1;
	let begun = 0;
	const watch = setInterval(() => {
		const { seconds, memory } = processUsage(child.pid);
		const limit = Math.max(LEAST_SECONDS, SLOWER * (jobs[done]?.runs[running]?.seconds ?? 0));
		if (seconds - begun > limit || memory > MAX_MEMORY) child.kill("SIGKILL");
	}, 500);
	createInterface({ input: child.stdout }).on("line", (line) => {
		const found = /^(killed|survived)(?: (.*))?$/.exec(line);
		if (line === "running") {
			running += 1;
			begun = processUsage(child.pid).seconds;
		}
		if (!found) return;
		running = -1;
		onResult(jobs[done], found[1] === "killed" ? (found[2] ?? "") : undefined);
		done += 1;
	});
	return new Promise((resolve) => {
		child.on("close", () => {
			clearInterval(watch);
			// What ended the whole process did not go unnoticed.
			if (done < jobs.length) {
				onResult(jobs[done], "never ends");
				done += 1;
			}
			rmSync(folder, { recursive: true });
			resolve(done);
		});
	});
}

/** Tries every job, a mutant with its source and the runs of specs that pass it; `onResult` hears what killed it, if anything. */
export async function tryMutants(jobs, onResult) {
	for (let at = 0; at < jobs.length;) at += await tryInOneProcess(jobs.slice(at), onResult);
}
