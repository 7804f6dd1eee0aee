import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { buildAll } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { generateOracleData } from "./oracle.mjs";
import { root } from "./run.mjs";
import { runChecks } from "./run-checks.mjs";

const pattern = process.argv.slice(2);
const { command } = findLune();
await generateOracleData();
buildAll();
const [file, ...args] = command;
const summary = /^(\d+) passed, (\d+) failed, (\d+) skipped$/;
let counts;
const specs = spawn(file, [...args, "run", "tests/headless/engine/run-specs.luau", "dist/test.rbxl", ...pattern], {
	cwd: root,
	stdio: ["ignore", "pipe", "inherit"],
});
// The closing line of the specs is held back: what is checked afterwards counts in it too.
const ended = new Promise((resolve) => specs.on("close", resolve));
for await (const line of createInterface({ input: specs.stdout })) {
	const found = summary.exec(line);
	if (found) counts = found.slice(1).map(Number);
	else console.log(line);
}
const status = await ended;
const [passed, failed, skipped] = counts ?? [0, 1, 0];
const after = await runChecks(pattern[0]);
console.log(`${passed + after.passed} passed, ${failed + after.failed} failed, ${skipped} skipped`);
process.exit(status !== 0 || after.failed > 0 ? status || 1 : 0);
