import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { openReport } from "../../scripts/specs/report.mjs";
import { runSpecs } from "../../scripts/specs/run-specs.mjs";
import { buildPlace } from "./build-place.mjs";

const FILES = ["dies", "fails", "hangs", "hoards", "waits", "works"];
const LIMITS = { seconds: 4, silence: 30, memory: 300_000_000 };

/** Runs the specs that make trouble; returns the lines of the report and its counts. */
async function runTrouble() {
	let printed = "";
	const output = new Writable({
		write(data, _, done) {
			printed += data;
			done();
		},
	});
	const report = openReport(FILES.length, output);
	let child;
	await runSpecs({
		place: buildPlace("trouble"),
		files: [...FILES],
		report,
		limits: LIMITS,
		lanes: 1,
		onStart: (process) => (child = process),
		onSpec(name) {
			if (name === "dies › is killed") child.kill("SIGKILL");
		},
	});
	const counts = report.close();
	return { lines: printed.split("\n"), counts };
}

let outcome;
const trouble = () => (outcome ??= runTrouble());

/** What the report says below a file's heading. */
async function saidOf(file) {
	const { lines } = await trouble();
	const start = lines.lastIndexOf(`FAILED ${file}`) + 1;
	const end = lines.findIndex((line, index) => index >= start && /^(FAILED|\d+ passed)/.test(line));
	return lines
		.slice(start, end)
		.map((line) => line.trim())
		.filter(Boolean);
}

export const checks = {
	"reports a spec that fails, and one that leaves something behind": async () => {
		const said = await saidOf("fails");
		assert.equal(said[0], "› expects what is not so");
		assert.match(said[1], /Expected value "3" \(number\), got "2"/);
		const left = said.filter((line) => line.startsWith("left "));
		assert.deepEqual(left.slice(0, 2), [
			"left a printed line that the spec does not expect: a line",
			"left a warning that the spec does not expect: a warning",
		]);
		assert.match(left[2], /^left an error that the spec does not expect: .*in a thread/);
	},

	"names a spec that waits for ever": async () => {
		const said = await saidOf("waits");
		assert.equal(said[0], "› waits for ever");
		assert.ok(said.some((line) => line.includes("no thread is scheduled")));
	},

	"names a spec that never ends": async () => {
		assert.deepEqual(await saidOf("hangs"), [
			"› never ends",
			"did not end within 4 seconds of processor time",
			"the rest of this file did not run",
		]);
	},

	"names a spec that exhausts memory": async () => {
		assert.deepEqual(await saidOf("hoards"), [
			"› never has enough",
			"used more than 300 MB of memory",
			"the rest of this file did not run",
		]);
	},

	"names the spec whose process dies": async () => {
		assert.deepEqual(await saidOf("dies"), [
			"› is killed",
			"the process ended with signal SIGKILL",
			"the rest of this file did not run",
		]);
	},

	"runs all the others, and counts every spec in one closing line": async () => {
		const { lines, counts } = await trouble();
		assert.deepEqual(counts, { passed: 2, failed: 8, skipped: 0 });
		assert.deepEqual(
			lines.filter((line) => /^\d+ passed/.test(line)),
			["2 passed, 8 failed, 0 skipped"],
		);
	},
};
