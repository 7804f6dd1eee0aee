import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The folders and pages that people read, in the order in which they do; the API is listed by its chapters. */
const SECTIONS = [
	["Start", ["getting-started.md", "concepts.md"]],
	["Guides", "guides"],
	["Studio", ["plugin.md"]],
	["Reference", ["limits.md", "api/index.md"]],
	["Formats", "formats"],
];

/** The address of the project's site on GitHub Pages. */
function siteOf(homepage) {
	const [owner, repository] = new URL(homepage).pathname.slice(1).split("/");
	return `https://${owner}.github.io/${repository}/`;
}

function pagesOf(source, section) {
	const paths = Array.isArray(section)
		? section
		: readdirSync(join(source, section))
				.filter((name) => name.endsWith(".md"))
				.sort()
				.map((name) => `${section}/${name}`);
	return paths.filter((path) => existsSync(join(source, path)));
}

/** Markdown as it was before the site's compiler needed some of it in another form. */
function plainText(markdown) {
	return markdown.replaceAll("&lt;", "<").replaceAll("&#123;", "{");
}

/** A page's heading, and its first sentence without links and marks. */
function summaryOf(markdown) {
	const title = /^# (.*)$/m.exec(markdown)?.[1];
	const [first = ""] = markdown
		.replace(/^---\n[^]*?^---$/m, "")
		.replaceAll(/^```[^]*?^```$/gm, "")
		.split(/\n\s*\n/)
		.filter((part) => /^[A-Z`*_[]/.test(part.trim()) && !part.trim().startsWith("[Dolly API]"));
	const plain = first
		.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
		.replaceAll(/\s+/g, " ")
		.trim();
	return { title, sentence: /^.*?\.(?=\s|$)/.exec(plain)?.[0] ?? plain.replace(/:$/, ".") };
}

/** Writes `llms.txt`, a list of the pages for language models, and `llms-full.txt`, which holds all but the API. */
export function writeLlms(source, site, { homepage, version }) {
	const address = siteOf(homepage);
	const lines = [
		"# Dolly",
		"",
		`> Toolkit for Roblox (Luau and TypeScript), version ${version}: records and replays cameras and characters, and imports glTF, MDX and Morpheme models from buffers at run time.`,
		"",
		`Every example is in both languages. In Luau: \`local dolly = require(game:GetService("ReplicatedStorage").dolly)\`, classes are made with \`.new\`, methods are called with \`:\`. In TypeScript: \`import { Recorder } from "@rbxts/dolly"\`.`,
	];
	const full = [...lines];
	for (const [heading, section] of SECTIONS) {
		const pages = pagesOf(source, section);
		if (pages.length === 0) continue;
		lines.push("", `## ${heading}`, "");
		for (const path of pages) {
			const markdown = plainText(readFileSync(join(source, path), "utf8"));
			const { title, sentence } = summaryOf(markdown);
			const url = `${address}${path.replace(/index\.md$/, "").replace(/\.md$/, ".html")}`;
			lines.push(`- [${title}](${url}): ${sentence}`);
			full.push("", `<!-- ${url} -->`, "", markdown.trim());
		}
	}
	writeFileSync(join(site, "llms.txt"), `${lines.join("\n")}\n`);
	writeFileSync(join(site, "llms-full.txt"), `${full.join("\n")}\n`);
}
