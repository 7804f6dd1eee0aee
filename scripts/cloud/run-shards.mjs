import { CloudProblem } from "./request.mjs";
import { lastLines, runTask, TASK_SECONDS } from "./run-task.mjs";
import { taskScript } from "./task-script.mjs";

/** Tasks at a time: five may be started in a minute, and ten of a place may be under way. */
const SHARDS = 4;

/** Luau has one kind of empty table, which may come as an object. */
function arrayOf(value) {
	return Array.isArray(value) ? value : [];
}

function deal(names, count) {
	const shards = Array.from({ length: Math.min(count, names.length) }, () => []);
	names.forEach((name, index) => shards[index % shards.length].push(name));
	return shards;
}

function halves(names) {
	const middle = Math.ceil(names.length / 2);
	return [names.slice(0, middle), names.slice(middle)];
}

/**
 * Runs files of specs in tasks, several at a time. A task that runs out of time, or returns too much, is split until the file that does it
 * stands alone. Gives the results, the longest stretch without a yield, and what the first task found out about the engine. `onResults(results)` hears of them as they come.
 */
export async function runShards(cloud, target, names, { pattern, onResults = () => {} } = {}) {
	const waiting = deal(names, pattern === undefined ? SHARDS : 1).map((files) => ({ files, isRetry: false }));
	const outcome = { results: [], longest: 0, longestIn: "", facts: "" };

	function add(results) {
		outcome.results.push(...results);
		onResults(results);
	}
	function addFailure(files, detail) {
		add([
			{ name: files.length === 1 ? files[0] : `${files[0]} and ${files.length - 1} more`, status: "failed", detail },
		]);
	}
	function take(files, value) {
		if (typeof value !== "object" || value === null || value.results === undefined) {
			throw new CloudProblem("a task returned something else than results: is the place this project's test place?");
		}
		add(arrayOf(value.results));
		if (value.longest > outcome.longest) Object.assign(outcome, { longest: value.longest, longestIn: value.longestIn });
		outcome.facts ||= value.facts ?? "";
		const left = arrayOf(value.left);
		const ran = arrayOf(value.ran);
		const lost = files.filter((name) => !left.includes(name) && !ran.includes(name));
		for (const name of lost) addFailure([name], "it is not in the place that was uploaded");
		if (left.length === files.length) addFailure(left, "a task began none of its files in time");
		else if (left.length > 0) waiting.push({ files: left, isRetry: false });
	}

	async function runOne({ files, isRetry }) {
		const task = await runTask(cloud, target, taskScript(files, pattern));
		if (task.state === "COMPLETE") return take(files, task.output?.results?.[0]);
		const { code, message = "" } = task.error ?? {};
		if (code === "DEADLINE_EXCEEDED" || code === "OUTPUT_SIZE_LIMIT_EXCEEDED") {
			if (files.length > 1) {
				for (const half of halves(files)) waiting.push({ files: half, isRetry: false });
			} else if (code === "DEADLINE_EXCEEDED") {
				addFailure(files, `time-out: it did not end within ${TASK_SECONDS} seconds`);
			} else {
				addFailure(files, `its results are too large to return: ${message}`);
			}
		} else if (code === "INTERNAL_ERROR" && !isRetry) {
			waiting.push({ files, isRetry: true });
		} else if (task.state === "FAILED") {
			const log = await lastLines(cloud, task.path);
			addFailure(files, [`the task failed: ${code}: ${message}`, ...log].join("\n"));
		} else if (task.state === "CANCELLED") {
			addFailure(files, "the task was cancelled by somebody else");
		} else {
			addFailure(files, `time-out: the task was still ${task.state} when there was no more waiting for it`);
		}
	}

	const underWay = new Set();
	while (waiting.length > 0 || underWay.size > 0) {
		while (waiting.length > 0 && underWay.size < SHARDS) {
			const shard = runOne(waiting.shift());
			underWay.add(shard);
			shard.catch(() => {}).finally(() => underWay.delete(shard));
		}
		await Promise.race(underWay);
	}
	return outcome;
}
