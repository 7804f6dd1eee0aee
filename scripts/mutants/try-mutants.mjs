import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { clearInterval, setInterval } from "node:timers";
import { findLune } from "../find-lune.mjs";
import { root } from "../run.mjs";
import { endTogether, PLACE } from "./place.mjs";

/**
 * A mutant with which the specs of a file take so many times as long as without it, and at least so many seconds, never ends.
 * These are the processor's seconds, which are less than the clock's where others work too.
 */
const SLOWER = 5;
const LEAST_SECONDS = 10;

/** One that wants more memory than this, in pages of 4 KB, never has enough. */
const MOST_PAGES = 750_000;

/** The processor's seconds that a process has used, which do not count what others keep it waiting for, and its pages. */
function usage(pid) {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
		return { seconds: (Number(fields[11]) + Number(fields[12])) / 100, pages: Number(fields[21]) };
	} catch {
		return { seconds: performance.now() / 1000, pages: 0 };
	}
}

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
		const { seconds, pages } = usage(child.pid);
		const limit = Math.max(LEAST_SECONDS, SLOWER * (jobs[done]?.runs[running]?.seconds ?? 0));
		if (seconds - begun > limit || pages > MOST_PAGES) child.kill("SIGKILL");
	}, 500);
	createInterface({ input: child.stdout }).on("line", (line) => {
		const found = /^(killed|survived)(?: (.*))?$/.exec(line);
		if (line === "running") {
			running += 1;
			begun = usage(child.pid).seconds;
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
