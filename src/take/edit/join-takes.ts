import { fail } from "../../bytes/fail";
import { checkTakes } from "../archive";
import { FRAME_SIZE } from "../frame";
import { Take, takeDuration } from "../take";
import { appendTakes } from "./append-takes";
import { editBudget, TakeEditOptions } from "./edit-options";
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
	// One budget for all of them, asked first: a few frames at a low rate become very many at a high one.
	const budget = editBudget(options, "joinTakes");
	let count = 0;
	for (const take of filled) count += math.round(takeDuration(take) * rate) + 1;
	budget.spendBytes(count * (FRAME_SIZE + 4), "joinTakes");
	const resampled = filled.map((take) => resample(take, rate, budget, options?.job !== undefined, "joinTakes"));
	return budget.finish(appendTakes(resampled, name, map));
}
