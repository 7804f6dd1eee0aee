/**
 * `npm run demo [-- --out folder]`: builds everything, records, packs and replays a flight, prints how far the replay is from it, and draws
 * the first ten seconds of the demo place into the folder, `dist` unless given.
 */
import { mkdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildAll } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { makeFilm } from "./make-film.mjs";
import { root, run } from "./run.mjs";

const { values } = parseArgs({ options: { out: { type: "string", default: "dist" } } });
const folder = resolve(root, values.out);
const { command } = findLune();
await buildAll();
console.log("\nA camera flies a figure eight, is recorded, packed, unpacked and replayed:\n");
const [lune, ...args] = command;
run(lune, [
	...args,
	"run",
	"tests/headless/engine/run-module.luau",
	"dist/test.rbxl",
	"ReplicatedStorage.tests.demo.record-and-replay",
]);
console.log(
	"\nThe demo place opens: a figure walks, a ball hits it, and a replay circles it in slow motion. Drawing takes a minute.\n",
);
mkdirSync(folder, { recursive: true });
for (const name of await makeFilm(command, folder)) {
	const file = join(folder, name);
	console.log(`${relative(root, file).padEnd(38)} ${statSync(file).size} bytes`);
}
console.log(
	"\nOpen dist/demo.rbxl in Studio and press Play to fly there yourself, or dist/test.rbxl and press Run for the specs.",
);
