import { readdirSync } from "node:fs";
import { defineConfig } from "vitepress";

/** The pages of a folder that `scripts/docs-site.mjs` has laid out, by name. */
function pagesOf(folder) {
	return readdirSync(new URL(`../${folder}/`, import.meta.url))
		.filter((name) => name.endsWith(".md") && name !== "index.md")
		.map((name) => name.slice(0, -3))
		.sort((a, b) => a.localeCompare(b))
		.map((name) => ({ text: name, link: `/${folder}/${name}` }));
}

/** Headings get the names that GitHub gives them, so that links work in both places. */
function slugify(heading) {
	return heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N} _-]/gu, "")
		.replaceAll(" ", "-");
}

const CHAPTERS = ["Camera", "Store", "Import", "Scene", "Formats", "Meshopt", "Rotations", "Bytes"];

const guides = [
	{ text: "Record and replay", link: "/guides/record" },
	{ text: "Edit a recording", link: "/guides/edit" },
	{ text: "Camera from A to B", link: "/guides/camera-path" },
	{ text: "Killcam", link: "/guides/killcam" },
	{ text: "Instant replay", link: "/guides/instant-replay" },
	{ text: "Cutscene", link: "/guides/cutscene" },
	{ text: "Racing ghost", link: "/guides/racing-ghost" },
	{ text: "Spectate", link: "/guides/spectate" },
	{ text: "Import a model", link: "/guides/import" },
	{ text: "Animated character", link: "/guides/animated-character" },
	{ text: "Publish a model", link: "/guides/publish" },
	{ text: "Store and send", link: "/guides/store" },
	{ text: "The Studio plugin", link: "/plugin" },
	{ text: "Performance", link: "/contributing/performance" },
	{ text: "Limits and errors", link: "/limits" },
	{ text: "Troubleshooting", link: "/guides/troubleshooting" },
];

export default defineConfig({
	title: "Dolly",
	description: "Record and replay the Roblox camera, and import glTF, MDX and Morpheme animation",
	cleanUrls: false,
	markdown: { attrs: { disable: true }, anchor: { slugify } },
	vite: { build: { chunkSizeWarningLimit: 4000 } },
	themeConfig: {
		search: { provider: "local" },
		outline: [2, 3],
		nav: [
			{ text: "Guides", link: "/guides/record" },
			{ text: "API", link: "/api/" },
			{ text: "Formats", link: "/formats/" },
		],
		sidebar: [
			{ text: "Guides", items: guides },
			{ text: "Formats", collapsed: true, items: pagesOf("formats") },
			{
				text: "API",
				collapsed: true,
				items: [
					{ text: "Overview", link: "/api/" },
					...CHAPTERS.map((chapter) => ({ text: chapter, collapsed: true, items: pagesOf(`api/${chapter}`) })),
				],
			},
			{
				text: "Working on it",
				collapsed: true,
				items: [
					{ text: "Architecture", link: "/contributing/architecture" },
					{ text: "Testing", link: "/contributing/testing" },
					{ text: "Fidelity", link: "/contributing/fidelity" },
				],
			},
		],
	},
});
