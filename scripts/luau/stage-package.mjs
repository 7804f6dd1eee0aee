import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { requiredPaths } from "../follow-requires.mjs";
import { root } from "../run.mjs";

/** The Wally-shaped package, which is also what `dist/dolly.rbxm` is built from. */
export const PACKAGE = join(root, "dist", "wally");

/** The types are kept here until the source changes: reading it takes the compiler seconds. */
const KEPT_TYPES = join(root, "out", "luau-types.json");

/** The compiled entries, and how each reaches the module of the types. */
const FACADES = {
	Dolly: ["init.luau", "script.types"],
	DollyCamera: ["camera.luau", "script.Parent.types"],
	DollyCodecs: ["codecs.luau", "script.Parent.types"],
	DollyFiles: ["files.luau", "script.Parent.types"],
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

/** Gives a compiled module the types that its TypeScript has: it stays the same code. */
function typeModule(compiled, { name, types }, reach) {
	const [header, ...code] = compiled.trimEnd().split("\n");
	if (code.pop() !== "return exports") throw new Error(`the compiled entry of ${name} does not end as expected`);
	const exported = types.map(({ name, list }) => `export type ${name}${list} = types.${name}${list}`);
	return [
		header,
		`local types = require(${reach})`,
		...exported,
		...code,
		`return (exports :: any) :: types.${name}`,
		"",
	].join("\n");
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
function stageCamera(source, { name, types }, cameraTypes) {
	const target = join(CAMERA_PACKAGE, "src");
	rmSync(CAMERA_PACKAGE, { recursive: true, force: true });
	const found = new Set();
	const waiting = [{ names: ["camera"], file: join(source, "camera.luau") }];
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
	writeFileSync(join(target, "types.luau"), cameraTypes);
	const exported = types.map(({ name, list }) => `export type ${name}${list} = types.${name}${list}\n`).join("");
	const root = `return (require(script.camera) :: any) :: types.${name}\n`;
	writeFileSync(join(target, "init.luau"), `--!strict\nlocal types = require(script.types)\n${exported}${root}`);
	writeProject(CAMERA_PACKAGE);
}

function writeProject(folder) {
	const project = { name: "dolly", tree: { $path: "src" } };
	writeFileSync(join(folder, "default.project.json"), `${JSON.stringify(project, undefined, "\t")}\n`);
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
	writeFileSync(join(source, "types.luau"), types);
	for (const entry of entries) {
		const [file, reach] = FACADES[entry.name];
		writeFileSync(join(source, file), typeModule(readFileSync(join(source, file), "utf8"), entry, reach));
	}

	const stated = readFileSync(join(root, "wally.toml"), "utf8");
	for (const [key, value] of Object.entries({ version, description, license })) {
		if (!stated.includes(`${key} = ${JSON.stringify(value)}\n`))
			throw new Error(`wally.toml and package.json differ in ${key}`);
	}
	if (!stated.includes(JSON.stringify([author])))
		throw new Error("wally.toml and package.json differ in their authors");
	writeProject(PACKAGE);
	stageCamera(
		source,
		entries.find(({ name }) => name === "DollyCamera"),
		cameraSource,
	);
	for (const file of ["wally.toml", "LICENSE", "README.md", "CHANGELOG.md"])
		cpSync(join(root, file), join(PACKAGE, file));
}
