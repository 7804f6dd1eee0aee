import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome.exe", "msedge.exe"];

/** Where a Mac has it, which is on no PATH. */
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

function isExecutable(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** The path of a Chromium: the one that CHROMIUM names, or one that is installed; undefined without one. */
export function findChromium() {
	if (process.env.CHROMIUM) return process.env.CHROMIUM;
	const folders = (process.env.PATH ?? "").split(delimiter);
	return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), MAC].find(isExecutable);
}
