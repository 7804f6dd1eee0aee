import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";

/** The pages whose Luau `luau-guides.spec.ts` runs. */
const PAGES = [
	"docs/guides/record.md",
	"docs/guides/edit.md",
	"docs/guides/store.md",
	"docs/guides/import.md",
	"docs/guides/publish.md",
	"docs/guides/troubleshooting.md",
	"docs/limits.md",
];

const read = (path) => readFileSync(join(root, path), "utf8").replaceAll("\r", "");

export const checks = {
	"every block of the guides is in Luau first and in TypeScript directly after it": () => {
		for (const page of PAGES) {
			const blocks = [...read(page).matchAll(/^```(\w*)\n[\s\S]*?^```$/gm)];
			const kinds = blocks.map(([, kind]) => kind).join(" ");
			assert.match(kinds, /^lua ts( lua ts)*$/, page);
			for (let index = 0; index < blocks.length; index += 2) {
				const [luau, typescript] = [blocks[index], blocks[index + 1]];
				const between = read(page).slice(luau.index + luau[0].length, typescript.index);
				assert.equal(between, "\n\n", `${page}: between its blocks ${index + 1} and ${index + 2}`);
			}
		}
	},
	"every function of the guides' Luau is called by a spec": () => {
		const spec = read("tests/docs/luau-guides.spec.ts");
		for (const page of PAGES) {
			const missing = [...read(page).matchAll(/^local function (\w+)/gm)].filter(
				([, name]) => !new RegExp(`\\b${name}\\(`).test(spec) && !new RegExp(`= ${name}\\b`).test(read(page)),
			);
			assert.deepEqual(
				missing.map(([, name]) => name),
				[],
				page,
			);
		}
	},
};
