import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";

export const checks = {
	"names no beginning that no spec has": () => {
		const source = readFileSync(join(root, "places", "test", "runner", "spec-runs.luau"), "utf8");
		const beginnings = [...source.matchAll(/"([\w-]+\/[\w/-]*)"/g)].map(([, beginning]) => beginning);
		assert.ok(beginnings.length > 10);
		const specs = readdirSync(join(root, "tests"), { recursive: true })
			.map((path) => path.replaceAll("\\", "/"))
			.filter((path) => /\.spec\.tsx?$/.test(path));
		const gone = beginnings.filter((beginning) => !specs.some((spec) => spec.startsWith(beginning)));
		assert.deepEqual(gone, []);
	},
};
