import { spawnSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** Runs a command in the project's folder with its output shown; ends this process with its exit code where it fails. */
export function run(file, args) {
	const { status, error } = spawnSync(file, args, { cwd: root, stdio: "inherit" });
	if (error) console.error(`${file}: ${error.message}`);
	if (status !== 0) process.exit(status ?? 1);
}

/** Runs the command-line tool of an npm package of this project. */
export function runTool(script, args) {
	run(process.execPath, [join(root, "node_modules", script), ...args]);
}
