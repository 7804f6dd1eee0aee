//!native
//!optimize 2

/*
 * The one rule by which a jump is told from motion. A step from one sample to the next is a jump where the camera goes
 * further than 4 studs and than 32 studs a second would take it (twice Roblox's walking speed), and over 4 times as fast as
 * in the steps on both sides. The same for turns, with 20° and 90° a second. A jump away and back are two in a row: beside
 * another that fast the step after counts, or the one before. A side where nothing is known counts as still.
 */
const LEAST_WAY = 4;
const LEAST_SPEED = 32;
const LEAST_TURN = math.rad(20);
const LEAST_TURN_SPEED = math.rad(90);
const SUDDENNESS = 4;

/** How far a step of `gap` seconds must go, in studs, before it can be a jump. */
export function leastJump(gap: number): number {
	return math.max(LEAST_WAY, LEAST_SPEED * gap);
}

/** How far a step of `gap` seconds must turn, in radians, before it can be a jump. */
export function leastJumpTurn(gap: number): number {
	return math.max(LEAST_TURN, LEAST_TURN_SPEED * gap);
}

/**
 * Whether a speed is sudden beside those of the step before it and the one before that, and of the step after it and the one
 * after that.
 */
export function isSudden(speed: number, before: number, earlier: number, after: number, later: number): boolean {
	const alone = math.max(before, after);
	const first = math.max(before, later);
	const second = math.max(earlier, after);
	return speed > SUDDENNESS * math.min(alone, first, second);
}

/** Radians between two rotations of unit length, whichever sign they have. */
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
