import { describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import type { FlightSource } from "../replay/flight-source";
import { checkInstance } from "./check-instance";
import { onSimulated } from "./clock";
import { PathPlayer, PathPlayerOptions } from "./path-player";

/**
 * Options of `Follower`.
 *
 * @example
 * const options: FollowerOptions = { relativeTo: game.Workspace.WaitForChild("Ship") as Model, loop: true };
 * new Follower(take, part, options).play();
 */
export interface FollowerOptions extends PathPlayerOptions {
	/**
	 * What happens to the instance at the end of the path. `"stay"` lets it go there. `"return"` puts it back where it
	 * was. `"hold"` keeps it there until `stop`, even if the path moves with something else. Defaults to `"stay"`.
	 */
	atEnd?: "stay" | "return" | "hold";
}

/**
 * Returns whether the pivot of one moves with another: a Model's is that of its PrimaryPart, or else among its parts.
 */
function movesWith(pivoted: PVInstance, moved: PVInstance): boolean {
	if (pivoted === moved || pivoted.IsDescendantOf(moved)) return true;
	if (!pivoted.IsA("Model") || !moved.IsDescendantOf(pivoted)) return false;
	const { PrimaryPart: primary } = pivoted;
	return !primary || primary === moved || primary.IsDescendantOf(moved);
}

const FOLLOWER_DEFAULTS = { atEnd: "stay" as Required<FollowerOptions>["atEnd"] };

/** The follower of each instance. */
const followers = new Map<PVInstance, Follower>();

/**
 * Moves a part or a Model along a take or a path, by its pivot: a racing ghost, a lift, a patrol. Anchor the instance.
 *
 * At the end it lets go of the instance, which stays there by default; see `atEnd`. Before the end, `stop` and
 * `destroy` put it back where it was. An instance has one follower at a time: starting another one on it stops the
 * first. It moves before each step of the simulation, by real frame time. A `CameraPlayer` relative to it that started
 * in the same frame shows the same time.
 *
 * @example
 * const ghost = new Follower(take, part);
 * ghost.play();
 * ghost.ended.Wait();
 */
export class Follower extends PathPlayer {
	/** Ends with the instance. Until this lets go: afterwards the instance must not keep it alive. */
	private lifetime?: RBXScriptConnection;
	private readonly atEnd: "stay" | "return" | "hold";
	/** Ends the calls of `tick`, while it moves the instance. */
	private leaveClock?: () => void;
	/** The instance's pivot before this moved it. */
	private origin?: CFrame;

	constructor(
		source: FlightSource,
		private readonly instance: PVInstance,
		options: FollowerOptions = {},
	) {
		super("Follower", source, options, ["atEnd"]);
		checkInstance(instance, "PVInstance", "Follower", "instance");
		const { atEnd, relativeTo } = { ...FOLLOWER_DEFAULTS, ...options };
		if (atEnd !== "stay" && atEnd !== "return" && atEnd !== "hold") {
			fail("Follower", `atEnd is ${describeValue(atEnd)}; expected "stay", "return" or "hold"`);
		}
		if (relativeTo && movesWith(relativeTo, instance)) {
			fail("Follower", "relativeTo moves with instance; expected an instance that does not");
		}
		this.atEnd = atEnd;
		this.watchInstance();
	}

	/** Stops for good, and disconnects all signals after `ended` has fired. */
	public destroy(): void {
		super.destroy();
		this.leaveInstance();
	}

	protected apply(): void {
		if (!this.isWaiting()) this.instance.PivotTo(this.shownCFrame);
	}

	protected hold(): void {
		const previous = this.take();
		this.apply();
		// Last of all: its handlers may do anything, also to this follower.
		if (previous && followers.get(this.instance) !== previous) previous.lose();
	}

	protected showSought(): void {
		if (this.leaveClock) this.show();
	}

	protected afterFinish(): void {
		if (this.atEnd === "stay") this.letGo();
		else if (this.atEnd === "return") this.release();
	}

	protected release(): void {
		this.leaveClock?.();
		this.leaveClock = undefined;
		// A handler may make another follower take over, which must know the original pivot.
		if (this.origin && followers.get(this.instance) === this) this.instance.PivotTo(this.origin);
		if (!this.leaveClock) this.letGo();
	}

	private watchInstance(): void {
		this.lifetime ??= this.instance.Destroying.Once(() => this.destroy());
	}

	private leaveInstance(): void {
		this.lifetime?.Disconnect();
		this.lifetime = undefined;
	}

	/** Stops moving the instance. */
	private letGo(): void {
		this.leaveClock?.();
		this.leaveClock = undefined;
		this.leaveInstance();
		if (followers.get(this.instance) === this) followers.delete(this.instance);
	}

	/** Takes ownership of the instance. Returns the previous follower, which must lose it. */
	private take(): Follower | undefined {
		if (this.leaveClock) return undefined;
		const previous = followers.get(this.instance);
		// The last of several puts it back where the first found it.
		this.origin = previous ? previous.origin : this.instance.GetPivot();
		followers.set(this.instance, this);
		this.watchInstance();
		this.leaveClock = onSimulated((time, gap) => this.tick(time, gap));
		return previous === this ? undefined : previous;
	}

	private lose(): void {
		this.end("replaced");
	}
}
