/**
 * `npm run docs:check-site`: opens the site that `npm run docs:site` built in headless Chromium, follows every link from the first page
 * on, looks whether pictures and headings are where links lead, and searches. Without Chromium it says that it was skipped.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { exit } from "node:process";
import { root } from "./run.mjs";

const SITE = join(root, "dist", "site");
const PICTURES = join(root, "dist", "site-pictures");
const TYPES = {
	".html": "text/html",
	".js": "text/javascript",
	".css": "text/css",
	".json": "application/json",
	".png": "image/png",
	".svg": "image/svg+xml",
	".woff2": "font/woff2",
};

/** What people look for, and the page that must be among what they find. */
const SEARCHES = [
	["keepLast", "instant-replay"],
	["trimRecording", "trimRecording"],
	["anchored", "troubleshooting"],
];

function findChromium() {
	const names = [process.env.CHROMIUM, "chromium", "chromium-browser", "google-chrome"].filter(Boolean);
	return names
		.map((name) => (spawnSync("which", [name], { encoding: "utf8" }).stdout ?? "").trim())
		.find((path) => path !== "");
}

/** Serves the site on a port of this machine that is free. */
async function serve() {
	const server = createServer((request, response) => {
		const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
		const file = join(SITE, path.endsWith("/") ? `${path}index.html` : path);
		if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
		response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
		return response.end(readFileSync(file));
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return { server, address: `http://127.0.0.1:${server.address().port}` };
}

/* global document */
/** What is on a page: its links, the places in it that links can lead to, and pictures that did not load. */
function lookAt() {
	const links = [...document.querySelectorAll("a[href]")].map(({ href }) => href);
	const places = [...document.querySelectorAll("[id]")].map(({ id }) => id);
	const pictures = [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src);
	return { links, places, pictures, isLost: document.title.startsWith("404") };
}

/** Visits every page that can be reached; gives what is wrong. */
async function follow(page, address) {
	const problems = [];
	const places = new Map();
	const wanted = new Map([[`${address}/`, "the start"]]);
	const anchors = [];
	page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
	for (const [url, from] of wanted) {
		const response = await page.goto(url, { waitUntil: "load" });
		if (!response.ok()) {
			problems.push(`${from}: ${url} is not there`);
			continue;
		}
		await page.waitForFunction(() => document.readyState === "complete");
		const found = await page.evaluate(lookAt);
		if (found.isLost) problems.push(`${from}: ${url} is not there`);
		for (const picture of found.pictures) problems.push(`${url}: ${picture} is not shown`);
		places.set(url, new Set(found.places));
		for (const link of found.links.filter((href) => href.startsWith(address))) {
			const [target, anchor] = link.split("#");
			if (!wanted.has(target)) wanted.set(target, url);
			if (anchor) anchors.push([url, target, decodeURIComponent(anchor)]);
		}
	}
	for (const [from, target, anchor] of anchors) {
		if (!places.get(target)?.has(anchor)) problems.push(`${from}: ${target} has no #${anchor}`);
	}
	return { problems, count: places.size, anchors: anchors.length };
}

/** Searches as a reader would; gives what was not found. */
async function search(page, address) {
	const problems = [];
	for (const [words, expected] of SEARCHES) {
		await page.goto(`${address}/`, { waitUntil: "load" });
		await page.click("#local-search button");
		await page.fill("#localsearch-input", words);
		try {
			await page.waitForSelector(`.VPLocalSearchBox a.result[href*="${expected}"]`, { timeout: 20_000 });
		} catch {
			problems.push(`a search for ${words} does not find ${expected}`);
		}
		await page.screenshot({ path: join(PICTURES, `search-${words}.png`) });
	}
	return problems;
}

const chromium = findChromium();
if (!chromium) {
	console.log("check-site: skipped, because there is no Chromium here (Debian: apt-get install chromium)");
	exit(0);
}
if (!existsSync(SITE)) {
	console.error("check-site: there is no site yet: npm run docs:site");
	exit(1);
}
const { chromium: driver } = createRequire(join(root, "docs", "site", "package.json"))("playwright-core");
mkdirSync(PICTURES, { recursive: true });
const { server, address } = await serve();
const browser = await driver.launch({ executablePath: chromium, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
// What lies outside is not asked for: the site must stand alone.
await page.route(
	(url) => url.origin !== address,
	(route) => route.abort(),
);
const { problems, count, anchors } = await follow(page, address);
problems.push(...(await search(page, address)));
for (const [name, path] of [
	["home", "/"],
	["guide", "/guides/instant-replay.html"],
	["api", "/api/Camera/Recorder.html"],
]) {
	await page.goto(`${address}${path}`, { waitUntil: "load" });
	await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
await browser.close();
server.close();
for (const problem of problems) console.error(problem);
console.log(`${count} pages, ${anchors} links to headings, ${SEARCHES.length} searches: ${problems.length} problems`);
exit(problems.length > 0 ? 1 : 0);
