import { checkFinite } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { FRAME_SIZE } from "./frame";
import { frameAfter, frameBefore } from "../motion/rate";
import { checkTake, Take, trustTake } from "./take";

/**
 * The frames of a take from `start` to `finish` seconds, both kept where frames lie on them, as a take that starts at 0.
 *
 * @example
 * const middle = trimTake(take, 2, 5.5);
 */
export function trimTake(take: Take, start: number, finish: number): Take {
	checkTake(take, "trimTake");
	checkFinite(start, "trimTake", "start");
	checkFinite(finish, "trimTake", "finish");
	const { rate, fieldOfView } = take;
	const first = math.max(frameAfter(start, rate), 0);
	const last = math.min(frameBefore(finish, rate), take.count - 1);
	const count = last - first + 1;
	if (count < 1) fail("trimTake", `no frame of "${take.name}" lies from ${start} to ${finish} seconds`);
	const frames = buffer.create(count * FRAME_SIZE);
	buffer.copy(frames, 0, take.frames, first * FRAME_SIZE, count * FRAME_SIZE);
	let lens = fieldOfView;
	if (typeIs(fieldOfView, "buffer")) {
		lens = buffer.create(count * 4);
		buffer.copy(lens, 0, fieldOfView, first * 4, count * 4);
	}
	const from = first / rate;
	const to = last / rate;
	return trustTake({
		...take,
		count,
		frames,
		fieldOfView: lens,
		markers: take.markers
			.filter(({ seconds }) => seconds >= from && seconds <= to)
			.map((marker) => ({ ...marker, seconds: marker.seconds - from })),
		cuts: take.cuts.filter((cut) => cut > first && cut <= last).map((cut) => cut - first),
	});
}
