import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { printClosing, printFailures } from "../../scripts/cloud/report.mjs";
import { openCloud } from "../../scripts/cloud/request.mjs";
import { runShards } from "../../scripts/cloud/run-shards.mjs";
import { taskScript } from "../../scripts/cloud/task-script.mjs";
import { uploadPlace } from "../../scripts/cloud/upload-place.mjs";
import { root } from "../../scripts/run.mjs";
import { buildPlace } from "../runner/build-place.mjs";
import { executeInLune } from "./execute-in-lune.mjs";
import { serveOpenCloud } from "./open-cloud.mjs";

const KEY = "a key of nobody";
const IDS = { universe: "4711", place: "1234" };
const PLACE = Buffer.from("<roblox!\x89\xff\r\n", "latin1");

/** A minute of waiting passes at once: server and client share this clock. */
function fakeClock() {
	const clock = { seconds: 0, waits: [] };
	clock.now = () => clock.seconds;
	clock.sleep = async (seconds) => {
		clock.waits.push(seconds);
		clock.seconds += seconds;
		// The server's own work goes on in between.
		await new Promise((resolve) => setTimeout(resolve, 1));
	};
	return clock;
}

/** The names of files that a task's script asks for. */
function namesIn(script) {
	return [.../files = \{ (.*?) \}/.exec(script)[1].matchAll(/"([^"]*)"/g)].map(([, name]) => name);
}

/** An engine that gives one passed spec for each file, unless `outcome(name)` says something else for a whole task. */
function pretendEngine(outcome = () => undefined) {
	return async ({ script }) => {
		const names = namesIn(script);
		for (const name of names) {
			const special = outcome(name, names);
			if (special) return special;
		}
		const results = names.map((name) => ({ name: `${name} › works`, status: "passed" }));
		return { results: [{ results, ran: names, left: {}, longest: 0.25, longestIn: names[0] }] };
	};
}

/** Uploads and runs `names` against a server; gives what was printed, the problem if there was one, the server and the clock. */
async function attempt(given) {
	const { names = ["a", "b", "c", "d", "e", "f"], key = KEY, bytes = PLACE, ids = IDS, ...options } = given;
	const clock = fakeClock();
	const server = await serveOpenCloud({ key: KEY, ...IDS, execute: pretendEngine(), now: clock.now, ...options });
	const cloud = openCloud({ baseUrl: server.url, key, sleep: clock.sleep });
	const printed = [];
	let problem = "";
	try {
		const version = await uploadPlace(cloud, ids, bytes);
		const outcome = await runShards(cloud, { ...ids, version }, names, {
			onResults: (results) => printFailures(results, (line) => printed.push(line)),
		});
		printClosing(outcome, (line) => printed.push(line));
	} catch (thrown) {
		problem = thrown.message;
	}
	given.beforeClosing?.();
	await server.close();
	assert.ok(!`${problem}${printed.join("")}`.includes(KEY), "the key is printed");
	return { printed, closing: printed.at(-1), problem, server, clock };
}

/** The command itself, with an environment of its own. */
async function command(args, environment) {
	const { ROBLOX_API_KEY, DOLLY_UNIVERSE_ID, DOLLY_PLACE_ID, DOLLY_CLOUD_URL, ...rest } = process.env;
	void [ROBLOX_API_KEY, DOLLY_UNIVERSE_ID, DOLLY_PLACE_ID, DOLLY_CLOUD_URL];
	const child = spawn(process.execPath, ["scripts/test-cloud.mjs", ...args], {
		cwd: root,
		env: { ...rest, ...environment },
	});
	let printed = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (printed += data));
	const code = await new Promise((resolve) => child.on("close", resolve));
	return { code, lines: printed.trim().split("\n") };
}

function environmentFor(server, key = KEY) {
	return {
		ROBLOX_API_KEY: key,
		DOLLY_UNIVERSE_ID: IDS.universe,
		DOLLY_PLACE_ID: IDS.place,
		DOLLY_CLOUD_URL: server.url,
	};
}

const tooMany = (headers) => ({ status: 429, message: "Too many requests", headers });

export const checks = {
	"runs the built test place's specs in an engine, by the command itself": async () => {
		const start = Date.now();
		const now = () => (Date.now() - start) / 1000;
		const server = await serveOpenCloud({ key: KEY, ...IDS, execute: executeInLune, now });
		const { code, lines } = await command(["--built", "bytes/fail"], environmentFor(server));
		await server.close();
		assert.equal(lines[0], "uploaded as version 1 of place 1234");
		assert.deepEqual(server.versions[0], readFileSync(join(root, "dist", "test.rbxl")));
		assert.match(lines.at(-1), /^[1-9]\d* passed, 0 failed, 0 skipped$/);
		assert.equal(code, 0);
	},

	"tells of failing and of skipped specs, which an engine ran": async () => {
		const bytes = readFileSync(join(root, buildPlace("place")));
		const clock = { sleep: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 100)) };
		const start = Date.now();
		const server = await serveOpenCloud({
			key: KEY,
			...IDS,
			execute: executeInLune,
			now: () => (Date.now() - start) / 1000,
		});
		const cloud = openCloud({ baseUrl: server.url, key: KEY, sleep: clock.sleep });
		const version = await uploadPlace(cloud, IDS, bytes);
		const names = ["endless", "nowhere", "outcomes", "sides"];
		const outcome = await runShards(cloud, { ...IDS, version }, names, {});
		await server.close();
		const printed = [];
		printFailures(outcome.results, (line) => printed.push(line));
		const failed = printClosing(outcome, (line) => printed.push(line));
		assert.equal(failed, 2);
		assert.ok(printed.includes("FAILED nowhere\nit is not in the place that was uploaded\n"), printed.join("\n"));
		const broken = printed.find((line) => line.startsWith("FAILED outcomes › fails with bytes that are no text\n"));
		assert.match(broken, /\nbroken \?\? bytes/);
		assert.ok(printed.includes("skipped 1: needs a client"));
		assert.ok(printed.includes("skipped 1: there is no store here"));
		// No physics runs in a task.
		const facts = printed.find((line) => line.startsWith("facts of the cloud | "));
		assert.match(facts, / PreSimulation: 0 in half a second \|/);
		assert.equal(printed.at(-1), "4 passed, 2 failed, 4 skipped");
	},

	"ends a spec that waits for ever, and goes on": async () => {
		const script = `_G.withEndlessSpec = true
			local runner = game:GetService("ReplicatedStorage").TestRunner
			return require(runner["run-specs"])({ files = { "endless", "sides" }, specSeconds = 0.3 })`;
		const place = readFileSync(join(root, buildPlace("place")));
		const { results } = await executeInLune({ place, script, seconds: 60 });
		const [endless, ...others] = results[0].results;
		assert.equal(endless.name, "endless › waits for ever");
		assert.match(endless.detail, /^did not end within 0\.3 seconds/);
		assert.equal(others.length, 3);
	},

	"gives a script's error and the last of what it printed": async () => {
		const place = readFileSync(join(root, buildPlace("place")));
		const script = 'print("on the way") error("no runner here", 0)';
		const { error, log } = await executeInLune({ place, script, seconds: 60 });
		assert.equal(error.code, "SCRIPT_ERROR");
		assert.match(error.message, /no runner here/);
		assert.ok(log.includes("on the way"));
		const execute = async () => ({ error, log });
		const { printed, closing } = await attempt({ names: ["a"], execute });
		assert.match(printed[0], /^FAILED a\nthe task failed: SCRIPT_ERROR: .*no runner here.*\non the way/);
		assert.equal(closing, "0 passed, 1 failed, 0 skipped");
	},

	"counts specs of all tasks in one closing line": async () => {
		const { printed, closing, server } = await attempt({});
		assert.equal(closing, "6 passed, 0 failed, 0 skipped");
		assert.ok(printed.includes("the longest stretch without a yield took 0.25 s, in a"));
		assert.equal(server.counts.create, 4);
	},

	"gives what a task had no time to begin to another": async () => {
		let tasks = 0;
		const execute = async ({ script }) => {
			const [first, ...left] = namesIn(script);
			tasks += 1;
			const results = [{ name: first, status: "passed" }];
			return { results: [{ results, ran: [first], left, longest: 1, longestIn: first }] };
		};
		const { closing } = await attempt({ execute });
		assert.equal(closing, "6 passed, 0 failed, 0 skipped");
		assert.equal(tasks, 6);
	},

	"splits a task that runs out of time until the file that does it stands alone": async () => {
		const late = { error: { code: "DEADLINE_EXCEEDED", message: "Deadline exceeded" } };
		const names = Array.from({ length: 16 }, (_, index) => `file ${index}`);
		const execute = pretendEngine((name) => (name === "file 7" ? late : undefined));
		const { printed, closing } = await attempt({ names, execute });
		assert.equal(printed[0], "FAILED file 7\ntime-out: it did not end within 240 seconds\n");
		assert.equal(closing, "15 passed, 1 failed, 0 skipped");
	},

	"splits a task whose results are too large": async () => {
		const execute = async ({ script }) => {
			const names = namesIn(script);
			const results = names.map((name) => ({ name, status: "failed", detail: "x".repeat(3 * 2 ** 20) }));
			return { results: [{ results, ran: names, left: [], longest: 0, longestIn: "" }] };
		};
		const { closing } = await attempt({ execute });
		assert.equal(closing, "0 passed, 6 failed, 0 skipped");
	},

	"says that a task never ended": async () => {
		let finish;
		const { printed, closing } = await attempt({
			names: ["a"],
			execute: () => new Promise((resolve) => (finish = () => resolve({ results: [] }))),
			beforeClosing: () => finish(),
		});
		assert.equal(
			printed[0],
			"FAILED a\ntime-out: the task was still PROCESSING when there was no more waiting for it\n",
		);
		assert.equal(closing, "0 passed, 1 failed, 0 skipped");
	},

	"tries a task once more after an internal error": async () => {
		let isFirst = true;
		const broken = { error: { code: "INTERNAL_ERROR", message: "Internal error" } };
		const once = pretendEngine(() => {
			const special = isFirst ? broken : undefined;
			isFirst = false;
			return special;
		});
		assert.equal((await attempt({ names: ["a"], execute: once })).closing, "1 passed, 0 failed, 0 skipped");
		const always = await attempt({ names: ["a"], execute: pretendEngine(() => broken) });
		assert.match(always.printed[0], /^FAILED a\nthe task failed: INTERNAL_ERROR: Internal error/);
		assert.equal(always.closing, "0 passed, 1 failed, 0 skipped");
	},

	"waits as long as a refusal for now asks for": async () => {
		const intercept = (kind, count) =>
			kind === "create" && count === 1 ? tooMany({ "retry-after": "17" }) : undefined;
		const { closing, clock } = await attempt({ names: ["a"], intercept });
		assert.equal(closing, "1 passed, 0 failed, 0 skipped");
		assert.equal(clock.waits[0], 17);
	},

	"waits longer each time where a refusal for now does not say how long": async () => {
		const intercept = (kind, count) => (kind === "upload" && count <= 4 ? tooMany() : undefined);
		const { closing, clock } = await attempt({ names: ["a"], intercept });
		assert.equal(closing, "1 passed, 0 failed, 0 skipped");
		assert.deepEqual(clock.waits.slice(0, 4), [1, 2, 4, 8]);
	},

	"stays within five tasks a minute": async () => {
		const late = { error: { code: "DEADLINE_EXCEEDED", message: "Deadline exceeded" } };
		const names = Array.from({ length: 32 }, (_, index) => `file ${index}`);
		const { closing, clock } = await attempt({
			names,
			execute: pretendEngine((name, all) => (all.length > 1 ? late : undefined)),
		});
		assert.equal(closing, "32 passed, 0 failed, 0 skipped");
		// 4 tasks of 8 files, 8 of 4, 16 of 2 and 32 of 1.
		assert.ok(clock.seconds > (60 / 5 - 1) * 55, `${clock.seconds} seconds went by`);
	},

	"gives up where the rate limit stays spent": async () => {
		const { problem } = await attempt({
			intercept: (kind) => (kind === "create" ? tooMany({ "retry-after": "60" }) : undefined),
		});
		assert.equal(
			problem,
			"starting a task: the rate limit is spent (Too many requests): after 300 s of waiting it asks for 60 more; try again later",
		);
	},

	"asks a server in trouble again, and says what it answers in the end": async () => {
		const trouble = { status: 503, message: "Come back later" };
		const passing = await attempt({ names: ["a"], intercept: (_, count) => (count === 1 ? trouble : undefined) });
		assert.equal(passing.closing, "1 passed, 0 failed, 0 skipped");
		const lasting = await attempt({ intercept: () => trouble });
		assert.equal(lasting.problem, "uploading the test place: Roblox answered 503 (Come back later)");
	},

	"looks at a task less and less often": async () => {
		let finish;
		const finished = new Promise((resolve) => (finish = resolve));
		const { clock } = await attempt({
			names: ["a"],
			execute: async (task) => {
				await finished;
				return pretendEngine()(task);
			},
			intercept: (kind, count) => void (kind === "look" && count === 6 && finish()),
		});
		assert.deepEqual(clock.waits.slice(0, 6), [1, 2, 4, 8, 8, 8]);
	},

	"says what is wrong with the key or the numbers": async () => {
		const problemOf = async (options) => (await attempt(options)).problem;
		assert.match(
			await problemOf({ key: "another" }),
			/the key was refused: check ROBLOX_API_KEY.* \(Invalid API Key\)$/,
		);
		assert.match(await problemOf({ ids: { ...IDS, universe: "1" } }), /there is no place 1234 in a universe 1: check/);
		assert.match(await problemOf({ ids: { ...IDS, place: "2" } }), /place 2 is not part of universe 4711: check/);
		const refuse = (kind) => ({ intercept: (asked) => (asked === kind ? { status: 403 } : undefined) });
		assert.match(await problemOf(refuse("upload")), /may not write place 1234: it needs universe-places:write/);
		assert.match(
			await problemOf(refuse("create")),
			/may not run scripts in place 1234: it needs universe\.place\.luau-execution-session:write/,
		);
	},

	"says why a place was not taken": async () => {
		const { problem } = await attempt({ bytes: Buffer.from("not a place") });
		assert.equal(problem, "uploading the test place: Roblox refused the file (Invalid file content.)");
		const large = await attempt({ bytes: Buffer.alloc(10_485_761) });
		assert.equal(large.problem, "uploading the test place: it has 10485761 bytes, and 10485760 may be uploaded");
		assert.equal(large.server.counts.upload, 0);
	},

	"says that nobody answers": async () => {
		const clock = fakeClock();
		const cloud = openCloud({ baseUrl: "http://127.0.0.1:9", key: KEY, sleep: clock.sleep });
		await assert.rejects(uploadPlace(cloud, IDS, PLACE), {
			message: /^uploading the test place: http:\/\/127\.0\.0\.1:9 cannot be reached \(/,
		});
		assert.deepEqual(clock.waits, [1, 2, 4, 8]);
	},

	"names what is missing from the environment, before anything is built": async () => {
		const { code, lines } = await command([], { DOLLY_PLACE_ID: "1" });
		assert.equal(code, 2);
		assert.deepEqual(lines, [
			"test:cloud: not set in the environment: ROBLOX_API_KEY (an API key of Open Cloud), DOLLY_UNIVERSE_ID (the number of an experience of yours); see docs/contributing/testing.md",
		]);
		const wrong = await command([], { ROBLOX_API_KEY: KEY, DOLLY_UNIVERSE_ID: "mine", DOLLY_PLACE_ID: "1" });
		assert.equal(wrong.code, 2);
		assert.deepEqual(wrong.lines, ["test:cloud: DOLLY_UNIVERSE_ID is not a number"]);
	},

	"refuses keys and addresses that are odd, and prints neither": async () => {
		const set = { ROBLOX_API_KEY: KEY, DOLLY_UNIVERSE_ID: IDS.universe, DOLLY_PLACE_ID: IDS.place };
		for (const key of [`${KEY}\n`, `${KEY}\r\nx-other: 1`, ` ${KEY}`, `${KEY}\u00e9`, "\t"]) {
			const { code, lines } = await command(["--built"], { ...set, ROBLOX_API_KEY: key });
			assert.equal(code, 2);
			assert.deepEqual(lines, [
				"test:cloud: ROBLOX_API_KEY has line breaks or other odd characters; copy the key again",
			]);
		}
		for (const address of [
			"http://apis.roblox.com",
			"ftp://apis.roblox.com",
			`https://${KEY.replaceAll(" ", "")}@apis.roblox.com`,
			`https://apis.roblox.com/?key=${encodeURIComponent(KEY)}`,
			"http://127.0.0.1.example.org",
			KEY,
		]) {
			const { code, lines } = await command(["--built"], { ...set, DOLLY_CLOUD_URL: address });
			assert.equal(code, 2);
			assert.deepEqual(lines, [
				"test:cloud: DOLLY_CLOUD_URL is not an https address of a host alone, such as https://apis.roblox.com",
			]);
		}
	},

	"hides the key in what a server or the network says": async () => {
		const intercept = () => ({ status: 403, message: `unknown key ${KEY}` });
		const { problem } = await attempt({ intercept });
		assert.match(problem, /unknown key \(the key\)/);
		const cloud = openCloud({ baseUrl: "http://127.0.0.1:9", key: `${KEY}\n${KEY}`, sleep: async () => {} });
		await assert.rejects(uploadPlace(cloud, IDS, PLACE), ({ message }) => !message.includes(KEY));
	},

	"ends with code 2 where the key is refused": async () => {
		const server = await serveOpenCloud({ key: KEY, ...IDS, execute: pretendEngine(), now: () => 0 });
		const { code, lines } = await command(["--built"], environmentFor(server, "another"));
		await server.close();
		assert.equal(code, 2);
		assert.equal(lines.length, 1);
		assert.match(lines[0], /^test:cloud: uploading the test place: the key was refused/);
	},

	"ends with code 1 where a spec failed": async () => {
		const failing = async ({ script }) => {
			const names = namesIn(script);
			const results = names.map((name) => ({
				name,
				status: name === "bytes/fail" ? "failed" : "passed",
				detail: "wrong",
			}));
			return { results: [{ results, ran: names, left: [], longest: 0, longestIn: "" }] };
		};
		const server = await serveOpenCloud({ key: KEY, ...IDS, execute: failing, now: () => 0 });
		const { code, lines } = await command(["--built"], environmentFor(server));
		await server.close();
		assert.equal(code, 1);
		assert.deepEqual(lines.slice(1, 3), ["FAILED bytes/fail", "wrong"]);
		assert.match(lines.at(-1), /^\d+ passed, 1 failed, 0 skipped$/);
	},

	"writes names into a script as Luau reads them": () => {
		assert.match(
			taskScript(['a"b\\c', "ü\n"], "p"),
			/files = \{ "a\\034b\\092c", "\\195\\188\\010" \}, seconds = 150, pattern = "p"/,
		);
	},
};
