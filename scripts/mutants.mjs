/**
 * `npm run mutants -- [--folder name] [--per-file N] [--seed S]`: changes constants, signs, bounds and comparisons of the compiled
 * Luau, one at a time, and runs the specs that should notice. Prints what nobody noticed, and how many were, by folder.
 * `npm run build` must have been run.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { findLune } from "./find-lune.mjs";
import { root } from "./run.mjs";

/** What is changed, and the specs that should notice: those of the same name first. */
const FOLDERS = {
	take: { path: "take", patterns: (name) => [`take/${name}`, "take/", "roblox/camera/film"] },
	motion: {
		path: "motion",
		patterns: (name) => [`motion/${name}`, "motion/", "roblox/timeline-player", "roblox/camera/"],
	},
	camera: {
		path: "roblox/camera",
		patterns: (name) => [`roblox/camera/${name}`, "roblox/camera/", "roblox/timeline-player"],
	},
	store: { path: "roblox/store", patterns: (name) => [`roblox/store/${name}`, "roblox/store/"] },
};

/** A mutant whose specs say nothing for so long never ends, and counts as noticed. */
const SILENCE = 180_000;

/** What is replaced, and by what. Strings, comments and imports stay. */
const CHANGES = [
	[/(?<=\s)<=(?=\s)/g, () => "<"],
	[/(?<=\s)<(?=\s)/g, () => "<="],
	[/(?<=\s)>=(?=\s)/g, () => ">"],
	[/(?<=\s)>(?=\s)/g, () => ">="],
	[/(?<=\s)==(?=\s)/g, () => "~="],
	[/(?<=\s)~=(?=\s)/g, () => "=="],
	[/(?<=\s)\+(?=\s)/g, () => "-"],
	[/(?<=\s)-(?=\s)/g, () => "+"],
	[/(?<=\s)\*(?=\s)/g, () => "/"],
	[/\bmath\.min\b/g, () => "math.max"],
	[/\bmath\.max\b/g, () => "math.min"],
	[/\bmath\.floor\b/g, () => "math.ceil"],
	[/\bmath\.ceil\b/g, () => "math.floor"],
	[/(?<=\s)and(?=\s)/g, () => "or"],
	[/\btrue\b/g, () => "false"],
	[/\bfalse\b/g, () => "true"],
	[
		/(?<![\w.])\d+(\.\d+)?(?![\w.])/g,
		(found) => (found.includes(".") ? `${Number(found) * 1.5}` : `${Number(found) + 1}`),
	],
];

/** mulberry32: the same mutants for the same seed. */
function seeded(seed) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

function luauFiles(folder) {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return luauFiles(path);
		return entry.name.endsWith(".luau") ? [path] : [];
	});
}

/** The same text with strings and comments blanked out, so that nothing in them is changed. */
function codeOnly(line) {
	return line.replace(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|--.*$/g, (found) => " ".repeat(found.length));
}

/** Every change that a file allows. */
function mutantsOf(file) {
	const lines = readFileSync(file, "utf8").split("\n");
	let isComment = false;
	return lines.flatMap((line, index) => {
		if (line.includes("--[[") || line.includes("--[=[")) isComment = true;
		const skipped = isComment || /TS\.import|require\(|^local TS\b|^return /.test(line);
		if (line.includes("]]") || line.includes("]=]")) isComment = false;
		if (skipped) return [];
		return CHANGES.flatMap(([pattern, change]) =>
			[...codeOnly(line).matchAll(pattern)].map((match) => {
				const changed = line.slice(0, match.index) + change(match[0]) + line.slice(match.index + match[0].length);
				const source = [...lines.slice(0, index), changed, ...lines.slice(index + 1)].join("\n");
				return { line: index + 1, before: line.trim(), after: changed.trim(), source };
			}),
		);
	});
}

/** Runs jobs in one process until it ends or falls silent; gives the number of jobs that are done. */
function runJobs(jobs, onResult) {
	const folder = mkdtempSync(join(tmpdir(), "dolly-mutants-"));
	const file = join(folder, "jobs.json");
	writeFileSync(file, JSON.stringify(jobs));
	const [lune, ...args] = findLune().command;
	return new Promise((resolve) => {
		const child = spawn(lune, [...args, "run", "tests/headless/engine/run-mutants.luau", "dist/test.rbxl", file], {
			cwd: root,
			stdio: ["ignore", "pipe", "ignore"],
		});
		let done = 0;
		const finish = (isKilled) => {
			if (done < jobs.length && isKilled) {
				onResult(jobs[done], true);
				done += 1;
			}
		};
		let watch = setTimeout(() => child.kill("SIGKILL"), SILENCE);
		createInterface({ input: child.stdout }).on("line", (line) => {
			const found = /^(killed|survived) \d+/.exec(line);
			if (!found) return;
			clearTimeout(watch);
			watch = setTimeout(() => child.kill("SIGKILL"), SILENCE);
			onResult(jobs[done], found[1] === "killed");
			done += 1;
		});
		child.on("close", () => {
			clearTimeout(watch);
			// What ended the whole process did not go unnoticed.
			finish(true);
			rmSync(folder, { recursive: true });
			resolve(done);
		});
	});
}

const { values } = parseArgs({
	options: {
		folder: { type: "string" },
		"per-file": { type: "string", default: "6" },
		seed: { type: "string", default: "1" },
	},
});
const random = seeded(Number(values.seed));
const known = JSON.parse(readFileSync(join(root, "scripts", "equivalent-mutants.json"), "utf8"));
const rows = [];
for (const [name, { path, patterns }] of Object.entries(FOLDERS)) {
	if (values.folder && values.folder !== name) continue;
	const jobs = luauFiles(join(root, "out", "src", path)).flatMap((file) => {
		const module = relative(join(root, "out", "src"), file).replace(/\.luau$/, "");
		const own = basename(module);
		const all = mutantsOf(file)
			.map((mutant) => ({ ...mutant, module, patterns: patterns(own), order: random() }))
			.sort((a, b) => a.order - b.order);
		return all.slice(0, Number(values["per-file"]));
	});
	let killed = 0;
	let equivalent = 0;
	const onResult = ({ module, line, before, after }, isKilled) => {
		if (isKilled) killed += 1;
		else if (known.some((entry) => entry.module === module && entry.before === before && entry.after === after)) {
			equivalent += 1;
		} else console.log(`survived: ${module}:${line}\n  ${before}\n  ${after}`);
	};
	for (let at = 0; at < jobs.length;) at += await runJobs(jobs.slice(at), onResult);
	rows.push({ name, tried: jobs.length, killed, equivalent });
}
console.log("| folder | mutants | killed | equivalent | share |\n|---|---:|---:|---:|---:|");
for (const { name, tried, killed, equivalent } of rows) {
	const share = ((100 * killed) / Math.max(1, tried - equivalent)).toFixed(0);
	console.log(`| ${name} | ${tried} | ${killed} | ${equivalent} | ${share} % |`);
}
