import { fail } from "../../bytes/fail";
import { checkTakes } from "../archive";
import type { Take } from "../take";
import { appendTakes } from "./append-takes";
import type { TakeEditOptions } from "./edit-options";
import { resample } from "./resample-take";

/**
 * Takes one after another as one take, with a cut between them; `chainTakes` blends them. It has the first one's name, map and
 * metadata. Where their rates differ, all get the highest.
 *
 * @example
 * const film = joinTakes([opening, chase, ending]);
 */
export function joinTakes(takes: ReadonlyArray<Take>, options?: TakeEditOptions): Take {
	checkTakes(takes, "joinTakes");
	const filled = takes.filter(({ count }) => count > 0);
	if (filled.isEmpty()) fail("joinTakes", "takes holds no take with frames");
	let rate = 0;
	for (const take of filled) rate = math.max(rate, take.rate);
	const { name, map } = filled[0];
	return appendTakes(
		filled.map((take) => resample(take, rate, options, "joinTakes")),
		name,
		map,
	);
}
