import { describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import type { FlightSource } from "../replay/flight-source";
import { checkInstance } from "./check-instance";
import { onSimulated } from "./clock";
import { PathPlayer, PathPlayerOptions } from "./path-player";

/**
 * How a `Follower` follows.
 *
 * @example
 * const options: FollowerOptions = { relativeTo: game.Workspace.WaitForChild("Ship") as Model, loop: true };
 * new Follower(take, part, options).play();
 */
export interface FollowerOptions extends PathPlayerOptions {
	/**
	 * What becomes of the instance when the path has been followed to its end: it is let go there (`"stay"`, the default), it
	 * is put back where it was (`"return"`), or it is kept there until `stop`, on something that moves too (`"hold"`).
	 */
	atEnd?: "stay" | "return" | "hold";
}

/** Whether the pivot of one moves when another is moved: a Model's is that of its PrimaryPart, or else among its parts. */
function movesWith(pivoted: PVInstance, moved: PVInstance): boolean {
	if (pivoted === moved || pivoted.IsDescendantOf(moved)) return true;
	if (!pivoted.IsA("Model") || !moved.IsDescendantOf(pivoted)) return false;
	const { PrimaryPart: primary } = pivoted;
	return !primary || primary === moved || primary.IsDescendantOf(moved);
}

const FOLLOWER_DEFAULTS = { atEnd: "stay" as Required<FollowerOptions>["atEnd"] };

/** Who moves each instance at the moment. */
const followers = new Map<PVInstance, Follower>();

/**
 * Moves a part or a Model along a take or a path, by its pivot: a racing ghost, a lift, a patrol. What it moves should be
 * anchored. At the end it is let go and stays there, unless `atEnd` says otherwise; `stop` and `destroy` on the way put it
 * back where it was. An instance has one follower at a time: another that starts on it stops the first. It moves before each step of the
 * simulation, by real frame time; a `CameraPlayer` relative to it that started in the same frame shows the same time.
 *
 * @example
 * const ghost = new Follower(take, part);
 * ghost.play();
 * ghost.ended.Wait();
 */
export class Follower extends PathPlayer {
	private readonly lifetime: RBXScriptConnection;
	private readonly atEnd: "stay" | "return" | "hold";
	/** Ends the calls of `tick`, while it moves the instance. */
	private leaveClock?: () => void;
	/** Where it was before this moved it. */
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
			fail("Follower", `atEnd is ${describeValue(atEnd)}; it must be "stay", "return" or "hold"`);
		}
		if (relativeTo && movesWith(relativeTo, instance)) {
			fail("Follower", "relativeTo moves with instance: nothing can follow itself");
		}
		this.atEnd = atEnd;
		this.lifetime = instance.Destroying.Once(() => this.destroy());
	}

	/** Stops for good, and disconnects all signals once `ended` has told. */
	public destroy(): void {
		this.lifetime.Disconnect();
		super.destroy();
	}

	protected apply(): void {
		if (!this.isWaiting()) this.instance.PivotTo(this.shownCFrame);
	}

	protected hold(): void {
		const previous = this.take();
		this.apply();
		// Last of all: whoever hears of it may do anything, to this follower too.
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
		// A handler of the game's that hears of it may have another follower take over, which must know where the instance was.
		if (this.origin && followers.get(this.instance) === this) this.instance.PivotTo(this.origin);
		if (!this.leaveClock) this.letGo();
	}

	/** Moves the instance no more. */
	private letGo(): void {
		this.leaveClock?.();
		this.leaveClock = undefined;
		if (followers.get(this.instance) === this) followers.delete(this.instance);
	}

	/** Sees to it that this moves the instance; returns the previous follower, who must lose it. */
	private take(): Follower | undefined {
		if (this.leaveClock) return undefined;
		const previous = followers.get(this.instance);
		// The last of several puts it back where the first found it.
		this.origin = previous ? previous.origin : this.instance.GetPivot();
		followers.set(this.instance, this);
		this.leaveClock = onSimulated((time, gap) => this.tick(time, gap));
		return previous === this ? undefined : previous;
	}

	private lose(): void {
		this.end("replaced");
	}
}
