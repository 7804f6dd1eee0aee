import { fail } from "../../bytes/fail";
import { extensionIn, indexIn, indicesIn, JsonObject, objectsIn, stringIn } from "./json";

const VARIANTS = "KHR_materials_variants";

/** How many names a message lists: a file may have very many. */
const MAX_SHOWN = 20;

/** Reads the names of the document's variants. */
export function readVariants(root: JsonObject): Array<string> {
	const extension = extensionIn(root, VARIANTS, "") ?? {};
	const list = `extensions.${VARIANTS}`;
	return objectsIn(extension, "variants", list).map(
		(json, index) => stringIn(json, "name", `${list}.variants[${index}]`) ?? `variant ${index}`,
	);
}

/** Returns the index of the variant that the caller named, if any. */
export function chooseVariant(variants: ReadonlyArray<string>, wanted: string | undefined): number | undefined {
	if (wanted === undefined) return undefined;
	const index = variants.indexOf(wanted);
	if (index >= 0) return index;
	const shown = variants.filter((_, place) => place < MAX_SHOWN).map((name) => `"${name.sub(1, 80)}"`);
	const known = variants.isEmpty() ? "a file that has variants" : `one of ${shown.join(", ")}`;
	fail("readModel", `variant is "${wanted.sub(1, 80)}"; expected ${known}`);
}

/** Returns the material of a primitive. The chosen variant may replace it. */
export function materialOf(
	primitive: JsonObject,
	path: string,
	count: number,
	variant: number | undefined,
): number | undefined {
	const own = indexIn(primitive, "material", path, count);
	const extension = variant === undefined ? undefined : extensionIn(primitive, VARIANTS, path);
	if (variant === undefined || extension === undefined) return own;
	const place = `${path}.extensions.${VARIANTS}`;
	const mappings = objectsIn(extension, "mappings", place);
	for (const index of $range(0, mappings.size() - 1)) {
		const within = `${place}.mappings[${index}]`;
		if (!indicesIn(mappings[index], "variants", within, math.huge).includes(variant)) continue;
		return indexIn(mappings[index], "material", within, count) ?? own;
	}
	return own;
}
