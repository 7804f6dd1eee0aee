import { FRAME_SIZE } from "../frame";
import { Take, trustTake } from "../take";

/** `count` frames of a checked take from `first` on, at least one, as a take that starts at 0. */
export function sliceTake(take: Take, first: number, count: number): Take {
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
