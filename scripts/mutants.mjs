/**
 * `npm run mutants -- [--folder name] [--seed S|random] [--per-file N] [--lines-each N] [--only-survivors]`: changes constants, signs,
 * bounds and comparisons of the compiled Luau, one at a time, and runs the specs that pass the changed line. Prints what nobody
 * noticed, and how many were, by folder. With `--only-survivors`, what was killed before is taken as killed; with `--built`
 * nothing is compiled.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { buildProduct, compile } from "./build.mjs";
import { applyMutant, drawMutants } from "./mutants/changes.mjs";
import { findLinesRun, luauFiles } from "./mutants/lines-run.mjs";
import { copyPlace, FOLDER } from "./mutants/place.mjs";
import { tryMutants } from "./mutants/try-mutants.mjs";
import { generateOracleData } from "./oracle.mjs";
import { root } from "./run.mjs";

/** What is changed: modules by the beginnings of their paths. */
const FOLDERS = {
	motion: ["motion/"],
	take: ["take/"],
	replay: ["replay/"],
	camera: ["roblox/camera/"],
	players: ["timeline-player", "path-player", "follower", "signal", "spare-frames"].map((name) => `roblox/${name}`),
	...Object.fromEntries(
		["store", "replay", "film", "live", "mesh", "model"].map((name) => [`roblox ${name}`, [`roblox/${name}/`]]),
	),
	rig: ["roblox/rig/"],
	// What is drawn by panels is looked at in pictures.
	plugin: ["plugin/"],
	gltf: ["bind-matrices", "keys", "matrix", "nodes"].map((name) => `formats/gltf/${name}`),
};

/** For a mutant the quickest specs are run: as many as take so many seconds together without it, and at least so many. */
const MOST_SECONDS = 20;
const LEAST_SPECS = 4;

const RESULTS = join(FOLDER, "results.json");

const { values } = parseArgs({
	options: {
		folder: { type: "string" },
		seed: { type: "string", default: "1" },
		// So many mutants has a file at least, and one for each so many lines.
		"per-file": { type: "string", default: "6" },
		"lines-each": { type: "string", default: "12" },
		"only-survivors": { type: "boolean" },
		built: { type: "boolean" },
	},
});

if (values.seed === "random") values.seed = String(Math.floor(Math.random() * 2 ** 31));
console.log(`seed ${values.seed}`);
if (!values.built) {
	await generateOracleData();
	compile();
	buildProduct("places/test.project.json", "dist/test.rbxl");
}

copyPlace();

const sources = luauFiles(join(root, "out", "src"));
for (const [name, source] of luauFiles(join(root, "out", "plugin"))) {
	if (!name.endsWith(".server") && existsSync(join(root, "plugin", `${name}.ts`)))
		sources.set(`plugin/${name}`, source);
}
const folderOf = (module) =>
	Object.keys(FOLDERS).find((name) =>
		FOLDERS[name].some((path) => module === path || (path.endsWith("/") && module.startsWith(path))),
	);
const isWanted = (module) => {
	const folder = folderOf(module);
	return folder !== undefined && (values.folder === undefined || folder === values.folder);
};
const modules = [...sources.keys()].filter(isWanted).sort();
const isInPlugin = ({ module }) => module.startsWith("plugin/");
const specsOf = await findLinesRun(modules, sources, values.folder);

/** The specs for a mutant: the quickest first, its module's own before others; those with other signals last, where signals matter. */
function chooseSpecs(mutant) {
	const isOwn = ({ file }) => basename(file) === basename(mutant.module);
	const rank = (spec) => (spec.way - 1) * 1000 + (isOwn(spec) ? 0 : 1) + spec.seconds;
	const specs = specsOf(mutant)
		.filter(({ way }) => way === 1 || mutant.module.startsWith("roblox/"))
		// What only the plugin would notice of the toolkit is not tested where it belongs.
		.filter(({ file }) => isInPlugin(mutant) === file.startsWith("plugin/"))
		.sort((a, b) => rank(a) - rank(b));
	let seconds = 0;
	return specs.filter((spec, index) => (seconds += spec.seconds) <= MOST_SECONDS || index < LEAST_SPECS);
}

/** Specs by their file and way, in the order in which the first of each comes. */
function groupSpecs(specs) {
	const runs = new Map();
	for (const { file, way, name, seconds } of specs) {
		const key = `${way} ${file}`;
		if (!runs.has(key)) runs.set(key, { file, way, specs: [], seconds: 0 });
		runs.get(key).specs.push(name);
		runs.get(key).seconds += seconds;
	}
	return [...runs.values()];
}

/** What no spec can notice, with the reason; without `after`, no change of the line. */
const known = JSON.parse(readFileSync(join(root, "scripts", "equivalent-mutants.json"), "utf8"));
const isEquivalent = ({ module, before, after }) =>
	known.some((entry) => entry.module === module && entry.before === before && (entry.after ?? after) === after);
const results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : {};
const keyOf = ({ module, line, after }) => `${module}:${line + 1} ${after}`;

const drawn = modules.flatMap((module) =>
	drawMutants(
		module,
		sources.get(module),
		Number(values.seed),
		Number(values["per-file"]),
		Number(values["lines-each"]),
	),
);
const jobs = drawn
	.filter((mutant) => !isEquivalent(mutant))
	.filter(
		(mutant) =>
			!values["only-survivors"] || results[keyOf(mutant)] === undefined || results[keyOf(mutant)] === "survived",
	)
	.map((mutant) => ({
		...mutant,
		source: applyMutant(sources.get(mutant.module), mutant),
		runs: groupSpecs(chooseSpecs(mutant)),
	}));
const record = (mutant, killer) => {
	results[keyOf(mutant)] = killer === undefined ? "survived" : `killed by ${killer}`;
	writeFileSync(RESULTS, JSON.stringify(results, undefined, "\t"));
	if (killer !== undefined) return;
	const specs = mutant.runs.length > 0 ? "" : " (no spec runs it)";
	console.log(`survived: ${mutant.module}:${mutant.line + 1}${specs}\n  ${mutant.before}\n  ${mutant.after}`);
};
for (const job of jobs.filter(({ runs }) => runs.length === 0)) record(job, undefined);
await tryMutants(
	jobs.filter(({ runs }) => runs.length > 0),
	record,
);

console.log("| folder | mutants | killed | equivalent | share |\n|---|---:|---:|---:|---:|");
const row = (name, mutants) => {
	const equivalent = mutants.filter(isEquivalent).length;
	const killed = mutants.filter((mutant) => !isEquivalent(mutant) && results[keyOf(mutant)] !== "survived").length;
	const share = ((100 * killed) / Math.max(1, mutants.length - equivalent)).toFixed(0);
	console.log(`| ${name} | ${mutants.length} | ${killed} | ${equivalent} | ${share} % |`);
};
for (const name of new Set(drawn.map(({ module }) => folderOf(module)))) {
	row(
		name,
		drawn.filter(({ module }) => folderOf(module) === name),
	);
}
row("all", drawn);
