import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { writeDemoModels } from "./demo-models.mjs";
import { writeDocsCode } from "./docs-code.mjs";
import { findRojo } from "./find-rojo.mjs";
import { skipAnalysis, stagePackage } from "./luau/stage-package.mjs";
import { root, run, runTool } from "./run.mjs";
import { shipPlugin } from "./ship-plugin.mjs";

/** What `npm run build` makes: a Rojo project each, and the file that it becomes. */
const PRODUCTS = [
	["default.project.json", "dist/dolly.rbxm"],
	["dist/camera/default.project.json", "dist/dolly-camera.rbxm"],
	["places/test.project.json", "dist/test.rbxl"],
];

const BUILD_INFO = join(root, "out", "tsconfig.tsbuildinfo");

/** The compiler keeps what has not changed, but does not see that imports move when a Rojo project does. */
function forgetAfterProjectChange() {
	const project = statSync(join(root, "places", "test.project.json")).mtimeMs;
	if (existsSync(BUILD_INFO) && statSync(BUILD_INFO).mtimeMs < project) rmSync(BUILD_INFO);
}

/** Compiles src and tests to `out/` and the runtime to `include/`. */
export function compile() {
	mkdirSync(join(root, "generated"), { recursive: true });
	writeDocsCode();
	forgetAfterProjectChange();
	runTool("roblox-ts/out/CLI/cli.js", ["--type", "model", "--rojo", "places/test.project.json"]);
	for (const folder of ["src", "ui", "places", "plugin"]) skipAnalysis(join(root, "out", folder));
}

/** Builds a Rojo project into a place or model file. */
export function buildProduct(project, file) {
	mkdirSync(join(root, "dist"), { recursive: true });
	const [rojo, ...args] = findRojo();
	run(rojo, [...args, "build", project, "--output", file]);
	console.log(`${file}: ${statSync(join(root, file)).size} bytes`);
}

/** Builds the demo place with the models that come with it. */
export async function buildDemo() {
	await writeDemoModels();
	buildProduct("places/demo.project.json", "dist/demo.rbxl");
}

/** Builds the plugin from only what it requires. */
export function buildPlugin() {
	buildProduct(shipPlugin("plugin.project.json", "dist/plugin"), "dist/dolly-plugin.rbxm");
}

export async function buildAll() {
	compile();
	await stagePackage();
	for (const [project, file] of PRODUCTS) buildProduct(project, file);
	await buildDemo();
	buildPlugin();
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildAll();
