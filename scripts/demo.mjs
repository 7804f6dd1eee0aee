import { buildAll } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { makeFilm } from "./make-film.mjs";
import { run } from "./run.mjs";

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
console.log("\nA figure is imported and walks, and a camera that replays a flight films it:\n");
await makeFilm("walk", command);
console.log("\nA ball hits the figure, and a replay circles the place in slow motion:\n");
await makeFilm("killcam", command);
console.log(
	"\nOpen dist/demo.rbxl in Studio and press Play to fly it yourself, or dist/test.rbxl and press Run for the specs.",
);
