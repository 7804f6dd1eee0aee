import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findRojo } from "./find-rojo.mjs";
import { root } from "./run.mjs";
import { listSpecs } from "./specs/list-files.mjs";
import { openReport } from "./specs/report.mjs";
import { runSpecs } from "./specs/run-specs.mjs";
import { openCompiler } from "./watch-compiler.mjs";

const FOLDERS = ["src", "tests"];
const LOOK_EVERY_MS = 200;

/** The file that was written last, by its path in its folder. Editors replace files, which watchers of single files lose. */
function lastChange() {
	let last = { path: "", time: 0 };
	for (const folder of FOLDERS) {
		for (const path of readdirSync(join(root, folder), { recursive: true })) {
			if (!/\.tsx?$/.test(path) || path.startsWith(join("docs", "code"))) continue;
			const time = statSync(join(root, folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
			if (time > last.time) last = { path: path.replaceAll("\\", "/"), time };
		}
	}
	return last;
}

/**
 * `npm test -- --watch [pattern]`: compiles every change and runs the files of specs whose path contains the pattern, or, if there are
 * none, the specs whose sentence does. Without a pattern it runs those of the file that was changed last: `tests/` mirrors `src/` path by
 * path. It runs no checks and makes no new oracle data.
 */
export async function watchTests(pattern) {
	const [rojo, ...rojoArgs] = findRojo();
	const place = join("dist", "watch.rbxl");
	const compile = openCompiler();
	let { time: seen } = lastChange();
	if (compile()) console.log("watching src and tests");
	for (;;) {
		const { path, time } = lastChange();
		if (time <= seen) {
			await wait(LOOK_EVERY_MS);
			continue;
		}
		seen = time;
		const wanted = pattern ?? path.replace(/(\.spec)?\.tsx?$/, "");
		if (!compile()) continue;
		const build = [...rojoArgs, "build", "places/test.project.json", "--output", place];
		if (spawnSync(rojo, build, { cwd: root, stdio: ["ignore", "ignore", "inherit"] }).status !== 0) continue;
		const files = listSpecs().filter((file) => file.includes(wanted));
		const report = openReport(files.length);
		await runSpecs({ place, files: files.length > 0 ? files : listSpecs(), pattern: wanted, report });
		report.close();
		console.log(`${wanted}: ${((Date.now() - time) / 1000).toFixed(1)} s after the change\n`);
	}
}
