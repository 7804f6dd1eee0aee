import { readFileSync } from "node:fs";
import { join } from "node:path";
import { absoluteLinks } from "./absolute-links.mjs";
import { makeFigure } from "./figure/make-figure.mjs";
import { root } from "./run.mjs";
import { zipFiles } from "./zip-folder.mjs";

/** What `npm run build` has made of it, under the names that docs/contributing/studio-check.md calls them by. */
const BUILT = ["dolly-plugin.rbxm", "dolly.rbxm", "demo.rbxl", "test.rbxl"];

const PAGE = "studio-check.md";

/** A ZIP archive for a person who has Studio and nothing else: what to open there, and a page that says what to look at. */
export async function zipStudioKit() {
	const { homepage, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const page = readFileSync(join(root, "docs", "contributing", PAGE), "utf8");
	const contents = new Map([
		[PAGE, Buffer.from(absoluteLinks(page, { repository: homepage, version, folder: "docs/contributing" }))],
		["check.glb", await makeFigure({ isTextured: true })],
	]);
	for (const name of BUILT) contents.set(name, readFileSync(join(root, "dist", name)));
	return zipFiles(contents);
}
