import { JsonObject, objectIn } from "./json";

/** Metres per stud. */
const STUD = 0.28;

/** Under `asset.extras`: studs per unit of length of the file. Files that Dolly writes in studs have 1. */
export const STUDS_EXTRA = "studs";

/** Returns studs per unit of a file: its own value, or that of metres. */
export function studsOf(root: JsonObject): number {
	const asset = objectIn(root, "asset", "");
	const extras = asset?.extras;
	const stated = typeIs(extras, "table") ? (extras as JsonObject)[STUDS_EXTRA] : undefined;
	// Other tools may use the name differently: only a length makes sense.
	return typeIs(stated, "number") && stated > 0 && stated < math.huge ? stated : 1 / STUD;
}
