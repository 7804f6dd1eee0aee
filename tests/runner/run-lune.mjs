import { spawn } from "node:child_process";
import { findLune } from "../../scripts/find-lune.mjs";
import { root } from "../../scripts/run.mjs";

/** Runs a script of the headless engine; gives what it printed, line by line. */
export async function runLune(script, ...parameters) {
	const [file, ...args] = findLune().command;
	const child = spawn(file, [...args, "run", `tests/headless/engine/${script}.luau`, ...parameters], { cwd: root });
	let printed = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (printed += data));
	await new Promise((resolve) => child.on("close", resolve));
	return printed.split("\n").filter((line) => line !== "");
}
