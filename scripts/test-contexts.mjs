/**
 * `npm run test:contexts [-- --built]`: starts the built test place as Studio's Run and Play and as a cloud task start it, in the headless
 * engine but in real time and without its helpers. Tells for each side which specs ran, which were skipped and why, and the longest
 * stretch without a yield; of the task also how many specs of each room ran. Fails where a spec does, or where a stretch comes near what ends a thread in Studio.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { executeInLune } from "../tests/cloud/execute-in-lune.mjs";
import { runLune } from "../tests/runner/run-lune.mjs";
import { buildAll } from "./build.mjs";
import { printFailures } from "./cloud/report.mjs";
import { generateOracleData } from "./oracle.mjs";
import { root } from "./run.mjs";

/** Half of the ten seconds after which Studio ends a thread, unless its settings say otherwise. */
const MOST_SECONDS = 5;

const PLACE = join("dist", "test.rbxl");

const SIDE = /^(server|client): (\d+) passed, (\d+) failed, (\d+) skipped; .* s, in (.*)$/;
const CLOSING = /^(\d+) passed, (\d+) failed, (\d+) skipped$/;

const TASK = `local runner = game:GetService("ReplicatedStorage").TestRunner
return require(runner["run-specs"])()`;

/** Starts the place in a mode of Studio; gives a row for each side, with what it printed beside the counts. */
async function startInStudio(mode, name) {
	const lines = await runLune("run-context", PLACE, mode);
	const longest = JSON.parse(lines.pop());
	const rows = [];
	const others = [];
	for (const line of lines) {
		const side = SIDE.exec(line);
		const closing = CLOSING.exec(line);
		if (side) {
			const [, which, passed, failed, skipped, longestIn] = side;
			rows.push({ name: `${name}, ${which}`, passed, failed, skipped, longest: longest[which], longestIn });
		} else if (closing) {
			const [, passed, failed, skipped] = closing;
			rows.push({ name: `${name}, closing line`, passed, failed, skipped });
		} else others.push(line);
	}
	return { rows, others: others.map((line) => `${name}: ${line}`) };
}

/** How many specs of each folder of `tests` there are, and how many of them ran. */
function countRooms(results) {
	const rooms = new Map();
	for (const { name, status } of results) {
		const [file] = name.split(" › ");
		const room = file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : "tests";
		const counts = rooms.get(room) ?? { ran: 0, all: 0 };
		counts.all += 1;
		if (status !== "skipped") counts.ran += 1;
		rooms.set(room, counts);
	}
	return rooms;
}

async function startAsTask() {
	const name = "cloud task";
	const { results, error } = await executeInLune({
		place: readFileSync(join(root, PLACE)),
		script: TASK,
		seconds: 3600,
	});
	if (error) return { rows: [{ name, passed: 0, failed: 1, skipped: 0 }], others: [`${name}: ${error.message}`] };
	const others = [];
	const counts = { passed: 0, failed: 0, skipped: 0 };
	const reasons = new Map();
	for (const { status, detail } of results[0].results) {
		counts[status] += 1;
		if (status === "skipped") reasons.set(detail, (reasons.get(detail) ?? 0) + 1);
	}
	printFailures(results[0].results, (line) => others.push(`${name}: ${line}`));
	for (const [room, { ran, all }] of countRooms(results[0].results)) {
		others.push(`${name}: ${room}: ${ran} of ${all} specs run`);
	}
	for (const [reason, count] of reasons) others.push(`${name}: skipped ${count}: ${reason}`);
	return { rows: [{ name, ...counts, longest: results[0].longest, longestIn: results[0].longestIn }], others };
}

const { values } = parseArgs({ options: { built: { type: "boolean" } } });
if (!values.built) {
	await generateOracleData();
	await buildAll();
}
const rows = [];
// One after another: the stretches are measured, and two at a time would measure each other.
for (const start of [() => startInStudio("run", "Run"), () => startInStudio("play", "Play"), startAsTask]) {
	const { rows: added, others } = await start();
	rows.push(...added);
	for (const line of others) console.log(line);
}
console.log("");
let isFine = true;
for (const { name, passed, failed, skipped, longest, longestIn } of rows) {
	const stretch =
		longest === undefined ? "" : `; longest stretch without a yield ${longest.toFixed(2)} s (${longestIn})`;
	console.log(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped${stretch}`);
	if (Number(failed) > 0) isFine = false;
	if (longest > MOST_SECONDS) {
		console.log(`FAILED ${name}: a stretch without a yield took more than ${MOST_SECONDS} s`);
		isFine = false;
	}
}
process.exit(isFine ? 0 : 1);
