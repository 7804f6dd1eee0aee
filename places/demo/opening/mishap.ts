import { RunService, Workspace } from "@rbxts/services";
import { Ball } from "./ball";
import { MIDDLE, walkRound } from "./walk-round";
import { WALK_SPEED, Walker } from "./walker";

/** Seconds from the throw to the hit. */
export const THROW_SECONDS = 3.4;

/** The figure that walks through the park, and the ball that hits it when the visitor throws it. */
export class Mishap {
	public readonly walker: Walker;
	public readonly ball: Ball;
	/** The position of the hit. */
	public place = walkRound(MIDDLE);
	private readonly running: RBXScriptConnection;
	/** Seconds since the hit, negative before. */
	private seconds = math.huge;

	/** Imports the figure. A ball that is thrown at once hits it in the middle of the park. Yields. */
	constructor() {
		this.walker = new Walker(Workspace, MIDDLE - WALK_SPEED * THROW_SECONDS);
		this.ball = new Ball(Workspace);
		this.ball.place(this.place, this.seconds);
		this.running = RunService.PreSimulation.Connect((delta) => this.update(delta));
	}

	/** Returns whether the figure walks and no ball is in flight. */
	public isReady(): boolean {
		return this.seconds >= 0 && !this.walker.isDown;
	}

	/** Throws the ball, which bounces along the path from behind. */
	public throwBall(): void {
		this.seconds = -THROW_SECONDS;
		this.place = this.walker.ahead(THROW_SECONDS);
	}

	public destroy(): void {
		this.running.Disconnect();
		this.walker.destroy();
		this.ball.model.Destroy();
	}

	private update(delta: number): void {
		const before = this.seconds;
		this.seconds += delta;
		this.walker.update(delta);
		this.ball.place(this.place, this.seconds);
		if (before < 0 && this.seconds >= 0) this.walker.fall();
	}
}
