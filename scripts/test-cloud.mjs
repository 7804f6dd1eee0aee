/**
 * `npm run test:cloud [-- pattern] [--built]`: uploads the test place as a new version of a place of yours and runs its specs on Roblox's
 * own servers, by Open Cloud's Luau execution. `--built` takes what was built before. See docs/contributing/testing.md.
 * Exit codes: 0 all passed, 1 some failed, 2 they could not be run.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildAll } from "./build.mjs";
import { printClosing, printFailures } from "./cloud/report.mjs";
import { CloudProblem, openCloud } from "./cloud/request.mjs";
import { runShards } from "./cloud/run-shards.mjs";
import { uploadPlace } from "./cloud/upload-place.mjs";
import { generateOracleData } from "./oracle.mjs";
import { root } from "./run.mjs";

/** Names and what they hold; the URL alone may be left out. */
const SETTINGS = {
	ROBLOX_API_KEY: "an API key of Open Cloud",
	DOLLY_UNIVERSE_ID: "the number of an experience of yours",
	DOLLY_PLACE_ID: "the number of a place in it that may be overwritten",
};

/** Hosts that a key does not leave this machine for. */
const LOCAL = ["127.0.0.1", "[::1]", "localhost"];

/** Refuses an address that would carry the key in the open, or that is more than a scheme and a host. */
function baseUrlOf(text) {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOCAL.includes(url.hostname));
	if (!isSafe || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
		throw new CloudProblem("DOLLY_CLOUD_URL is not an https address of a host alone, such as https://apis.roblox.com");
	}
	return text.replace(/\/+$/, "");
}

function readSettings() {
	const missing = Object.keys(SETTINGS).filter((name) => !process.env[name]);
	if (missing.length > 0) {
		const list = missing.map((name) => `${name} (${SETTINGS[name]})`).join(", ");
		throw new CloudProblem(`not set in the environment: ${list}; see docs/contributing/testing.md`);
	}
	for (const name of ["DOLLY_UNIVERSE_ID", "DOLLY_PLACE_ID"]) {
		if (!/^\d+$/.test(process.env[name])) throw new CloudProblem(`${name} is not a number`);
	}
	// Whatever is wrong with a key or an address is never printed: it may be the key, or hold one.
	if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(process.env.ROBLOX_API_KEY)) {
		throw new CloudProblem("ROBLOX_API_KEY has line breaks or other odd characters; copy the key again");
	}
	return {
		key: process.env.ROBLOX_API_KEY,
		universe: process.env.DOLLY_UNIVERSE_ID,
		place: process.env.DOLLY_PLACE_ID,
		baseUrl: baseUrlOf(process.env.DOLLY_CLOUD_URL ?? "https://apis.roblox.com"),
	};
}

/** The names that the runner gives to the files of specs: their paths below tests. */
function specNames() {
	return readdirSync(join(root, "tests"), { recursive: true })
		.map((path) => path.replaceAll("\\", "/"))
		.filter((path) => /\.spec\.tsx?$/.test(path))
		.map((path) => path.replace(/\.spec\.tsx?$/, ""))
		.sort();
}

async function main() {
	const { values, positionals } = parseArgs({ options: { built: { type: "boolean" } }, allowPositionals: true });
	const { key, universe, place, baseUrl } = readSettings();
	if (!values.built) {
		await generateOracleData();
		await buildAll();
	}
	const cloud = openCloud({ baseUrl, key, sleep: (seconds) => delay(seconds * 1000) });
	const version = await uploadPlace(cloud, { universe, place }, readFileSync(join(root, "dist", "test.rbxl")));
	console.log(`uploaded as version ${version} of place ${place}`);
	const outcome = await runShards(cloud, { universe, place, version }, specNames(), {
		pattern: positionals[0],
		onResults: (results) => printFailures(results, console.log),
	});
	return printClosing(outcome, console.log) > 0 ? 1 : 0;
}

try {
	process.exitCode = await main();
} catch (problem) {
	if (!(problem instanceof CloudProblem)) throw problem;
	console.error(`test:cloud: ${problem.message}`);
	// Other tasks may still be under way, and nobody waits for them any more.
	process.exit(2);
}
