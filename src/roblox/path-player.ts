import { checkKeys } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import {
	CAMERA_SAMPLE_SIZE,
	CameraPath,
	checkInterpolation,
	isInterpolation,
	PathInterpolation,
} from "../motion/camera-path";
import { DEFAULT_RATE } from "../motion/rate";
import { Timeline } from "../motion/timeline";
import { FlightSource, playablePathOf } from "../take/take-path";
import { checkInstance } from "./check-instance";
import { rigidCFrame } from "./rig/rigid-cframe";
import { checkWritten, writeSample } from "./sample-path";
import { PLAYER_OPTIONS, PlayerOptions, TimelinePlayer } from "./timeline-player";

/** How a path is played, whatever it moves. */
export interface PathPlayerOptions extends PlayerOptions {
	/** What is between the frames: a curve (`"smooth"`, the default), a straight line, or nothing. */
	interpolation?: PathInterpolation;
	/** The part or Model in whose space the path lies, by its pivot: for takes that were recorded relative to one. */
	relativeTo?: PVInstance;
}

const OPTIONS: Array<string> = ["interpolation", "relativeTo", ...PLAYER_OPTIONS].sort();

const PATH_PLAYER_DEFAULTS = { interpolation: "smooth" as PathInterpolation };

/** What everything that plays takes and paths has in common. */
export abstract class PathPlayer extends TimelinePlayer {
	/** What is between the frames. May be changed at any time; what is none of them is refused. */
	public interpolation: PathInterpolation;

	protected readonly path: CameraPath;
	protected readonly relativeTo?: PVInstance;
	/** What `interpolation` was when it last made sense. */
	private lastInterpolation: PathInterpolation;
	/** Whether nothing of a live source was sampled yet. */
	private isUnseen: boolean;
	/** What was sampled last. */
	protected readonly current = buffer.create(CAMERA_SAMPLE_SIZE);

	/**
	 * @param className what messages name
	 * @param own the options that this player has beside those of all
	 */
	constructor(className: string, source: FlightSource, options: PathPlayerOptions, own: Array<string>) {
		const path = playablePathOf(source, className);
		checkKeys(options, [...own, ...OPTIONS], className, "options");
		const { interpolation, relativeTo } = { ...PATH_PLAYER_DEFAULTS, ...options };
		super(className, new Timeline(path.duration, path.markers), { loop: path.loop, ...options });
		checkInterpolation(interpolation, className);
		if (relativeTo !== undefined) checkInstance(relativeTo, "PVInstance", className, "relativeTo");
		this.path = path;
		this.isUnseen = path.state !== undefined;
		this.interpolation = interpolation;
		this.lastInterpolation = interpolation;
		this.relativeTo = relativeTo;
	}

	protected frameRate(): number {
		return this.path.rate ?? DEFAULT_RATE;
	}

	/** Whether it plays a live source of which nothing has come: what it moves stays as it is. */
	protected isWaiting(): boolean {
		return this.isUnseen;
	}

	protected sample(): void {
		const { path, timeline, current } = this;
		const { state } = path;
		if (state !== undefined) {
			if (state === "ended") timeline.isFinished = true;
			// While it is paused, what is shown stays.
			if (state === "waiting" || (this.isUnseen && state === "ended") || !this.isPlaying) return;
			this.isUnseen = false;
		}
		const { position } = timeline;
		const [outcome, problem] = this.ask(writeSample, path, position, current, this.steadyInterpolation());
		checkWritten(outcome, problem, path, position, current, this.className);
	}

	/** One that makes no sense is refused on a thread of its own, and the last that did goes on. */
	private steadyInterpolation(): PathInterpolation {
		const { interpolation } = this;
		if (!isInterpolation(interpolation)) {
			this.interpolation = this.lastInterpolation;
			task.spawn(checkInterpolation, interpolation, this.className);
		}
		this.lastInterpolation = this.interpolation;
		return this.lastInterpolation;
	}

	/** Where what was sampled is in the world. */
	protected sampledCFrame(): CFrame {
		const cframe = rigidCFrame(this.current, 0);
		if (!this.relativeTo) return cframe;
		const placed = this.relativeTo.GetPivot().mul(cframe);
		const [x, y, z, xx, yx, zx, xy, yy, zy, xz, yz, zz] = placed.GetComponents();
		const sum = x + y + z + xx + yx + zx + xy + yy + zy + xz + yz + zz;
		// NaN for NaN and for infinities.
		if (sum - sum !== 0)
			fail(this.className, `path "${this.path.name}" leaves the range of numbers where relativeTo is`);
		return placed;
	}
}
