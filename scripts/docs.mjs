/**
 * `npm run docs` writes the API reference into docs/api, which git ignores, from the doc comments. It fails if an exported name has no
 * sentence or no example, or if an example does not compile. Each example is written in Luau too; one that has no Luau fails.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { formatLuau } from "./luau/examples.mjs";
import { Translator } from "./luau/translate.mjs";
import { root, runTool } from "./run.mjs";

/** What examples may use without declaring it. */
const PREAMBLE = `
declare const source: buffer, archive: buffer, frames: buffer, indices: buffer, rotations: buffer, text: string, index: number;
declare const cframe: CFrame, camera: Camera, part: MeshPart, remoteEvent: RemoteEvent, remote: dolly.RecordingRemote, player: Player;
declare const live: UnreliableRemoteEvent, receiver: dolly.LiveReceiver;
declare const recorder: dolly.Recorder, take: dolly.Take, opening: dolly.Take, chase: dolly.Take, ending: dolly.Take, film: dolly.Film, flock: dolly.Replay;
declare const model: Model, character: Model, fox: dolly.ImportedModel, walk: dolly.Clip, wave: dolly.Clip;
declare const path: dolly.CameraPath, clip: dolly.Clip, skeleton: dolly.Skeleton, mesh: dolly.SceneMesh, scene: dolly.Scene;
declare const gltf: dolly.Gltf, mdx: dolly.Mdx, mrn: dolly.Mrn, job: dolly.Job, replays: dolly.ReplayRecorder, replay: dolly.Replay, subject: dolly.ReplaySubject, joint: dolly.ReplayJoint, kart: Model;
declare function openDoor(): void;
declare const store: dolly.RecordingStore, shot: dolly.Shot, keys: Array<dolly.KeyOptions>, start: CFrame, goal: CFrame, dummy: Model;
`;

const problems = [];

/** Where the compiler takes examples to be: it writes paths with slashes on every system. */
const EXAMPLES = join(root, "examples").replaceAll("\\", "/");

function loadConfig() {
	const file = join(root, "tsconfig.package.json");
	const { config } = ts.readConfigFile(file, ts.sys.readFile);
	return ts.parseJsonConfigFileContent(config, ts.sys, root);
}

/** One module with the names of all four entries, for TypeDoc and for examples. */
const API = join(root, "generated", "api.ts");

/** Every name that an entry exports, with its doc comment. */
function readExports({ options, fileNames }) {
	const program = ts.createProgram([...fileNames, API], { ...options, rootDir: undefined });
	const checker = program.getTypeChecker();
	const index = checker.getSymbolAtLocation(program.getSourceFile(API));
	const examplesOf = (symbol) =>
		symbol
			.getJsDocTags(checker)
			.filter(({ name }) => name === "example")
			.map(({ text }) => ts.displayPartsToString(text).replace(/^```\w*$/gm, ""));
	return checker.getExportsOfModule(index).map((symbol) => {
		const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
		const members = checker
			.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(target))
			.filter(({ declarations }) => declarations?.every((one) => one.getSourceFile().fileName.includes("/src/")));
		return {
			name: symbol.name,
			isValue: (target.flags & ts.SymbolFlags.Value) !== 0,
			sentence: ts.displayPartsToString(target.getDocumentationComment(checker)),
			examples: examplesOf(target),
			members: members.flatMap((member) => examplesOf(member).map((example) => [member.name, example])),
		};
	});
}

/** The module that a name is in for those who write Luau: the first of these that has it. */
const ENTRIES = [
	["dolly", "index.ts"],
	["codecs", "codecs.ts"],
	["files", "files.ts"],
];

function entriesOf(program, checker) {
	const entries = new Map();
	for (const [entry, file] of ENTRIES) {
		const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, "src", file)));
		for (const { name } of checker.getExportsOfModule(module)) if (!entries.has(name)) entries.set(name, entry);
	}
	return entries;
}

/** Compiles each example as a module of its own, with every export in scope; returns the Luau of each by its TypeScript. */
function compileExamples(exports, { options }) {
	const names = exports.map(({ name, isValue }) => (isValue ? name : `type ${name}`)).join(", ");
	const header = `import { ${names} } from "../generated/api";\nimport type * as dolly from "../generated/api";${PREAMBLE}export function example() {\n`;
	const sources = new Map();
	const add = (name, text, before = header) => sources.set(`${EXAMPLES}/${name}.ts`, `${before}${text}\n}\n`);
	for (const { name, examples, members } of exports) {
		examples.forEach((text, index) => add(`${name}-${index}`, text));
		// In a method's example, `player` is one of those that have the method.
		const isPlayer = members.some(([member]) => member === "atMarker");
		const own = isPlayer ? header.replace("player: Player", `player: dolly.${name}`) : header;
		members.forEach(([member, text], index) => add(`${name}.${member}-${index}`, text, own));
	}
	const relaxed = {
		...options,
		noUnusedLocals: false,
		noUnusedParameters: false,
		noEmit: true,
		rootDir: undefined,
		rootDirs: undefined,
	};
	const host = ts.createCompilerHost(relaxed);
	const { fileExists, readFile } = host;
	host.fileExists = (file) => sources.has(file) || fileExists(file);
	host.readFile = (file) => sources.get(file) ?? readFile(file);
	const program = ts.createProgram([...sources.keys()], relaxed, host);
	const offset = header.split("\n").length - 1;
	for (const { file, start, messageText } of ts.getPreEmitDiagnostics(program)) {
		if (!file || !sources.has(file.fileName)) continue;
		const line = file.getLineAndCharacterOfPosition(start).line - offset + 1;
		const message = ts.flattenDiagnosticMessageText(messageText, " ");
		problems.push(`${nameOf(file.fileName)}: its example does not compile, line ${line}: ${message}`);
	}
	return translateExamples(program, sources);
}

/** `Recorder-0` for the first example of `Recorder`. */
const nameOf = (file) => file.slice(EXAMPLES.length + 1, -".ts".length);

function translateExamples(program, sources) {
	const checker = program.getTypeChecker();
	const entries = entriesOf(program, checker);
	const translator = new Translator(checker, (name) => entries.get(name));
	const used = new Map();
	const luau = new Map();
	const originals = new Map();
	for (const file of sources.keys()) {
		const { body } = program.getSourceFile(file).statements.at(-1);
		try {
			luau.set(nameOf(file), translator.translate(body));
			originals.set(nameOf(file), body.getText().slice(1, -1).trim());
			used.set(nameOf(file), [...translator.used]);
		} catch (problem) {
			problems.push(`${nameOf(file)}: its example cannot be written in Luau: ${problem.message}`);
		}
	}
	const formatted = formatLuau(luau);
	const translated = [...originals].map(([name, text]) => [text, { luau: formatted.get(name), used: used.get(name) }]);
	return { entries, examples: new Map(translated) };
}

/** How the names that a page uses are had, in both languages. */
function importsOf(names, entries) {
	const lists = ENTRIES.map(([entry, file]) => ({
		entry,
		path: file === "index.ts" ? "" : `/${file.slice(0, -".ts".length)}`,
		names: [...names].filter((name) => entries.get(name) === entry).sort(),
	})).filter(({ names }) => names.length > 0);
	const luau = lists.map(
		({ entry, path }) =>
			`local ${entry} = require(game:GetService("ReplicatedStorage").dolly${path.replace("/", ".")})\n`,
	);
	const typescript = lists.map(({ path, names }) => `import { ${names.join(", ")} } from "@rbxts/dolly${path}";\n`);
	return `\`\`\`lua\n${luau.join("")}\`\`\`\n\n\`\`\`ts\n${typescript.join("")}\`\`\`\n\n`;
}

/** What the reference is for, and how its names are had in each language. */
const OVERVIEW = `Every public name, by chapter. \`dolly\` has what most people need; \`codecs\` and \`files\` have the parts below it. Examples use names
that you would have: a \`take\` that was recorded, a \`part\`, a \`source\` with the bytes of a file.

\`\`\`lua
local ReplicatedStorage = game:GetService("ReplicatedStorage")
local dolly = require(ReplicatedStorage.dolly)
local codecs = require(ReplicatedStorage.dolly.codecs)
local files = require(ReplicatedStorage.dolly.files)
\`\`\`

\`\`\`ts
import { Recorder } from "@rbxts/dolly";
import { decodeMeshopt } from "@rbxts/dolly/codecs";
import { readGltf } from "@rbxts/dolly/files";
\`\`\`

`;

/** Puts the Luau of every example before its TypeScript, and what to import before the first. */
function addLuau(folder, { examples, entries }) {
	for (const path of readdirSync(folder, { recursive: true })) {
		if (!path.endsWith(".md")) continue;
		const page = readFileSync(join(folder, path), "utf8");
		if (path === "README.md") {
			writeFileSync(join(folder, path), page.replace(/^## /m, `${OVERVIEW}## `));
			continue;
		}
		const names = new Set([basename(path, ".md")]);
		const both = page.replaceAll(/^```ts\n([^]*?)^```$/gm, (block, code) => {
			const example = examples.get(code.trim());
			if (example === undefined) problems.push(`${path}: an example has no Luau: ${code.split("\n")[0]}`);
			for (const name of example?.used ?? []) names.add(name);
			return `\`\`\`lua\n${example?.luau}\`\`\`\n\n${block}`;
		});
		// A function's example comes before what there is to know of its parameters.
		const ordered = both.replace(/^(## Parameters\n[^]*?)(^## Examples?\n[^]*)/m, "$2\n$1");
		const withImports = ordered.replace(/^## /m, (heading) => `${importsOf(names, entries)}${heading}`);
		writeFileSync(join(folder, path), `${withImports.trimEnd()}\n`);
	}
}

mkdirSync(join(root, "generated"), { recursive: true });
writeFileSync(API, ["", "/camera", "/codecs", "/files"].map((entry) => `export * from "../src${entry}";\n`).join(""));
const config = loadConfig();
const exports = readExports(config);
for (const { name, sentence, examples } of exports) {
	if (sentence === "") problems.push(`${name}: has no sentence in its doc comment`);
	if (examples.length === 0) problems.push(`${name}: has no @example in its doc comment`);
}
const translated = compileExamples(exports, config);

const target = join(root, "docs", "api");
runTool("typedoc/bin/typedoc", ["--out", target, "--logLevel", "Warn"]);
addLuau(target, translated);

for (const problem of problems) console.error(problem);
console.log(
	`docs: ${exports.length} exported names, ${translated.examples.size} examples in both languages, ${problems.length} problems`,
);
process.exit(problems.length > 0 ? 1 : 0);
