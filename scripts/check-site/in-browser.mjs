/* global document, getComputedStyle */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run.mjs";
import { serve } from "./serve.mjs";

const PICTURES = join(root, "dist", "site-pictures");

/** A phone, a tablet and a desktop. */
const SCREENS = [
	{ width: 390, height: 844 },
	{ width: 768, height: 1024 },
	{ width: 1280, height: 900 },
];

/** How many pages are open at a time. */
const AT_ONCE = 3;

/** What people look for, and the page that must be among the first that they find. */
const SEARCHES = [
	["killcam", "/guides/killcam"],
	["fov", "fieldOfView|camera-path|Key"],
	["shake", "shake|film"],
	["keepLast", "instant-replay|killcam|ReplayRecorder"],
	["trimRecording", "trimRecording"],
	["anchored", "troubleshooting|Follower|import"],
	["slow motion", "killcam|retime|instant-replay|film"],
];
const FIRST_RESULTS = 8;

/** Pages that pictures are taken of. */
const SHOWN = [
	["home", "/"],
	["guide", "/guides/killcam.html"],
	["plugin", "/plugin.html"],
	["api", "/api/Camera/Recorder.html"],
	["contributing", "/contributing/"],
];

async function open(context, address) {
	const page = await context.newPage();
	// What lies outside is not asked for: the site must stand alone.
	await page.route(
		(url) => url.origin !== new URL(address).origin,
		(route) => route.abort(),
	);
	return page;
}

/** What is wider than the screen: the page, or an element that sticks out of it. Runs in the page. */
function tooWide() {
	const { scrollWidth, clientWidth } = document.documentElement;
	// What the theme cuts off at the edge of the screen makes no page wider.
	const cut = [
		...document.querySelectorAll(".aside-container, .outline-link, .VPDoc .content, .VPNavBar .content"),
	].find((element) => element.getBoundingClientRect().right > clientWidth + 1);
	if (cut) return `cut off at .${cut.className}: ${cut.textContent.trim().slice(0, 40)}`;
	if (scrollWidth <= clientWidth) return undefined;
	const isScrolled = (element) => {
		for (let up = element.parentElement; up; up = up.parentElement)
			if (/auto|scroll|hidden/.test(getComputedStyle(up).overflowX)) return true;
		return false;
	};
	const wide = [...document.querySelectorAll("body *")].find(
		(element) => element.getBoundingClientRect().right > clientWidth + 1 && !isScrolled(element),
	);
	const name = wide ? `${wide.tagName.toLowerCase()}.${wide.className}: ${wide.textContent.trim().slice(0, 40)}` : "";
	return `${scrollWidth} pixels wide on a screen of ${clientWidth} (${name})`;
}

/** Opens every page at every width. */
async function checkWidths(context, address, pages) {
	const problems = [];
	const waiting = [...pages];
	async function work() {
		const page = await open(context, address);
		page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
		page.on("console", (message) => {
			if (/hydration/i.test(message.text())) problems.push(`${page.url()}: ${message.text()}`);
		});
		while (waiting.length > 0) {
			const path = waiting.shift();
			await page.goto(`${address}/${path}`, { waitUntil: "load" });
			for (const size of SCREENS) {
				await page.setViewportSize(size);
				const found = await page.evaluate(tooWide);
				if (found) problems.push(`${path}: is ${found}`);
			}
			const lost = await page.evaluate(() =>
				[...document.images].filter((image) => image.complete && image.naturalWidth === 0).map(({ src }) => src),
			);
			for (const picture of lost) problems.push(`${path}: ${picture} is not shown`);
		}
		await page.close();
	}
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return problems;
}

/** The languages of the tabs whose code is seen. Runs in the page. */
function shownLanguages() {
	const blocks = [...document.querySelectorAll(".code-tabs div[class*='language-']")];
	const seen = blocks.filter((block) => block.getClientRects().length > 0);
	const tabs = [...document.querySelectorAll(".code-tabs [aria-selected='true']")];
	return {
		groups: document.querySelectorAll(".code-tabs").length,
		code: seen.map((block) => /language-(\w+)/.exec(block.className)[1]),
		tabs: tabs.map(({ textContent }) => textContent.trim()),
	};
}

/** Switches a tab, and looks whether all others follow, on this page and on the next, and after the browser comes back. */
async function checkTabs(context, address) {
	const problems = [];
	const page = await open(context, address);
	async function expectLanguage(when, code, tab) {
		await page
			.waitForFunction(
				(wanted) => document.querySelector(".code-tabs [aria-selected='true']")?.textContent.trim() === wanted,
				tab,
				{ timeout: 5000 },
			)
			.catch(() => problems.push(`tabs: ${when}: ${tab} is not chosen`));
		const shown = await page.evaluate(shownLanguages);
		const isRight = shown.groups > 0 && shown.code.length === shown.groups && shown.code.every((one) => one === code);
		if (!isRight) problems.push(`tabs: ${when}: ${shown.code.join(", ")} instead of ${code} in ${shown.groups} groups`);
		if (shown.tabs.some((one) => one !== tab))
			problems.push(`tabs: ${when}: ${shown.tabs.join(", ")} instead of ${tab}`);
	}
	await page.goto(`${address}/guides/killcam.html`, { waitUntil: "load" });
	await expectLanguage("at first", "lua", "Luau");
	await page.click(".code-tabs [data-tab='ts']");
	await expectLanguage("after a click", "ts", "TypeScript");
	await page.click("a.link[href$='/api/'], .VPNavBarMenu a[href$='/api/']");
	await page.waitForURL("**/api/**");
	await expectLanguage("on the next page", "ts", "TypeScript");
	await page.goto(`${address}/`, { waitUntil: "load" });
	await expectLanguage("after coming back", "ts", "TypeScript");
	await page.focus(".code-tabs [data-tab='ts']");
	await page.keyboard.press("ArrowLeft");
	await expectLanguage("after an arrow key", "lua", "Luau");
	await page.close();
	return problems;
}

/** Searches as a reader would. */
async function checkSearches(context, address) {
	const problems = [];
	const page = await open(context, address);
	for (const [words, expected] of SEARCHES) {
		await page.goto(`${address}/`, { waitUntil: "load" });
		await page.click("#local-search button");
		await page.fill("#localsearch-input", words);
		await page.waitForSelector(".VPLocalSearchBox a.result", { timeout: 20_000 }).catch(() => undefined);
		// The list is made anew a moment after the last key.
		await page.waitForTimeout(400);
		const found = await page.evaluate(() =>
			[...document.querySelectorAll(".VPLocalSearchBox a.result")].map((link) => link.getAttribute("href")),
		);
		const first = found.slice(0, FIRST_RESULTS);
		if (!first.some((link) => new RegExp(expected, "i").test(link)))
			problems.push(`a search for ${words} finds ${first.join(", ") || "nothing"}`);
		await page.screenshot({ path: join(PICTURES, `search-${words.replaceAll(" ", "-")}.png`) });
	}
	await page.close();
	return problems;
}

async function takePictures(browser, address) {
	for (const colorScheme of ["light", "dark"]) {
		for (const viewport of SCREENS) {
			const context = await browser.newContext({ viewport, colorScheme });
			const page = await open(context, address);
			for (const [name, path] of SHOWN) {
				await page.goto(`${address}${path}`, { waitUntil: "load" });
				const isDark = await page.evaluate(() => document.documentElement.classList.contains("dark"));
				if (isDark !== (colorScheme === "dark")) return [`${path} is not ${colorScheme}`];
				await page.screenshot({ path: join(PICTURES, `${name}-${viewport.width}-${colorScheme}.png`) });
				if (name === "home") {
					const whole = join(PICTURES, `whole-${name}-${viewport.width}-${colorScheme}.png`);
					await page.screenshot({ path: whole, fullPage: true });
				}
			}
			await context.close();
		}
	}
	return [];
}

/** Opens a site in a browser; returns what is wrong. `pages` are the paths of its pages. */
export async function checkInBrowser(browser, site, pages, base) {
	rmSync(PICTURES, { recursive: true, force: true });
	mkdirSync(PICTURES, { recursive: true });
	const { server, address } = await serve(site, base);
	const context = await browser.newContext({ viewport: SCREENS.at(-1), colorScheme: "light" });
	const problems = [];
	problems.push(...(await checkWidths(context, address, pages)));
	problems.push(...(await checkTabs(context, address)));
	problems.push(...(await checkSearches(context, address)));
	problems.push(...(await takePictures(browser, address)));
	server.close();
	console.log(
		`${pages.length} pages at ${SCREENS.length} widths, ${SEARCHES.length} searches, tabs, pictures in dist/site-pictures`,
	);
	return problems;
}
