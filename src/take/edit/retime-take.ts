import { checkKeys, checkOptional, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { isRate } from "../../motion/rate";
import { checkTake, Take, takeDuration, trustTake } from "../take";

/**
 * How long a take is to last: so many times as fast, or so many seconds in all.
 *
 * @example
 * const timing: TakeTiming = { duration: 12 };
 * const fitted = retimeTake(take, timing);
 */
export interface TakeTiming {
	/** 2 is twice as fast. Either this or `duration`. */
	speed?: number;
	/** Seconds from the first frame to the last. */
	duration?: number;
}

/**
 * A take at another speed. Every frame stays as it is: what changes is its rate, and the times of its markers. It has no times on the server's clock.
 *
 * @example
 * const slow = retimeTake(take, { speed: 0.25 });
 * const onTheBeat = retimeTake(take, { duration: 8 });
 */
export function retimeTake(take: Take, timing: TakeTiming): Take {
	checkTake(take, "retimeTake");
	checkKeys(timing, ["duration", "speed"], "retimeTake", "timing");
	const { speed, duration } = timing;
	checkOptional(speed, "number", "retimeTake", "speed");
	checkOptional(duration, "number", "retimeTake", "duration");
	if ((speed === undefined) === (duration === undefined))
		fail("retimeTake", "timing needs a speed or a duration, and not both");
	if (duration !== undefined && take.count < 2) fail("retimeTake", `"${take.name}" has no time to stretch`);
	const factor = speed ?? takeDuration(take) / duration!;
	const rate = take.rate * factor;
	if (!isRate(rate)) {
		const asked = speed !== undefined ? `speed is ${describeValue(speed)}` : `duration is ${describeValue(duration)}`;
		fail("retimeTake", `${asked}, which makes ${rate} frames a second`);
	}
	const last = takeDuration({ count: take.count, rate });
	// Sums and quotients of times are never exact, and what lies after the end is never met.
	const markers = take.markers.map((marker) => ({ ...marker, seconds: math.min(marker.seconds / factor, last) }));
	// At another speed its time is no longer the server's.
	return trustTake({ ...take, rate, markers, serverStart: undefined, serverEnd: undefined });
}
