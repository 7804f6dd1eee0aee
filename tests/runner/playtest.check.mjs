import assert from "node:assert/strict";
import { buildPlace } from "./build-place.mjs";
import { runLune } from "./run-lune.mjs";

/** What Run prints: two checks look at it. */
let printedByRun;
function run() {
	printedByRun ??= runLune("run-context", buildPlace("place"), "run");
	return printedByRun;
}

function closingLines(lines) {
	return lines.filter((line) => /^\d+ passed, \d+ failed, \d+ skipped$/.test(line));
}

/** What a side did, without the stretch that it measured. */
function sides(lines) {
	return lines.filter((line) => /^(server|client): /.test(line)).map((line) => line.split(";")[0]);
}

export const checks = {
	"Run yields between specs": async () => {
		const { server } = JSON.parse((await run()).at(-1));
		// Twenty specs of about a twentieth of a second: a breath is taken after a tenth.
		assert.ok(server > 0.02 && server < 0.4, `the longest stretch took ${server} s`);
	},

	"Run has a server alone, and says why specs were skipped": async () => {
		const lines = await run();
		assert.deepEqual(sides(lines), ["server: 24 passed, 1 failed, 4 skipped"]);
		assert.deepEqual(
			lines.filter((line) => line.startsWith("skipped")),
			["skipped 1: needs a client", "skipped 2: needs the headless engine", "skipped 1: there is no store here"],
		);
		assert.deepEqual(closingLines(lines), ["24 passed, 1 failed, 4 skipped"]);
		const failure = lines.indexOf("FAILED server: outcomes › fails with bytes that are no text");
		assert.equal(lines[failure + 1], "broken ?? bytes");
		assert.match(
			lines.find((line) => line.startsWith("facts of the server | ")),
			/ PreSimulation: [1-9]\d* in half a second \|/,
		);
	},

	"Play runs specs on both sides and counts each once, in one closing line of the server": async () => {
		const lines = await runLune("run-context", buildPlace("place"), "play");
		assert.deepEqual(sides(lines), [
			"server: 24 passed, 1 failed, 4 skipped",
			"client: 23 passed, 2 failed, 4 skipped",
		]);
		assert.match(
			lines.find((line) => line.startsWith("facts of the client | ")),
			/ respawn: no character here$/,
		);
		assert.ok(lines.includes("FAILED client: sides › fails on a client alone"));
		assert.ok(!lines.includes("FAILED server: sides › fails on a client alone"));
		// Both sides of "sides" have passed somewhere; what failed on the client has failed.
		assert.deepEqual(closingLines(lines), ["24 passed, 2 failed, 3 skipped"]);
	},

	"Play says so when nothing is heard of the client": async () => {
		const lines = await runLune("run-context", buildPlace("no-client"), "play");
		const failure = lines.indexOf("FAILED the client's side");
		assert.equal(lines[failure + 1], "nothing was heard of it for 0.5 seconds, from the start");
		assert.deepEqual(closingLines(lines), ["2 passed, 2 failed, 2 skipped"]);
	},
};
