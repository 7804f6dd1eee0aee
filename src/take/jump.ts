//!native
//!optimize 2
import { samplePosition, sampleRotation } from "../motion/camera-path";
import { secondsOf, TIMED_SIZE } from "./timed-sample";

/*
 * The one rule that distinguishes a jump from motion. A step is a jump if it misses the velocity on which the steps
 * on both sides agree: by over 0.75 stud, and by over 3 times as much as the sides differ, and 0.25 stud. A turn about
 * a pivot 0.5 to 80 studs ahead, as of a camera that orbits a character, explains a miss. A jump away and back is two
 * jumps in a row: beside one, the step after it counts, or the one before, if the miss is over 4 studs. An unknown side
 * counts as still. A turn without a move is a jump only over 100° and over 60 times as fast as on both sides: flicks of
 * a mouse reach 180° in two frames.
 */
const LEAST_MISS = 0.75;
const LEAST_MISS_OF_TWO = 4;
/** Studs per second between two samples without neighbours: twice Roblox's walking speed. */
const LEAST_SPEED = 32;
const DISAGREEMENT = 3;
const DISAGREEMENT_STUDS = 0.25;
const NEAREST_PIVOT = 0.5;
const FARTHEST_PIVOT = 80;
const LEAST_TURN = math.rad(100);
const TURN_SUDDENNESS = 60;

/** Steps up to this long, in square studs, are not jumps. */
export const LONGEST_CALM_SQUARE = LEAST_MISS ** 2;

/** Rotations whose product is at least this are not a jump. */
const CALM_TURN = math.cos(LEAST_TURN / 2);

/** Returns the radians between two rotations of unit length, whichever sign they have. */
export function turnBetween(
	ax: number,
	ay: number,
	az: number,
	aw: number,
	bx: number,
	by: number,
	bz: number,
	bw: number,
): number {
	return 2 * math.acos(math.min(math.abs(ax * bx + ay * by + az * bz + aw * bw), 1));
}

/** Returns the direction in which the camera of a sample looks. */
function lookOf(samples: buffer, at: number) {
	const [x, y, z, w] = sampleRotation(samples, at);
	return $tuple(-2 * (x * z + w * y), -2 * (y * z - w * x), 2 * (x * x + y * y) - 1);
}

/**
 * Returns how far the step from the sample at `at` goes in `gap` seconds if it continues: studs, and how far it swings
 * a pivot one stud ahead.
 */
function stepIn(samples: buffer, at: number, gap: number) {
	const [ax, ay, az] = samplePosition(samples, at);
	const [bx, by, bz] = samplePosition(samples, at + TIMED_SIZE);
	const [lx, ly, lz] = lookOf(samples, at);
	const [mx, my, mz] = lookOf(samples, at + TIMED_SIZE);
	const part = gap / (secondsOf(samples, at + TIMED_SIZE) - secondsOf(samples, at));
	return $tuple(
		(bx - ax) * part,
		(by - ay) * part,
		(bz - az) * part,
		(lx - mx) * part,
		(ly - my) * part,
		(lz - mz) * part,
	);
}

function isMiss(miss: number, difference: number, least: number): boolean {
	return miss > least && miss > DISAGREEMENT * difference + DISAGREEMENT_STUDS;
}

/**
 * Returns whether the step from the sample at `at` misses the velocity on which the steps from those at `before` and
 * `after` agree; -1 marks an unknown step.
 */
function misses(samples: buffer, at: number, before: number, after: number, least: number): boolean {
	const gap = secondsOf(samples, at + TIMED_SIZE) - secondsOf(samples, at);
	const [x, y, z, sx, sy, sz] = stepIn(samples, at, gap);
	let [bx, by, bz, bsx, bsy, bsz] = [0, 0, 0, 0, 0, 0];
	if (before >= 0) [bx, by, bz, bsx, bsy, bsz] = stepIn(samples, before, gap);
	let [ax, ay, az, asx, asy, asz] = [0, 0, 0, 0, 0, 0];
	if (after >= 0) [ax, ay, az, asx, asy, asz] = stepIn(samples, after, gap);
	const rx = x - (ax + bx) / 2;
	const ry = y - (ay + by) / 2;
	const rz = z - (az + bz) / 2;
	const difference = math.sqrt((ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2);
	if (!isMiss(math.sqrt(rx * rx + ry * ry + rz * rz), difference, least)) return false;
	const swing = sx * sx + sy * sy + sz * sz;
	if (swing < 1e-8) return true;
	for (const attempt of $range(1, 2)) {
		// The pivot that explains most of the step, then of the rest.
		const along = attempt === 1 ? x * sx + y * sy + z * sz : rx * sx + ry * sy + rz * sz;
		const pivot = math.clamp(along / swing, NEAREST_PIVOT, FARTHEST_PIVOT);
		const px = rx - pivot * sx;
		const py = ry - pivot * sy;
		const pz = rz - pivot * sz;
		// The sides swing about the same pivot, or they do not.
		const qx = px + (pivot * (asx + bsx)) / 2;
		const qy = py + (pivot * (asy + bsy)) / 2;
		const qz = pz + (pivot * (asz + bsz)) / 2;
		const miss = math.sqrt(math.min(px * px + py * py + pz * pz, qx * qx + qy * qy + qz * qz));
		const dx = ax - bx - pivot * (asx - bsx);
		const dy = ay - by - pivot * (asy - bsy);
		const dz = az - bz - pivot * (asz - bsz);
		const swung = math.sqrt(dx * dx + dy * dy + dz * dz);
		if (!isMiss(miss, math.min(difference, swung), LEAST_MISS)) return false;
	}
	return true;
}

/** Returns how fast the camera turns from the sample at `at`, in radians per second. */
function turnSpeed(samples: buffer, at: number): number {
	const [ax, ay, az, aw] = sampleRotation(samples, at);
	const [bx, by, bz, bw] = sampleRotation(samples, at + TIMED_SIZE);
	const gap = secondsOf(samples, at + TIMED_SIZE) - secondsOf(samples, at);
	return turnBetween(ax, ay, az, aw, bx, by, bz, bw) / gap;
}

/**
 * Returns whether the step from the timed sample at `at` to the next is a jump, given the `before` samples before these
 * two and the `after` samples after them, up to 2 each. Allocates nothing.
 */
export function isJump(samples: buffer, at: number, before: number, after: number): boolean {
	const [ax, ay, az] = samplePosition(samples, at);
	const [bx, by, bz] = samplePosition(samples, at + TIMED_SIZE);
	const last = before > 0 ? at - TIMED_SIZE : -1;
	const following = after > 0 ? at + TIMED_SIZE : -1;
	if ((bx - ax) ** 2 + (by - ay) ** 2 + (bz - az) ** 2 > LONGEST_CALM_SQUARE) {
		const earlier = before > 1 ? last - TIMED_SIZE : last;
		const later = after > 1 ? following + TIMED_SIZE : following;
		// Two samples without neighbours have no known velocity.
		const gap = secondsOf(samples, at + TIMED_SIZE) - secondsOf(samples, at);
		const least = last < 0 && following < 0 ? math.max(LEAST_MISS_OF_TWO, LEAST_SPEED * gap) : LEAST_MISS;
		if (
			misses(samples, at, last, following, least) ||
			misses(samples, at, last, later, math.max(least, LEAST_MISS_OF_TWO)) ||
			misses(samples, at, earlier, following, math.max(least, LEAST_MISS_OF_TWO))
		) {
			return true;
		}
	}
	const [aqx, aqy, aqz, aqw] = sampleRotation(samples, at);
	const [bqx, bqy, bqz, bqw] = sampleRotation(samples, at + TIMED_SIZE);
	if (math.abs(aqx * bqx + aqy * bqy + aqz * bqz + aqw * bqw) >= CALM_TURN) return false;
	const turnedBefore = last < 0 ? 0 : turnSpeed(samples, last);
	const turnedAfter = following < 0 ? 0 : turnSpeed(samples, following);
	return turnSpeed(samples, at) > TURN_SUDDENNESS * math.max(turnedBefore, turnedAfter);
}
