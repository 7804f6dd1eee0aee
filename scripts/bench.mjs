import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sizesTable } from "../bench/flight-sizes.mjs";
import { buildProduct, compile } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { root, runTool } from "./run.mjs";

/**
 * `npm run bench [-- pattern]`: measures every row of `bench/*.bench.ts`, native and interpreted, beside the rivals of
 * `bench/*.rival.mjs`, in turns, so that a busy machine hurts all alike; the best of all turns counts.
 */
const ROUNDS = 3;
const SECONDS_A_ROW = 0.15;

const pattern = process.argv[2];
const folder = join(root, "bench");
const PERFORMANCE_PAGE = join(root, "docs", "performance.md");
const SNAPSHOT_PAGE = join(root, "docs", "formats", "snapshot.md");
const PACKED_PAGE = join(root, "docs", "formats", "packed.md");
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
		const { prepare } = await import(pathToFileURL(join(folder, entry)).href);
		for (const rival of await prepare(inputs)) {
			if (isChosen(file, rival.row)) rivals.push({ file, ...rival });
		}
	}
	return rivals;
}

function runRows(lune, mode, results) {
	const [command, ...before] = lune;
	const args = [
		...before,
		"run",
		"tests/headless/engine/run-bench.luau",
		"dist/test.rbxl",
		mode,
		`${SECONDS_A_ROW}`,
		results,
	];
	const options = { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "inherit"] };
	const { status, stdout } = spawnSync(command, pattern === undefined ? args : [...args, pattern], options);
	if (status !== 0) {
		console.error(stdout);
		process.exit(1);
	}
	return stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
}

/** Ends the run unless each rival makes the bytes that the row makes, native and interpreted. */
async function checkResults(lune, rivals) {
	for (const mode of ["native", "interpreted"]) {
		for (const { file, name, result } of runRows(lune, mode, inputs)) {
			if (result === undefined) continue;
			const ours = readFileSync(result);
			for (const rival of rivals) {
				if (rival.file !== file || rival.row !== name || rival.result === undefined) continue;
				const theirs = Buffer.from(await rival.result());
				const agrees = rival.agrees ?? ((a, b) => a.equals(b));
				if (!agrees(ours, theirs)) {
					console.error(`${file}: ${name}: the result, ${mode}, is not that of ${rival.name}`);
					process.exit(1);
				}
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
		if (spent > seconds) return spent / calls;
	}
}

/** What one call of `body` takes, promises awaited, after as many calls that nobody times: V8 compiles what runs hot. */
async function secondsOf(body) {
	await callFor(body, SECONDS_A_ROW);
	return callFor(body, SECONDS_A_ROW);
}

/** The best seconds of each row and rival over all rounds. */
async function measure(lune, rivals) {
	const rows = new Map();
	for (let round = 1; round <= ROUNDS; round++) {
		console.error(`bench: round ${round} of ${ROUNDS}`);
		for (const rival of rivals) {
			const seconds = await secondsOf(rival.body);
			rival.seconds = Math.min(rival.seconds ?? Infinity, seconds);
		}
		for (const mode of ["native", "interpreted"]) {
			for (const line of runRows(lune, mode, "-")) {
				const key = `${line.file}: ${line.name}`;
				if (!rows.has(key)) rows.set(key, { ...line, native: Infinity, interpreted: Infinity });
				const row = rows.get(key);
				row[mode] = Math.min(row[mode], line.seconds);
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

function rate(work, seconds) {
	const value = work / seconds;
	return value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}

function tableOf(rows, rivals) {
	const lines = [
		"| row | unit | native | interpreted | rival | its rate | native ÷ rival | also |",
		"|---|---|--:|--:|---|--:|--:|---|",
	];
	for (const [key, row] of rows) {
		const beside = rivals.filter(({ file, row: name }) => file === row.file && name === row.name);
		const luau = row.against === undefined ? undefined : rows.get(`${row.file}: ${row.against}`);
		if (luau) beside.unshift({ name: `${row.against}, native`, work: luau.work, seconds: luau.native });
		const [rival, ...others] = beside;
		const work = rival?.work ?? row.work;
		const ratio = rival ? row.work / row.native / (work / rival.seconds) : undefined;
		const cells = [
			key,
			row.unit,
			rate(row.work, row.native),
			rate(row.work, row.interpreted),
			rival?.name ?? "",
			rival ? rate(work, rival.seconds) : "",
			ratio === undefined ? "" : ratio.toFixed(2),
			others.map((other) => `${other.name} ${rate(other.work ?? row.work, other.seconds)}`).join(", "),
		];
		lines.push(`| ${cells.join(" | ")} |`);
	}
	return lines.join("\n");
}

/** The rows that have a rival, and the header. */
function withRivals(table) {
	return table
		.split("\n")
		.filter((line, index) => index < 2 || line.split("|")[5].trim() !== "")
		.join("\n");
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
const rivals = await prepareRivals();
compile();
buildProduct("places/test.project.json", "dist/test.rbxl");
await checkResults(command, rivals);
const result = tableOf(await measure(command, rivals), rivals);
const machine = `${cpus()[0].model.trim()}, Node ${process.versions.node}, Lune ${version}`;
console.log(`\n${machine}\n\n${result}`);
const isPrecisionChosen = isChosen("snapshot", "precision");
const precisionTable = isPrecisionChosen ? verdictOf(command, "precision") : "";
if (isPrecisionChosen) console.log(`\n${precisionTable}`);
// Sizes are the same on every machine, so the page that shows them is kept up whatever else was chosen.
if (isChosen("take", "sizes")) {
	const sizesOfFlights = sizes(command);
	console.log(`\n${sizesOfFlights}`);
	updatePage(PACKED_PAGE, { sizes: sizesOfFlights });
}
if (pattern === undefined) {
	const about = [
		machine,
		`Each rate is the best of ${ROUNDS} turns of ${SECONDS_A_ROW} s of processor time, in which rows and rivals alternate. ` +
			"Native is what servers and Studio run, interpreted what clients run. Results are compared with the rivals' " +
			"before anything is timed.",
	].join("\n\n");
	const results = join(folder, "results.md");
	writeFileSync(
		results,
		`# What \`npm run bench\` printed last\n\n${about}\n\n${result}\n\n## Precision\n\n${precisionTable}\n`,
	);
	runTool("prettier/bin/prettier.cjs", ["--write", "--log-level", "warn", results]);
	updatePage(SNAPSHOT_PAGE, { precision: precisionTable });
	updatePage(PERFORMANCE_PAGE, { speed: `${machine}:\n\n${withRivals(result)}` });
	rmSync(inputs, { recursive: true, force: true });
}
