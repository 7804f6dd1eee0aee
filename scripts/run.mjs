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

/** How npm is started: by the file that started this script if npm did, or by its name, which on Windows is that of a batch file. */
const NPM = process.env.npm_execpath?.endsWith(".js")
	? { file: process.execPath, before: [process.env.npm_execpath] }
	: { file: process.platform === "win32" ? "npm.cmd" : "npm", before: [] };

/** Starts npm and returns what `spawnSync` does. Node starts a batch file only in a shell, which sees no quotes: so no argument may need any. */
export function spawnNpm(args, options = {}) {
	return spawnSync(NPM.file, [...NPM.before, ...args], {
		cwd: root,
		...options,
		shell: NPM.file.endsWith(".cmd"),
	});
}

/** Runs npm in a folder as `run` does. */
export function npm(args, cwd) {
	const { status, error } = spawnNpm(args, { stdio: "inherit", cwd });
	if (error) console.error(`npm: ${error.message}`);
	if (status !== 0) process.exit(status ?? 1);
}

/** Runs the command-line tool of an npm package of this project. */
export function runTool(script, args) {
	run(process.execPath, [join(root, "node_modules", script), ...args]);
}
