import { CloudProblem } from "./request.mjs";

/** A task may run for five minutes at most; shards stay under four. */
export const TASK_SECONDS = 240;

/** How long a task may wait in Roblox's queue. */
const QUEUE_SECONDS = 600;

/** Longest pause between two looks at a task: four at once stay under 45 looks a minute. */
const MOST_BETWEEN_LOOKS = 8;

const LOG_LINES = 20;

const ENDED = ["COMPLETE", "FAILED", "CANCELLED"];

function refusalsFor({ universe, place }) {
	return {
		401: "the key was refused: check ROBLOX_API_KEY, its expiry date and the addresses that it may be used from",
		403: `the key may not run scripts in place ${place}: it needs universe.place.luau-execution-session:write for universe ${universe}`,
		404: `there is no such version of place ${place} in universe ${universe}: check DOLLY_PLACE_ID and DOLLY_UNIVERSE_ID`,
	};
}

/** The last lines that a task printed, for a person to read where it failed. */
export async function lastLines(cloud, path) {
	const lines = [];
	let token = "";
	do {
		const query = token === "" ? "" : `&pageToken=${encodeURIComponent(token)}`;
		const page = await cloud.send("GET", `/cloud/v2/${path}/logs?maxPageSize=10000${query}`, {
			what: "reading a task's log",
		});
		for (const { messages } of page.luauExecutionSessionTaskLogs ?? []) lines.push(...(messages ?? []));
		token = page.nextPageToken ?? "";
	} while (token !== "");
	return lines.slice(-LOG_LINES);
}

/**
 * Runs a script in a version of a place on Roblox's servers, and waits for its end. Gives the task's resource, whose `state` is COMPLETE,
 * FAILED or CANCELLED; or, where it never ended, the state in which it was last seen.
 */
export async function runTask(cloud, target, script) {
	const { universe, place, version } = target;
	const refusals = refusalsFor(target);
	let task = await cloud.send(
		"POST",
		`/cloud/v2/universes/${universe}/places/${place}/versions/${version}/luau-execution-session-tasks`,
		{ what: "starting a task", body: JSON.stringify({ script, timeout: `${TASK_SECONDS}s` }), refusals },
	);
	const { path } = task;
	if (typeof path !== "string") throw new CloudProblem("starting a task: the answer names no path");
	let pause = 1;
	let waited = 0;
	while (!ENDED.includes(task.state) && waited < QUEUE_SECONDS + TASK_SECONDS) {
		await cloud.sleep(pause);
		waited += pause;
		pause = Math.min(pause * 2, MOST_BETWEEN_LOOKS);
		task = await cloud.send("GET", `/cloud/v2/${path}`, { what: "looking at a task", refusals });
	}
	return { ...task, path };
}
