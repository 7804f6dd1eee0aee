import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

const ADDRESS = /<(?:a|link|img|script)\b[^>]*?\s(?:href|src)="([^"]+)"/g;
const PLACE = /\sid="([^"]+)"/g;
const SIDEBAR = /<aside class="VPSidebar"[^]*?<\/aside>/;

const unescape = (text) => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");

function read(site, path) {
	const html = readFileSync(join(site, path), "utf8");
	return {
		html,
		addresses: [...html.matchAll(ADDRESS)].map(([, address]) => unescape(address)),
		places: new Set([...html.matchAll(PLACE)].map(([, id]) => unescape(id))),
	};
}

/** Reads every page of a site that stands below the path `base` of its host; returns what is wrong, the pages' paths, and how many links of the site were followed. */
export function checkPages(site, base = "/") {
	const paths = readdirSync(site, { recursive: true })
		.map((path) => path.replaceAll("\\", "/"))
		.filter((path) => path.endsWith(".html") && path !== "404.html")
		.sort();
	const pages = new Map(paths.map((path) => [path, read(site, path)]));
	const problems = [];
	const reached = new Set(["index.html"]);
	let links = 0;
	for (const [path, { addresses, html }] of pages) {
		for (const address of new Set(addresses)) {
			if (/^(?:[a-z]+:|\/\/)/.test(address)) continue;
			links++;
			const [file, anchor] = address.split("#");
			if (file.startsWith("/") && !file.startsWith(base)) {
				problems.push(`${path}: ${address} is outside of ${base}`);
				continue;
			}
			const joined = file.startsWith("/") ? file.slice(base.length) : posix.join(posix.dirname(path), file);
			const named = file === "" ? path : decodeURIComponent(joined);
			const target = named === "" || named.endsWith("/") || named === "." ? posix.join(named, "index.html") : named;
			if (!existsSync(join(site, target)) || !statSync(join(site, target)).isFile())
				problems.push(`${path}: ${address} is not there`);
			else if (pages.has(target)) {
				reached.add(target);
				if (anchor && !pages.get(target).places.has(decodeURIComponent(anchor)))
					problems.push(`${path}: ${target} has no #${decodeURIComponent(anchor)}`);
			}
		}
		const isForUsers = !path.startsWith("contributing/");
		if (isForUsers && SIDEBAR.exec(html)?.[0].includes(`href="${base}contributing/`))
			problems.push(`${path}: its sidebar leads to contributors' pages`);
	}
	for (const path of paths) if (!reached.has(path)) problems.push(`no page leads to ${path}`);
	for (const file of ["favicon.svg", "llms.txt", "llms-full.txt"])
		if (!existsSync(join(site, file))) problems.push(`${file} is not there`);
	return { problems, pages: paths, links };
}
