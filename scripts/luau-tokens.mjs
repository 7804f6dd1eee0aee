/** Where a long bracket that opens at `at` ends, or -1 where none opens there. */
function longBracketEnd(source, at) {
	const opening = /^\[(=*)\[/.exec(source.slice(at, at + 64));
	if (!opening) return -1;
	const close = source.indexOf(`]${opening[1]}]`, at + opening[0].length);
	return close < 0 ? source.length : close + opening[1].length + 2;
}

/** Where a string with escapes ends whose quote opens at `at`. */
function quotedEnd(source, at) {
	let end = at + 1;
	while (end < source.length && source[end] !== source[at]) end += source[end] === "\\" ? 2 : 1;
	return end + 1;
}

/** Where an interpolated string ends that opens at `at`: its braces hold code, with strings of its own. */
function interpolatedEnd(source, at) {
	let end = at + 1;
	while (end < source.length && source[end] !== "`") {
		if (source[end] === "\\") end += 2;
		else if (source[end] === "{") end = codeEnd(source, end + 1);
		else end += 1;
	}
	return end + 1;
}

/** Where the code in an interpolated string ends, behind the brace that closes it. */
function codeEnd(source, at) {
	let depth = 1;
	let end = at;
	while (end < source.length && depth > 0) {
		const token = tokenAt(source, end);
		if (token.kind === "code" && source[end] === "{") depth += 1;
		else if (token.kind === "code" && source[end] === "}") depth -= 1;
		end = token.end;
	}
	return end;
}

/** The token at `at`: a comment, a string, space, or a character or word of code. */
function tokenAt(source, at) {
	const character = source[at];
	if (character === "-" && source[at + 1] === "-") {
		const block = longBracketEnd(source, at + 2);
		if (block >= 0) return { kind: "comment", end: block };
		const line = source.indexOf("\n", at);
		return { kind: "comment", end: line < 0 ? source.length : line };
	}
	if (character === '"' || character === "'") return { kind: "string", end: quotedEnd(source, at) };
	if (character === "`") return { kind: "string", end: interpolatedEnd(source, at) };
	const long = character === "[" ? longBracketEnd(source, at) : -1;
	if (long >= 0) return { kind: "string", end: long };
	const [run] = /^(?:\s+|\w+|[^])/.exec(source.slice(at, at + 256));
	return { kind: /^\s/.test(run) ? "space" : "code", end: at + run.length };
}

/** The tokens of Luau source: `{ kind, text }`, which together are the source again. */
export function luauTokens(source) {
	const tokens = [];
	let at = 0;
	while (at < source.length) {
		const { kind, end } = tokenAt(source, at);
		tokens.push({ kind, text: source.slice(at, end) });
		at = Math.max(end, at + 1);
	}
	return tokens;
}
