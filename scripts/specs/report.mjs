import { clearInterval, setInterval } from "node:timers";
import { withSource } from "../source-lines.mjs";

/** How often progress is shown: on a terminal in a line that is written over, elsewhere as lines of a log. */
const TERMINAL_MS = 250;
const LOG_MS = 20_000;

/** Collects what specs and checks bring, shows progress, and prints failures by file and the closing line. */
export function openReport(total, output = process.stdout) {
	const counts = { passed: 0, failed: 0, skipped: 0 };
	const failures = new Map();
	const reasons = new Map();
	const running = new Set();
	const started = performance.now();
	let ended = 0;

	const print = (line) => output.write(`${output.isTTY ? "\r\x1b[K" : ""}${line}\n`);
	function progress() {
		const seconds = Math.round((performance.now() - started) / 1000);
		const line = `${ended} of ${total} files, ${counts.passed} passed, ${counts.failed} failed, ${seconds} s`;
		if (output.isTTY) output.write(`\r\x1b[K${line}: ${[...running].join(", ")}`.slice(0, output.columns));
		else print(line);
	}
	const timer = setInterval(progress, output.isTTY ? TERMINAL_MS : LOG_MS);

	function add(file, results, note) {
		running.delete(file);
		ended += 1;
		for (const { status, detail } of results) {
			counts[status] += 1;
			if (status === "skipped") reasons.set(detail, (reasons.get(detail) ?? 0) + 1);
		}
		const failed = results.filter(({ status }) => status === "failed");
		if (failed.length === 0) return;
		failures.set(file, { failed, note });
		print(`FAILED ${file}: ${failed.length} of ${results.length}`);
	}

	return {
		begin: (file) => running.add(file),
		file: (file, results) => add(file, results),
		/** The process of a file broke in one of its specs: the rest of the file did not run. */
		broken: (file, name, detail) =>
			add(file, [{ name, status: "failed", detail }], "the rest of this file did not run"),
		text: (line) => print(line),
		/** Prints what is to be said at the end; returns the counts. */
		close() {
			clearInterval(timer);
			if (output.isTTY) output.write("\r\x1b[K");
			for (const file of [...failures.keys()].sort()) {
				const { failed, note } = failures.get(file);
				print(`\nFAILED ${file}`);
				for (const { name, detail } of failed) {
					const sentence = name.startsWith(file) && name !== file ? name.slice(file.length).trim() : name;
					print(`\n  ${sentence}`);
					for (const line of detail.split("\n")) print(`    ${withSource(line)}`);
				}
				if (note) print(`\n  ${note}`);
			}
			if (failures.size > 0) print("");
			for (const reason of [...reasons.keys()].sort()) print(`skipped ${reasons.get(reason)}: ${reason}`);
			print(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
			return counts;
		},
	};
}
