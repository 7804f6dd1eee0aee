import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { findLune } from "./find-lune.mjs";
import { findRojo } from "./find-rojo.mjs";
import { root } from "./run.mjs";
import { withSource } from "./source-lines.mjs";
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

/** Runs a command; gives its exit code. */
function finish(file, args, print) {
	const child = spawn(file, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
	createInterface({ input: child.stdout }).on("line", print);
	return new Promise((resolve) => child.on("close", resolve));
}

/**
 * `npm test -- --watch [pattern]`: compiles what changes as soon as it does, and runs the specs that contain the pattern; without one,
 * those of the file that was changed last: `tests/` mirrors `src/` path by path. It runs no checks and makes no oracle's data anew.
 */
export async function watchTests(pattern) {
	const [lune, ...luneArgs] = findLune().command;
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
		if ((await finish(rojo, build, () => {})) !== 0) continue;
		const runner = ["run", "tests/headless/engine/run-specs.luau", place, wanted];
		await finish(lune, [...luneArgs, ...runner], (line) => console.log(withSource(line)));
		console.log(`${wanted}: ${((Date.now() - time) / 1000).toFixed(1)} s after the change\n`);
	}
}
