import { JsonObject, objectIn } from "./json";

/** Metres in a stud. */
const STUD = 0.28;

/** Under `asset.extras`: how many studs one unit of length of the file is. Files that Dolly writes in studs say 1. */
export const STUDS_EXTRA = "studs";

/** How many studs one unit of a file is: as the file says, or else a metre's. */
export function studsOf(root: JsonObject): number {
	const asset = objectIn(root, "asset", "");
	const extras = asset?.extras;
	const stated = typeIs(extras, "table") ? (extras as JsonObject)[STUDS_EXTRA] : undefined;
	// What others mean by the word is theirs: only a length makes sense.
	return typeIs(stated, "number") && stated > 0 && stated < math.huge ? stated : 1 / STUD;
}
