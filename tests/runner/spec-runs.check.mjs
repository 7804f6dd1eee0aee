import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";
import { listSpecs } from "../../scripts/specs/list-files.mjs";
import { GUESS } from "../../scripts/specs/spec-times.mjs";

export const checks = {
	"names no beginning that no spec has": () => {
		const source = readFileSync(join(root, "places", "test", "runner", "spec-runs.luau"), "utf8");
		const beginnings = [...source.matchAll(/"([\w-]+\/[\w/-]*)"/g)].map(([, beginning]) => beginning);
		assert.ok(beginnings.length > 10);
		const specs = listSpecs();
		const gone = beginnings.filter((beginning) => !specs.some((spec) => spec.startsWith(beginning)));
		assert.deepEqual(gone, []);
	},

	"guesses the time of no file that is gone": () => {
		const specs = new Set(listSpecs());
		const gone = Object.keys(JSON.parse(readFileSync(GUESS, "utf8"))).filter((name) => !specs.has(name));
		assert.deepEqual(gone, []);
	},
};
