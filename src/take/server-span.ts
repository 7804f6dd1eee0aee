import { Take, takeDuration } from "./take";

/**
 * The server's clock runs at the local clock's rate to within 0.6 %, and a recorder samples at frames. If the times of
 * a take differ from the length of its frames by more than this ratio plus these seconds, it was paused at an unknown
 * frame.
 */
const DRIFT = 0.01;
const SLACK = 0.05;

/** Returns whether a recording took longer on the server's clock than its frames: it was paused. */
export function isPaused(take: Pick<Take, "count" | "rate">, serverStart: number, serverEnd: number): boolean {
	const duration = takeDuration(take);
	return math.abs(serverEnd - serverStart - duration) > duration * DRIFT + SLACK;
}

/** Returns the times of frames `first` to `last` of a take on the server's clock, or undefined if they are unknown. */
export function serverSpan(
	take: Pick<Take, "count" | "rate" | "serverStart" | "serverEnd">,
	first: number,
	last: number,
): LuaTuple<[serverStart?: number, serverEnd?: number]> {
	const { count, serverStart, serverEnd } = take;
	if (serverStart === undefined || serverEnd === undefined) return $tuple(undefined, undefined);
	if (first === 0 && last === count - 1) return $tuple(serverStart, serverEnd);
	if (isPaused(take, serverStart, serverEnd)) return $tuple(undefined, undefined);
	const each = (serverEnd - serverStart) / (count - 1);
	return $tuple(serverStart + first * each, serverStart + last * each);
}
