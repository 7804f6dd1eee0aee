/**
 * `npm run docs:check-site`: looks at the site that `npm run docs:site` built. Every link and picture must lead somewhere. If Chromium is
 * here, it is also opened: no page may be wider than a phone's, a tablet's or a desktop's screen, the tabs must switch and remember, and
 * searches must find what people look for. Leaves pictures in `dist/site-pictures`.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { checkInBrowser } from "./check-site/in-browser.mjs";
import { checkPages } from "./check-site/pages.mjs";
import { findChromium } from "./check-site/find-chromium.mjs";
import { root } from "./run.mjs";

const SITE = join(root, "dist", "site");
/** The path that the site was built for. */
const BASE = process.env.DOCS_BASE ?? "/";

if (!existsSync(join(SITE, "index.html"))) {
	console.error("check-site: there is no site yet: npm run docs:site");
	process.exit(1);
}
const { problems, pages, links } = checkPages(SITE, BASE);
console.log(`${pages.length} pages, ${links} links`);
const chromium = findChromium();
if (chromium) {
	const { chromium: driver } = createRequire(join(root, "docs", "site", "package.json"))("playwright-core");
	const browser = await driver.launch({ executablePath: chromium, args: ["--no-sandbox"] });
	try {
		problems.push(...(await checkInBrowser(browser, SITE, pages, BASE)));
	} finally {
		await browser.close();
	}
} else
	console.log(
		"check-site: the browser's part is skipped, because there is no Chromium (Debian: apt-get install chromium)",
	);
for (const problem of problems) console.error(problem);
console.log(`check-site: ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
