import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { relativeLinks } from "../../scripts/absolute-links.mjs";
import { root } from "../../scripts/run.mjs";

const MOST_LINES = 120;

function pages() {
	const docs = readdirSync(join(root, "docs"), { recursive: true }).map((path) => join("docs", path));
	return [
		"README.md",
		"CONTRIBUTING.md",
		"CHANGELOG.md",
		...docs.filter((path) => path.endsWith(".md") && !path.startsWith(join("docs", "site"))),
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

export const checks = {
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
