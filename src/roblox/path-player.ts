import { checkKeys, checkSeconds } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import {
	CAMERA_SAMPLE_SIZE,
	CameraPath,
	checkInterpolation,
	isInterpolation,
	PathInterpolation,
	SAMPLE_FIELD_OF_VIEW,
} from "../motion/camera-path";
import { smoothStep } from "../motion/ease";
import { LoopSeam } from "../motion/loop-seam";
import { DEFAULT_RATE } from "../motion/rate";
import { Timeline } from "../motion/timeline";
import { FlightSource, playablePathOf } from "../replay/flight-source";
import { Modifier } from "./camera/modifiers/modifier";
import { isFiniteCFrame, ModifierChain } from "./camera/modifiers/modifier-chain";
import { checkInstance } from "./check-instance";
import { frameTime } from "./clock";
import { rigidCFrame } from "./rig/rigid-cframe";
import { checkWritten, writeSample } from "./sample-path";
import { PLAYER_OPTIONS, PlayerOptions, TimelinePlayer } from "./timeline-player";

/** Options of every player of a path. */
export interface PathPlayerOptions extends PlayerOptions {
	/**
	 * The interpolation between frames: a curve (`"smooth"`), a straight line (`"linear"`), or none (`"step"`).
	 * Defaults to `"smooth"`.
	 */
	interpolation?: PathInterpolation;
	/**
	 * The part or Model in whose space the path is, by its pivot: for takes that were recorded relative to one.
	 * Defaults to the world.
	 */
	relativeTo?: PVInstance;
	/**
	 * Change the view, in this order: `shake`, `lookAt`, `keepBeside`, `offset`, or modifiers of your own. Defaults to
	 * none.
	 */
	modifiers?: ReadonlyArray<Modifier>;
	/**
	 * Seconds over which the end of a loop blends into its start, so that it does not jump: up to half of the duration.
	 * For `loop: true` only; a ping-pong does not jump. Defaults to 0.
	 */
	loopBlend?: number;
}

const OPTIONS: Array<string> = ["interpolation", "loopBlend", "modifiers", "relativeTo", ...PLAYER_OPTIONS].sort();

const PATH_PLAYER_DEFAULTS = {
	interpolation: "smooth" as PathInterpolation,
	modifiers: new Array<Modifier>(),
	loopBlend: 0,
};

/** The max seconds after the start over which its velocity is measured, and the max part of the duration. */
const VELOCITY_SECONDS = 1 / 240;
const VELOCITY_PART = 1 / 8;

/** The base of all players of takes and paths. */
export abstract class PathPlayer extends TimelinePlayer {
	/** The interpolation between frames. You can change it at any time; it must be valid. */
	public interpolation: PathInterpolation;

	protected readonly path: CameraPath;
	protected readonly relativeTo?: PVInstance;
	/** The last valid value of `interpolation`. */
	private lastInterpolation: PathInterpolation;
	/** Whether a live source was never sampled. */
	private isUnseen: boolean;
	/** The last sample. */
	private readonly current = buffer.create(CAMERA_SAMPLE_SIZE);
	/** The view in the world, and its field of view, or 0. */
	protected shownCFrame = CFrame.identity;
	protected shownFieldOfView = 0;

	private readonly chain?: ModifierChain;
	private readonly loopBlend: number;
	private seam?: LoopSeam;
	/** The last cut before the last sample, or 0, and the next. */
	private stretchStart = 0;
	private stretchEnd = -math.huge;
	/** The timeline's counts at the last sample. */
	private seeks = -1;
	private seams = 0;

	/**
	 * @param className the class name in messages
	 * @param own the options of this player besides the common ones
	 */
	constructor(className: string, source: FlightSource, options: PathPlayerOptions, own: Array<string>) {
		const path = playablePathOf(source, className);
		checkKeys(options, [...own, ...OPTIONS], className, "options");
		const { interpolation, relativeTo, modifiers, loopBlend } = { ...PATH_PLAYER_DEFAULTS, ...options };
		super(className, new Timeline(path.duration, path.markers), { loop: path.loop, ...options });
		checkInterpolation(interpolation, className);
		if (relativeTo !== undefined) checkInstance(relativeTo, "PVInstance", className, "relativeTo");
		checkSeconds(loopBlend, className, "loopBlend");
		if (loopBlend > path.duration / 2) {
			fail(className, `loopBlend is ${loopBlend}; expected up to half of the duration, ${path.duration / 2}`);
		}
		const chain = new ModifierChain(modifiers, path.duration, className);
		if (!chain.isEmpty()) this.chain = chain;
		this.loopBlend = loopBlend;
		this.path = path;
		this.isUnseen = path.state !== undefined;
		this.interpolation = interpolation;
		this.lastInterpolation = interpolation;
		this.relativeTo = relativeTo;
	}

	protected frameRate(): number {
		return this.path.rate ?? DEFAULT_RATE;
	}

	/** Returns whether it plays a live source that has sent nothing: its target stays as it is. */
	protected isWaiting(): boolean {
		return this.isUnseen;
	}

	protected sample(): void {
		const { timeline, current, chain, endings } = this;
		const { state } = this.path;
		if (state !== undefined) {
			if (state === "ended") timeline.isFinished = true;
			// While it is paused, the view stays.
			if (state === "waiting" || (this.isUnseen && state === "ended") || !this.isPlaying) return;
			this.isUnseen = false;
		}
		const { position } = timeline;
		this.read(position, current);
		const seam = this.loopBlend > 0 && this.loop === true ? this.mixStart(position) : 0;
		// The path may have ended the playback.
		if (this.endings !== endings) return;
		this.shownCFrame = this.placedCFrame();
		this.shownFieldOfView = buffer.readf64(current, SAMPLE_FIELD_OF_VIEW);
		if (!chain) return;
		chain.cframe = this.shownCFrame;
		chain.fieldOfView = this.shownFieldOfView;
		this.describe(chain, position, seam);
		const [outcome, problem] = this.ask(ModifierChain.run, chain, undefined, undefined, undefined);
		chain.check(outcome, problem);
		this.shownCFrame = chain.cframe;
		this.shownFieldOfView = chain.fieldOfView;
	}

	/** Samples the path. */
	private read(seconds: number, target: buffer): void {
		const { path } = this;
		const [outcome, problem] = this.ask(writeSample, path, seconds, target, this.steadyInterpolation());
		checkWritten(outcome, problem, path, seconds, target, this.className);
	}

	/** Blends the end of a loop into its start, and returns the weight of the start. */
	private mixStart(position: number): number {
		const { loopBlend, duration } = this;
		const left = duration - position;
		if (left >= loopBlend) return 0;
		const alpha = smoothStep(1 - left / loopBlend);
		this.seam ??= this.findSeam();
		this.seam.mix(this.current, alpha, left);
		return alpha;
	}

	private findSeam(): LoopSeam {
		const { path } = this;
		const first = buffer.create(CAMERA_SAMPLE_SIZE);
		const following = buffer.create(CAMERA_SAMPLE_SIZE);
		const seconds = math.min(VELOCITY_SECONDS, path.duration * VELOCITY_PART);
		this.read(0, first);
		const isCut = path.cuts !== undefined && path.cuts.some((cut) => cut > 0 && cut <= seconds);
		this.read(isCut ? 0 : seconds, following);
		return new LoopSeam(first, following, seconds);
	}

	/** Describes the moment to modifiers. */
	private describe({ moment }: ModifierChain, position: number, seam: number): void {
		const { timeline } = this;
		moment.isRestart = timeline.seeks !== this.seeks || (timeline.seams !== this.seams && this.loopBlend === 0);
		this.seeks = timeline.seeks;
		this.seams = timeline.seams;
		if (position < this.stretchStart || position >= this.stretchEnd) {
			const { stretchStart } = this;
			this.findStretch(position);
			if (this.stretchStart !== stretchStart) moment.isRestart = true;
		}
		moment.seconds = position;
		moment.start = this.stretchStart;
		moment.seam = seam;
		moment.now = frameTime();
	}

	/** Finds the cuts around a position. */
	private findStretch(position: number): void {
		const cuts = this.path.cuts ?? [];
		let low = 0;
		let high = cuts.size();
		while (low < high) {
			const middle = (low + high).idiv(2);
			if (cuts[middle] <= position) low = middle + 1;
			else high = middle;
		}
		this.stretchStart = low > 0 ? math.max(cuts[low - 1], 0) : 0;
		this.stretchEnd = low < cuts.size() ? cuts[low] : math.huge;
	}

	/**
	 * Returns the current interpolation. An invalid one fails in a thread of its own, and the last valid one stays.
	 */
	private steadyInterpolation(): PathInterpolation {
		const { interpolation } = this;
		if (!isInterpolation(interpolation)) {
			this.interpolation = this.lastInterpolation;
			task.spawn(checkInterpolation, interpolation, this.className);
		}
		this.lastInterpolation = this.interpolation;
		return this.lastInterpolation;
	}

	/** Returns the last sample's CFrame in the world. */
	private placedCFrame(): CFrame {
		const cframe = rigidCFrame(this.current, 0);
		if (!this.relativeTo) return cframe;
		const placed = this.relativeTo.GetPivot().mul(cframe);
		if (!isFiniteCFrame(placed))
			fail(this.className, `path "${this.path.name}" leaves the range of numbers relative to relativeTo`);
		return placed;
	}
}
