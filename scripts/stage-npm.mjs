import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { absoluteLinks } from "./absolute-links.mjs";
import { skipAnalysis } from "./luau/stage-package.mjs";
import { root, runTool } from "./run.mjs";

/** What is published to npm: this folder, and not the project's, whose README has links that lead nowhere from npm's page. */
export const NPM_PACKAGE = join(root, "dist", "npm");

/** What of package.json belongs to those who work on the toolkit. */
const OURS = ["private", "workspaces", "scripts", "devDependencies", "engines"];

/** Compiles the package and puts it together with its papers in `dist/npm`. */
export function stageNpm() {
	rmSync(join(root, "lib"), { recursive: true, force: true });
	runTool("roblox-ts/out/CLI/cli.js", [
		...["-p", "tsconfig.package.json", "--type", "package"],
		...["--rojo", "package.project.json"],
	]);
	skipAnalysis(join(root, "lib"));
	const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	for (const key of OURS) delete manifest[key];
	rmSync(NPM_PACKAGE, { recursive: true, force: true });
	mkdirSync(NPM_PACKAGE, { recursive: true });
	writeFileSync(join(NPM_PACKAGE, "package.json"), `${JSON.stringify(manifest, undefined, "\t")}\n`);
	for (const name of ["lib", "LICENSE"]) cpSync(join(root, name), join(NPM_PACKAGE, name), { recursive: true });
	for (const name of ["README.md", "CHANGELOG.md"]) {
		const page = readFileSync(join(root, name), "utf8");
		const place = { repository: manifest.homepage, version: manifest.version };
		writeFileSync(join(NPM_PACKAGE, name), absoluteLinks(page, place));
	}
}
