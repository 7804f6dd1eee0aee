import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { clearInterval, setInterval } from "node:timers";
import { processUsage } from "../process-usage.mjs";
import { root } from "../run.mjs";

/** A process that only waits uses no time of the processor's: it is ended after so many times the limit by the clock. */
const PATIENCE = 10;

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
			if (child.exitCode !== null || child.signalCode !== null) return;
			const { seconds, memory } = processUsage(child.pid);
			const isOver = (seconds - before) * 1000 > silence || Date.now() - since > silence * PATIENCE;
			if (isOver) ended = `over ${silence / 1000} s`;
			else if (memory - base > growth) ended = `over ${growth / 2 ** 30} GB`;
			if (ended) child.kill("SIGKILL");
		}, 50);
		createInterface({ input: child.stdout }).on("line", (line) => {
			since = Date.now();
			({ seconds: before, memory: base } = processUsage(child.pid));
			onLine(line);
		});
		child.on("close", (code) => {
			clearInterval(looks);
			resolve(ended ? { ended } : { code: code ?? 1 });
		});
	});
}
