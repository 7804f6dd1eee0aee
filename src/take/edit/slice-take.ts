import type { Budget } from "../../bytes/budget";
import { ON_FRAME } from "../../motion/rate";
import { FRAME_SIZE } from "../frame";
import { serverSpan } from "../server-span";
import { Take, trustTake } from "../take";

/** Returns whether a time is before another by more than rounding. */
export function isBefore(seconds: number, other: number, rate: number): boolean {
	return seconds * rate < other * rate - ON_FRAME;
}

export function reportMarkers(
	{ name, markers }: { name: string; markers: ReadonlyArray<unknown> },
	kept: number,
	budget: Budget,
	caller: string,
): void {
	const lost = markers.size() - kept;
	if (lost > 0) budget.warn(`${caller} drops markers`, name, lost);
}

/**
 * Returns `count` frames of a checked take from `first` on, at least one, as a take that starts at 0. It keeps the
 * markers whose times `keeps` accepts, clamped to its ends.
 */
export function sliceTake(take: Take, first: number, count: number, keeps: (seconds: number) => boolean): Take {
	const { rate, fieldOfView } = take;
	const last = first + count - 1;
	const frames = buffer.create(count * FRAME_SIZE);
	buffer.copy(frames, 0, take.frames, first * FRAME_SIZE, count * FRAME_SIZE);
	let lens = fieldOfView;
	if (typeIs(fieldOfView, "buffer")) {
		lens = buffer.create(count * 4);
		buffer.copy(lens, 0, fieldOfView, first * 4, count * 4);
	}
	const from = first / rate;
	const duration = (count - 1) / rate;
	const [serverStart, serverEnd] = serverSpan(take, first, last);
	return trustTake({
		...take,
		count,
		frames,
		fieldOfView: lens,
		markers: take.markers
			.filter(({ seconds }) => keeps(seconds))
			.map((marker) => ({ ...marker, seconds: math.clamp(marker.seconds - from, 0, duration) })),
		cuts: take.cuts.filter((cut) => cut > first && cut <= last).map((cut) => cut - first),
		serverStart,
		serverEnd,
	});
}
