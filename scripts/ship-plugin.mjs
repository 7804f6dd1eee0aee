import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { requiredPaths } from "./follow-requires.mjs";
import { rojoSourcemap } from "./find-rojo.mjs";
import { writeNotices } from "./notices.mjs";
import { root } from "./run.mjs";
import { stripLuau } from "./strip-luau.mjs";

const EXTENSIONS = { Script: ".server.luau", ModuleScript: ".luau" };

function linkParents(node) {
	for (const child of node.children ?? []) {
		child.parent = node;
		linkParents(child);
	}
}

function descendants(node) {
	return [node, ...(node.children ?? []).flatMap(descendants)];
}

function sourceOf(node) {
	return readFileSync(
		join(
			root,
			node.filePaths.find((path) => /\.luau?$/.test(path)),
		),
		"utf8",
	);
}

function pathOf(node) {
	return node.parent ? [...pathOf(node.parent), node.name] : [];
}

/** The module that a path of names leads to from a script; nothing where the whole plugin has none, as with a test's. */
function resolve(script, path) {
	let node;
	for (const step of path) {
		if (step === "script") node = script;
		else if (step === "Parent") node = node?.parent;
		else node = node?.children?.find(({ name }) => name === step);
	}
	return node?.className === "ModuleScript" ? [node] : [];
}

/** The lines of a module that does nothing but hand on what others export. */
const HANDING_ON =
	/^(--!nocheck|local TS = .*|local exports = \{\}|local \w+ = TS\.import\(.*|exports\.\w+ = .*|for _k, _v in TS\.import\(.*|exports\[_k\] = _v|end|return exports|)$/;

function handsOn(source) {
	return source.split("\n").every((line) => HANDING_ON.test(line.trim()));
}

/** A module that hands on, without the names that nobody asks it for. */
function withoutUnasked(source, asked) {
	const lines = source.split("\n").map((line) => {
		const name = /^exports\.(\w+) = /.exec(line)?.[1];
		return name === undefined || asked.has(name) ? line : "";
	});
	const uses = (local) => lines.filter((line) => new RegExp(`\\b${local}\\b`).test(line)).length;
	return lines
		.map((line) => {
			const local = /^local (\w+) = TS\.import/.exec(line)?.[1];
			return local === undefined || uses(local) > 1 ? line : "";
		})
		.join("\n");
}

/** The names that are asked of modules that hand on: all that stands behind a dot in a module that requires one. */
function askedNames(sources) {
	const handing = new Set([...sources.keys()].filter((node) => handsOn(sources.get(node))));
	const asked = new Set();
	for (const [node, source] of sources) {
		if (handing.has(node)) continue;
		const isAsking = requiredPaths(source).some((path) => handing.has(resolve(node, path)[0]));
		for (const [, name] of isAsking ? source.matchAll(/\.\s*(\w+)/g) : []) asked.add(name);
	}
	return asked;
}

/** The scripts that run by themselves, and every module that one of them comes to require, with its source. */
function reachable(tree, read) {
	const found = new Map();
	const waiting = descendants(tree).filter(({ className }) => className === "Script");
	while (waiting.length > 0) {
		const node = waiting.pop();
		if (found.has(node)) continue;
		const source = read(node);
		found.set(node, source);
		waiting.push(...requiredPaths(source).flatMap((path) => resolve(node, path)));
	}
	return found;
}

/**
 * Writes to `folder` what the plugin of a Rojo project needs and nothing else: the modules that its scripts come to
 * require, without comments and indentation, and of the toolkit's entries the names that are asked for. Gives the path of a project that builds it.
 */
export function shipPlugin(project, folder) {
	const tree = rojoSourcemap(project);
	linkParents(tree);
	rmSync(join(root, folder), { recursive: true, force: true });
	const asked = askedNames(reachable(tree, (node) => stripLuau(sourceOf(node))));
	const sources = reachable(tree, (node) => {
		const source = stripLuau(sourceOf(node));
		return handsOn(source) ? withoutUnasked(source, asked) : source;
	});
	for (const [node, source] of sources) {
		const isParent = descendants(node).some((below) => below !== node && sources.has(below));
		const extension = EXTENSIONS[node.className];
		const file = join(root, folder, "tree", ...pathOf(node), ...(isParent ? [`init${extension}`] : []));
		const path = isParent ? file : `${file}${extension}`;
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, source);
	}
	writeFileSync(join(root, folder, "tree", "NOTICES.txt"), writeNotices({ withPanels: true }));
	const shipped = join(folder, "default.project.json");
	writeFileSync(join(root, shipped), JSON.stringify({ name: tree.name, tree: { $path: "tree" } }));
	return shipped;
}
