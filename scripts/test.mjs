import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { buildAll } from "./build.mjs";
import { writeDocsCode } from "./docs-code.mjs";
import { findLune } from "./find-lune.mjs";
import { generateOracleData } from "./oracle.mjs";
import { root } from "./run.mjs";
import { watchTests } from "./watch-tests.mjs";
import { withSource } from "./source-lines.mjs";
import { runChecksAfterSpecs, runChecksOfCommands } from "./run-checks.mjs";

/** The exit code of the headless run where no spec matches the pattern: a check may. */
const NOTHING_FOUND = 3;

const { values, positionals: pattern } = parseArgs({ options: { watch: { type: "boolean" } }, allowPositionals: true });
const { command } = findLune();
await generateOracleData();
if (values.watch) {
	writeDocsCode();
	await watchTests(pattern[0]);
}
await buildAll();
const [file, ...args] = command;
const summary = /^(\d+) passed, (\d+) failed, (\d+) skipped$/;
let counts;
const specs = spawn(file, [...args, "run", "tests/headless/engine/run-specs.luau", "dist/test.rbxl", ...pattern], {
	cwd: root,
	stdio: ["ignore", "pipe", "inherit"],
});
const commands = runChecksOfCommands(pattern[0]);
// The closing line of the specs is held back: what is checked afterwards counts in it too.
const ended = new Promise((resolve) => specs.on("close", resolve));
for await (const line of createInterface({ input: specs.stdout })) {
	const found = summary.exec(line);
	if (found) counts = found.slice(1).map(Number);
	else console.log(withSource(line));
}
const status = await ended;
const [passed, failed, skipped] = counts ?? [0, 1, 0];
const checks = [await runChecksAfterSpecs(pattern[0]), await commands];
const failures = checks.flatMap(({ failures }) => failures);
const checked = checks.reduce((sum, { passed }) => sum + passed, 0);
if (status === NOTHING_FOUND && checked + failures.length === 0)
	failures.push(`FAILED ${pattern[0]}\nno spec was found\n`);
for (const failure of failures) console.log(failure);
console.log(`${passed + checked} passed, ${failed + failures.length} failed, ${skipped} skipped`);
process.exit((status !== 0 && status !== NOTHING_FOUND) || failures.length > 0 ? 1 : 0);
