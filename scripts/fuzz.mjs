/**
 * `npm run fuzz -- --seconds N [--seed S] [--only name]`: damages inputs of every reader, or of one, for N seconds and prints what
 * came of them. The same seed gives the same inputs, in the same order; without one it is another each time, and printed.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { buildProduct, compile } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { generateOracleData } from "./oracle.mjs";
import { root } from "./run.mjs";

/** A turn lasts a quarter of a second and an input may take one: silence for longer than this is an input without end. */
const SILENCE = 20_000;

const { values } = parseArgs({
	options: {
		seconds: { type: "string", default: "60" },
		seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
		only: { type: "string", default: "" },
	},
});
console.log(`seed ${values.seed}`);
const { command } = findLune();
await generateOracleData();
compile();
buildProduct("places/test.project.json", "dist/test.rbxl");

const [file, ...args] = command;
const child = spawn(
	file,
	[...args, "run", "tests/headless/engine/run-fuzz.luau", "dist/test.rbxl", values.seconds, values.seed, values.only],
	{
		cwd: root,
		stdio: ["ignore", "pipe", "inherit"],
	},
);
let turn = "the start";
const stop = () => {
	console.log(`FAILED: nothing came back after ${turn}: an input from there on never ends`);
	child.kill("SIGKILL");
};
let watchdog = setTimeout(stop, SILENCE);
createInterface({ input: child.stdout }).on("line", (line) => {
	clearTimeout(watchdog);
	watchdog = setTimeout(stop, SILENCE);
	if (line.startsWith("turn ")) turn = line;
	else console.log(line);
});
child.on("exit", (code) => {
	clearTimeout(watchdog);
	process.exit(code ?? 1);
});
