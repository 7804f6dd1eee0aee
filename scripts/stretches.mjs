import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeStretchInputs } from "../bench/stretch-inputs.mjs";
import { buildProduct, compile } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { root } from "./run.mjs";

/**
 * `npm run stretches [-- pattern] [--sizes 1,4,16,64]`: for every reader, decoder and builder the longest stretch of its own
 * work between two pauses, in milliseconds, native and interpreted, at several sizes.
 */
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { sizes: { type: "string", default: "1,4,16,64" } },
});
const pattern = positionals[0] ?? "-";
const sizes = values.sizes.split(",").map(Number);
const folder = join(root, "generated", "stretches");
const { command } = findLune();

mkdirSync(folder, { recursive: true });
for (const size of sizes) await writeStretchInputs(folder, size);
compile();
buildProduct("places/test.project.json", "dist/test.rbxl");

const table = new Map();
for (const mode of ["native", "interpreted"]) {
	const [file, ...before] = command;
	const script = "tests/headless/engine/run-stretches.luau";
	const args = [...before, "run", script, "dist/test.rbxl", mode, pattern, ...sizes.map(String)];
	const options = { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "inherit"] };
	const { status, stdout } = spawnSync(file, args, options);
	for (const line of stdout.split("\n").filter((text) => text.startsWith("{"))) {
		const entry = JSON.parse(line);
		if (!table.has(entry.name)) table.set(entry.name, {});
		table.get(entry.name)[`${mode} ${entry.size}`] = entry;
	}
	if (status !== 0) {
		console.error(stdout);
		process.exit(1);
	}
}
const columns = ["native", "interpreted"].flatMap((mode) => sizes.map((size) => `${mode} ${size}`));
console.log(`| longest stretch, ms | ${columns.map((column) => `${column} MB`).join(" | ")} |`);
console.log(`|---|${columns.map(() => "--:").join("|")}|`);
for (const [name, cells] of table) {
	console.log(`| ${name} | ${columns.map((key) => (cells[key].longest * 1000).toFixed(1)).join(" | ")} |`);
}
console.log(`\n| whole time, s; most memory, MB | ${columns.map((column) => `${column} MB`).join(" | ")} |`);
console.log(`|---|${columns.map(() => "--:").join("|")}|`);
for (const [name, cells] of table) {
	const shown = columns.map((key) => `${cells[key].seconds.toFixed(2)}; ${cells[key].memory.toFixed(0)}`);
	console.log(`| ${name} | ${shown.join(" | ")} |`);
}
rmSync(folder, { recursive: true, force: true });
