import { checkInstance } from "../check-instance";
import { checkText, checkType } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { rotationFromAxes } from "../../rotation/from-axes";
import { FixedStep } from "../../take/fixed-step";
import { checkRate, DEFAULT_RATE } from "../../motion/rate";
import { MAX_NAME_BYTES, Take } from "../../take/take";
import { Signal } from "../signal";

const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

/**
 * How `Recorder` records.
 *
 * @example
 * const options: RecorderOptions = { map: "Harbour", rate: 30 };
 * new Recorder(options).start();
 */
export interface RecorderOptions {
	/** The name of the map, kept with the frames: UTF-8, at most 255 bytes. None unless given. */
	map?: string;
	/** What takes are called: UTF-8, at most 255 bytes. The map's name unless given. */
	name?: string;
	/** Frames a second, whatever the frame rate of the game is. 60 unless told otherwise. */
	rate?: number;
	/** The camera to record; otherwise whatever `Workspace.CurrentCamera` is at each moment. */
	subject?: Camera;
}

/**
 * What a `Recorder` is doing.
 *
 * @example
 * const state: RecorderState = recorder.state;
 * if (state === "recording") recorder.pause();
 * else if (state === "paused") recorder.resume();
 */
export type RecorderState = "idle" | "recording" | "paused" | "destroyed";

/** Numbers of this size are no place for a camera; what lies between them and the largest f32 must stay an f32. */
const FARTHEST = 1e30;

let recorders = 0;

/** Whether three of a CFrame's numbers are a camera's. The comparison is false for NaN and infinity too. */
function isUsable(x: number, y: number, z: number): boolean {
	return math.abs(x) + math.abs(y) + math.abs(z) < FARTHEST;
}

/**
 * Records the camera at a fixed rate. It looks at the camera once a rendered frame, right after the camera scripts, and
 * writes frames at exact multiples of 1/rate, on a curve through what it saw: so the take plays at the right speed
 * and without jerks whatever the frame rate was. Only clients render: elsewhere `start` fails.
 *
 * While there is no current camera, or its CFrame is not finite, the last frame is held. Where the current camera is
 * replaced, where the camera jumps, and where recording goes on after a pause, the take cuts: it plays no way between. Time
 * spent paused is left out.
 *
 * @example
 * const recorder = new Recorder({ map: "Harbour" });
 * recorder.start();
 * task.wait(10);
 * const take = recorder.stop();
 */
export class Recorder {
	/** Fires when recording begins. */
	public readonly started = new Signal();
	/** Fires when `pause` interrupts it. */
	public readonly paused = new Signal();
	/** Fires when `resume` goes on. */
	public readonly resumed = new Signal();
	/** Fires with the take when `stop` ends it. */
	public readonly stopped = new Signal<[take: Take]>();
	/** Fires when what was recorded is thrown away. */
	public readonly discarded = new Signal();

	/** How many frames there are so far. */
	public frameCount = 0;
	/** Seconds recorded so far, pauses left out. */
	public duration = 0;
	/** What it is doing at the moment. */
	public state: RecorderState = "idle";

	/** Frames a second. */
	public readonly rate: number;
	/** The map's name that takes get. */
	public readonly map: string;
	/** What takes are called. */
	public readonly name: string;

	private readonly subject?: Camera;
	private readonly bindingName: string;
	private steps: FixedStep;
	private source?: Camera;
	private hasStarted = false;
	private isBound = false;

	constructor(options: RecorderOptions = {}) {
		checkType(options, "table", "Recorder", "options");
		const { map = "", name = map, rate = DEFAULT_RATE, subject } = options;
		checkText(map, MAX_NAME_BYTES, "Recorder", "map");
		checkText(name, MAX_NAME_BYTES, "Recorder", "name");
		checkRate(rate, "Recorder");
		if (subject !== undefined) checkInstance(subject, "Camera", "Recorder", "subject");
		this.map = map;
		this.name = name;
		this.rate = rate;
		this.subject = subject;
		this.steps = new FixedStep(rate);
		recorders += 1;
		this.bindingName = `dolly-recorder-${recorders}`;
	}

	/** Begins to record; the first rendered frame after this is frame 0. */
	public start(): void {
		this.expectState("start", "idle");
		if (!RunService.IsClient()) fail("Recorder", "start works on clients only: servers render no camera");
		this.reset();
		this.bind();
		this.state = "recording";
		this.started.Fire();
	}

	/** Leaves out what the camera does from now on, until `resume`. */
	public pause(): void {
		this.expectState("pause", "recording");
		this.unbind();
		this.state = "paused";
		this.paused.Fire();
	}

	/** Goes on after `pause`, one rendered frame after the last one recorded. */
	public resume(): void {
		this.expectState("resume", "paused");
		this.steps.cut();
		this.bind();
		this.state = "recording";
		this.resumed.Fire();
	}

	/** Ends the recording and gives the take, which has no frames where nothing was rendered. The recorder can start again. */
	public stop(): Take {
		this.expectState("stop", "recording", "paused");
		this.unbind();
		const take = this.steps.take(this.name, this.map);
		this.state = "idle";
		this.stopped.Fire(take);
		return take;
	}

	/** What was recorded so far, as a take of its own, while recording goes on. */
	public peek(): Take {
		this.expectState("peek", "recording", "paused");
		return this.steps.take(this.name, this.map);
	}

	/** Throws the recording away. The recorder can start again. */
	public discard(): void {
		this.expectState("discard", "recording", "paused");
		this.unbind();
		this.reset();
		this.state = "idle";
		this.discarded.Fire();
	}

	/** Throws away what is being recorded, and disconnects all signals. */
	public destroy(): void {
		if (this.state === "destroyed") return;
		this.unbind();
		this.reset();
		this.state = "destroyed";
		for (const signal of [this.started, this.paused, this.resumed, this.discarded]) signal.Destroy();
		this.stopped.Destroy();
	}

	private expectState(method: string, ...allowed: Array<RecorderState>): void {
		if (!allowed.includes(this.state)) {
			fail("Recorder", `${method} needs a recorder that is ${allowed.join(" or ")}; it is ${this.state}`);
		}
	}

	private reset(): void {
		this.steps = new FixedStep(this.rate);
		this.source = undefined;
		this.hasStarted = false;
		this.frameCount = 0;
		this.duration = 0;
	}

	private bind(): void {
		// After the default camera scripts and after players, which are one later: it sees where they put the camera.
		const priority = Enum.RenderPriority.Camera.Value + 2;
		RunService.BindToRenderStep(this.bindingName, priority, (gap) => this.look(gap));
		this.isBound = true;
	}

	private unbind(): void {
		if (!this.isBound) return;
		this.isBound = false;
		RunService.UnbindFromRenderStep(this.bindingName);
	}

	private look(gap: number): void {
		const camera = this.subject ?? Workspace.CurrentCamera;
		const [x, y, z, xx, yx, zx, xy, yy, zy, xz, yz, zz] = (camera?.CFrame ?? CFrame.identity).GetComponents();
		const isSeen =
			camera !== undefined && isUsable(x, y, z) && isUsable(xx, yx, zx) && isUsable(xy, yy, zy) && isUsable(xz, yz, zz);
		if (!this.hasStarted) {
			if (!isSeen) return;
			this.hasStarted = true;
			this.source = camera;
		} else {
			// The engine's gaps are above 0; a sample at the time of the last one would say nothing new.
			if (!(gap > 0)) return;
			this.duration += gap;
		}
		if (isSeen) {
			if (this.source !== camera) {
				this.steps.cut();
				this.source = camera;
			}
			const [qx, qy, qz, qw] = rotationFromAxes(xx, xy, xz, yx, yy, yz, zx, zy, zz);
			this.steps.push(this.duration, x, y, z, qx, qy, qz, qw);
		} else {
			this.steps.hold(this.duration);
			this.source = undefined;
		}
		this.frameCount = this.steps.frameCount();
	}
}
