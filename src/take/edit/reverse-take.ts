//!native
//!optimize 2
import { FRAME_SIZE } from "../frame";
import { checkTake, Take, takeDuration, trustTake } from "../take";

function reversed(source: buffer, count: number, size: number): buffer {
	const target = buffer.create(count * size);
	for (const index of $range(0, count - 1)) buffer.copy(target, (count - 1 - index) * size, source, index * size, size);
	return target;
}

/**
 * Returns a take from its end to its start.
 *
 * @example
 * const thereAndBack = joinTakes([take, reverseTake(take)]);
 */
export function reverseTake(take: Take): Take {
	checkTake(take, "reverseTake");
	const { count, fieldOfView } = take;
	const duration = takeDuration(take);
	const cuts = new Array<number>();
	for (const index of $range(take.cuts.size() - 1, 0, -1)) cuts.push(count - take.cuts[index]);
	return trustTake({
		...take,
		frames: reversed(take.frames, count, FRAME_SIZE),
		fieldOfView: typeIs(fieldOfView, "buffer") ? reversed(fieldOfView, count, 4) : fieldOfView,
		markers: take.markers.map((marker) => ({ ...marker, seconds: math.max(duration - marker.seconds, 0) })),
		cuts,
		// The server's clock does not run backwards.
		serverStart: undefined,
		serverEnd: undefined,
	});
}
