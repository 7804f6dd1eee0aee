//!native
//!optimize 2
import type { Budget } from "../../bytes/budget";
import { single } from "../../bytes/single";
import { CAMERA_SAMPLE_SIZE, SAMPLE_FIELD_OF_VIEW, samplePosition, sampleRotation } from "../../motion/camera-path";
import { multiply } from "../../rotation/quaternion";
import { turnVector } from "../../rotation/turn-vector";
import { decodeFrame, FRAME_SIZE } from "../frame";
import { turnBetween } from "../jump";
import { ShotKey } from "../shot";
import { ShotPath } from "../shot-path";
import type { Take } from "../take";
import type { FitTolerance } from "./fitted-stretch";
import { LENS, ROW_SIZE } from "./flight-rows";

/** Frames to each side from which velocities are read. */
const REACH = 2;

const sample = buffer.create(CAMERA_SAMPLE_SIZE);

/** Returns a key for a frame, with the velocities between the frames around it. */
function keyAt(take: Take, rows: buffer, frame: number, first: number, last: number, isHeld: boolean): ShotKey {
	const { frames, rate } = take;
	const lens = buffer.readf64(rows, frame * ROW_SIZE + LENS);
	const low = math.max(frame - REACH, first);
	const high = math.min(frame + REACH, last);
	const [x, y, z, qx, qy, qz, qw] = decodeFrame(frames, frame * FRAME_SIZE);
	const [ax, ay, az, aqx, aqy, aqz, aqw] = decodeFrame(frames, low * FRAME_SIZE);
	const [bx, by, bz, bqx, bqy, bqz, bqw] = decodeFrame(frames, high * FRAME_SIZE);
	const perSecond = high > low ? rate / (high - low) : 0;
	const [tx, ty, tz, tw] = multiply(-aqx, -aqy, -aqz, aqw, bqx, bqy, bqz, bqw);
	const [wx, wy, wz] = turnVector(tx, ty, tz, tw);
	return {
		seconds: frame / rate,
		position: [single(x), single(y), single(z)],
		rotation: [single(qx), single(qy), single(qz), single(qw)],
		fieldOfView: lens > 0 ? single(lens) : undefined,
		velocity: [single((bx - ax) * perSecond), single((by - ay) * perSecond), single((bz - az) * perSecond)],
		turning: [single(wx * perSecond), single(wy * perSecond), single(wz * perSecond)],
		zooming:
			lens > 0
				? single(
						(buffer.readf64(rows, high * ROW_SIZE + LENS) - buffer.readf64(rows, low * ROW_SIZE + LENS)) * perSecond,
					)
				: undefined,
		easing: isHeld ? "hold" : "smooth",
	};
}

/** Returns whether the curve between two keys is within a tolerance of the frames between them. */
function isNear(
	take: Take,
	rows: buffer,
	from: ShotKey,
	to: ShotKey,
	start: number,
	finish: number,
	tolerance: FitTolerance,
): boolean {
	const path = new ShotPath({ name: "", map: "", keys: [from, to], markers: [], level: false });
	for (const frame of $range(start + 1, finish - 1)) {
		path.write(frame / take.rate, sample);
		const [x, y, z, qx, qy, qz, qw] = decodeFrame(take.frames, frame * FRAME_SIZE);
		const [sx, sy, sz] = samplePosition(sample);
		const [rx, ry, rz, rw] = sampleRotation(sample);
		const off = math.sqrt((x - sx) ** 2 + (y - sy) ** 2 + (z - sz) ** 2);
		const zoom = buffer.readf64(sample, SAMPLE_FIELD_OF_VIEW) - buffer.readf64(rows, frame * ROW_SIZE + LENS);
		if (math.rad(math.abs(zoom)) > tolerance.radians) return false;
		if (off > tolerance.studs || turnBetween(qx, qy, qz, qw, rx, ry, rz, rw) > tolerance.radians) return false;
	}
	return true;
}

/**
 * Returns keys for the frames from `first` to `last` of a flight that looks straight up or down, where yaw and roll are
 * ambiguous. Each key is a frame, as far from the previous one as the rotations between them allow.
 */
export function steepKeys(
	take: Take,
	rows: buffer,
	first: number,
	last: number,
	tolerance: FitTolerance,
	budget: Budget,
): Array<ShotKey> {
	const hasCut = last + 1 < take.count;
	const keyOf = (frame: number) => keyAt(take, rows, frame, first, last, hasCut && frame === last);
	const keys = [keyOf(first)];
	let start = first;
	let expected = 2;
	while (start < last) {
		const from = keys[keys.size() - 1];
		const reaches = (length: number) => {
			budget.step(4 * length, "fitKeys");
			return isNear(take, rows, from, keyOf(start + length), start, start + length, tolerance);
		};
		const most = last - start;
		let good = 1;
		let bad = most + 1;
		// Pieces are about as long as the previous one: the search begins there, and doubles or halves until it
		// brackets the limit.
		let length = math.min(expected, most);
		while (bad - good > 1) {
			if (reaches(length)) good = length;
			else bad = length;
			const isOpen = bad > most && good < most;
			length = isOpen ? math.min(2 * good, most) : (good + bad).idiv(2);
		}
		expected = math.max(good, 2);
		start += good;
		keys.push(keyOf(start));
	}
	return keys;
}
