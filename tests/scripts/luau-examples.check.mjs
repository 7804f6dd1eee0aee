import assert from "node:assert/strict";
import { join } from "node:path";
import ts from "typescript";
import { formatLuau } from "../../scripts/luau/examples.mjs";
import { Translator } from "../../scripts/luau/translate.mjs";
import { root } from "../../scripts/run.mjs";

const NAMES = "CameraPlayer, ClipMixer, decodeArchive, importModel, Job, readModel, type Modifier, type Take";
const HEADER = `import { ${NAMES} } from "../src/index";
declare const take: Take, archive: buffer, part: Part, files: Map<string, buffer>, names: Array<string>, at: number;
declare const quarter: [x: number, y: number, z: number], half: [w: number, x: number];
export function example() {
`;

/** Each becomes the Luau beside it. */
const PAIRS = [
	[
		"const player = new CameraPlayer(take, { speed: 0.5 });\nplayer.play();",
		"local player = dolly.CameraPlayer.new(take, { speed = 0.5 })\nplayer:play()",
	],
	[
		'const ship = game.GetService("Workspace").WaitForChild("Ship") as Model;',
		'local ship = game:GetService("Workspace"):WaitForChild("Ship")',
	],
	["const camera = game.Workspace.CurrentCamera!;", "local camera = workspace.CurrentCamera"],
	[
		"for (const name of names) print(`{${name}} of ${names.size()}`);",
		"for _, name in names do\n\tprint(`\\{{name}} of {#names}`)\nend",
	],
	["for (const { name } of take.markers) print(name);", "for _, marker in take.markers do\n\tprint(marker.name)\nend"],
	[
		"const last = names[names.size() - 1], first = names[0], some = names[at];",
		"local last = names[#names]\nlocal first = names[1]\nlocal some = names[at + 1]",
	],
	[
		'names.push("a");\nnames.forEach((name) => print(name));',
		'table.insert(names, "a")\nfor _, name in names do\n\tprint(name)\nend',
	],
	["const [only] = decodeArchive(archive, 60);", "local only = dolly.decodeArchive(archive, 60)[1]"],
	["const [ok, reason] = pcall(() => print(at));", "local ok, reason = pcall(function()\n\tprint(at)\nend)"],
	[
		"const { model, clips } = importModel(archive);",
		"local importedModel = dolly.importModel(archive)\nlocal model, clips = importedModel.model, importedModel.clips",
	],
	['const lap: Take = { ...take, name: "Lap" };', 'local lap: dolly.Take = table.clone(take)\nlap.name = "Lap"'],
	[
		"const v = new CFrame(...quarter).mul(part.CFrame.add(new Vector3(...quarter)));",
		"local v = CFrame.new(table.unpack(quarter)) * (part.CFrame + Vector3.new(table.unpack(quarter)))",
	],
	["print(...quarter, ...half);", "print(quarter[1], quarter[2], quarter[3], table.unpack(half))"],
	[
		'const few = names.filter((name) => name !== "a");',
		'local few = {}\nfor _, name in names do\n\tif name ~= "a" then\n\t\ttable.insert(few, name)\n\tend\nend',
	],
	[
		'const one = names.find((name) => name === "a");',
		'local one\nfor _, name in names do\n\tif name == "a" then\n\t\tone = name\n\t\tbreak\n\tend\nend',
	],
	[
		'if (!files.has("a") && at > 1) print(1);\nelse if (at < 0) print(2);\nelse print(3); // the rest',
		'-- the rest\nif not (files["a"] ~= nil) and (at > 1) then\n\tprint(1)\nelseif at < 0 then\n\tprint(2)\nelse\n\tprint(3)\nend',
	],
	[
		"const modifier: Modifier = {\n\tapply(cframe) {\n\t\treturn $tuple(cframe, 70);\n\t},\n};",
		"local modifier: dolly.Modifier = {\n\tapply = function(_, cframe)\n\t\treturn cframe, 70\n\tend,\n}",
	],
	[
		"ClipMixer.of({ skeleton: readModel(archive).skeletons[0], instance: part }); // of one",
		"dolly.ClipMixer.of({ skeleton = dolly.readModel(archive).skeletons[1], instance = part }) -- of one",
	],
	["part.Name = part.Parent?.Name ?? `none`;", "part.Name = if part.Parent then part.Parent.Name else `none`"],
	[
		"part.Touched.Connect(({ Name: by }) => print(by));",
		"part.Touched:Connect(function(basePart)\n\tprint(basePart.Name)\nend)",
	],
];

/** What is refused, and a word of the reason. */
const REFUSED = [
	["names[0];", /is no statement/],
	["if (at) print(at);", /both are true/],
	["print(files.size());", /no Luau/],
	["for (let i = 0; i < at; i++) print(i);", /no Luau/],
	["print(part.Anchored ?? false);", /may be false/],
	["const elseif = at;", /a word of Luau/],
	["print(...names, at);", /no Luau/],
];

function translateAll(blocks) {
	const { config } = ts.readConfigFile(join(root, "tsconfig.package.json"), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
	const relaxed = { ...options, noEmit: true, noUnusedLocals: false, rootDir: undefined };
	const sources = new Map(
		blocks.map((code, index) => [`${root.replaceAll("\\", "/")}/examples/try-${index}.ts`, `${HEADER}${code}\n}\n`]),
	);
	const host = ts.createCompilerHost(relaxed);
	const { fileExists, readFile } = host;
	host.fileExists = (file) => sources.has(file) || fileExists(file);
	host.readFile = (file) => sources.get(file) ?? readFile(file);
	const program = ts.createProgram([...sources.keys()], relaxed, host);
	const known = new Set(NAMES.replaceAll("type ", "").split(", "));
	const translator = new Translator(program.getTypeChecker(), (name) => (known.has(name) ? "dolly" : undefined));
	return [...sources.keys()].map((file) => {
		try {
			return translator.translate(program.getSourceFile(file).statements.at(-1).body);
		} catch (problem) {
			return problem;
		}
	});
}

export const checks = {
	"examples in TypeScript become the Luau that one would write": () => {
		const translated = translateAll(PAIRS.map(([code]) => code));
		for (const [index, one] of translated.entries()) assert.equal(typeof one, "string", `${PAIRS[index][0]}: ${one}`);
		const formatted = formatLuau(new Map(translated.map((code, index) => [`block-${index}`, code])));
		assert.deepEqual(
			[...formatted.values()].map((code) => code.trimEnd()),
			PAIRS.map(([, luau]) => luau),
		);
	},
	"an example that has no Luau is refused, with what it has none for": () => {
		const refused = translateAll(REFUSED.map(([code]) => code));
		for (const [index, problem] of refused.entries()) {
			assert.ok(problem instanceof Error, `${REFUSED[index][0]} became ${problem}`);
			assert.match(problem.message, REFUSED[index][1]);
		}
	},
	"Luau that does not compile is refused with its name": () => {
		assert.throws(() => formatLuau(new Map([["broken", "local = 1"]])), /broken/);
		// StyLua reads it, and Luau does not.
		assert.throws(() => formatLuau(new Map([["astray", "break"]])), /astray/);
	},
};
