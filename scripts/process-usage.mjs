import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/** Asking another program for a process's memory takes a while: one answer is good for so many milliseconds. */
const ASK_EVERY_MS = 2000;
const answers = new Map();

/** What a program prints, or nothing. */
function ask(file, args) {
	return spawnSync(file, args, { encoding: "utf8", windowsHide: true }).stdout ?? "";
}

/** The bytes of a process where `/proc` is not: `ps` says kilobytes, Windows' `tasklist` too, with marks between thousands. */
function askMemory(pid) {
	const isWindows = process.platform === "win32";
	const row = isWindows
		? ask("tasklist", ["/fi", `PID eq ${pid}`, "/fo", "csv", "/nh"])
		: ask("ps", ["-o", "rss=", "-p", pid]);
	const field = isWindows ? (/"([^"]*)"\s*$/.exec(row)?.[1] ?? "") : row;
	return Number(field.replaceAll(/\D/g, "")) * 1024;
}

function keptMemory(pid) {
	const kept = answers.get(pid);
	if (kept && performance.now() - kept.at < ASK_EVERY_MS) return kept.bytes;
	const bytes = askMemory(pid);
	answers.set(pid, { bytes, at: performance.now() });
	return bytes;
}

/**
 * The processor seconds that a process has used, which do not grow while others keep it waiting, and its memory in bytes. On Linux both
 * come from `/proc`; elsewhere the seconds are the clock's, and the memory is up to two seconds old.
 */
export function processUsage(pid) {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
		return {
			seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
			memory: Number(fields[21]) * PAGE_BYTES,
		};
	} catch {
		const memory = process.platform === "linux" ? 0 : keptMemory(pid);
		return { seconds: performance.now() / 1000, memory };
	}
}
