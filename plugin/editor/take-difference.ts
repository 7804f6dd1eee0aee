import { decodeCFrame, sampleCFrame, Shot, Take, isRecording, takeFromPath, Job } from "../../src/camera";

/** The bytes of a frame of a take. */
const FRAME = 18;

/** How often a long comparison lets Studio draw. */
const FRAMES_A_PAUSE = 64;

/** How far what was made of a take is from it, measured at every frame. */
export interface Difference {
	readonly rate: number;
	readonly count: number;
	/** Studs, an f32 for each frame. */
	readonly studs: buffer;
	/** The largest of them, and the second at which it is. */
	readonly farthest: number;
	readonly farthestAt: number;
	/** The most degrees that it is turned, and the second at which it is. */
	readonly turned: number;
	readonly turnedAt: number;
}

/** Whether a frame is so near to a cut that another rate may have its jump on the other side of it. */
function isAtCut(take: Take, frame: number, reach: number): boolean {
	return take.cuts.some((cut) => frame >= cut - reach && frame < cut + reach);
}

/** Compares a take with what was made of it, frame by frame. */
export function measureDifference(take: Take, made: Shot | Take, job: Job, pause: () => void): Difference {
	const { rate, count, frames } = take;
	const flight = isRecording(made, "take") ? made : takeFromPath(made, { rate, job });
	const isSameRate = flight.rate === rate;
	const reach = isSameRate ? 0 : math.ceil(math.max(rate / flight.rate, 1));
	const studs = buffer.create(count * 4);
	let [farthest, farthestAt, turned, turnedAt] = [0, 0, 0, 0];
	for (const frame of $range(0, count - 1)) {
		if (frame % FRAMES_A_PAUSE === 0) pause();
		if (reach > 0 && isAtCut(take, frame, reach)) continue;
		const before = decodeCFrame(frames, frame * FRAME);
		const after =
			isSameRate && frame < flight.count
				? decodeCFrame(flight.frames, frame * FRAME)
				: sampleCFrame(flight, frame / rate);
		const distance = after.Position.sub(before.Position).Magnitude;
		const [, angle] = before.ToObjectSpace(after).ToAxisAngle();
		buffer.writef32(studs, frame * 4, distance);
		if (distance > farthest) [farthest, farthestAt] = [distance, frame / rate];
		if (angle > turned) [turned, turnedAt] = [angle, frame / rate];
	}
	return { rate, count, studs, farthest, farthestAt, turned: math.deg(turned), turnedAt };
}
