import { buildAll } from "./build.mjs";
import { filmWalk } from "./film-walk.mjs";
import { findLune } from "./find-lune.mjs";
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
await filmWalk(command);
console.log(
	"\nOpen dist/demo.rbxl in Studio and press Play to fly it yourself, or dist/test.rbxl and press Run for the specs.",
);
