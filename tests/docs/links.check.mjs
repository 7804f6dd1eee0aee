import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { relativeLinks } from "../../scripts/absolute-links.mjs";
import { codeOf, PAGES, SCRIPT_PAGES } from "../../scripts/docs-code.mjs";
import { root } from "../../scripts/run.mjs";

const MOST_LINES = 130;

function pages() {
	const docs = readdirSync(join(root, "docs"), { recursive: true }).map((path) => join("docs", path));
	return [
		"README.md",
		"CONTRIBUTING.md",
		"CHANGELOG.md",
		...docs.filter((path) => path.endsWith(".md") && !/^docs.(site|api)/.test(path)),
	];
}

/** What GitHub makes of a heading, for links to lead to. */
function anchorsOf(markdown) {
	return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, "")
			.replaceAll(" ", "-"),
	);
}

/** Pages whose TypeScript is a piece of something, and not for copying. */
const PIECES = new Set([join("docs", "contributing", "testing.md")]);

/** The same lines as those of a page, which a spec compares. */
const COPIES = new Set(["save-to-data-store"]);

/** What specs and the demo import of the code of pages and examples. */
function importedCode() {
	const folder = join(root, "tests");
	const files = readdirSync(folder, { recursive: true }).filter((path) => /\.tsx?$/.test(path));
	const imports = files
		.filter((path) => !path.startsWith(join("docs", "code")))
		.flatMap((path) => [...readFileSync(join(folder, path), "utf8").matchAll(/\/code\/([\w-]+)"/g)]);
	return new Set(imports.map(([, name]) => name));
}

export const checks = {
	"all TypeScript of pages and examples is run by specs": () => {
		const stated = pages().filter((page) => !page.startsWith(join("docs", "api")) && codeOf(page).length > 0);
		const known = new Set([...Object.values(PAGES), ...SCRIPT_PAGES].map((page) => join(page)));
		assert.deepEqual(
			stated.filter((page) => !known.has(page) && !PIECES.has(page)),
			[],
		);
		const code = Object.entries(PAGES).flatMap(([name, page]) =>
			codeOf(page).map((_, index) => `${name}-${index + 1}`),
		);
		const examples = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".ts"));
		const run = importedCode();
		const missing = [...code, ...examples.map((name) => name.slice(0, -".ts".length))].filter(
			(name) => !run.has(name) && !COPIES.has(name),
		);
		assert.deepEqual(missing, []);
		const spec = readFileSync(join(root, "tests", "docs", "guides.spec.ts"), "utf8");
		assert.deepEqual(
			SCRIPT_PAGES.filter((page) => !spec.includes(`openPage("${page}", language`)),
			[],
		);
	},
	"scripts are in Luau first, and right after that in TypeScript": () => {
		for (const page of SCRIPT_PAGES) {
			const blocks = [...readFileSync(join(root, page), "utf8").matchAll(/^```(\w+)\n(.*)\n[^]*?^```\n/gm)];
			const code = blocks.filter(([, language]) => language === "lua" || language === "ts");
			code.forEach(([text, language, first], index) => {
				const place = `${page}, block ${index + 1}`;
				assert.equal(language, index % 2 === 0 ? "lua" : "ts", place);
				if (language === "lua") return;
				const { 0: before, 2: begins, index: start } = code[index - 1];
				assert.equal(start + before.length + 1, code[index].index, `${place} does not follow its Luau: ${text}`);
				const kind = /^-- (\w+) in /.exec(begins)?.[1];
				const wanted = {
					LocalScript: /^\/\/ src\/client\/.*\.client\.ts$/,
					Script: /^\/\/ src\/server\/.*\.server\.ts$/,
				}[kind];
				assert.equal(
					wanted === undefined ? !first.startsWith("// src/") : wanted.test(first),
					true,
					`${place}: ${first}`,
				);
			});
			assert.equal(code.length % 2, 0, page);
		}
	},
	"every link of the pages leads somewhere": () => {
		const lost = [];
		for (const page of pages()) {
			for (const link of relativeLinks(readFileSync(join(root, page), "utf8"))) {
				const [path, anchor] = link.split("#");
				const target = join(root, dirname(page), path);
				if (!existsSync(target)) lost.push(`${page}: ${link}`);
				else if (anchor && !page.startsWith(join("docs", "api")) && target.endsWith(".md")) {
					if (!anchorsOf(readFileSync(target, "utf8")).includes(anchor)) lost.push(`${page}: ${link}`);
				}
			}
		}
		assert.deepEqual(lost, []);
	},
	"every picture is on a page": () => {
		const texts = pages().map((page) => readFileSync(join(root, page), "utf8"));
		const unused = readdirSync(join(root, "docs", "images")).filter(
			(name) => !texts.some((text) => text.includes(`images/${name}`)),
		);
		assert.deepEqual(unused, []);
	},
	"the README is short": () => {
		const lines = readFileSync(join(root, "README.md"), "utf8").trimEnd().split("\n").length;
		assert.ok(lines <= MOST_LINES, `it has ${lines} lines`);
	},
	"the README has its two commands, word for word": () => {
		assert.ok(
			readFileSync(join(root, "README.md"), "utf8").includes("```sh\nnpm ci && npm run demo\nnpm ci && npm test\n```"),
		);
	},
};
