import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { clearInterval, setInterval } from "node:timers";
import { root } from "../run.mjs";

const PAGE = 4096;

/** A process that only waits uses no time of the processor's: it is ended after so many times the limit by the clock. */
const PATIENCE = 10;

function lookAt(pid, file) {
	try {
		return readFileSync(`/proc/${pid}/${file}`, "utf8");
	} catch {
		return undefined; // it has ended, or the system has no such files
	}
}

/** Bytes that a process holds. */
function held(pid) {
	return Number(lookAt(pid, "statm")?.split(" ")[1] ?? 0) * PAGE;
}

/** Milliseconds that the processor has worked for a process, whatever else the machine did. */
function worked(pid) {
	const [user, system] = lookAt(pid, "stat")?.split(") ")[1].split(" ").slice(11, 13).map(Number) ?? [0, 0];
	return (user + system) * 10;
}

/**
 * Runs a script of the headless engine and hands on its lines. Ends it where no line came for `silence` milliseconds of its
 * work, or where it has grown by more than `growth` bytes since the last line. Gives `{ code }`, or why it was ended: `{ ended }`.
 */
export function watch([file, ...first], script, args, { silence, growth = Infinity }, onLine) {
	return new Promise((resolve) => {
		const path = `tests/headless/engine/${script}.luau`;
		const child = spawn(file, [...first, "run", path, ...args], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
		let since = Date.now();
		let before = 0;
		let base = Infinity;
		let ended;
		const looks = setInterval(() => {
			const isOver = worked(child.pid) - before > silence || Date.now() - since > silence * PATIENCE;
			if (isOver) ended = `over ${silence / 1000} s`;
			else if (held(child.pid) - base > growth) ended = `over ${growth / 2 ** 30} GB`;
			if (ended) child.kill("SIGKILL");
		}, 50);
		createInterface({ input: child.stdout }).on("line", (line) => {
			since = Date.now();
			before = worked(child.pid);
			base = held(child.pid);
			onLine(line);
		});
		child.on("close", (code) => {
			clearInterval(looks);
			resolve(ended ? { ended } : { code: code ?? 1 });
		});
	});
}
