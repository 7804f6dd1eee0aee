/** The small changes that are made to compiled Luau, one at a time. */

/** What is replaced, and by what. Strings, comments and imports stay. */
const CHANGES = [
	[/(?<=\s)<=(?=\s)/g, () => "<"],
	[/(?<=\s)<(?=\s)/g, () => "<="],
	[/(?<=\s)>=(?=\s)/g, () => ">"],
	[/(?<=\s)>(?=\s)/g, () => ">="],
	[/(?<=\s)==(?=\s)/g, () => "~="],
	[/(?<=\s)~=(?=\s)/g, () => "=="],
	[/(?<=\s)\+(?=\s)/g, () => "-"],
	[/(?<=\s)-(?=\s)/g, () => "+"],
	[/(?<=\s)\*(?=\s)/g, () => "/"],
	[/\bmath\.min\b/g, () => "math.max"],
	[/\bmath\.max\b/g, () => "math.min"],
	[/\bmath\.floor\b/g, () => "math.ceil"],
	[/\bmath\.ceil\b/g, () => "math.floor"],
	[/(?<=\s)and(?=\s)/g, () => "or"],
	[/(?<=\s)or(?=\s)/g, () => "and"],
	[/\btrue\b/g, () => "false"],
	[/\bfalse\b/g, () => "true"],
	[/(?<![\w.])\d+(\.\d+)?(e-?\d+)?(?![\w.])/g, changedNumber],
];

/** Whole numbers grow by one, others by half, and those that are written with an exponent tenfold. */
function changedNumber(found) {
	if (found.includes("e")) return found.replace(/e(.*)$/, (_, exponent) => `e${Number(exponent) + 1}`);
	return found.includes(".") ? `${Number(found) * 1.5}` : `${Number(found) + 1}`;
}

/** What the compiler puts there by itself: imports and exports, loops around callbacks, the making of classes. */
const NOT_OURS =
	/TS\.import|require\(|^local TS\b|^return \{|^\t*__tostring|self:constructor\(|\b_callback\w*\(_v|\b_k - 1\b|_newValue\[|\b_length\b|^\t*local _shouldIncrement|table\.move\(|\(table\.find\(.* or 0\) - 1/;

/** mulberry32: the same numbers for the same seed. */
function seeded(seed) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A number that stands for a text. */
function hash(text) {
	let sum = 2166136261;
	for (const character of text) sum = Math.imul(sum ^ character.codePointAt(0), 16777619);
	return sum >>> 0;
}

/** The lines of a source with comments blanked out and strings quoted but empty; each is as long as it was. */
export function codeLines(source) {
	return source
		.replace(/--\[(=*)\[[\s\S]*?\]\1\]|--[^\n]*|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, (found) =>
			found.replace(/[^\n"`]/g, " "),
		)
		.split("\n");
}

/** Every change that a source allows. */
function allChanges(source) {
	const lines = source.split("\n");
	return codeLines(source).flatMap((text, index) => {
		const line = lines[index];
		// The compiler gives every loop with a step another.
		const code = text.replace(/ or 1 do$/, "         ");
		if (NOT_OURS.test(line)) return [];
		return CHANGES.flatMap(([pattern, change]) =>
			[...code.matchAll(pattern)].map((match) => {
				const changed = line.slice(0, match.index) + change(match[0]) + line.slice(match.index + match[0].length);
				return { line: index, before: line.trim(), after: changed.trim(), changed };
			}),
		);
	});
}

/** So many changes of a module, drawn by the seed: one for each `linesEach` lines of code, and at least `least`. */
export function drawMutants(module, source, seed, least, linesEach) {
	const random = seeded(hash(module) ^ Math.imul(seed, 0x9e3779b1));
	const codeCount = codeLines(source).filter((line) => line.trim() !== "").length;
	return allChanges(source)
		.map((change) => ({ ...change, module, order: random() }))
		.sort((a, b) => a.order - b.order)
		.slice(0, Math.max(least, Math.ceil(codeCount / linesEach)));
}

/** A module's source with a mutant's line in it. */
export function applyMutant(source, { line, changed }) {
	return source
		.split("\n")
		.map((former, index) => (index === line ? changed : former))
		.join("\n");
}
