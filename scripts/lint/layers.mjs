import { dirname, relative, resolve } from "node:path";
import { root } from "../run.mjs";

/** The rooms, and for each of `src/` the rooms that its code may import from beside its own. */
const ROOMS = {
	"src/bytes": [],
	"src/rotation": ["src/bytes"],
	"src/meshopt": ["src/bytes"],
	"src/images": ["src/bytes"],
	"src/motion": ["src/bytes", "src/rotation"],
	"src/take": ["src/bytes", "src/rotation", "src/meshopt", "src/motion"],
	"src/replay": ["src/bytes", "src/rotation", "src/meshopt", "src/motion", "src/take"],
	"src/scene": ["src/bytes", "src/rotation", "src/meshopt", "src/images", "src/motion"],
	"src/formats": [
		"src/bytes",
		"src/rotation",
		"src/meshopt",
		"src/images",
		"src/motion",
		"src/take",
		"src/replay",
		"src/scene",
	],
};
const PLAIN = Object.keys(ROOMS);
ROOMS["src/roblox"] = PLAIN;
ROOMS["src/camera"] = [...PLAIN, "src/roblox"];
ROOMS["src/codecs"] = [...PLAIN, "src/roblox"];
ROOMS["src/files"] = [...PLAIN, "src/roblox"];
ROOMS["src/index"] = [...PLAIN, "src/roblox", "src/camera"];

/** Folders that use the toolkit. */
const APPS = ["places", "plugin", "ui", "examples", "tests", "bench"];

/** Those that show how: they use it as a user does, through its entries. */
const ON_THE_SURFACE = ["places", "plugin", "ui", "examples"];
const ENTRIES = ["", "/camera", "/codecs", "/files"].flatMap((entry) => [`src${entry}`, `@rbxts/dolly${entry}`]);

/** What only Roblox has: nothing left of `src/roblox` may name it. */
const ENGINE_GLOBALS = new Set(
	[
		"game workspace script plugin Instance CFrame Vector3 Vector2 Color3 BrickColor UDim UDim2 Enum Region3 Ray Rect Content",
		"NumberRange NumberSequence NumberSequenceKeypoint ColorSequence ColorSequenceKeypoint Random TweenInfo DateTime Font",
		"task wait spawn delay tick time elapsedTime warn shared _G RaycastParams OverlapParams PhysicalProperties",
	]
		.join(" ")
		.split(" "),
);

function roomOf(path) {
	return [...Object.keys(ROOMS), ...APPS].find(
		(room) => path === room || path.startsWith(`${room}/`) || path.startsWith(`${room}.`),
	);
}

function projectPath(file) {
	return relative(root, file).replaceAll("\\", "/");
}

const importDirection = {
	meta: {
		type: "problem",
		schema: [],
		messages: { wrong: "{{from}} may not import {{to}}" },
	},
	create(context) {
		const from = projectPath(context.filename);
		const room = roomOf(from);
		const allowed = ROOMS[room];
		const isUser = ON_THE_SURFACE.some((folder) => from.startsWith(`${folder}/`));
		const isBuilder = from.startsWith("tests/builders/");
		function check(node) {
			const source = node.source?.value;
			if (typeof source !== "string") return;
			const isRelative = source.startsWith(".");
			const to = isRelative ? projectPath(resolve(dirname(context.filename), source)) : source;
			const target = isRelative ? roomOf(to) : undefined;
			// The toolkit depends on no package: the model file for plain Luau has none in it.
			const isInner = /^(src|@rbxts\/dolly)\//.test(to) && !ENTRIES.includes(to);
			const wrong = allowed
				? target !== room && !allowed.includes(target)
				: (isBuilder && to.startsWith("src/")) || (isUser && isInner);
			if (wrong) context.report({ node, messageId: "wrong", data: { from, to } });
		}
		return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
	},
};

const noEngineGlobals = {
	meta: {
		type: "problem",
		schema: [],
		messages: { wrong: "{{name}} is Roblox's: only src/roblox and the apps may use it" },
	},
	create(context) {
		if (!PLAIN.includes(roomOf(projectPath(context.filename)))) return {};
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
