/**
 * `npm run docs:site`: builds the documentation site into `dist/site`, from the same pages that are read in the repository. What it is
 * built with is installed in `docs/site` the first time, so that `npm ci` need not bring it. `DOCS_BASE` is the path of the site on its
 * host, "/" if it is not set.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { absoluteLinks } from "./absolute-links.mjs";
import { writeLlms } from "./docs-site/llms.mjs";
import { npm, root, run } from "./run.mjs";

const TOOLS = join(root, "docs", "site");
const SOURCE = join(root, "dist", "site-source");
const SITE = join(root, "dist", "site");

const { homepage, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** A line that is a link to an example and nothing else becomes the example. */
function withExamples(markdown, folder) {
	return markdown.replaceAll(/^\[examples\/[\w.-]+\]\(([\w./-]+\.ts)\)$/gm, (_, path) => {
		const code = readFileSync(join(root, folder, path), "utf8");
		return `\`\`\`ts\n${code.trimEnd()}\n\`\`\``;
	});
}

/** Links to pages and pictures lead to where the site has them, all others to the repository. */
function withLinks(markdown, from, pages) {
	const folder = posix.dirname(from);
	const isPicture = (path) => path.startsWith("docs/images/");
	return markdown.replaceAll(/(\]\(|src=")([^)"\s]+)(\)|")/g, (whole, before, address, after) => {
		if (/^(?:[a-z]+:|#|\/)/.test(address)) return whole;
		const [path, anchor] = posix.join(folder, address).split("#");
		const target = isPicture(path) ? path.replace(/^docs\//, "") : pages.get(path);
		if (target === undefined) return absoluteLinks(whole, { repository: homepage, version, folder });
		const relative = posix.relative(posix.dirname(pages.get(from)), target);
		return `${before}${relative.startsWith(".") ? "" : "./"}${relative}${anchor ? `#${anchor}` : ""}${after}`;
	});
}

/** The site's compiler takes every `<` for a tag and `{{` for code of its own: in text they stand for themselves. */
function withPlainText(markdown) {
	const parts = markdown.split(/(^```[^]*?^```$|`+[^`]*`+)/gm);
	return parts
		.map((part, index) => {
			if (index % 2 === 1) return part;
			return part.replaceAll(/<(?!\/?(?:img|a|br)\b|!--)/g, "&lt;").replaceAll("{{", "&#123;&#123;");
		})
		.join("");
}

/** Every page of the repository that the site has, and what the site calls it. */
function findPages() {
	const docs = readdirSync(join(root, "docs"), { recursive: true })
		.map((path) => path.replaceAll("\\", "/"))
		.filter((path) => path.endsWith(".md") && !path.startsWith("site/"))
		.map((path) => [`docs/${path}`, path.replace(/(^|\/)README\.md$/, "$1index.md")]);
	return new Map([...docs, ["CONTRIBUTING.md", "contributing/index.md"]]);
}

/** The first page, with what changes from release to release. */
function homePage(pages) {
	const start = pages.has("docs/getting-started.md") ? "/getting-started" : "/guides/record";
	return readFileSync(join(TOOLS, "index.md"), "utf8")
		.replaceAll("VERSION", version)
		.replace("RELEASES", `${homepage}/releases`)
		.replace("link: START", `link: ${start}`);
}

function stage(pages) {
	rmSync(SOURCE, { recursive: true, force: true });
	mkdirSync(SOURCE, { recursive: true });
	const isKept = (path) => !/[\\/](?:cache|dist)$/.test(path);
	cpSync(join(TOOLS, ".vitepress"), join(SOURCE, ".vitepress"), { recursive: true, filter: isKept });
	cpSync(join(TOOLS, "public"), join(SOURCE, "public"), { recursive: true });
	const home = homePage(pages);
	// The first page's picture is not named in its text, where the site's compiler would find it.
	const [, hero] = /^ +src: \/(\S+)$/m.exec(home);
	cpSync(join(root, "docs", "images", hero), join(SOURCE, "public", hero));
	cpSync(join(root, "docs", "images"), join(SOURCE, "images"), { recursive: true });
	const manifest = JSON.parse(readFileSync(join(TOOLS, "package.json"), "utf8"));
	writeFileSync(join(SOURCE, "package.json"), JSON.stringify({ ...manifest, version, homepage }));
	// A junction is the link to a folder that Windows allows everybody.
	symlinkSync(join(TOOLS, "node_modules"), join(SOURCE, "node_modules"), "junction");
	for (const [from, to] of pages) {
		const text = withPlainText(readFileSync(join(root, from), "utf8"));
		const page = withLinks(withExamples(text, posix.dirname(from)), from, pages);
		mkdirSync(dirname(join(SOURCE, to)), { recursive: true });
		writeFileSync(join(SOURCE, to), page);
	}
	writeFileSync(join(SOURCE, "index.md"), home);
}

if (!existsSync(join(TOOLS, "node_modules", "vitepress"))) npm(["ci", "--ignore-scripts"], TOOLS);
const pages = findPages();
if (!pages.has("docs/api/README.md")) {
	console.error("docs:site: there is no API reference yet: npm run docs");
	process.exit(1);
}
stage(pages);
run(process.execPath, [
	join(TOOLS, "node_modules", "vitepress", "bin", "vitepress.js"),
	...["build", SOURCE, "--outDir", SITE],
]);
writeLlms(SOURCE, SITE, { homepage, version });
console.log(`dist/site: ${pages.size + 1} pages`);
