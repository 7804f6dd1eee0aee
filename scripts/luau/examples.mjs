/** The examples of doc comments in Luau, laid out by StyLua and compiled by Luau. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findLune } from "../find-lune.mjs";
import { root } from "../run.mjs";

/** So wide is a block of code on a page beside its sidebar. */
const COLUMNS = 96;

const STYLUA = join(root, "node_modules", "@johnnymorganz", "stylua-bin", "run.js");

function run(file, args) {
	const { status, stdout, stderr, error } = spawnSync(file, args, { cwd: root, encoding: "utf8" });
	if (status !== 0) throw new Error(`${error?.message ?? ""}${stdout}${stderr}`.trim());
}

/** Lays out sources, by name, and compiles them; returns what they became. Throws the name of one that does not compile. */
export function formatLuau(sources) {
	const folder = mkdtempSync(join(tmpdir(), "dolly-luau-"));
	try {
		mkdirSync(join(folder, "blocks"));
		for (const [name, code] of sources) writeFileSync(join(folder, "blocks", `${name}.luau`), `${code}\n`);
		const style = ["--column-width", String(COLUMNS), "--indent-type", "Tabs", "--quote-style", "AutoPreferDouble"];
		run(process.execPath, [STYLUA, ...style, "--syntax", "Luau", join(folder, "blocks")]);
		const [lune, ...args] = findLune().command;
		run(lune, [...args, "run", join(root, "scripts", "luau", "compile-all.luau"), join(folder, "blocks")]);
		return new Map(
			[...sources.keys()].map((name) => [name, readFileSync(join(folder, "blocks", `${name}.luau`), "utf8")]),
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
