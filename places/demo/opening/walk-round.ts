/** Half the length of the straights, along Z, and half the distance between them. */
const STRAIGHT = 48;
const RADIUS = 1.4;

const TURN = math.pi * RADIUS;
const LAP = 2 * (2 * STRAIGHT + TURN);

/** The distance along the walk to the middle of the park, on the side that leads towards +Z. */
export const MIDDLE = STRAIGHT;

/**
 * Returns the position after a number of studs of walking up and down the path: on the ground, facing +Z like the
 * models.
 */
export function walkRound(studs: number): CFrame {
	const along = studs % LAP;
	const isBack = along >= LAP / 2;
	const half = isBack ? along - LAP / 2 : along;
	const side = isBack ? CFrame.Angles(0, math.pi, 0) : new CFrame();
	if (half < 2 * STRAIGHT) return side.mul(new CFrame(-RADIUS, 0, half - STRAIGHT));
	const angle = (half - 2 * STRAIGHT) / RADIUS;
	return side
		.mul(new CFrame(0, 0, STRAIGHT))
		.mul(CFrame.Angles(0, angle, 0))
		.mul(new CFrame(-RADIUS, 0, 0));
}
