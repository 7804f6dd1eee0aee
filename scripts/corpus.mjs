/**
 * `npm run corpus -- <folder> [--pack] [--pictures] [--reports]`: imports every model file of a folder in the headless
 * engine and says what came of each. With `--pack` also what gltfpack makes of the glTF files; with `--pictures` it draws
 * what was built, at rest and in the midst of each clip, into `dist/corpus`; with `--reports` it prints what each import
 * left out. The exit code is 1 where a file fails with anything but a refusal.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildProduct, compile } from "./build.mjs";
import { drawModels } from "./corpus/draw-models.mjs";
import { findModels } from "./corpus/find-models.mjs";
import { importModels } from "./corpus/import-models.mjs";
import { packModels } from "./corpus/pack-models.mjs";
import { table } from "./corpus/table.mjs";
import { findLune } from "./find-lune.mjs";
import { root } from "./run.mjs";

const TARGET = join(root, "dist", "corpus");

function verdictOf({ problem, refusal }) {
	if (problem !== undefined) return "FAILED";
	return refusal === undefined ? "accepted" : "refused";
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { pack: { type: "boolean" }, pictures: { type: "boolean" }, reports: { type: "boolean" } },
});
if (positionals.length !== 1) {
	console.error("Usage: npm run corpus -- <folder> [--pack] [--pictures] [--reports]");
	process.exit(1);
}
const { command } = findLune();
compile();
buildProduct("places/test.project.json", "dist/test.rbxl");
rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });

const models = findModels(resolve(positionals[0]));
if (values.pack) {
	const { packed, refused } = await packModels(models, join(TARGET, "packed"));
	models.push(...packed);
	models.sort((one, other) => (one.name < other.name ? -1 : 1));
	for (const line of refused) console.log(line);
}
const drawings = models.map((_, index) => join(TARGET, `${index}.drawing`));
const jobs = models.map(({ path, companions }, index) => ({
	path,
	companions,
	drawing: values.pictures ? drawings[index] : undefined,
}));
const outcomes = await importModels(command, jobs);

const drawn = values.pictures ? drawModels(models, outcomes, drawings, TARGET) : 0;

const head = ["file", "verdict", "parts", "bones", "clips", "images", "warnings", "ms"];
if (values.pictures) head.push("backs");
const rows = outcomes.map((outcome, index) => {
	const { parts, bones, clips, images, report, seconds, backs } = outcome;
	const numbers = [parts, bones, clips, images, report.length, Math.round(seconds * 1000)];
	if (values.pictures) numbers.push(backs === undefined ? "" : `${(backs * 100).toFixed(1)} %`);
	return [models[index].name, verdictOf(outcome), ...numbers];
});
console.log(`\n${table(head, rows)}\n`);
outcomes.forEach(({ problem, refusal, report }, index) => {
	const words = problem ?? refusal;
	if (words !== undefined) console.log(`${models[index].name}: ${words}`);
	if (values.reports) for (const line of report) console.log(`${models[index].name}: ${line}`);
});
const count = (key) => outcomes.filter((outcome) => outcome[key] !== undefined).length;
const [failed, refused] = [count("problem"), count("refusal")];
console.log(`${models.length - failed - refused} accepted, ${refused} refused, ${failed} failed`);
if (drawn > 0) console.log(`${drawn} pictures in dist/corpus; contact-sheet.png has them all`);
process.exit(failed > 0 ? 1 : 0);
