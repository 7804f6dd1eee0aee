import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { buildBaseline } from "./bench/baseline.mjs";
import { buildProduct, compile } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { generateOracleData } from "./oracle.mjs";
import { root } from "./run.mjs";

/**
 * `npm run same-as -- <commit> [--streams n] [--seed s]`: decodes n streams of every mode and filter of meshopt, whole and
 * damaged, with the code of an older commit and with this one's, and fails where bytes differ or only one refuses.
 */
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		streams: { type: "string", default: "100000" },
		seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
	},
});
if (positionals.length !== 1) {
	console.error("same-as: name a commit to compare with, as in `npm run same-as -- 4620eac`");
	process.exit(1);
}
console.log(`seed ${values.seed}`);
const [file, ...args] = findLune().command;
const { place } = buildBaseline(positionals[0]);
await generateOracleData();
compile();
buildProduct("places/test.project.json", "dist/test.rbxl");
const runner = ["run", "tests/headless/engine/run-same-as.luau", "dist/test.rbxl", place, values.streams, values.seed];
const { status } = spawnSync(file, [...args, ...runner], { cwd: root, stdio: "inherit" });
process.exit(status ?? 1);
