/**
 * `npm run fuzz -- --seconds N [--seed S] [--only name]`: damages inputs of every reader, or of one, for N seconds and prints what
 * came of them. The same seed gives the same inputs, in the same order; without one it is another each time, and printed.
 * `--shapes` reads every shape of tests/hostile at three sizes instead, and prints a table; `--attacks` makes the calls of its
 * attacks, native and interpreted.
 */
import { parseArgs } from "node:util";
import { buildProduct, compile } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { tabulateShapes } from "./fuzz/shapes.mjs";
import { watch } from "./fuzz/watch.mjs";
import { generateOracleData } from "./oracle.mjs";

/** A turn lasts a quarter of a second and an input may take one: silence for longer than this is an input without end. */
const SILENCE = 20_000;

const { values } = parseArgs({
	options: {
		seconds: { type: "string", default: "60" },
		seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
		only: { type: "string", default: "" },
		shapes: { type: "boolean" },
		attacks: { type: "boolean" },
	},
});
const { command } = findLune();
await generateOracleData();
compile();
buildProduct("places/test.project.json", "dist/test.rbxl");

if (values.shapes) {
	await tabulateShapes(command, values.only);
	process.exit(0);
}
if (values.attacks) {
	for (const mode of ["native", "interpreted"]) {
		console.log(`${mode}:`);
		await watch(
			command,
			"run-attacks",
			["dist/test.rbxl", mode, "attacks", values.only],
			{ silence: SILENCE },
			console.log,
		);
	}
	process.exit(0);
}
console.log(`seed ${values.seed}`);
let turn = "the start";
const args = ["dist/test.rbxl", values.seconds, values.seed, values.only];
const { code, ended } = await watch(command, "run-fuzz", args, { silence: SILENCE }, (line) => {
	if (line.startsWith("turn ")) turn = line;
	else console.log(line);
});
if (ended) console.log(`FAILED: nothing came back after ${turn}: an input from there on never ends`);
process.exit(ended ? 1 : code);
