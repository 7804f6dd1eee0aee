/**
 * `npm run check-package`: packs the npm package into `dist`, installs it into a TypeScript game made for the purpose, compiles that,
 * all of `examples/` and the code of README and the guides with roblox-ts, builds it with Rojo and runs it: what people who install the
 * toolkit do.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { SCRIPT_PAGES, scriptsOf } from "./docs-code.mjs";
import { findLune } from "./find-lune.mjs";
import { findRojo } from "./find-rojo.mjs";
import { relativeLinks } from "./absolute-links.mjs";
import { root, spawnNpm } from "./run.mjs";
import { NPM_PACKAGE, stageNpm } from "./stage-npm.mjs";

/** What people copy: the files of `examples/` and the scripts of the README and the guides, by file name. */
const EXAMPLES = new Map(
	readdirSync(join(root, "examples"))
		.filter((name) => name.endsWith(".ts"))
		.map((name) => [name, readFileSync(join(root, "examples", name), "utf8")]),
);
for (const page of SCRIPT_PAGES) for (const [name, code] of scriptsOf(page)) EXAMPLES.set(`${name}.ts`, code);

const MAIN = `import { decodeArchive } from "@rbxts/dolly";
import { createTake, encodeArchive } from "@rbxts/dolly/camera";

const take = createTake({ map: "Harbour", rate: 60, frames: buffer.fromstring(string.rep("\\0", 18)) });
const [back] = decodeArchive(encodeArchive([take]), take.rate);
export const verdict = back.map === "Harbour" && back.count === 1 ? "the package works" : "the package is broken";
`;

const TSCONFIG = {
	compilerOptions: {
		allowSyntheticDefaultImports: true,
		downlevelIteration: true,
		module: "commonjs",
		moduleResolution: "Node",
		moduleDetection: "force",
		noLib: true,
		strict: true,
		target: "ESNext",
		typeRoots: ["node_modules/@rbxts"],
		types: ["types", "compiler-types"],
		rootDir: "src",
		outDir: "out",
	},
};

const PROJECT = {
	name: "game",
	tree: {
		$className: "DataModel",
		ReplicatedStorage: {
			rbxts_include: {
				$path: "include",
				node_modules: { $className: "Folder", "@rbxts": { $path: "node_modules/@rbxts" } },
			},
			game: { $path: "out" },
		},
	},
};

const folder = mkdtempSync(join(tmpdir(), "dolly-package-"));

function run(file, args, cwd) {
	const result = spawnSync(file, args, { cwd, encoding: "utf8" });
	if (result.status !== 0) {
		console.error(`${result.stdout}\n${result.stderr}`);
		process.exit(1);
	}
	return result.stdout;
}

const { command } = findLune();
stageNpm();
const dist = join(root, "dist");

/** Runs npm and returns what it printed. */
function npm(args, cwd) {
	const result = spawnNpm(args, { cwd, encoding: "utf8" });
	if (result.status !== 0) {
		console.error(`${result.stdout}\n${result.stderr}`);
		process.exit(1);
	}
	return result.stdout;
}

mkdirSync(dist, { recursive: true });
const packed = JSON.parse(
	npm(["pack", "--json", "--silent", "--pack-destination", relative(NPM_PACKAGE, dist)], NPM_PACKAGE),
);
const { filename, size, files } = Array.isArray(packed) ? packed[0] : Object.values(packed)[0];
const stray = files.filter(({ path }) => /\.spec\b|tests\/|\.ts$/.test(path) && !path.endsWith(".d.ts"));
if (stray.length > 0) {
	console.error(`the package holds ${stray.map(({ path }) => path).join(", ")}`);
	process.exit(1);
}
const lost = relativeLinks(readFileSync(join(NPM_PACKAGE, "README.md"), "utf8"));
if (lost.length > 0) {
	console.error(`the package's README has links that lead nowhere from npm's page: ${lost.join(", ")}`);
	process.exit(1);
}

writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "game", private: true }));
cpSync(join(dist, filename), join(folder, filename));
npm(["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", `./${filename}`], folder);
const scope = join(folder, "node_modules", "@rbxts");
for (const name of ["types", "compiler-types", "services"])
	cpSync(join(root, "node_modules/@rbxts", name), join(scope, name), { recursive: true });
symlinkSync(join(root, "node_modules", "typescript"), join(folder, "node_modules", "typescript"), "junction");
mkdirSync(join(folder, "src", "examples"), { recursive: true });
for (const [name, code] of EXAMPLES) writeFileSync(join(folder, "src", "examples", name), code);
writeFileSync(join(folder, "src", "main.ts"), MAIN);
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
writeFileSync(join(folder, "default.project.json"), JSON.stringify(PROJECT));

run(process.execPath, [join(root, "node_modules/roblox-ts/out/CLI/cli.js"), "--type", "game"], folder);
const [rojo, ...rojoArgs] = findRojo();
run(rojo, [...rojoArgs, "build", "--output", "game.rbxl"], folder);
const [lune, ...luneArgs] = command;
const place = join(folder, "game.rbxl");
const printed = run(
	lune,
	[...luneArgs, "run", "tests/headless/engine/run-module.luau", place, "ReplicatedStorage.game.main"],
	root,
);
rmSync(folder, { recursive: true });
console.log(`${filename}: ${size} bytes, ${files.length} files, ${EXAMPLES.size} examples, ${printed.trim()}`);
process.exit(printed.includes("the package works") ? 0 : 1);
