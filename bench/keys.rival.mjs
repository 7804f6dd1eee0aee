import { prepare as prepareFlights } from "./take.rival.mjs";

/** The flights that the rows fit and smooth. No rival makes keys. */
export async function prepare(folder) {
	await prepareFlights(folder);
	return [];
}
