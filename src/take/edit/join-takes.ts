import { checkKeys, describeValue } from "../../bytes/check-argument";
import { Budget } from "../../bytes/budget";
import { fail } from "../../bytes/fail";
import { budgetOf } from "../../bytes/job";
import { checkTakes } from "../archive";
import { FRAME_SIZE } from "../frame";
import { Take, takeDuration } from "../take";
import { appendTakes, Piece } from "./append-takes";
import { TakeEditOptions } from "./edit-options";
import { resample } from "./resample-take";
import { Gap, Seam } from "./seam";

/**
 * How `joinTakes` joins two takes: see `JoinOptions`.
 *
 * @example
 * const seam: SeamStyle = "bridge";
 */
export type SeamStyle = "auto" | "cut" | "bridge";

/**
 * Options of `joinTakes`.
 *
 * @example
 * const options: JoinOptions = { seam: "bridge" };
 * const flight = joinTakes([opening, ending], options);
 */
export interface JoinOptions extends TakeEditOptions {
	/**
	 * The seam between two takes. Defaults to `auto`.
	 * - `auto`: if the second take continues where the first ends, like the halves of a split take, they join without a
	 *   cut; otherwise there is a cut.
	 * - `cut`: always a cut.
	 * - `bridge`: like `auto`, but the camera flies from one take to the next in 0.25 to 3 seconds instead of cutting.
	 */
	seam?: SeamStyle;
}

const JOIN_DEFAULTS = { seam: "auto" as SeamStyle };

const STYLES: ReadonlyArray<string> = ["auto", "cut", "bridge"];

/** Returns the number of steps of a take at a rate. */
function stepsOf(take: Take, rate: number): number {
	return take.count > 1 ? math.max(math.round(takeDuration(take) * rate), 1) : 0;
}

/**
 * Resamples a take. It lasts whole frames, so that its last frame is kept too: its speed changes by up to half a frame.
 */
function atRate(take: Take, rate: number, budget: Budget, isReported: boolean): Take {
	if (take.rate === rate || take.count === 1) return { ...take, rate };
	const duration = stepsOf(take, rate) / rate;
	const factor = duration / takeDuration(take);
	const markers = take.markers.map((marker) => ({ ...marker, seconds: math.min(marker.seconds * factor, duration) }));
	return resample({ ...take, rate: (take.count - 1) / duration, markers }, rate, budget, isReported, "joinTakes");
}

/**
 * Joins takes into one, with the first one's name, map and metadata. If their rates differ, the take gets the highest.
 * A take that continues where the previous one ends joins without a cut, and a frame that both have appears once;
 * `options.seam` changes that. To blend takes, use `createFilm`.
 *
 * @example
 * const film = joinTakes([opening, chase, ending]);
 * const flight = joinTakes([opening, ending], { seam: "bridge" });
 */
export function joinTakes(takes: ReadonlyArray<Take>, options: JoinOptions = {}): Take {
	checkTakes(takes, "joinTakes");
	checkKeys(options, ["job", "seam"], "joinTakes", "options");
	const { seam: style } = { ...JOIN_DEFAULTS, ...options };
	if (!STYLES.includes(style)) {
		fail("joinTakes", `seam is ${describeValue(style)}; expected "auto", "cut" or "bridge"`);
	}
	const filled = takes.filter(({ count }) => count > 0);
	if (filled.isEmpty()) fail("joinTakes", "takes has no frames; expected one or more");
	let rate = 0;
	for (const take of filled) rate = math.max(rate, take.rate);
	const { name, map } = filled[0];
	// One budget for all of them, charged first: a few frames at a low rate become very many at a high one.
	const budget = budgetOf(options, "joinTakes");
	let count = 0;
	for (const take of filled) count += stepsOf(take, rate) + 1;
	budget.spendBytes(count * (FRAME_SIZE + 4), "joinTakes");
	const resampled = filled.map((take) => atRate(take, rate, budget, options.job !== undefined));
	const pieces: Array<Piece> = [{ take: resampled[0], isCut: false }];
	for (const index of $range(1, resampled.size() - 1)) {
		const take = resampled[index];
		if (style === "cut") {
			pieces.push({ take, isCut: true });
			continue;
		}
		const gap = new Gap(resampled[index - 1], take);
		const widest = rate / math.min(filled[index - 1].rate, filled[index].rate);
		const seam: Seam = gap.goesOn(widest) ?? (style === "bridge" ? gap.bridge() : { between: 0, isCut: true });
		if (seam.between > 0) {
			budget.spendBytes(seam.between * (FRAME_SIZE + 4), "joinTakes");
			pieces.push({ take: gap.fill(seam, "joinTakes"), isCut: false });
		}
		pieces.push({ take, isCut: seam.isCut, isShared: seam.between < 0 });
	}
	return budget.finish(appendTakes(pieces, name, map));
}
