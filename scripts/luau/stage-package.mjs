import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run.mjs";

/** The Wally-shaped package, which is also what `dist/dolly.rbxm` is built from. */
export const PACKAGE = join(root, "dist", "wally");

/** The types are kept here until the source changes: reading it takes the compiler seconds. */
const KEPT_TYPES = join(root, "out", "luau-types.json");

/** The compiled entries, and how each reaches the module of the types. */
const FACADES = { Dolly: ["init.luau", "script.types"], DollyCamera: ["camera.luau", "script.Parent.types"] };

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

/** Puts the compiled toolkit, its runtime and its types together as people who write Luau install them. */
export async function stagePackage() {
	const { version, description, license, author } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const source = join(PACKAGE, "src");
	rmSync(PACKAGE, { recursive: true, force: true });
	mkdirSync(PACKAGE, { recursive: true });
	const isModule = (path) => statSync(path).isDirectory() || path.endsWith(".luau") || path.endsWith(".lua");
	cpSync(join(root, "out", "src"), source, { recursive: true, filter: isModule });
	cpSync(join(root, "include"), join(source, "include"), { recursive: true, filter: isModule });

	const { source: types, entries } = await loadTypes();
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
	writeFileSync(
		join(PACKAGE, "default.project.json"),
		`${JSON.stringify({ name: "dolly", tree: { $path: "src" } }, undefined, "\t")}\n`,
	);
	for (const file of ["wally.toml", "LICENSE", "README.md", "CHANGELOG.md"])
		cpSync(join(root, file), join(PACKAGE, file));
}
