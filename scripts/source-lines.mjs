import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/** Where the test place has what each folder of TypeScript is compiled to. */
const PLACES = [
	["ReplicatedStorage.dolly", "src"],
	["ReplicatedStorage.tests", "tests"],
	["ReplicatedStorage.ui", "ui"],
	["ReplicatedStorage.demo", "places/demo"],
	["ReplicatedStorage.plugin", "plugin"],
	["ReplicatedStorage.bench", "bench"],
];

/** What says little about a line: words that the two languages write in every other line. */
const COMMON = new Set(
	"local const let function return then end else elseif if for of in do while not and or nil undefined true false this self new type".split(
		" ",
	),
);

let modules;

/** The TypeScript file of each module of the test place. */
function listModules() {
	modules = new Map();
	for (const [place, folder] of PLACES) {
		for (const path of readdirSync(join(root, folder), { recursive: true })) {
			if (!/\.tsx?$/.test(path) || path.endsWith(".d.ts")) continue;
			const name = path
				.replaceAll("\\", "/")
				.replace(/\.tsx?$/, "")
				.replace(/(^|\/)index$/, "");
			const module = name === "" ? place : `${place}.${name.replaceAll("/", ".")}`;
			modules.set(module, `${folder}/${path.replaceAll("\\", "/")}`);
		}
	}
	return modules;
}

function wordsOf(line) {
	return new Set(
		(line.match(/[A-Za-z_]\w*|\d+(?:\.\d+)?/g) ?? []).filter((word) => !COMMON.has(word) && !/^_/.test(word)),
	);
}

/** The names with which a statement begins, as far as both languages write them. */
function beginningOf(line, length) {
	const bare = line.trim().replace(/^(?:local|const|let|return)\s+/, "");
	const words = /^[\w.(:]+/.exec(bare)?.[0].match(/[A-Za-z_]\w*/g) ?? [];
	return words.length < length ? undefined : words.slice(0, length).join(" ");
}

/** The line that begins alike and is as many of those from the top; undefined where there are not equally many in both. */
function findByOrder(typescript, luau, number, length) {
	const beginning = beginningOf(luau[number - 1] ?? "", length);
	if (beginning === undefined) return undefined;
	const listed = (lines) =>
		lines.flatMap((line, index) => (beginningOf(line, length) === beginning ? [index + 1] : []));
	const [there, here] = [listed(typescript), listed(luau)];
	return there.length === here.length ? there[here.indexOf(number)] : undefined;
}

/**
 * The line of a TypeScript file that a line of the Luau made of it most likely comes from, counted from 1; undefined where none stands
 * out. The compiler keeps no record of it, but it keeps names, texts and numbers, and the order of statements.
 */
export function findSourceLine(typescript, luau, number) {
	for (const length of [1, 2, 3]) {
		const line = findByOrder(typescript, luau, number, length);
		if (line) return line;
	}
	const wanted = wordsOf(luau[number - 1] ?? "");
	if (wanted.size === 0) return undefined;
	const words = typescript.map(wordsOf);
	const count = (word) => words.filter((line) => line.has(word)).length;
	const weights = new Map([...wanted].map((word) => [word, 1 / Math.max(count(word), 1)]));
	const all = [...wanted].reduce((sum, word) => sum + (count(word) > 0 ? weights.get(word) : 0), 0);
	let best = { score: 0 };
	words.forEach((line, index) => {
		const shared = [...wanted].filter((word) => line.has(word)).reduce((sum, word) => sum + weights.get(word), 0);
		// Where lines are alike, the one that stands as far down as its Luau does.
		const distance = Math.abs((index + 1) / typescript.length - number / luau.length);
		const score =
			shared / (all || 1) - (0.05 * Math.max(line.size - wanted.size, 0)) / (line.size || 1) - 0.3 * distance;
		if (shared > 0 && score > best.score) best = { score, line: index + 1 };
	});
	return best.score >= 0.5 ? best.line : undefined;
}

/** A line of a failure, with TypeScript files in place of the modules that it names. */
export function withSource(text) {
	return text.replaceAll(/ReplicatedStorage\.[\w.-]+?:(\d+)/g, (whole, number) => {
		const module = whole.slice(0, whole.lastIndexOf(":"));
		const file = (modules ?? listModules()).get(module);
		if (!file) return whole;
		const compiled = ["", "/init"].map((end) => join(root, "out", file.replace(/(\/index)?\.tsx?$/, `${end}.luau`)));
		const luau = compiled.find((path) => existsSync(path));
		const read = (path) => readFileSync(path, "utf8").split("\n");
		const line = luau && findSourceLine(read(join(root, file)), read(luau), Number(number));
		return line ? `${file}:${line}` : `${file} (line ${number} of its Luau)`;
	});
}
