import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findModels } from "../../scripts/corpus/find-models.mjs";
import { importModels } from "../../scripts/corpus/import-models.mjs";
import { table } from "../../scripts/corpus/table.mjs";
import { root } from "../../scripts/run.mjs";

/** The spec of what the corpus is drawn from. */
export const spec = "pictures/drawing";

/** Runs `work` with a folder of its own. */
async function withFolder(work) {
	const folder = mkdtempSync(join(tmpdir(), "dolly-"));
	try {
		await work(folder);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** An engine that imports what is good, dies of what is deadly and never ends with what is endless. */
const ENGINE = `
const jobs = JSON.parse(require("node:fs").readFileSync(${JSON.stringify(join(root, "dist/corpus/jobs.json"))}));
for (const { path } of jobs) {
	console.log("begin " + path);
	if (path === "deadly") process.exit(3);
	if (path === "endless") while (true);
	console.log("end " + JSON.stringify({ parts: 1, report: {} }));
}`;

export const checks = {
	"a file that ends the engine, or never ends, fails alone": async () => {
		await withFolder(async (folder) => {
			const engine = join(folder, "engine.cjs");
			writeFileSync(engine, ENGINE);
			const jobs = ["good", "deadly", "good", "endless", "good"].map((path) => ({ path }));
			const outcomes = await importModels([process.execPath, engine], jobs, 1500);
			assert.deepEqual(
				outcomes.map(({ problem }) => problem?.split(":")[0]),
				[undefined, "the engine ended", undefined, "nothing for 1.5 s", undefined],
			);
			assert.deepEqual(outcomes[0].report, []);
		});
	},
	"an engine that does not start is said to": async () => {
		await assert.rejects(importModels([process.execPath, "-e", ""], [{ path: "good" }]), /did not start/);
	},
	"models are found in folders, with the files that belong to them": async () => {
		await withFolder((folder) => {
			mkdirSync(join(folder, "deep"));
			const gltf = { buffers: [{ uri: "My%20Box.bin" }, { uri: "data:," }], images: [{ uri: "missing.png" }] };
			writeFileSync(join(folder, "deep", "box.gltf"), JSON.stringify(gltf));
			writeFileSync(join(folder, "broken.gltf"), "{");
			for (const name of [
				"deep/My Box.bin",
				"deep/run.nsa",
				"deep/net.MRN",
				"a.GLB",
				"b.mdx",
				"skin.blp",
				"notes.txt",
			]) {
				writeFileSync(join(folder, name), "");
			}
			const found = Object.fromEntries(
				findModels(folder).map(({ name, companions }) => [name, Object.keys(companions)]),
			);
			assert.deepEqual(found, {
				"a.GLB": [],
				"b.mdx": ["skin.blp"],
				"broken.gltf": [],
				"deep/box.gltf": ["My Box.bin"],
				"deep/net.MRN": [],
				"deep/run.nsa": ["net.MRN"],
			});
		});
	},
	"a table has numbers to the right": () => {
		assert.equal(table(["file", "parts"], [["a.glb", 5]]), "file   parts\n-----  -----\na.glb      5");
	},
};
