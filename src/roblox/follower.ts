import { checkType } from "../bytes/check-argument";
import {
	CAMERA_SAMPLE_SIZE,
	CameraPath,
	checkInterpolation,
	checkSample,
	PathInterpolation,
} from "../motion/camera-path";
import { DEFAULT_RATE } from "../motion/rate";
import { Timeline } from "../motion/timeline";
import type { Take } from "../take/take";
import { pathOf } from "../take/take-path";
import { checkInstance } from "./check-instance";
import { rigidCFrame } from "./rig/rigid-cframe";
import { PlayerOptions, TimelinePlayer } from "./timeline-player";

const RunService = game.GetService("RunService");

/**
 * How a `Follower` follows.
 *
 * @example
 * const options: FollowerOptions = { relativeTo: game.Workspace.WaitForChild("Ship") as Model, loop: true };
 * new Follower(take, part, options).play();
 */
export interface FollowerOptions extends PlayerOptions {
	/** What is between the frames: a curve (`"smooth"`, the default), a straight line, or nothing. */
	interpolation?: PathInterpolation;
	/** The part or Model in whose space the path lies, by its pivot: for takes that were recorded relative to one. */
	relativeTo?: PVInstance;
}

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
export class Follower extends TimelinePlayer {
	/** What is between the frames. */
	public interpolation: PathInterpolation;

	private readonly path: CameraPath;
	private readonly relativeTo?: PVInstance;
	private readonly current = buffer.create(CAMERA_SAMPLE_SIZE);
	private readonly lifetime: RBXScriptConnection;
	private connection?: RBXScriptConnection;
	/** Where it was before this moved it. */
	private origin?: CFrame;

	constructor(
		source: Take | CameraPath,
		private readonly instance: PVInstance,
		options: FollowerOptions = {},
	) {
		const path = pathOf(source, "Follower");
		checkInstance(instance, "PVInstance", "Follower", "instance");
		checkType(options, "table", "Follower", "options");
		const { speed = 1, loop = false, interpolation = "smooth", relativeTo } = options;
		super("Follower", new Timeline(path.duration, path.markers), speed, loop);
		checkInterpolation(interpolation, "Follower");
		if (relativeTo !== undefined) checkInstance(relativeTo, "PVInstance", "Follower", "relativeTo");
		this.path = path;
		this.interpolation = interpolation;
		this.relativeTo = relativeTo;
		this.lifetime = instance.Destroying.Once(() => this.destroy());
	}

	/** Stops for good, and disconnects all signals once `ended` has told. */
	public destroy(): void {
		this.lifetime.Disconnect();
		super.destroy();
	}

	protected frameRate(): number {
		return this.path.rate ?? DEFAULT_RATE;
	}

	protected sample(): void {
		const { path, timeline, current } = this;
		path.sample(timeline.position, current, this.interpolation);
		checkSample(current, path.name, timeline.position, "Follower");
	}

	protected apply(): void {
		const cframe = rigidCFrame(this.current, 0);
		this.instance.PivotTo(this.relativeTo ? this.relativeTo.GetPivot().mul(cframe) : cframe);
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
