/**
 * `npm run coverage`: which functions of src/ no spec ever calls. Every function of the compiled toolkit is made to count
 * its calls, the specs run as in `npm test`, and what was never called is listed. Fails where anything is.
 */
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { buildProduct, compile } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { generateOracleData } from "./oracle.mjs";
import { stagePackage } from "./luau/stage-package.mjs";
import { root } from "./run.mjs";
import { listSpecs } from "./specs/list-files.mjs";
import { openReport } from "./specs/report.mjs";
import { runSpecs } from "./specs/run-specs.mjs";

/** Comments, strings and function heads, in the order in which they must be told apart. */
const TOKENS =
	/--\[(=*)\[[\s\S]*?\]\1\]|--[^\n]*|\[(=*)\[[\s\S]*?\]\2\]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\bfunction\b\s*([\w.:]*)\s*\(([^)]*)\)/g;

/** Puts a call of the counter at the head of each function, on the same line. */
function instrument(source, file, functions) {
	let line = 1;
	let last = 0;
	return source.replace(TOKENS, (token, _a, _b, name, parameters, offset) => {
		for (; last < offset; last += 1) if (source[last] === "\n") line += 1;
		if (parameters === undefined) return token;
		const before = /([\w.]+)\s*=\s*$/.exec(source.slice(Math.max(0, offset - 60), offset))?.[1];
		functions.push({ file, line, name: name || before || "(anonymous)" });
		return `${token} _G.dollyCalls[${functions.length}] = true `;
	});
}

findLune();
await generateOracleData();
compile();

const folder = join(root, "out", "coverage");
rmSync(folder, { recursive: true, force: true });
cpSync(join(root, "out", "src"), folder, { recursive: true });
const functions = [];
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
	if (!entry.isFile() || !entry.name.endsWith(".luau")) continue;
	const path = join(entry.parentPath, entry.name);
	writeFileSync(path, instrument(readFileSync(path, "utf8"), `src/${relative(folder, path)}`, functions));
}
const project = readFileSync(join(root, "places", "test.project.json"), "utf8").replaceAll(
	"../out/src",
	"../out/coverage",
);
writeFileSync(join(root, "places", "coverage.project.json"), project);
await stagePackage();
buildProduct("default.project.json", "dist/dolly.rbxm");
buildProduct("places/coverage.project.json", "dist/coverage.rbxl");
rmSync(join(root, "places", "coverage.project.json"));

const files = listSpecs();
const report = openReport(files.length);
const called = new Set();
await runSpecs({ place: "dist/coverage.rbxl", files, report, calls: called });
if (report.close().failed > 0) process.exit(1);

// roblox-ts gives every class a __tostring of its own making.
const missing = functions.filter(({ name }, index) => name !== "__tostring" && !called.has(index + 1));
for (const { file: where, line, name } of missing) console.log(`never called: ${where}:${line} ${name}`);
console.log(`${functions.length - missing.length} of ${functions.length} functions called`);
process.exit(missing.length > 0 ? 1 : 0);
