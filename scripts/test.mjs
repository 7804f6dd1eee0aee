/**
 * `npm test [-- pattern] [-- --watch]`: builds everything, runs the specs of the test place in the headless engine and the checks in Node,
 * and prints one report.
 */
import { parseArgs } from "node:util";
import { buildAll } from "./build.mjs";
import { writeDocsCode } from "./docs-code.mjs";
import { findLune } from "./find-lune.mjs";
import { generateOracleData } from "./oracle.mjs";
import { listChecks, listChecksAfter, listSpecs } from "./specs/list-files.mjs";
import { openReport } from "./specs/report.mjs";
import { runSpecs } from "./specs/run-specs.mjs";
import { watchTests } from "./watch-tests.mjs";

const { values, positionals } = parseArgs({ options: { watch: { type: "boolean" } }, allowPositionals: true });
const [pattern] = positionals;
const { version, origin } = findLune();
console.log(`lune ${version}, ${origin}`);
await generateOracleData();
if (values.watch) {
	writeDocsCode();
	await watchTests(pattern);
}
await buildAll();
const [files, checks, checksAfter] = [listSpecs(), listChecks(), listChecksAfter()];
const report = openReport(files.length + checks.length + checksAfter.length);
await runSpecs({ place: "dist/test.rbxl", files, checks, checksAfter, pattern, report });
const { passed, failed, skipped } = report.close();
if (passed + failed + skipped === 0) console.error(`no spec and no check contains "${pattern}"`);
process.exit(failed > 0 || passed + skipped === 0 ? 1 : 0);
