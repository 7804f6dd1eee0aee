import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { requiredPaths } from "./follow-requires.mjs";
import { rojoSourcemap } from "./find-rojo.mjs";
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

/** The scripts that run by themselves, and every module that one of them comes to require. */
function reachable(tree) {
	const found = new Map();
	const waiting = descendants(tree).filter(({ className }) => className === "Script");
	while (waiting.length > 0) {
		const node = waiting.pop();
		if (found.has(node)) continue;
		const source = sourceOf(node);
		found.set(node, source);
		waiting.push(...requiredPaths(source).flatMap((path) => resolve(node, path)));
	}
	return found;
}

/**
 * Writes to `folder` what the plugin of a Rojo project needs and nothing else: the modules that its scripts come to
 * require, without comments and indentation. Gives the path of a project that builds it.
 */
export function shipPlugin(project, folder) {
	const tree = rojoSourcemap(project);
	linkParents(tree);
	rmSync(join(root, folder), { recursive: true, force: true });
	const sources = reachable(tree);
	for (const [node, source] of sources) {
		const isParent = descendants(node).some((below) => below !== node && sources.has(below));
		const extension = EXTENSIONS[node.className];
		const file = join(root, folder, "tree", ...pathOf(node), ...(isParent ? [`init${extension}`] : []));
		const path = isParent ? file : `${file}${extension}`;
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, stripLuau(source));
	}
	const shipped = join(folder, "default.project.json");
	writeFileSync(join(root, shipped), JSON.stringify({ name: tree.name, tree: { $path: "tree" } }));
	return shipped;
}
