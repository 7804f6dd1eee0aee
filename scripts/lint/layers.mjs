import { dirname, relative, resolve } from "node:path";
import { root } from "../run.mjs";

/** The columns of the architecture, left to right: code imports from its own column or from one to its left. */
const COLUMNS = [
	{ name: "bytes", folders: ["src/bytes", "src/rotation"] },
	{ name: "model", folders: ["src/model"] },
	{ name: "formats", folders: ["src/formats"] },
	{ name: "engine", folders: ["src/engine"] },
	{ name: "index", folders: ["src/index.ts", "src/index"] },
	{ name: "apps", folders: ["places", "plugin", "ui", "examples", "tests", "bench"] },
];
const ENGINE = COLUMNS.findIndex(({ name }) => name === "engine");

const APPS = COLUMNS.findIndex(({ name }) => name === "apps");

/** What only Roblox has: nothing left of the engine column may name it. */
const ENGINE_GLOBALS = new Set(
	[
		"game workspace script plugin Instance CFrame Vector3 Vector2 Color3 BrickColor UDim UDim2 Enum Region3 Ray Rect Content",
		"NumberRange NumberSequence NumberSequenceKeypoint ColorSequence ColorSequenceKeypoint Random TweenInfo DateTime Font",
		"task wait spawn delay tick time elapsedTime warn shared _G RaycastParams OverlapParams PhysicalProperties",
	]
		.join(" ")
		.split(" "),
);

function columnOf(path) {
	return COLUMNS.findIndex(({ folders }) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`)));
}

function projectPath(file) {
	return relative(root, file).replaceAll("\\", "/");
}

const importDirection = {
	meta: {
		type: "problem",
		schema: [],
		messages: { wrong: "{{from}} ({{fromColumn}}) may not import {{to}} ({{toColumn}})" },
	},
	create(context) {
		const from = projectPath(context.filename);
		const column = columnOf(from);
		const isBuilder = from.startsWith("tests/builders/");
		function check(node) {
			const source = node.source?.value;
			if (typeof source !== "string") return;
			const to = source.startsWith(".") ? projectPath(resolve(dirname(context.filename), source)) : source;
			const target = columnOf(to);
			// The toolkit depends on no package: the model file for plain Luau has none in it.
			const wrong = source.startsWith(".") ? target > column || (isBuilder && to.startsWith("src/")) : column < APPS;
			if (column >= 0 && wrong) {
				const toColumn = target < 0 ? "a package" : COLUMNS[target].name;
				context.report({ node, messageId: "wrong", data: { from, to, fromColumn: COLUMNS[column].name, toColumn } });
			}
		}
		return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
	},
};

const noEngineGlobals = {
	meta: {
		type: "problem",
		schema: [],
		messages: { wrong: "{{name}} is Roblox's: only src/engine and the apps may use it" },
	},
	create(context) {
		const column = columnOf(projectPath(context.filename));
		if (column < 0 || column >= ENGINE) return {};
		return {
			"Program:exit"(program) {
				const scope = context.sourceCode.getScope(program);
				const free = [
					...scope.through,
					...scope.variables.flatMap(({ defs, references }) => (defs.length ? [] : references)),
				];
				for (const { identifier } of free) {
					if (ENGINE_GLOBALS.has(identifier.name)) {
						context.report({ node: identifier, messageId: "wrong", data: { name: identifier.name } });
					}
				}
			},
		};
	},
};

export default { rules: { "import-direction": importDirection, "no-engine-globals": noEngineGlobals } };
