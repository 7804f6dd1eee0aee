import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

const TERMS = (name) => readFileSync(join(root, "node_modules", name), "utf8").trim();

/** What of others is in the compiled toolkit, and in the plugin and the demo besides. */
const RUNTIME = ["roblox-ts (include/RuntimeLib)", "https://github.com/roblox-ts/roblox-ts", "roblox-ts/LICENSE"];
const VIDE = ["vide", "https://github.com/centau/vide", "@rbxts/vide/LICENSE.md"];

/** Promise comes within roblox-ts, whose licence has the same terms; its copyright is its own. */
function promise() {
	const terms = TERMS("roblox-ts/LICENSE").replace(/^Copyright .*$/m, "Copyright (c) 2019 Eryn L. K.");
	return `Promise (include/Promise)\nhttps://github.com/evaera/roblox-lua-promise\n\n${terms}`;
}

const notice = ([name, address, file]) => `${name}\n${address}\n\n${TERMS(file)}`;

/** The licence of the toolkit and those of what is bundled with it; `withPanels` for what has panels: the plugin and the demo. */
export function writeNotices({ withPanels }) {
	const own = `Dolly\n\n${readFileSync(join(root, "LICENSE"), "utf8").trim()}`;
	const others = [notice(RUNTIME), promise(), ...(withPanels ? [notice(VIDE)] : [])];
	return `${[own, ...others].join(`\n\n${"-".repeat(72)}\n\n`)}\n`;
}
