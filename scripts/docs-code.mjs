import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./run.mjs";

/** The pages whose TypeScript people copy, and which specs run: each becomes `tests/docs/code/<name>-<number>.ts`. */
export const PAGES = {
	home: "docs/site/index.md",
	importing: "docs/guides/import.md",
	limits: "docs/limits.md",
	record: "docs/guides/record.md",
	edit: "docs/guides/edit.md",
	store: "docs/guides/store.md",
	publish: "docs/guides/publish.md",
	plugin: "docs/plugin.md",
	troubleshooting: "docs/guides/troubleshooting.md",
	images: "docs/formats/images.md",
	architecture: "docs/contributing/architecture.md",
};

/**
 * The pages that hold whole scripts, in Luau and in TypeScript: a block that names its place (`-- LocalScript in …`, `// src/client/…`) begins
 * a script, and the blocks after it go on with it. Each script becomes `tests/docs/code/<page>-<number>.ts`.
 */
export const SCRIPT_PAGES = [
	"README.md",
	"docs/getting-started.md",
	"docs/concepts.md",
	"docs/guides/animated-character.md",
	"docs/guides/camera-path.md",
	"docs/guides/camera-shake.md",
	"docs/guides/cutscene.md",
	"docs/guides/instant-replay.md",
	"docs/guides/killcam.md",
	"docs/guides/racing-ghost.md",
	"docs/guides/spectate.md",
];

/** The blocks of TypeScript of a page, in their order. */
export function codeOf(page) {
	return [...readFileSync(join(root, page), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
}

/** One script of several blocks: what two of them import is imported once. */
function joinBlocks(blocks) {
	const imported = new Map();
	const code = blocks.join("\n").replaceAll(/^import \{ (.*) \} from "(.*)";\n/gm, (_, names, from) => {
		const known = imported.get(from) ?? new Set();
		imported.set(from, known);
		for (const name of names.split(", ")) known.add(name);
		return "";
	});
	const imports = [...imported].map(([from, names]) => `import { ${[...names].join(", ")} } from "${from}";\n`);
	return imports.join("") + code;
}

/** The scripts of a page of `SCRIPT_PAGES`, by the names that they get. */
export function scriptsOf(page) {
	const scripts = [];
	for (const code of codeOf(page)) {
		if (/^\/\/ src\//.test(code)) scripts.push([]);
		scripts.at(-1).push(code);
	}
	const name = basename(page, ".md").toLowerCase();
	return new Map(scripts.map((blocks, index) => [`${name}-${index + 1}`, joinBlocks(blocks)]));
}

/** Code as people have it, or as it stands two folders down in `src/`, but for where the toolkit is found. */
function inTests(code) {
	const inSource = code.replaceAll(/^(import .*")\.\.\/\.\.\//gm, "$1../../../src/");
	return inSource.replaceAll(/"@rbxts\/dolly(\/\w+)?"/g, (_, entry = "") => `"../../../src${entry}"`);
}

/** Writes the code of the pages and the files of `examples/` word for word, to be compiled with the specs. */
export function writeDocsCode() {
	const folder = join(root, "tests", "docs", "code");
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const [name, page] of Object.entries(PAGES)) {
		codeOf(page).forEach((code, index) => writeFileSync(join(folder, `${name}-${index + 1}.ts`), inTests(code)));
	}
	for (const page of SCRIPT_PAGES) {
		for (const [name, code] of scriptsOf(page)) writeFileSync(join(folder, `${name}.ts`), inTests(code));
	}
	for (const name of readdirSync(join(root, "examples"))) {
		if (!name.endsWith(".ts")) continue;
		writeFileSync(join(folder, name), inTests(readFileSync(join(root, "examples", name), "utf8")));
	}
}
