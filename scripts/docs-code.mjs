import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/** The pages whose TypeScript people copy, and which specs run: each becomes `tests/docs/code/<name>-<number>.ts`. */
export const PAGES = {
	readme: "README.md",
	importing: "docs/guides/import.md",
	limits: "docs/limits.md",
	record: "docs/guides/record.md",
	edit: "docs/guides/edit.md",
	store: "docs/guides/store.md",
	"animated-character": "docs/guides/animated-character.md",
	publish: "docs/guides/publish.md",
	plugin: "docs/plugin.md",
	troubleshooting: "docs/guides/troubleshooting.md",
	images: "docs/formats/images.md",
	architecture: "docs/contributing/architecture.md",
	killcam: "docs/guides/killcam.md",
	"camera-path": "docs/guides/camera-path.md",
	cutscene: "docs/guides/cutscene.md",
	spectate: "docs/guides/spectate.md",
};

/** The blocks of TypeScript of a page, in their order. */
export function codeOf(page) {
	return [...readFileSync(join(root, page), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
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
	for (const name of readdirSync(join(root, "examples"))) {
		if (!name.endsWith(".ts")) continue;
		writeFileSync(join(folder, name), inTests(readFileSync(join(root, "examples", name), "utf8")));
	}
}
