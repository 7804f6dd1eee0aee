import { makePart } from "../park/make-part";

const SIZE = 2.6;
const RADIUS = SIZE / 2;
const RED = Color3.fromRGB(232, 72, 72);
const WHITE = Color3.fromRGB(255, 250, 240);

/** A hop of the ball: its end time, start and end positions, and height above the line between them. */
interface Hop {
	readonly seconds: number;
	readonly from: Vector3;
	readonly to: Vector3;
	readonly height: number;
}

/** The ball's position at the hit: behind and above the figure's feet. */
const HIT = new Vector3(0, 3.3, -2.15);
const onGround = (x: number, z: number) => new Vector3(x, RADIUS, z);

/** The flight of the ball relative to the figure, with the hit at 0 seconds. */
const START = -3.4;
const HOPS: ReadonlyArray<Hop> = [
	{ seconds: -2.5, from: new Vector3(1, 9, -54), to: onGround(0.4, -37.5), height: 2 },
	{ seconds: -1.7, from: onGround(0.4, -37.5), to: onGround(0.2, -25.5), height: 4 },
	{ seconds: -0.98, from: onGround(0.2, -25.5), to: onGround(-0.2, -14.4), height: 3.2 },
	{ seconds: -0.36, from: onGround(-0.2, -14.4), to: onGround(0, -6.2), height: 2.5 },
	{ seconds: 0, from: onGround(0, -6.2), to: HIT, height: 1 },
	{ seconds: 0.62, from: HIT, to: onGround(1.4, -6.4), height: 1.9 },
	{ seconds: 1.08, from: onGround(1.4, -6.4), to: onGround(2.3, -8.2), height: 1.1 },
	{ seconds: 1.38, from: onGround(2.3, -8.2), to: onGround(2.8, -9), height: 0.4 },
	{ seconds: 2.6, from: onGround(2.8, -9), to: onGround(3.8, -10.6), height: 0 },
];

/** Returns the ball's position at a time after the hit. */
function positionAt(seconds: number): Vector3 {
	let start = START;
	for (const { seconds: finish, from, to, height } of HOPS) {
		if (seconds < finish) {
			const alpha = math.max((seconds - start) / (finish - start), 0);
			return from.Lerp(to, alpha).add(new Vector3(0, 4 * height * alpha * (1 - alpha), 0));
		}
		start = finish;
	}
	return HOPS[HOPS.size() - 1].to;
}

/** A ball with a stripe that bounces along from behind. */
export class Ball {
	public readonly model = new Instance("Model");

	constructor(parent: Instance) {
		this.model.Name = "Ball";
		const size = new Vector3(SIZE, SIZE, SIZE);
		const cframe = new CFrame();
		const ball = makePart({ name: "Ball", shape: "ellipsoid", size, cframe, color: RED, parent: this.model });
		const stripe = new Vector3(SIZE * 1.012, 0.6, SIZE * 1.012);
		makePart({ name: "Stripe", shape: "cylinder", size: stripe, cframe, color: WHITE, parent: this.model });
		this.model.PrimaryPart = ball;
		this.model.Parent = parent;
	}

	/** Moves the ball to its position `seconds` after it hits the figure at `feet`. */
	public place(feet: CFrame, seconds: number): void {
		const position = positionAt(seconds);
		const spin = CFrame.Angles(position.Z / RADIUS, 0, -position.X / RADIUS);
		this.model.PivotTo(
			feet
				.mul(new CFrame(position))
				.mul(spin)
				.mul(CFrame.Angles(0.3, 0, 1.2)),
		);
	}
}
