/** The sidebars, from the pages that `scripts/docs-site.mjs` has laid out: a new page is in them without being named here. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Guides that come first, in the order in which people meet what they are about; others follow by their titles. */
const GUIDES_FIRST = [
	"record",
	"camera-path",
	"cutscene",
	"killcam",
	"instant-replay",
	"camera-shake",
	"edit",
	"racing-ghost",
	"spectate",
	"import",
	"animated-character",
	"publish",
	"store",
];
const GUIDES_LAST = ["troubleshooting"];

/** Chapters of the API, in the order of what most people need. */
const CHAPTERS = ["Camera", "Store", "Import", "Scene", "Formats", "Meshopt", "Rotations", "Bytes"];

const source = new URL("../", import.meta.url);

function read(path) {
	return readFileSync(new URL(`${path}.md`, source), "utf8");
}

/** The first heading of a page, or `title` of its front matter. */
function titleOf(path) {
	const text = read(path);
	const stated = /^---\n[^]*?^title: *"?(.*?)"?$[^]*?^---$/m.exec(text);
	return (stated ?? /^# (.*)$/m.exec(text))?.[1].replaceAll("`", "") ?? path;
}

const itemOf = (path) => ({ text: titleOf(path), link: `/${path}` });

function pagesOf(folder) {
	if (!existsSync(new URL(`${folder}/`, source))) return [];
	return readdirSync(new URL(`${folder}/`, source))
		.filter((name) => name.endsWith(".md") && name !== "index.md")
		.map((name) => name.slice(0, -".md".length));
}

/** The pages of a folder: some first, some last, and the others between them by their titles. */
function inOrder(folder, first = [], last = []) {
	const rank = (name) => {
		if (first.includes(name)) return first.indexOf(name);
		return last.includes(name) ? first.length + 1 + last.indexOf(name) : first.length;
	};
	return pagesOf(folder)
		.map((name) => ({ ...itemOf(`${folder}/${name}`), rank: rank(name) }))
		.sort((a, b) => a.rank - b.rank || a.text.localeCompare(b.text))
		.map(({ text, link }) => ({ text, link }));
}

const thatExist = (paths) => paths.filter((path) => existsSync(new URL(`${path}.md`, source))).map(itemOf);

const start = thatExist(["getting-started", "concepts"]);
const guides = inOrder("guides", GUIDES_FIRST, GUIDES_LAST);

export const userSidebar = {
	firstGuide: (start[0] ?? guides[0]).link,
	groups: [
		...(start.length > 0 ? [{ text: "Start", items: start }] : []),
		{ text: "Guides", items: guides },
		{ text: "Studio", items: thatExist(["plugin"]) },
		{
			text: "Reference",
			items: [
				{ text: "API", link: "/api/" },
				...thatExist(["limits"]),
				{ text: "Formats", link: "/formats/", collapsed: true, items: inOrder("formats") },
			],
		},
	],
};

export const apiSidebar = [
	{ text: "API", items: [{ text: "Overview", link: "/api/" }] },
	...CHAPTERS.map((chapter) => ({
		text: chapter,
		collapsed: true,
		items: pagesOf(`api/${chapter}`)
			.sort((a, b) => a.localeCompare(b))
			.map((name) => ({ text: name, link: `/api/${chapter}/${name}` })),
	})),
];

export const contributingSidebar = [
	{
		text: "Working on Dolly",
		items: [
			{ text: "How to contribute", link: "/contributing/" },
			...inOrder("contributing", ["architecture", "testing"]),
		],
	},
];
