import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeStretchInputs } from "../bench/stretch-inputs.mjs";
import { buildProduct, compile } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { root } from "./run.mjs";

/**
 * `npm run stretches [-- pattern] [--sizes 1,4,16,64] [--modes native,interpreted] [--built]`: for every reader, decoder and
 * builder the longest of its own work between two pauses, in milliseconds, native and interpreted, at several sizes; how
 * long it takes in all, and what memory. `--built` compiles nothing, and keeps the inputs that it finds.
 */
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		sizes: { type: "string", default: "1,4,16,64" },
		modes: { type: "string", default: "native,interpreted" },
		built: { type: "boolean", default: false },
	},
});
const pattern = positionals[0] ?? "-";
const sizes = values.sizes.split(",").map(Number);
const modes = values.modes.split(",");
const folder = join(root, "generated", "stretches");
const { command } = findLune();

mkdirSync(folder, { recursive: true });
for (const size of sizes) {
	if (!existsSync(join(folder, `stretch-progressive-${size}.jpg`))) await writeStretchInputs(folder, size);
}
if (!values.built) {
	compile();
	buildProduct("places/test.project.json", "dist/test.rbxl");
}

const table = new Map();
const engineCalls = new Map();
for (const mode of modes) {
	const [file, ...before] = command;
	const script = "tests/headless/engine/run-stretches.luau";
	const args = [...before, "run", script, "dist/test.rbxl", mode, pattern, ...sizes.map(String)];
	const options = { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "inherit"] };
	const { status, stdout } = spawnSync(file, args, options);
	for (const line of stdout.split("\n").filter((text) => text.startsWith("{"))) {
		const entry = JSON.parse(line);
		if (entry.engine) {
			engineCalls.set(`${entry.engine} ${entry.size}`, entry.seconds);
			continue;
		}
		if (!table.has(entry.name)) table.set(entry.name, {});
		table.get(entry.name)[`${mode} ${entry.size}`] = entry;
	}
	if (status !== 0) {
		console.error(stdout);
		process.exitCode = 1;
	}
}

const columns = modes.flatMap((mode) => sizes.map((size) => `${mode} ${size}`));
function print(title, show) {
	console.log(`\n| ${title} | ${columns.map((column) => `${column} MB`).join(" | ")} |`);
	console.log(`|---|${columns.map(() => "--:").join("|")}|`);
	for (const [name, cells] of table) {
		console.log(`| ${name} | ${columns.map((key) => (cells[key] ? show(cells[key]) : "")).join(" | ")} |`);
	}
}
const milliseconds = (seconds) => (seconds * 1000).toFixed(1);
print("longest between two pauses (between two looks), ms", ({ between, longest }) => {
	return `${milliseconds(between)} (${milliseconds(longest)})`;
});
console.log(
	`\n| one call, ms | ${sizes.map((size) => `${size} MB`).join(" | ")} |\n|---|${sizes.map(() => "--:").join("|")}|`,
);
for (const name of new Set([...engineCalls.keys()].map((key) => key.split(" ")[0]))) {
	console.log(`| ${name} | ${sizes.map((size) => milliseconds(engineCalls.get(`${name} ${size}`))).join(" | ")} |`);
}
print("whole time, s", ({ seconds }) => seconds.toFixed(2));
print("memory in use (with garbage), MB", ({ held, peak }) => `${held.toFixed(0)} (${peak.toFixed(0)})`);
