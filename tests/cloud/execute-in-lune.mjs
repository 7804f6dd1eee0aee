import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findLune } from "../../scripts/find-lune.mjs";
import { root } from "../../scripts/run.mjs";

/** Runs a task's script in the bytes of a place, in the headless engine as a server outside Studio; see run-task.luau. */
export async function executeInLune({ place, script, seconds }) {
	const folder = mkdtempSync(join(tmpdir(), "dolly-task-"));
	const [placeFile, scriptFile, output] = ["place.rbxl", "script.luau", "output.json"].map((name) =>
		join(folder, name),
	);
	writeFileSync(placeFile, place);
	writeFileSync(scriptFile, script);
	const [file, ...args] = findLune().command;
	const child = spawn(file, [...args, "run", "tests/headless/engine/run-task.luau", placeFile, scriptFile, output], {
		cwd: root,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let printed = "";
	let isLate = false;
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (printed += data));
	const deadline = setTimeout(() => {
		isLate = true;
		child.kill("SIGKILL");
	}, seconds * 1000);
	await new Promise((resolve) => child.on("close", resolve));
	clearTimeout(deadline);
	const log = printed.split("\n").filter((line) => line !== "");
	try {
		if (isLate) return { error: { code: "DEADLINE_EXCEEDED", message: "The task took too long" }, log };
		const { results, error } = JSON.parse(readFileSync(output, "utf8"));
		return error === undefined ? { results, log } : { error: { code: "SCRIPT_ERROR", message: error }, log };
	} catch {
		return { error: { code: "INTERNAL_ERROR", message: "The engine died" }, log };
	} finally {
		rmSync(folder, { recursive: true });
	}
}
