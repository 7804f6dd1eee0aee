import { codeLines } from "./changes.mjs";

/** How lines that open a block end, as roblox-ts writes them. */
const OPENS = /\b(?:then|do|else|repeat)$|\bfunction\b[^()]*\([^()]*\)$/;
const CLOSES = /^(?:end|until|elseif|else)\b/;

/**
 * The stretches of a compiled module that run as one: blocks, and what follows a block within another. `ofLine` has the number
 * of each line's, 0 where the line runs when the module is loaded; `counting` is the same source, whose stretches note
 * in `_G.dollyRan` that they ran.
 */
export function blocksOf(source, module) {
	const code = codeLines(source);
	const stack = [{ block: 0, isFunction: false }];
	const ofLine = [];
	let count = 0;
	const counting = source.split("\n").map((line, index) => {
		const text = code[index].trim();
		let top = stack[stack.length - 1];
		let counted = "";
		const note = (isFunction) => {
			if (!isFunction) return 0;
			count += 1;
			counted = ` _dollyRan[${count}] = true;`;
			return count;
		};
		if (CLOSES.test(text)) {
			const closed = stack.pop();
			top = stack[stack.length - 1];
			if (text === "end" && !closed.isReturned) top.block = note(top.isFunction);
		}
		ofLine.push(top.block);
		if (OPENS.test(text)) {
			const isFunction = top.isFunction || /\bfunction\b/.test(text);
			stack.push({ block: note(isFunction), isFunction, isReturned: text.startsWith("return ") });
		}
		return line + counted;
	});
	const first = counting.findIndex((line) => !line.startsWith("--!"));
	counting[first] = `local _dollyRan = (_G.dollyRan or {})["${module}"] or {} ${counting[first]}`;
	return { ofLine, counting: counting.join("\n") };
}

/** The modules below `out/src` that a module imports. */
export function importsOf(source, module) {
	const imports = source.matchAll(/TS\.import\(script, (script(?:\.Parent)+)((?:, "[^"]+")+)\)/g);
	return [...imports].map(([, from, names]) => {
		const up = from.split(".").length - 1;
		const base = module.split("/").slice(0, -up);
		return [...base, ...[...names.matchAll(/"([^"]+)"/g)].map((match) => match[1])].join("/");
	});
}
