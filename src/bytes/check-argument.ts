import { fail } from "./fail";
import { nearestName } from "./nearest-name";
import { quoteBytes } from "./quote-bytes";

/** Describes a value for a message: numbers and short texts as they are, anything else by its type. */
export function describeValue(value: unknown): string {
	if (value === undefined) return "missing";
	if (typeIs(value, "number") || typeIs(value, "boolean")) return tostring(value);
	if (typeIs(value, "string") && value.size() <= 20) {
		return utf8.len(value)[0] === undefined ? quoteBytes(value) : `"${value}"`;
	}
	const kind = typeOf(value);
	return `${kind === "Instance" ? "an" : "a"} ${kind}`;
}

/** Refuses an argument of another type: `[dolly] decodeArchive: source is missing; expected a buffer`. */
export function checkType(value: unknown, wanted: keyof CheckableTypes, caller: string, argument: string): void {
	if (typeOf(value) !== wanted) fail(caller, `${argument} is ${describeValue(value)}; expected a ${wanted}`);
}

/** Refuses a source that is not the bytes of a file. */
export function checkSource(source: unknown, caller: string): void {
	const isName = typeIs(source, "string") && source.match("^[%w%s_./\\:-]+%.%w+$")[0] !== undefined;
	const isBase64 = typeIs(source, "string") && source.size() >= 16 && source.match("^[%w+/=%s]+$")[0] !== undefined;
	const hint = isName
		? ": the bytes of the file, not its name"
		: typeIs(source, "string")
			? `. Convert it with ${isBase64 ? "decodeBase64" : "buffer.fromstring"}`
			: "";
	if (!typeIs(source, "buffer")) fail(caller, `source is ${describeValue(source)}; expected a buffer${hint}`);
}

export function checkOptional(value: unknown, wanted: keyof CheckableTypes, caller: string, argument: string): void {
	if (value !== undefined) checkType(value, wanted, caller, argument);
}

/** Refuses a value that is not an array: a table whose keys are 1 to its size, and nothing else. */
export function checkArray(value: unknown, caller: string, argument: string): void {
	checkType(value, "table", caller, argument);
	const size = (value as Array<unknown>).size();
	let count = 0;
	for (const [key] of pairs(value as Map<unknown, unknown>)) {
		count += 1;
		if (!typeIs(key, "number") || key % 1 !== 0 || key < 1 || key > size) {
			fail(caller, `${argument} has the key ${describeValue(key)}; expected an array`);
		}
	}
	if (count !== size) fail(caller, `${argument} has holes; expected an array`);
}

/**
 * Refuses an unknown option: otherwise a misspelt one would silently change nothing. Names the option that was probably
 * meant, or else all of them.
 */
export function checkKeys(options: object, known: ReadonlyArray<string>, caller: string, argument: string): void {
	checkType(options, "table", caller, argument);
	for (const [key] of pairs(options as Map<unknown, unknown>)) {
		if (known.includes(key as string)) continue;
		const nearest = typeIs(key, "string") ? nearestName(key, known) : undefined;
		const place = argument === "options" ? "" : ` in ${argument}`;
		const hint = nearest === undefined ? `expected one of ${known.join(", ")}` : `did you mean "${nearest}"?`;
		fail(caller, `unknown option ${describeValue(key)}${place}; ${hint}`);
	}
}

/** Describes an item of a list in words that mean the same in TypeScript, which counts from 0, and in Luau. */
export function itemOf(list: string, index: number): string {
	return `item ${index + 1} of ${list}`;
}

/** Refuses a value that is not a number, or is NaN or infinite. */
export function checkFinite(value: unknown, caller: string, argument: string): void {
	if (!typeIs(value, "number") || value - value !== 0) {
		fail(caller, `${argument} is ${describeValue(value)}; expected a finite number`);
	}
}

/** Refuses a value that is not a finite number of seconds, 0 or more. */
export function checkSeconds(value: unknown, caller: string, argument: string): void {
	if (!typeIs(value, "number") || !(value >= 0 && value < math.huge)) {
		fail(caller, `${argument} is ${describeValue(value)}; expected a number of seconds, 0 or more`);
	}
}

/** Returns the problem of a value as UTF-8 text of up to `limit` bytes, or undefined. */
export function textProblem(value: unknown, limit: number): string | undefined {
	if (!typeIs(value, "string")) return `is ${describeValue(value)}; expected a string`;
	if (value.size() > limit) return `is ${value.size()} bytes long; expected at most ${limit}`;
	const [length] = utf8.len(value);
	return length === undefined ? "is not UTF-8" : undefined;
}

/** Refuses a value that is not UTF-8 text of up to `limit` bytes. */
export function checkText(value: unknown, limit: number, caller: string, argument: string): void {
	const problem = textProblem(value, limit);
	if (problem !== undefined) fail(caller, `${argument} ${problem}`);
}

/** Above this an f32 is infinite. */
const LARGEST_SINGLE = 3.4028234663852886e38;

/**
 * Refuses a value that is not a list of `count` numbers that are finite in single precision. There may be many lists,
 * so their name for messages is only put together for an error: `owner`, its field, or the field of its item at `item`.
 */
export function checkNumbers(
	values: unknown,
	count: number,
	caller: string,
	owner: string,
	field?: string,
	item?: number,
): void {
	for (const index of $range(0, count - 1)) {
		const value: unknown = typeIs(values, "table") ? (values as Array<unknown>)[index] : undefined;
		// Written so that NaN fails too.
		if (typeIs(value, "number") && math.abs(value) <= LARGEST_SINGLE) continue;
		const owned = item === undefined ? owner : itemOf(owner, item);
		const place = field === undefined ? owned : item === undefined ? `${owner}.${field}` : `${field} of ${owned}`;
		fail(
			caller,
			`number ${index + 1} of ${place} is ${describeValue(value)}; expected a number within single precision`,
		);
	}
}
