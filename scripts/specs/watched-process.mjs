import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { clearInterval, setInterval } from "node:timers";
import { endTogether } from "../end-together.mjs";
import { processUsage } from "../process-usage.mjs";
import { root } from "../run.mjs";

/** Lines that begin with this byte are events in JSON; all others are text that something printed. */
export const EVENT = "\x1e";

const LOOK_EVERY_MS = 250;

/**
 * What one spec may use. `seconds` is processor time: the longest spec takes ten. `silence` is the clock's, for a process that waits for
 * what never comes. The largest process takes a quarter of `memory`.
 */
export const LIMITS = { seconds: 60, silence: 300, memory: 2_000_000_000 };

/**
 * Runs a process that prints events: `{ file }` before a file, `{ spec }` before a spec, `{ file, results }` after a file, `{ done }` at
 * the end. Ends it when a spec exceeds a limit. Returns why it did not end by itself, or undefined.
 */
export function runWatched([command, ...args], { limits = LIMITS, onEvent, onText, onStart }) {
	const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
	endTogether(child);
	onStart?.(child);
	let problem;
	let isDone = false;
	let begun = { seconds: 0, at: performance.now() };
	let errors = "";
	const watch = setInterval(() => {
		// Of a process that has ended nothing can be read any more; `close` says how it ended.
		if (child.exitCode !== null || child.signalCode !== null) return;
		const { seconds, memory } = processUsage(child.pid);
		if (seconds - begun.seconds > limits.seconds)
			problem = `did not end within ${limits.seconds} seconds of processor time`;
		else if (performance.now() - begun.at > limits.silence * 1000)
			problem = `did not end within ${limits.silence} seconds`;
		else if (memory > limits.memory) problem = `used more than ${limits.memory / 1e6} MB of memory`;
		else return;
		child.kill("SIGKILL");
	}, LOOK_EVERY_MS);
	createInterface({ input: child.stdout }).on("line", (line) => {
		if (!line.startsWith(EVENT)) return onText(line);
		const event = JSON.parse(line.slice(EVENT.length));
		begun = { seconds: processUsage(child.pid).seconds, at: performance.now() };
		isDone ||= event.done === true;
		onEvent(event);
	});
	child.stderr.on("data", (data) => (errors = `${errors}${data}`.slice(-2000)));
	return new Promise((resolve) => {
		child.on("error", (reason) => (problem ??= reason.message));
		child.on("close", (code, signal) => {
			clearInterval(watch);
			const ending = signal ? `signal ${signal}` : `exit code ${code}`;
			if (!isDone) problem ??= `the process ended with ${ending}`;
			if (!isDone || errors === "") return resolve(isDone ? undefined : `${problem}\n${errors}`.trim());
			onText(errors.trim());
			resolve(undefined);
		});
	});
}
