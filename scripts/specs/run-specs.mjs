import { availableParallelism } from "node:os";
import { findLune } from "../find-lune.mjs";
import { deal } from "./deal.mjs";
import { expectedTimes, keepTimes } from "./spec-times.mjs";
import { runWatched } from "./watched-process.mjs";

/**
 * Runs files in one watched process; returns those that it did not reach. A file whose process breaks has one result: the spec that
 * broke it has failed.
 */
async function runBatch(command, files, report, options) {
	const missed = new Set(files);
	let file = files[0];
	let spec;
	const problem = await runWatched(command, {
		...options,
		onText: (line) => report.text(line),
		onEvent(event) {
			if (event.results) {
				missed.delete(event.file);
				report.file(event.file, Object.values(event.results)); // an empty array of Luau is an object in JSON
			} else if (event.file) {
				file = event.file;
				spec = undefined;
				report.begin(file);
			} else if (event.spec) {
				spec = event.spec;
				options.onSpec?.(spec);
			} else options.onDone?.(event);
		},
	});
	if (problem !== undefined) {
		missed.delete(file);
		report.broken(file, spec ?? file, problem);
	}
	return [...missed];
}

/** Runs files of checks in Node, in one process unless it breaks. */
async function runChecks({ files, after, pattern }, report, options) {
	for (let left = files; left.length > 0;) {
		const request = JSON.stringify({ files: left, after, pattern });
		left = await runBatch([process.execPath, "scripts/specs/run-checks.mjs", request], left, report, options);
	}
}

/**
 * Runs specs of a built place in fresh processes, as many at a time as there are cores, and checks in Node beside them.
 *
 * - `place`: its path. `files`: which files of specs. `pattern` keeps specs whose path or sentence contains it.
 * - `checks`: files that run from the start; `checksAfter`: files that read what specs wrote.
 * - `report` hears what happens (see `report.mjs`). `limits` are those of one spec; `onSpec` and `onStart` hear of specs and processes.
 * - `calls`, a Set, takes the numbers of the functions that were called, if the place was built to count them.
 */
export async function runSpecs({
	place,
	files,
	checks = [],
	checksAfter = [],
	pattern,
	report,
	calls,
	lanes = availableParallelism(),
	...options
}) {
	const [lune, ...luneArgs] = findLune().command;
	const expected = expectedTimes();
	const took = {};
	const started = new Map();
	const timed = {
		...report,
		begin(file) {
			started.set(file, performance.now());
			report.begin(file);
		},
		file(file, results) {
			took[file] = Number(((performance.now() - started.get(file)) / 1000).toFixed(2));
			report.file(file, results);
		},
	};
	await deal({
		files,
		secondsOf: (file) => (!pattern || file.includes(pattern) ? expected(file) : 0.01),
		lanes,
		first: [() => runChecks({ files: checks, pattern }, report, options)],
		run(batch) {
			const request = JSON.stringify({ files: batch, pattern, counts: calls !== undefined });
			const command = [lune, ...luneArgs, "run", "tests/headless/engine/run-specs.luau", place, request];
			const onDone = ({ calls: called = {} }) => Object.values(called).forEach((number) => calls.add(number));
			return runBatch(command, batch, timed, { ...options, onDone });
		},
	});
	if (place === "dist/test.rbxl" && !pattern) keepTimes(took);
	await runChecks({ files: checksAfter, after: true, pattern }, report, options);
}
