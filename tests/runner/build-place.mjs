import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findRojo } from "../../scripts/find-rojo.mjs";
import { root } from "../../scripts/run.mjs";

/** Builds a place of `tests/runner`, which has the runner of the test place and a few specs of its own; gives its path. */
export function buildPlace(name) {
	const output = join("dist", `runner-${name}.rbxl`);
	mkdirSync(join(root, "dist"), { recursive: true });
	const [file, ...args] = findRojo();
	const { status, stderr } = spawnSync(
		file,
		[...args, "build", `tests/runner/${name}.project.json`, "--output", output],
		{
			cwd: root,
		},
	);
	if (status !== 0) throw new Error(`rojo cannot build ${name}: ${stderr}`);
	return output;
}
