/**
 * `npm run docs` writes the API reference into docs/api, which git ignores, from the doc comments. It fails if an exported name has no
 * sentence or no example, or if an example does not compile.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
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
declare const store: dolly.RecordingStore, shot: dolly.Shot, keys: Array<dolly.KeyOptions>, start: CFrame, goal: CFrame, dummy: Model;
`;

const problems = [];

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
	return checker.getExportsOfModule(index).map((symbol) => {
		const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
		const examples = target.getJsDocTags(checker).filter(({ name }) => name === "example");
		return {
			name: symbol.name,
			isValue: (target.flags & ts.SymbolFlags.Value) !== 0,
			sentence: ts.displayPartsToString(target.getDocumentationComment(checker)),
			examples: examples.map(({ text }) => ts.displayPartsToString(text).replace(/^```\w*$/gm, "")),
		};
	});
}

/** Compiles each example as a module of its own, with every export in scope. */
function compileExamples(exports, { options }) {
	const names = exports.map(({ name, isValue }) => (isValue ? name : `type ${name}`)).join(", ");
	const header = `import { ${names} } from "../generated/api";\nimport type * as dolly from "../generated/api";${PREAMBLE}export function example() {\n`;
	const sources = new Map();
	for (const { name, examples } of exports) {
		examples.forEach((text, index) =>
			sources.set(join(root, "examples", `${name}-${index}.ts`), `${header}${text}\n}\n`),
		);
	}
	const relaxed = { ...options, noUnusedLocals: false, noEmit: true, rootDir: undefined, rootDirs: undefined };
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
		problems.push(
			`${relative(root, file.fileName).slice(9, -5)}: its example does not compile, line ${line}: ${message}`,
		);
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
compileExamples(exports, config);

const target = join(root, "docs", "api");
runTool("typedoc/bin/typedoc", ["--out", target, "--logLevel", "Warn"]);

for (const problem of problems) console.error(problem);
console.log(
	`docs: ${exports.length} exported names, ${exports.flatMap(({ examples }) => examples).length} examples, ${problems.length} problems`,
);
process.exit(problems.length > 0 ? 1 : 0);
