import { decodeCFrame, sampleCFrame, Shot, Take, isRecording, takeFromPath, Job } from "../../src/camera";

/** Bytes per frame of a take. */
const FRAME = 18;

/** Frames compared between two pauses, in which Studio can draw. */
const FRAMES_A_PAUSE = 64;

/** The distance between a take and a version made from it, measured at every frame. */
export interface Difference {
	readonly rate: number;
	readonly count: number;
	/** Studs, one f32 per frame. */
	readonly studs: buffer;
	/** The max distance in studs, and its time in seconds. */
	readonly farthest: number;
	readonly farthestAt: number;
	/** The max angle in degrees, and its time in seconds. */
	readonly turned: number;
	readonly turnedAt: number;
}

/** Returns whether a frame is so close to a cut that another rate could put the jump on its other side. */
function isAtCut(take: Take, frame: number, reach: number): boolean {
	return take.cuts.some((cut) => frame >= cut - reach && frame < cut + reach);
}

/** Compares a take with a version made from it, frame by frame. */
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
