import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { sizesTable } from "../bench/flight-sizes.mjs";
import { buildBaseline } from "./bench/baseline.mjs";
import { LuneRows } from "./bench/lune-rows.mjs";
import { quartiles } from "./bench/statistics.mjs";
import { buildProduct, compile } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { root, runTool } from "./run.mjs";

/**
 * `npm run bench [-- pattern] [--baseline <commit>] [--rounds n] [--seconds s] [--models <folder>]`: measures every row of `bench/*.bench.ts`,
 * native and interpreted, beside the rivals of `bench/*.rival.mjs` and beside the same rows of an older commit. Within a
 * round a row, its baseline and its rivals take turns, so that a busy machine hurts all alike; ratios are of one round,
 * and their median and quartiles count. A pattern is part of `file: row`; `file:` before it loads that file alone.
 * `--models` adds rows for the clips of a folder's models.
 */
const { values: given, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		baseline: { type: "string" },
		rounds: { type: "string", default: "7" },
		seconds: { type: "string", default: "0.1" },
		models: { type: "string" },
	},
});
const ROUNDS = Number(given.rounds);
const SECONDS_A_ROW = Number(given.seconds);
if (given.models !== undefined) process.env.DOLLY_BENCH_MODELS = resolve(given.models);
const MODES = ["native", "interpreted"];

const pattern = positionals[0];
const namedFile = /^([\w-]+):/.exec(pattern ?? "")?.[1];
const folder = join(root, "bench");
const SNAPSHOT_PAGE = join(root, "docs", "formats", "snapshot.md");
const PACKED_PAGE = join(root, "docs", "contributing", "packed-recordings.md");
const inputs = join(root, "generated", "bench");
const isChosen = (file, name) => pattern === undefined || `${file}: ${name}`.includes(pattern);

/** Has each rival file write its inputs, and gives the rivals: `{ file, row, name, body, result, agrees }`. */
async function prepareRivals() {
	rmSync(inputs, { recursive: true, force: true });
	mkdirSync(inputs, { recursive: true });
	const rivals = [];
	for (const entry of readdirSync(folder).sort()) {
		if (!entry.endsWith(".rival.mjs")) continue;
		const file = entry.slice(0, -".rival.mjs".length);
		if (namedFile !== undefined && namedFile !== file) continue;
		const { prepare } = await import(pathToFileURL(join(folder, entry)).href);
		for (const rival of await prepare(inputs)) {
			if (isChosen(file, rival.row)) rivals.push({ file, ...rival, times: [] });
		}
	}
	return rivals;
}

const keyOf = ({ file, name }) => `${file}: ${name}`;
const rivalsOf = (row, rivals) => rivals.filter((rival) => rival.file === row.file && rival.row === row.name);

/** Ends the run unless each rival makes the bytes that the row makes. */
async function checkResults(lune, mode, rows, rivals) {
	for (const row of rows) {
		const beside = rivalsOf(row, rivals).filter((rival) => rival.result !== undefined);
		if (!row.hasResult || beside.length === 0) continue;
		const result = join(inputs, "result.out");
		await lune.ask({ place: 1, row: row.index, result });
		const ours = readFileSync(result);
		for (const rival of beside) {
			const theirs = Buffer.from(await rival.result());
			const agrees = rival.agrees ?? ((a, b) => a.equals(b));
			if (!agrees(ours, theirs)) {
				console.error(`${keyOf(row)}: the result, ${mode}, is not that of ${rival.name}`);
				process.exit(1);
			}
		}
	}
}

/** Linux tells how long this thread has run, whatever else the machine did meanwhile; elsewhere the clock must do. */
function cpuSeconds() {
	const file = "/proc/self/schedstat";
	return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) / 1e9 : performance.now() / 1000;
}

async function callFor(body, seconds) {
	const started = cpuSeconds();
	for (let calls = 1; ; calls++) {
		await body();
		const spent = cpuSeconds() - started;
		if (spent > seconds) return { spent, calls };
	}
}

/** What one call of a rival takes, promises awaited: as many calls as filled the seconds when nobody timed them. */
async function secondsOf(rival, isFirst) {
	// V8 compiles what runs hot: before the first round it runs for longer.
	const { calls } = await callFor(rival.body, isFirst ? 0.5 : SECONDS_A_ROW / 2);
	const started = cpuSeconds();
	for (let call = 1; call <= calls; call++) await rival.body();
	return (cpuSeconds() - started) / calls;
}

/**
 * The seconds of each row in each round: `row.native`, `row.interpreted`, and `row.before.native` and so on where the
 * baseline has a row of that name.
 */
async function measure(lunes, rivals) {
	const rows = new Map();
	for (const { mode, rowsOf } of lunes) {
		const [ours, older = []] = rowsOf;
		for (const row of ours) {
			const key = keyOf(row);
			if (!rows.has(key)) rows.set(key, { ...row, native: [], interpreted: [] });
			const before = older.find((other) => keyOf(other) === key);
			if (before) rows.get(key).before ??= { ...before, native: [], interpreted: [] };
			if (before) rows.get(key).before[`${mode}Index`] = before.index;
			rows.get(key)[`${mode}Index`] = row.index;
		}
	}
	for (let round = 1; round <= ROUNDS; round++) {
		console.error(`bench: round ${round} of ${ROUNDS}`);
		for (const row of rows.values()) {
			for (const rival of rivalsOf(row, rivals)) rival.times.push(await secondsOf(rival, round === 1));
			for (const { mode, lune } of lunes) {
				const answer = await lune.ask({ place: 1, row: row[`${mode}Index`], seconds: SECONDS_A_ROW });
				row[mode].push(answer.seconds);
				row.calls = answer.calls;
				row.constructions = answer.constructions;
				if (!row.before) continue;
				const index = row.before[`${mode}Index`];
				const older = await lune.ask({ place: 2, row: index, seconds: SECONDS_A_ROW });
				row.before[mode].push(older.seconds);
				row.before.calls = older.calls;
			}
		}
	}
	return rows;
}

/** What a module of bench/ has to say. */
function verdictOf([command, ...before], module) {
	const args = [
		...before,
		"run",
		"tests/headless/engine/run-module.luau",
		"dist/test.rbxl",
		`ReplicatedStorage.bench.${module}`,
	];
	const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
	const { status, stdout } = spawnSync(command, args, options);
	if (status !== 0) {
		console.error(stdout);
		process.exit(1);
	}
	return stdout.trim();
}

/** The table of what a frame of each flight takes in bytes. */
function sizes(lune) {
	const lines = verdictOf(lune, "take-sizes")
		.split("\n")
		.map((line) => line.split("\t"));
	return sizesTable(new Map(lines.map(([name, ...bytes]) => [name, bytes.map(Number)])));
}

function short(value) {
	return value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}

/** Median and quartiles of rates. */
function rates(work, times) {
	const { low, median, high } = quartiles(times.map((seconds) => work / seconds));
	return `${short(median)} (${short(low)}–${short(high)})`;
}

/** Median and quartiles of how many times as fast `times` is as `others`, round by round. */
function ratios(work, times, otherWork, others) {
	const { low, median, high } = quartiles(times.map((seconds, round) => work / seconds / (otherWork / others[round])));
	return `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

function tableOf(rows, rivals) {
	const lines = [
		"| row | unit | native | interpreted | rival | its rate | native ÷ rival | also |",
		"|---|---|--:|--:|---|--:|--:|---|",
	];
	for (const [key, row] of rows) {
		const beside = rivalsOf(row, rivals);
		const luau = row.against === undefined ? undefined : rows.get(`${row.file}: ${row.against}`);
		if (luau) beside.unshift({ name: `${row.against}, native`, work: luau.work, times: luau.native });
		const [rival, ...others] = beside;
		const work = rival?.work ?? row.work;
		const cells = [
			key,
			row.unit,
			rates(row.work, row.native),
			rates(row.work, row.interpreted),
			rival?.name ?? "",
			rival ? short(quartiles(rival.times.map((seconds) => work / seconds)).median) : "",
			rival ? ratios(row.work, row.native, work, rival.times) : "",
			others
				.map(({ name, work: other = row.work, times }) => {
					return `${name} ${short(quartiles(times.map((seconds) => other / seconds)).median)}`;
				})
				.join(", "),
		];
		lines.push(`| ${cells.join(" | ")} |`);
	}
	return lines.join("\n");
}

/** The rows that the baseline has too, and how many times as fast they are now. */
function comparedTable(rows, commit) {
	const lines = [
		`| row | native ÷ ${commit} | interpreted ÷ ${commit} | engine calls, values made | engine calls at ${commit} |`,
		"|---|--:|--:|--:|--:|",
	];
	for (const [key, { before, ...row }] of rows) {
		if (!before) continue;
		const cells = [
			key,
			ratios(row.work, row.native, before.work, before.native),
			ratios(row.work, row.interpreted, before.work, before.interpreted),
			row.calls + row.constructions > 0 ? `${row.calls}, ${row.constructions}` : "",
			row.calls + row.constructions > 0 ? `${before.calls}` : "",
		];
		lines.push(`| ${cells.join(" | ")} |`);
	}
	return lines.join("\n");
}

/** Puts each text between its marks, `<!-- name -->` and `<!-- /name -->`, in a page. */
function updatePage(page, texts) {
	let text = readFileSync(page, "utf8");
	for (const [name, part] of Object.entries(texts)) {
		const marks = new RegExp(`(<!-- ${name} -->)[\\s\\S]*(<!-- /${name} -->)`);
		text = text.replace(marks, (_, open, close) => `${open}\n\n${part}\n\n${close}`);
	}
	writeFileSync(page, text);
	runTool("prettier/bin/prettier.cjs", ["--write", "--log-level", "warn", page]);
}

const { command, version } = findLune();
const baseline = given.baseline === undefined ? undefined : buildBaseline(given.baseline);
const rivals = await prepareRivals();
compile();
buildProduct("places/test.project.json", "dist/test.rbxl");
const places = ["dist/test.rbxl", ...(baseline ? [baseline.place] : [])];
const lunes = MODES.map((mode) => ({ mode, lune: new LuneRows(command, mode, pattern, places) }));
for (const entry of lunes) {
	entry.rowsOf = await entry.lune.start();
	await checkResults(entry.lune, entry.mode, entry.rowsOf[0], rivals);
}
const rows = await measure(lunes, rivals);
for (const { lune } of lunes) lune.stop();
const result = tableOf(rows, rivals);
const compared = baseline ? comparedTable(rows, baseline.commit) : undefined;
const machine = `${cpus()[0].model.trim()}, Node ${process.versions.node}, Lune ${version}`;
console.log(`\n${machine}\n\n${result}`);
if (compared) console.log(`\n${compared}`);
const isPrecisionChosen = isChosen("snapshot", "precision");
const precisionTable = isPrecisionChosen ? verdictOf(command, "precision") : "";
if (isPrecisionChosen) console.log(`\n${precisionTable}`);
// Sizes are the same on every machine, so the page that shows them is kept up whatever else was chosen.
if (isChosen("take", "sizes")) {
	const sizesOfFlights = sizes(command);
	console.log(`\n${sizesOfFlights}`);
	updatePage(PACKED_PAGE, { sizes: sizesOfFlights });
}
if (isChosen("keys", "counts")) console.log(`\n${verdictOf(command, "key-counts")}`);
if (pattern === undefined) {
	const about = [
		machine,
		`Each number is the median of ${ROUNDS} rounds of ${SECONDS_A_ROW} s of processor time, with its quartiles; within a round a ` +
			"row and its rivals take turns, and ratios are of one round. Native is what servers and Studio run, interpreted what " +
			"clients run. Results are compared with the rivals' before anything is timed.",
	].join("\n\n");
	const results = join(folder, "results.md");
	writeFileSync(
		results,
		[
			"# What `npm run bench` printed last",
			about,
			result,
			...(compared ? [`## Beside ${baseline.commit}`, compared] : []),
			"## Precision",
			precisionTable,
			"",
		].join("\n\n"),
	);
	runTool("prettier/bin/prettier.cjs", ["--write", "--log-level", "warn", results]);
	updatePage(SNAPSHOT_PAGE, { precision: precisionTable });
	rmSync(inputs, { recursive: true, force: true });
}
