import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE } from "../../scripts/luau/stage-package.mjs";
import { root } from "../../scripts/run.mjs";

/** What Luau and the engine bring: anything else that a type names must be declared. */
const KNOWN = new Set(
	(
		"any boolean buffer false nil number string true unknown self " +
		"Attachment BasePart Bone CFrame Camera EditableImage EditableMesh Instance KeyframeSequence MeshPart Model PVInstance Player RemoteEvent UnreliableRemoteEvent Vector3"
	).split(" "),
);

function read(file) {
	return readFileSync(join(PACKAGE, "src", file), "utf8");
}

/** Luau without comments and texts, which may hold any word. */
function bare(source) {
	return source.replaceAll(/--.*$/gm, "").replaceAll(/"[^"]*"|\bEnum\.\w+/g, "nil");
}

/** The names that a file of `src/` exports, read from its text: of these the types were not made. */
function exportsOf(file) {
	const source = readFileSync(join(root, "src", file), "utf8");
	const lists = [...source.matchAll(/export (?:type )?\{([^}]*)\}/g)].map(([, list]) => list.split(","));
	const names = lists.flat().map((name) => name.trim());
	const others = [...source.matchAll(/export \* from "\.\/(\w+)"/g)].flatMap(([, name]) => exportsOf(`${name}.ts`));
	return [...names.filter((name) => name !== ""), ...others].sort();
}

/** The fields of the type of a module. */
function fieldsOf(module) {
	const [, body] = new RegExp(`^export type ${module} = \\{$([^]*?)^\\}$`, "m").exec(read("types.luau"));
	return [...bare(body).matchAll(/^\t(\w+):/gm)].map(([, name]) => name);
}

function checkEntry(file, facade, module) {
	const types = [...read(facade).matchAll(/^export type (\w+)(?:<[^>]*>)? = types\.\1/gm)].map(([, name]) => name);
	const declared = new Set([...types, ...fieldsOf(module)]);
	assert.deepEqual([...declared].sort(), exportsOf(file));
	const source = read("types.luau");
	for (const name of types) assert.match(source, new RegExp(`^export type ${name}\\b`, "m"));
	assert.match(read(facade), new RegExp(`^return \\(require\\(.*\\) :: any\\) :: types\\.${module}$`, "m"));
}

export const checks = {
	"Luau's types have every name of the public surface": () => {
		checkEntry("index.ts", "init.luau", "Dolly");
		checkEntry("camera.ts", "camera.luau", "DollyCamera");
		checkEntry("codecs.ts", "codecs.luau", "DollyCodecs");
		checkEntry("files.ts", "files.luau", "DollyFiles");
	},
	"Luau's types name nothing that is not declared": () => {
		const source = bare(read("types.luau"));
		const declared = new Set([...source.matchAll(/^(?:export )?type (\w+)/gm)].map(([, name]) => name));
		const parameters = new Set([...source.matchAll(/<(\w+)\.\.\.>/g)].map(([, name]) => name));
		const header = /^(?:export )?type \w+(?:<[^>]*>)? = /gm;
		const used = source.replaceAll(header, "").replace(/return \{\}/, "");
		// A name before a colon is that of a field or of an argument.
		const missing = [...used.matchAll(/\b[A-Za-z_]\w*\b(?!\s*:)/g)]
			.map(([name]) => name)
			.filter((name) => !KNOWN.has(name) && !declared.has(name) && !parameters.has(name));
		assert.deepEqual([...new Set(missing)], []);
	},
	"Luau's types say what they cannot know nowhere": () => {
		assert.equal(/\bany\b/.test(bare(read("types.luau"))), false);
	},
	"compiled modules are not analysed, and typed ones strictly": () => {
		const folder = join(root, "dist", "wally", "src");
		const strict = [];
		for (const entry of readdirSync(folder, { recursive: true })) {
			if (!/\.luau?$/.test(entry)) continue;
			// What speaks to the compiler counts only above all else.
			const [header] = /^(--.*\n)*/.exec(read(entry));
			if (/^--!strict$/m.test(header)) strict.push(entry);
			else assert.match(header, /^--!nocheck$/m, entry);
		}
		assert.deepEqual(strict.sort(), ["camera.luau", "codecs.luau", "files.luau", "init.luau", "types.luau"]);
	},
	"compiled modules of the places and the plugin are not analysed either": () => {
		for (const folder of ["src", "ui", "places", "plugin"]) {
			for (const entry of readdirSync(join(root, "out", folder), { recursive: true })) {
				if (!entry.endsWith(".luau")) continue;
				const [header] = /^(--.*\n)*/.exec(readFileSync(join(root, "out", folder, entry), "utf8"));
				assert.match(header, /^--!nocheck$/m, entry);
			}
		}
	},
	"Luau's types have the static methods of a class, and `new` only if it can be called": () => {
		assert.match(read("types.luau"), /^\tClipMixer: \{ of: \(rig: Rig\) -> ClipMixer \},$/m);
		assert.match(read("types.luau"), /^\tRecorder: \{ new: \(options: RecorderOptions\?\) -> Recorder \},$/m);
	},
	"Luau's types come with the comments of the source": () => {
		assert.match(
			read("types.luau"),
			/--- Frames per second, 0\.001 to 1000, independent of the game's frame rate\. Defaults to 60\.\n\trate: number\?,/,
		);
		// A signal is made by the toolkit only, and what is internal is nobody's.
		assert.match(read("types.luau"), /export type Signal<T\.\.\.> = \{/);
		assert.doesNotMatch(read("types.luau"), /\tbudget: |Signal: \{ new/);
	},
};
