/**
 * `node scripts/lint/voice.mjs`, which `npm run lint` runs too: counts words that make prose read as translated, and fails if a group of files has more
 * of one than its ceiling allows. The remedy is a sentence that reads well, not another word in the same sentence.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import { root } from "../run.mjs";

/** How many files a failure names. */
const NAMED_FILES = 5;

const WORDS = {
	where: /\bwhere\b/gi,
	gives: /\bgives?\b/gi,
	"unless told or given": /\bunless (told|given)\b/gi,
	alone: /\balone\b/gi,
	whoever: /\bwhoever\b/gi,
	"so many": /\bso many\b/gi,
	"is none": /\b(is|are) none\b/gi,
	"of before": /\bof before\b/gi,
};

/** Markdown without its code. */
export const proseOf = (markdown) => markdown.replaceAll(/```[\s\S]*?```/g, "");

/** The comments of TypeScript. */
export const commentsOf = (source) => (source.match(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g) ?? []).join("\n");

function list(folder, ending) {
	return readdirSync(join(root, folder), { recursive: true })
		.map((path) => join(folder, path).replaceAll("\\", "/"))
		.filter((path) => ending.test(path));
}

function listPages() {
	const pages = list("docs", /\.md$/).filter((path) => !/^docs\/(api|site)\//.test(path));
	return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...pages];
}

function listSources() {
	return ["src", "plugin"].flatMap((folder) => list(folder, /\.tsx?$/));
}

/** What is counted, and the max times per 1,000 words of each word. */
export const GROUPS = {
	docs: {
		list: listPages,
		textOf: proseOf,
		ceilings: {
			where: 1.5,
			gives: 0.2,
			"unless told or given": 0,
			alone: 0.3,
			whoever: 0,
			"so many": 0,
			"is none": 0,
			"of before": 0,
		},
	},
	comments: { list: listSources, textOf: commentsOf, ceilings: { where: 3 } },
};

/** Says which words `files`, each with `path` and `text`, have too often, and where most of them are: a line for each word. */
export function findTooMany(files, ceilings) {
	const total = files.reduce((sum, { text }) => sum + (text.match(/\S+/g) ?? []).length, 0);
	const problems = [];
	for (const [word, ceiling] of Object.entries(ceilings)) {
		const counts = files
			.map(({ path, text }) => ({ path, count: (text.match(WORDS[word]) ?? []).length }))
			.filter(({ count }) => count > 0)
			.sort((a, b) => b.count - a.count);
		const perThousand = (1000 * counts.reduce((sum, { count }) => sum + count, 0)) / Math.max(total, 1);
		if (perThousand <= ceiling) continue;
		const most = counts.slice(0, NAMED_FILES).map(({ path, count }) => `${path} (${count})`);
		problems.push(`"${word}": ${perThousand.toFixed(2)} per 1,000 words; at most ${ceiling}: ${most.join(", ")}`);
	}
	return problems;
}

/** The problems of all groups, a line each. */
export function checkVoice() {
	return Object.entries(GROUPS).flatMap(([name, { list, textOf, ceilings }]) => {
		const files = list().map((path) => ({ path, text: textOf(readFileSync(join(root, path), "utf8")) }));
		return findTooMany(files, ceilings).map((problem) => `${name}: ${problem}`);
	});
}

if (import.meta.url === pathToFileURL(argv[1]).href) {
	const problems = checkVoice();
	for (const problem of problems) console.log(problem);
	process.exit(problems.length === 0 ? 0 : 1);
}
