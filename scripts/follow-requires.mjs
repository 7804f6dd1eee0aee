import { luauTokens } from "./luau-tokens.mjs";

/** The text inside the quotes of a string token. */
function unquote({ text }) {
	return text.slice(1, -1);
}

/**
 * What a source requires: each a path of names, where "script" is the script itself and "Parent" what it is in. Calls whose
 * module is not known before they run are left out: only roblox-ts's runtime has one, behind `TS.import`.
 */
export function requiredPaths(source) {
	const code = luauTokens(source).filter(({ kind }) => kind !== "comment" && kind !== "space");
	const text = (index) => code[index]?.text;
	const paths = [];
	code.forEach((token, index) => {
		if (token.text !== "require" && !(token.text === "import" && text(index - 2) === "TS")) return;
		let at = index + (text(index + 1) === "(" ? 2 : 1);
		if (code[at]?.kind === "string") {
			// A path such as "./graph" begins beside the script, "@self/…" below it.
			const steps = unquote(code[at]).split("/");
			const names = steps.filter((step) => step !== "." && step !== "@self");
			const start = steps[0] === "@self" ? ["script"] : ["script", "Parent"];
			paths.push([...start, ...names.map((step) => (step === ".." ? "Parent" : step))]);
			return;
		}
		// TS.import's first argument is who asks.
		if (token.text === "import") at += 2;
		if (text(at) !== "script") return;
		const path = ["script"];
		for (at += 1; text(at) === "."; at += 2) path.push(text(at + 1));
		for (; text(at) === "," && code[at + 1]?.kind === "string"; at += 2) path.push(unquote(code[at + 1]));
		paths.push(path);
	});
	return paths;
}
