import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { requiredPaths } from "../follow-requires.mjs";
import { writeNotices } from "../notices.mjs";
import { root } from "../run.mjs";

/** The licences of what is bundled, which Rojo makes a StringValue of: so a model file that is passed on has them. */
const NOTICES = "NOTICES.txt";

/** The Wally-shaped package, which is also what `dist/dolly.rbxm` is built from. */
export const PACKAGE = join(root, "dist", "wally");

/** The types are kept here until the source changes: reading it takes the compiler seconds. */
const KEPT_TYPES = join(root, "out", "luau-types.json");

/** The compiled entries. */
const FACADES = {
	Dolly: "init.luau",
	DollyCamera: "camera.luau",
	DollyCodecs: "codecs.luau",
	DollyFiles: "files.luau",
};

/** The camera half by itself, which `dist/dolly-camera.rbxm` is built from. */
const CAMERA_PACKAGE = join(root, "dist", "camera");

function newest(folder) {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return Math.max(...files.map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs));
}

async function loadTypes() {
	const changed = Math.max(newest(join(root, "src")), newest(join(root, "scripts", "luau")));
	if (existsSync(KEPT_TYPES) && statSync(KEPT_TYPES).mtimeMs > changed)
		return JSON.parse(readFileSync(KEPT_TYPES, "utf8"));
	const { writeLuauTypes } = await import("./types.mjs");
	const types = writeLuauTypes();
	writeFileSync(KEPT_TYPES, JSON.stringify(types));
	return types;
}

/** A module with the types of a compiled entry, which returns what that returns. */
function facadeOf({ name, types }, typesAt, entryAt) {
	const exported = types.map(({ name, list }) => `export type ${name}${list} = types.${name}${list}\n`).join("");
	const lines = ["--!strict", `local types = require(${typesAt})`, exported.trimEnd()];
	return `${lines.join("\n")}\nreturn (require(${entryAt}) :: any) :: types.${name}\n`;
}

/** Puts a typed module in the place of a compiled entry, which moves beside it, or below it if it is the root. */
function splitEntry(source, entry) {
	const file = FACADES[entry.name];
	const compiled = readFileSync(join(source, file), "utf8");
	if (file === "init.luau") {
		const moved = compiled.replaceAll("TS.import(script, script,", "TS.import(script, script.Parent,");
		writeFileSync(
			join(source, "main-entry.luau"),
			moved.replace("require(script.include", "require(script.Parent.include"),
		);
		writeFileSync(join(source, file), facadeOf(entry, "script.types", 'script["main-entry"]'));
		return;
	}
	const name = file.replace(".luau", "-entry");
	writeFileSync(join(source, `${name}.luau`), compiled);
	writeFileSync(join(source, file), facadeOf(entry, "script.Parent.types", `script.Parent["${name}"]`));
}

/** What the compiler writes into each module. */
const COMPILED = /^-- Compiled with roblox-ts .*$/m;

/** Keeps Script Analysis from warning of compiled modules, which have no types of their own. No line of theirs moves. */
export function skipAnalysis(folder) {
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile() || !/\.luau?$/.test(entry.name)) continue;
		const path = join(entry.parentPath ?? entry.path, entry.name);
		const code = readFileSync(path, "utf8");
		if (/^--!(strict|nocheck)/m.test(code)) continue;
		writeFileSync(path, COMPILED.test(code) ? code.replace(COMPILED, "--!nocheck") : `--!nocheck\n${code}`);
	}
}

/** The file of the module that a path of names leads to from the module at `names`; undefined for what is no file here. */
function fileOf(folder, names, path) {
	let at;
	for (const step of path) {
		if (step === "script") at = [...names];
		else if (step === "Parent") at.pop();
		else at.push(step);
	}
	const base = join(folder, ...at);
	const file = [`${base}.luau`, `${base}.lua`, join(base, "init.luau"), join(base, "init.lua")].find(existsSync);
	return file && { names: at, file };
}

/** Puts the camera half together: the modules that its entry comes to require, its types, and a root that is that entry. */
function stageCamera(source, entry, cameraTypes) {
	const target = join(CAMERA_PACKAGE, "src");
	rmSync(CAMERA_PACKAGE, { recursive: true, force: true });
	const found = new Set();
	const waiting = [{ names: ["camera-entry"], file: join(source, "camera-entry.luau") }];
	while (waiting.length > 0) {
		const { names, file } = waiting.pop();
		if (found.has(file)) continue;
		found.add(file);
		const copy = join(target, relative(source, file));
		mkdirSync(dirname(copy), { recursive: true });
		cpSync(file, copy);
		for (const path of requiredPaths(readFileSync(file, "utf8"))) {
			const next = fileOf(source, names, path);
			if (next) waiting.push(next);
		}
	}
	writeFileSync(join(target, "types.luau"), `--!strict\n${cameraTypes}`);
	cpSync(join(source, NOTICES), join(target, NOTICES));
	writeFileSync(join(target, "init.luau"), facadeOf(entry, "script.types", 'script["camera-entry"]'));
	writeProject(CAMERA_PACKAGE);
}

function writeProject(folder) {
	const project = { name: "dolly", tree: { $path: "src" } };
	writeFileSync(join(folder, "default.project.json"), `${JSON.stringify(project, undefined, "\t")}\n`);
}

/** What a package manager is told must be what npm is told. */
function checkManifest(name, { author, ...values }) {
	const stated = readFileSync(join(root, name), "utf8");
	for (const [key, value] of Object.entries(values)) {
		if (!stated.includes(`${key} = ${JSON.stringify(value)}\n`))
			throw new Error(`${name} and package.json differ in ${key}`);
	}
	if (!stated.includes(JSON.stringify([author]))) throw new Error(`${name} and package.json differ in their authors`);
}

/** Puts the compiled toolkit, its runtime and its types together as people who write Luau install them. */
export async function stagePackage() {
	const { version, description, license, author } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const source = join(PACKAGE, "src");
	rmSync(PACKAGE, { recursive: true, force: true });
	mkdirSync(PACKAGE, { recursive: true });
	const isModule = (path) => statSync(path).isDirectory() || path.endsWith(".luau") || path.endsWith(".lua");
	cpSync(join(root, "out", "src"), source, { recursive: true, filter: isModule });
	cpSync(join(root, "include"), join(source, "include"), { recursive: true, filter: isModule });

	const { source: types, entries, cameraSource } = await loadTypes();
	writeFileSync(join(source, "types.luau"), `--!strict\n${types}`);
	for (const entry of entries) splitEntry(source, entry);
	skipAnalysis(source);

	for (const name of ["wally.toml", "pesde.toml"]) checkManifest(name, { version, description, license, author });
	writeFileSync(join(source, NOTICES), writeNotices({ withPanels: false }));
	writeProject(PACKAGE);
	stageCamera(
		source,
		entries.find(({ name }) => name === "DollyCamera"),
		cameraSource,
	);
	for (const file of ["wally.toml", "pesde.toml", "LICENSE", "README.md", "CHANGELOG.md"])
		cpSync(join(root, file), join(PACKAGE, file));
	cpSync(join(source, NOTICES), join(PACKAGE, NOTICES));
}
