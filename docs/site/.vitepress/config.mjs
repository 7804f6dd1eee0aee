import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { codeTabs } from "./code-tabs.mjs";
import { searchOptions } from "./search.mjs";
import { apiSidebar, contributingSidebar, userSidebar } from "./sidebar.mjs";

const { homepage, version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
/** Where the site stands on its host: "/dolly/" on GitHub Pages. */
const base = process.env.DOCS_BASE ?? "/";

/** Headings get the names that GitHub gives them, so that links work in both places. */
function slugify(heading) {
	return heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N} _-]/gu, "")
		.replaceAll(" ", "-");
}

/** Shows code in the language that the reader chose, before anything is drawn. */
const CHOOSE_LANGUAGE = `try { document.documentElement.dataset.code = localStorage.getItem("dolly-code") === "ts" ? "ts" : "lua" } catch {}`;

export default defineConfig({
	base,
	lang: "en",
	title: "Dolly",
	description:
		"Record and replay cameras and characters in Roblox, and import glTF, MDX and Morpheme models at run time",
	cleanUrls: false,
	lastUpdated: false,
	head: [
		["link", { rel: "icon", href: `${base}favicon.svg`, type: "image/svg+xml" }],
		["meta", { name: "theme-color", content: "#0e7490" }],
		["script", {}, CHOOSE_LANGUAGE],
	],
	markdown: {
		attrs: { disable: true },
		anchor: { slugify },
		languageAlias: { lua: "luau" },
		config: codeTabs,
	},
	vite: { build: { chunkSizeWarningLimit: 4000 } },
	themeConfig: {
		logo: { src: "/favicon.svg", alt: "" },
		search: { provider: "local", options: searchOptions },
		outline: { level: [2, 3], label: "On this page" },
		nav: [
			{ text: "Guides", link: userSidebar.firstGuide, activeMatch: "^/(guides/|getting-started|concepts)" },
			{ text: "Plugin", link: "/plugin" },
			{ text: "API", link: "/api/", activeMatch: "^/api/" },
			{
				text: `v${version}`,
				items: [
					{ text: "Changelog", link: `${homepage}/blob/main/CHANGELOG.md` },
					{ text: "Releases", link: `${homepage}/releases` },
					{ text: "Contributing", link: "/contributing/" },
				],
			},
		],
		socialLinks: [{ icon: "github", link: homepage }],
		sidebar: { "/api/": apiSidebar, "/contributing/": contributingSidebar, "/": userSidebar.groups },
		footer: { message: `MIT licensed. Version ${version}.` },
	},
});
