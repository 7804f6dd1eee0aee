import type { CameraPath } from "../motion/camera-path";
import type { Take } from "../take/take";
import { checkInstance } from "./check-instance";
import { PathPlayer, PathPlayerOptions } from "./path-player";

const RunService = game.GetService("RunService");

/**
 * How a `Follower` follows.
 *
 * @example
 * const options: FollowerOptions = { relativeTo: game.Workspace.WaitForChild("Ship") as Model, loop: true };
 * new Follower(take, part, options).play();
 */
export type FollowerOptions = PathPlayerOptions;

/** Who moves each instance at the moment. */
const followers = new Map<PVInstance, Follower>();

/**
 * Moves a part or a Model along a take or a path, by its pivot: a racing ghost, a lift, a patrol. What it moves should be
 * anchored. At the end it stays there; `stop` and `destroy` put it back where it was. An instance has one follower at a time:
 * another that starts on it stops the first. On clients it moves before each frame is rendered, on servers before each step
 * of the simulation.
 *
 * @example
 * const ghost = new Follower(take, part);
 * ghost.play();
 * ghost.ended.Wait();
 */
export class Follower extends PathPlayer {
	private readonly lifetime: RBXScriptConnection;
	private connection?: RBXScriptConnection;
	/** Where it was before this moved it. */
	private origin?: CFrame;

	constructor(
		source: Take | CameraPath,
		private readonly instance: PVInstance,
		options: FollowerOptions = {},
	) {
		super("Follower", source, options);
		checkInstance(instance, "PVInstance", "Follower", "instance");
		this.lifetime = instance.Destroying.Once(() => this.destroy());
	}

	/** Stops for good, and disconnects all signals once `ended` has told. */
	public destroy(): void {
		this.lifetime.Disconnect();
		super.destroy();
	}

	protected apply(): void {
		this.instance.PivotTo(this.sampledCFrame());
	}

	protected hold(): void {
		const former = this.take();
		this.apply();
		// Last of all: whoever hears of it may do anything, to this follower too.
		former?.lose();
	}

	protected showSought(): void {
		if (this.connection) this.show();
	}

	/** It stays where the path ends, and goes on standing there where it stands on something that moves. */
	protected afterFinish(): void {}

	protected release(): void {
		this.connection?.Disconnect();
		this.connection = undefined;
		if (followers.get(this.instance) !== this) return;
		followers.delete(this.instance);
		if (this.origin) this.instance.PivotTo(this.origin);
	}

	/** Sees to it that this moves the instance; gives who moved it so far, who must be told. */
	private take(): Follower | undefined {
		const former = followers.get(this.instance);
		if (former === this) return undefined;
		// The last of several puts it back where the first found it.
		this.origin = former ? former.origin : this.instance.GetPivot();
		followers.set(this.instance, this);
		const beat = RunService.IsClient() ? RunService.PreRender : RunService.PreSimulation;
		this.connection = beat.Connect((gap) => this.tick(gap));
		return former;
	}

	private lose(): void {
		this.end("replaced");
	}
}
