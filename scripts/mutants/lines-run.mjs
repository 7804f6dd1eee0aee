import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { endTogether } from "../end-together.mjs";
import { findLune } from "../find-lune.mjs";
import { root } from "../run.mjs";
import { blocksOf, importsOf } from "./blocks.mjs";
import { FOLDER, PLACE } from "./place.mjs";

/** Whose specs count: those of the toolkit itself, and the plugin's own. What only an example would notice is not tested where it belongs. */
const COUNTED = /^(?:bytes|rotation|motion|take|replay|scene|formats|roblox|smoke|surface)(?:\/|$)/;
const COUNTED_IN_PLUGIN = /^plugin\//;

const isInPlugin = (module) => module.startsWith("plugin/");

const digest = (text) => createHash("sha1").update(text).digest("hex").slice(0, 16);

/** The Luau files below a folder by their path without ending. */
export function luauFiles(folder) {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".luau"));
	return new Map(
		paths.map((entry) => {
			const path = join(entry.parentPath, entry.name);
			return [relative(folder, path).replace(/\.luau$/, ""), readFileSync(path, "utf8")];
		}),
	);
}

function runFiles(sources, files, onRun) {
	const jobs = join(FOLDER, "lines-jobs.json");
	writeFileSync(jobs, JSON.stringify({ sources, files }));
	const [lune, ...args] = findLune().command;
	const child = spawn(lune, [...args, "run", "tests/headless/engine/run-lines.luau", PLACE, jobs], {
		cwd: root,
		stdio: ["ignore", "pipe", "inherit"],
	});
	endTogether(child);
	createInterface({ input: child.stdout }).on("line", (line) => {
		// Luau's empty array is an object in JSON.
		if (line.startsWith("{")) onRun({ ...JSON.parse(line), specs: Object.values(JSON.parse(line).specs) });
		else console.error(line);
	});
	return new Promise((resolve) => child.on("close", resolve));
}

/**
 * Which specs run which lines of `modules` (paths of out/src), and in how many seconds. What was found is kept, and a file of
 * specs runs again only when it has changed; of a module that has, whatever ran of it before counts for all of it. Gives a
 * function: the specs that pass a line. `folder` names the cache, since only these modules count.
 */
export async function findLinesRun(modules, sources, folder = "all") {
	const cachePath = join(FOLDER, `lines-run-${folder}.json`);
	const counts = [modules.some(isInPlugin) && COUNTED_IN_PLUGIN, !modules.every(isInPlugin) && COUNTED].filter(Boolean);
	const blocks = new Map(modules.map((module) => [module, blocksOf(sources.get(module), module)]));
	const digests = Object.fromEntries(modules.map((module) => [module, digest(sources.get(module))]));
	const specs = [...luauFiles(join(root, "out", "tests"))]
		.filter(([name]) => name.endsWith(".spec") && counts.some((pattern) => pattern.test(name.replace(/\.spec$/, ""))))
		.map(([name, source]) => ({ file: name.replace(/\.spec$/, ""), digest: digest(source) }));
	const cache = existsSync(cachePath) ? JSON.parse(readFileSync(cachePath, "utf8")) : {};
	const stale = specs.filter(({ file, digest }) => cache[file]?.digest !== digest);
	if (stale.length > 0) {
		console.error(`mutants: finding what ${stale.length} files of specs run`);
		for (const { file, digest } of stale) cache[file] = { digest, modules: {}, runs: [] };
		const counting = Object.fromEntries(modules.map((module) => [module, blocks.get(module).counting]));
		await runFiles(
			counting,
			stale.map(({ file }) => file),
			({ file, way, between, specs, failed }) => {
				if (failed) console.error(`mutants: fails as it is, and is left out: ${failed}`);
				for (const ran of [between, ...specs.map((spec) => spec.ran)]) {
					for (const module of Object.keys(ran)) cache[file].modules[module] = digests[module];
				}
				cache[file].runs.push({ way, between, specs });
				writeFileSync(cachePath, JSON.stringify(cache));
			},
		);
	}
	const importers = new Map(modules.map((module) => [module, [module]]));
	for (const module of modules) {
		for (const imported of importsOf(sources.get(module), module)) importers.get(imported)?.push(module);
	}
	return ({ module, line }) => {
		const block = blocks.get(module).ofLine[line];
		// What runs when a module is loaded shows in whatever runs of it, or of a module that imports it.
		const isRun = (ran, former) => {
			if (block === 0) return importers.get(module).some((name) => ran[name] !== undefined);
			return former === digests[module] ? (ran[module]?.includes(block) ?? false) : ran[module] !== undefined;
		};
		return specs.flatMap(({ file }) =>
			cache[file].runs.flatMap(({ way, between, specs }) => {
				const former = cache[file].modules[module];
				const found = isRun(between, former) ? specs : specs.filter(({ ran }) => isRun(ran, former));
				return found.map(({ name, seconds }) => ({ file, way, name, seconds }));
			}),
		);
	};
}
