import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../run.mjs";

/**
 * Builds a commit in a tree of its own, with this tree's packages, and returns the path of its test place. Rows come from
 * its own `bench/`: those of the same name are compared. A tree that is there is used again.
 */
export function buildBaseline(name) {
	const git = (...args) => execFileSync("git", args, { cwd: root, maxBuffer: 2 ** 28 });
	const commit = git("rev-parse", "--short=7", `${name}^{commit}`).toString().trim();
	const tree = join(tmpdir(), `dolly-bench-${commit}`);
	const place = join(tree, "dist", "test.rbxl");
	const isBuilt = existsSync(place);
	if (!isBuilt) {
		rmSync(tree, { recursive: true, force: true });
		mkdirSync(tree, { recursive: true });
		execFileSync("tar", ["-x", "-C", tree], { input: git("archive", commit) });
		symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
		if (existsSync(join(root, ".tools"))) symlinkSync(join(root, ".tools"), join(tree, ".tools"));
	}
	const inTree = (code) => {
		const { status } = spawnSync(process.execPath, ["-e", code], { cwd: tree, stdio: ["ignore", "ignore", "inherit"] });
		if (status !== 0) {
			console.error(`bench: ${commit} does not build in ${tree}`);
			process.exit(1);
		}
	};
	const importBuild = 'import("./scripts/build.mjs")';
	if (!isBuilt) inTree(`${importBuild}.then(({ compile }) => compile())`);
	inTree(`${importBuild}.then(({ buildProduct }) => buildProduct("places/test.project.json", "dist/test.rbxl"))`);
	return { commit, place };
}
