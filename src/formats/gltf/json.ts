import { fail } from "../../bytes/fail";

/** A decoded JSON object. Nothing in it is trusted. */
export type JsonObject = { [key: string]: unknown };

/** The largest finite f32: larger numbers would become infinite in a buffer. */
const MAX_F32 = 3.4028234663852886e38;

/** Integers above this are not exact in a Luau number. */
const MAX_INTEGER = 2 ** 53;

/** Refuses the document: `problem` is wrong at a JSON path such as `accessors[3].count`. */
export function failAt(problem: string, path: string): never {
	fail("gltf", `${problem} at ${path}`);
}

/** Returns the path of `key` in the object at `path`, which is empty for the document itself. */
function pathOf(path: string, key: string): string {
	return path === "" ? key : `${path}.${key}`;
}

function kindOf(value: unknown): string {
	if (value === undefined) return "missing";
	if (typeIs(value, "number")) return `${value}`;
	if (typeIs(value, "string")) return `"${value.sub(1, 40)}"`;
	if (typeIs(value, "boolean")) return value ? "true" : "false";
	return "an object or array";
}

/** Returns `value` as an object. An empty array cannot be distinguished from an empty object, and passes. */
export function asObject(value: unknown, path: string): JsonObject {
	if (!typeIs(value, "table")) failAt(`expected an object, but it is ${kindOf(value)}`, path);
	const [key] = next(value as JsonObject);
	if (key !== undefined && !typeIs(key, "string")) failAt("expected an object, but it is an array", path);
	return value as JsonObject;
}

export function objectIn(parent: JsonObject, key: string, path: string): JsonObject | undefined {
	const value = parent[key];
	return value === undefined ? undefined : asObject(value, pathOf(path, key));
}

/** Returns the array under `key`, empty if there is none. Refuses arrays with holes (nulls). */
export function arrayIn(parent: JsonObject, key: string, path: string): Array<defined> {
	const value = parent[key];
	if (value === undefined) return [];
	const place = pathOf(path, key);
	if (!typeIs(value, "table")) failAt(`expected an array, but it is ${kindOf(value)}`, place);
	const array = value as Array<defined>;
	const size = array.size();
	let keys = 0;
	for (const [index] of pairs(value as Map<unknown, unknown>)) {
		if (!typeIs(index, "number")) failAt("expected an array, but it is an object", place);
		keys += 1;
		if (index > size) failAt("the array has a null in it", place);
	}
	if (keys !== size) failAt("the array has a null in it", place);
	return array;
}

/** Returns the objects of the array under `key` of the document's root. */
export function objectsIn(parent: JsonObject, key: string, path = ""): Array<JsonObject> {
	const place = pathOf(path, key);
	return arrayIn(parent, key, path).map((value, index) => asObject(value, `${place}[${index}]`));
}

function checkInteger(value: unknown, low: number, high: number, path: string): number {
	if (!typeIs(value, "number") || value % 1 !== 0 || value < low || value > high) {
		const wanted = high === MAX_INTEGER ? `of ${low} or more` : `from ${low} to ${high}`;
		const what = high < low ? "expected no value" : `expected an integer ${wanted}`;
		failAt(`${what}, but it is ${kindOf(value)}`, path);
	}
	return value;
}

/**
 * Returns the integer under `key`, from `low` to `high`. If it is missing, returns `fallback`, or fails without one.
 */
export function integerIn(
	parent: JsonObject,
	key: string,
	path: string,
	low = 0,
	high = MAX_INTEGER,
	fallback?: number,
): number {
	const value = parent[key];
	if (value === undefined && fallback !== undefined) return fallback;
	return checkInteger(value, low, high, pathOf(path, key));
}

/** Returns the index of one of `count` items under `key`, if any. */
export function indexIn(parent: JsonObject, key: string, path: string, count: number): number | undefined {
	const value = parent[key];
	return value === undefined ? undefined : checkInteger(value, 0, count - 1, pathOf(path, key));
}

/** Returns the array of indices of `count` items under `key`, each at most once. */
export function indicesIn(parent: JsonObject, key: string, path: string, count: number): Array<number> {
	const seen = new Set<number>();
	return arrayIn(parent, key, path).map((value, position) => {
		const place = `${pathOf(path, key)}[${position}]`;
		const index = checkInteger(value, 0, count - 1, place);
		if (seen.has(index)) failAt(`${index} is in the array twice`, place);
		seen.add(index);
		return index;
	});
}

function checkNumber(value: unknown, path: string): number {
	if (!typeIs(value, "number") || !(math.abs(value) <= MAX_F32)) {
		failAt(`expected a number, but it is ${kindOf(value)}`, path);
	}
	return value;
}

/** Returns the number under `key`, within an f32. If it is missing, returns `fallback`, or fails without one. */
export function numberIn(parent: JsonObject, key: string, path: string, fallback?: number): number {
	const value = parent[key];
	if (value === undefined && fallback !== undefined) return fallback;
	return checkNumber(value, pathOf(path, key));
}

export function numbersIn(parent: JsonObject, key: string, path: string, count: number): Array<number> | undefined {
	if (parent[key] === undefined) return undefined;
	const values = arrayIn(parent, key, path);
	const place = pathOf(path, key);
	if (values.size() !== count) failAt(`expected ${count} numbers, but there are ${values.size()}`, place);
	return values.map((value, index) => checkNumber(value, `${place}[${index}]`));
}

export function stringIn(parent: JsonObject, key: string, path: string): string | undefined {
	const value = parent[key];
	if (value !== undefined && !typeIs(value, "string")) {
		failAt(`expected a string, but it is ${kindOf(value)}`, pathOf(path, key));
	}
	return value;
}

/** Returns the boolean under `key`, or `fallback` if it is missing. */
export function booleanIn(parent: JsonObject, key: string, path: string, fallback = false): boolean {
	const value = parent[key];
	if (value === undefined) return fallback;
	if (!typeIs(value, "boolean")) failAt(`expected true or false, but it is ${kindOf(value)}`, pathOf(path, key));
	return value;
}

export function extensionIn(parent: JsonObject, name: string, path: string): JsonObject | undefined {
	const extensions = objectIn(parent, "extensions", path);
	return extensions === undefined ? undefined : objectIn(extensions, name, `${path}.extensions`);
}
