import { spawnSync } from "node:child_process";
import { buildProduct, compile } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { generateOracleData } from "./oracle.mjs";
import { root } from "./run.mjs";

const pattern = process.argv.slice(2);
const { command } = findLune();
await generateOracleData();
compile();
buildProduct("default.project.json", "dist/dolly.rbxm");
buildProduct("plugin.project.json", "dist/dolly-plugin.rbxm");
buildProduct("places/demo.project.json", "dist/demo.rbxl");
buildProduct("places/test.project.json", "dist/test.rbxl");
const [file, ...args] = command;
const { status } = spawnSync(file, [...args, "run", "tests/engine/run-specs.luau", "dist/test.rbxl", ...pattern], {
	cwd: root,
	stdio: "inherit",
});
process.exit(status ?? 1);
