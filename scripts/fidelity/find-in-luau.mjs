import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What of a line shows that it is the engine's: Luau has no types here, so of methods there is the name alone. */
const PATTERNS = [
	[/:([A-Z]\w*)\(/g, (name) => `*.${name}`],
	[/\b(Enum\.\w+\.\w+)/g, (name) => name],
	[/GetService\("(\w+)"\)/g, (name) => name],
	[/Instance\.new\("(\w+)"/g, (name) => name],
];

/** The code of a line: what stands before a comment. */
function withoutComments(source) {
	return source
		.replaceAll(/--\[\[[\s\S]*?\]\]/g, (comment) => comment.replaceAll(/[^\n]/g, ""))
		.replaceAll(/--.*$/gm, "");
}

/** What Luau below `folders` uses of the engine, in the shape of `findInTypeScript`. */
export function findInLuau(root, folders) {
	const uses = new Map();
	for (const folder of folders) {
		for (const path of readdirSync(join(root, folder), { recursive: true }).sort()) {
			if (!path.endsWith(".luau")) continue;
			const lines = withoutComments(readFileSync(join(root, folder, path), "utf8")).split("\n");
			lines.forEach((line, index) => {
				for (const [pattern, nameOf] of PATTERNS) {
					for (const [, found] of line.matchAll(pattern)) {
						const name = nameOf(found);
						if (!uses.has(name)) uses.set(name, []);
						uses.get(name).push(`${join(folder, path)}:${index + 1}`);
					}
				}
			});
		}
	}
	return uses;
}
