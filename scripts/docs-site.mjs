/**
 * `npm run docs:site`: builds the documentation site into `dist/site`, from the same pages that are read in the repository. What it is
 * built with is installed in `docs/site` the first time, so that `npm ci` need not bring it.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { absoluteLinks } from "./absolute-links.mjs";
import { root, run } from "./run.mjs";

const TOOLS = join(root, "docs", "site");
const SOURCE = join(root, "dist", "site-source");

const { homepage, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** A line that is a link to an example and nothing else becomes the example. */
function withExamples(markdown, folder) {
	return markdown.replaceAll(/^\[examples\/[\w.-]+\]\(([\w./-]+\.ts)\)$/gm, (_, path) => {
		const code = readFileSync(join(root, folder, path), "utf8");
		return `\`\`\`ts\n${code.trimEnd()}\n\`\`\``;
	});
}

/** Links out of `docs/` lead to the repository, links to a folder's page to what the site calls it. */
function withLinks(markdown, folder) {
	const isOutside = (address) => !posix.join(folder, address).startsWith("docs/") || /\.(?:svg|json)$/.test(address);
	return markdown.replaceAll(/(\]\(|src=")([^)"\s]+)(\)|")/g, (whole, before, address, after) => {
		if (/^(?:[a-z]+:|#|\/)/.test(address)) return whole;
		if (isOutside(address)) return absoluteLinks(whole, { repository: homepage, version, folder });
		const moved = address.replace(/(^|\/)README\.md/, "$1index.md");
		return `${before}${folder === "." ? moved.replace(/^docs\//, "./") : moved}${after}`;
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

function stage() {
	rmSync(SOURCE, { recursive: true, force: true });
	mkdirSync(SOURCE, { recursive: true });
	cpSync(join(TOOLS, ".vitepress"), join(SOURCE, ".vitepress"), { recursive: true });
	cpSync(join(TOOLS, "package.json"), join(SOURCE, "package.json"));
	cpSync(join(root, "docs", "images"), join(SOURCE, "images"), { recursive: true });
	symlinkSync(join(TOOLS, "node_modules"), join(SOURCE, "node_modules"));
	const pages = readdirSync(join(root, "docs"), { recursive: true })
		.map((path) => path.replaceAll("\\", "/"))
		.filter((path) => path.endsWith(".md") && !path.startsWith("site/"))
		.map((path) => [`docs/${path}`, path.replace(/(^|\/)README\.md$/, "$1index.md")]);
	for (const [from, to] of [...pages, ["README.md", "index.md"]]) {
		const folder = posix.dirname(from);
		const text = withPlainText(readFileSync(join(root, from), "utf8"));
		const page = withLinks(withExamples(text, folder), folder);
		mkdirSync(dirname(join(SOURCE, to)), { recursive: true });
		writeFileSync(join(SOURCE, to), page);
	}
	return pages.length + 1;
}

if (!existsSync(join(TOOLS, "node_modules", "vitepress"))) run("npm", ["ci", "--prefix", TOOLS, "--ignore-scripts"]);
const count = stage();
run(process.execPath, [
	join(TOOLS, "node_modules", "vitepress", "bin", "vitepress.js"),
	...["build", SOURCE, "--outDir", join(root, "dist", "site")],
]);
console.log(`dist/site: ${count} pages`);
