import { checkKeys, checkOptional, checkText, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { MAX_MARKERS, Marker } from "../../motion/marker";
import { checkRate, DEFAULT_RATE, frameBefore, ON_FRAME } from "../../motion/rate";
import { FixedStep } from "../../take/fixed-step";
import { MAX_NAME_BYTES, Take, takeDuration } from "../../take/take";
import { checkInstance } from "../check-instance";
import { Signal } from "../signal";
import { cframeComponents } from "./cframe";
import { ServerTimes } from "./server-times";
import { askSubject, cframeOf, kindOf, RecorderSubject, SubjectKind } from "./recorded-subject";

const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

/**
 * Options of `Recorder`.
 *
 * @example
 * const options: RecorderOptions = { map: "Harbour", rate: 30 };
 * new Recorder(options).start();
 */
export interface RecorderOptions {
	/** The name of the map, kept with the frames: UTF-8, at most 255 bytes. Defaults to none. */
	map?: string;
	/** The name of its takes: UTF-8, at most 255 bytes. Defaults to the map's name. */
	name?: string;
	/** Frames per second, 0.001 to 1000, independent of the game's frame rate. Defaults to 60. */
	rate?: number;
	/** What to record. Defaults to `Workspace.CurrentCamera` at each moment. */
	subject?: RecorderSubject;
	/**
	 * Records frames in the space of this part or Model, by its pivot: a camera on a lift stays on the lift. Defaults
	 * to the world.
	 */
	relativeTo?: PVInstance;
	/**
	 * Keeps only the last `keepLast` seconds, 3600 at most, in a fixed amount of memory, for instant replays. Defaults
	 * to everything.
	 */
	keepLast?: number;
}

/**
 * The state of a `Recorder`.
 *
 * @example
 * const state: RecorderState = recorder.state;
 * if (state === "recording") recorder.pause();
 * else if (state === "paused") recorder.resume();
 */
export type RecorderState = "idle" | "recording" | "paused" | "destroyed";

const RECORDER_DEFAULTS = { map: "", rate: DEFAULT_RATE };
const OPTIONS: Array<keyof RecorderOptions> = ["keepLast", "map", "name", "rate", "relativeTo", "subject"];

/** Larger numbers are not a camera's position. Intermediate results must stay within f32. */
const FARTHEST = 1e30;

/** An hour, in seconds. A longer recording keeps everything. */
const LONGEST_WINDOW = 3600;

let recorders = 0;

/**
 * Records the camera, or anything else that moves, at a fixed rate. It samples once per rendered frame, right after the
 * camera scripts, and writes frames at exact multiples of 1/rate on a curve through its samples. So the take plays
 * smoothly and at the right speed at any frame rate. It also records a camera's field of view. On a server it samples
 * after each step of the simulation, and there is no camera to record.
 *
 * The recorder repeats the last frame while there is no current camera, while its CFrame is not finite, or if a
 * function returns none. The take cuts if the current camera is replaced, if the camera jumps, and at `resume`. Paused
 * time is left out. The take has its start and end on the server's clock, unless the client is not connected.
 *
 * @example
 * const recorder = new Recorder({ map: "Harbour" });
 * recorder.start();
 * task.wait(10);
 * const take = recorder.stop();
 */
export class Recorder {
	/** Fires when a recording starts. */
	public readonly started = new Signal();
	/** Fires on `pause`. */
	public readonly paused = new Signal();
	/** Fires on `resume`. */
	public readonly resumed = new Signal();
	/** Fires with the take when `stop` ends it, or when its subject is destroyed. */
	public readonly stopped = new Signal<[take: Take]>();
	/** Fires when the recording is thrown away. */
	public readonly discarded = new Signal();
	/**
	 * Fires about once a second with finished frames, 18 bytes each, and the number of the first, and with the rest
	 * before `stopped`. Use it to send frames during the recording.
	 */
	public readonly frames = new Signal<[frames: buffer, first: number]>();

	/** The number of frames kept so far. */
	public readonly frameCount: number = 0;
	/** Seconds recorded so far, without pauses. With `keepLast` it keeps counting. */
	public readonly duration: number = 0;
	/** The current state. */
	public readonly state: RecorderState = "idle";

	/** Frames per second. */
	public readonly rate: number;
	/** The name of the map in its takes. */
	public readonly map: string;
	/** The name of its takes. */
	public readonly name: string;

	/** The recorder itself, with its read-only properties writable. */
	private readonly now: Writable<Pick<Recorder, "frameCount" | "duration" | "state">> = this;
	private readonly subject?: RecorderSubject;
	private readonly kind: SubjectKind;
	private readonly relativeTo?: PVInstance;
	/** The max number of frames to keep. */
	private readonly most: number;
	private readonly bindingName: string;
	private steps: FixedStep;
	private serverTimes = new ServerTimes();
	/** Whether nothing was sampled since the recording started or resumed. */
	private isBeginning = true;
	/** The subject of the last sample: the current camera may be another by now. */
	private source?: RecorderSubject;
	private hasStarted = false;
	/** Whether the recorded function returned no CFrame at its last call. */
	private isUnanswered = false;
	private isBound = false;
	private simulation?: RBXScriptConnection;
	/** How many frames `frames` has fired with. */
	private handedOut = 0;
	private markers = new Array<Marker>();
	/** Fires when the subject is destroyed. */
	private destroying?: RBXScriptConnection;

	constructor(options: RecorderOptions = {}) {
		checkKeys(options, OPTIONS, "Recorder", "options");
		const { map, rate, subject, relativeTo, keepLast } = { ...RECORDER_DEFAULTS, ...options };
		const { name = map } = options;
		checkText(map, MAX_NAME_BYTES, "Recorder", "map");
		checkText(name, MAX_NAME_BYTES, "Recorder", "name");
		checkRate(rate, "Recorder");
		this.kind = subject === undefined ? SubjectKind.Camera : kindOf(subject, "Recorder");
		if (relativeTo !== undefined) checkInstance(relativeTo, "PVInstance", "Recorder", "relativeTo");
		checkOptional(keepLast, "number", "Recorder", "keepLast");
		if (keepLast !== undefined && !(keepLast > 0 && keepLast <= LONGEST_WINDOW)) {
			fail(
				"Recorder",
				`keepLast is ${describeValue(keepLast)}; expected above 0 and at most ${LONGEST_WINDOW} seconds`,
			);
		}
		this.map = map;
		this.name = name;
		this.rate = rate;
		this.subject = subject;
		this.relativeTo = relativeTo;
		this.most = keepLast === undefined ? math.huge : frameBefore(keepLast, rate) + 1;
		this.steps = new FixedStep(rate, "Recorder", this.most);
		recorders += 1;
		this.bindingName = `dolly-recorder-${recorders}`;
	}

	/** Starts to record. The next rendered frame is frame 0. */
	public start(): void {
		this.expectState("start", "idle");
		if (this.kind === SubjectKind.Camera && !RunService.IsClient()) {
			fail("Recorder", "subject is a camera; expected a part, Model or function on a server, which renders no camera");
		}
		this.reset();
		this.bind();
		this.now.state = "recording";
		const { subject } = this;
		if (typeIs(subject, "Instance")) this.destroying = subject.Destroying.Once(() => this.endWith(subject));
		this.started.Fire();
	}

	/** Pauses until `resume`. The take leaves out whatever happens meanwhile. */
	public pause(): void {
		this.expectState("pause", "recording");
		this.unbind();
		this.now.state = "paused";
		this.paused.Fire();
	}

	/** Continues after `pause`, one rendered frame after the last one recorded. */
	public resume(): void {
		this.expectState("resume", "paused");
		this.steps.cut();
		this.bind();
		this.now.state = "recording";
		this.resumed.Fire();
	}

	/**
	 * Ends the recording and returns the take, which has no frames if nothing was rendered. The recorder can start
	 * again.
	 */
	public stop(): Take {
		this.expectState("stop", "recording", "paused");
		this.unbind();
		this.holdForSignal();
		this.steps.finish();
		const take = this.take();
		this.now.state = "idle";
		this.destroying?.Disconnect();
		this.handOut(1);
		this.stopped.Fire(take);
		return take;
	}

	/** Returns the recording so far as a take of its own, and goes on recording. */
	public peek(): Take {
		this.expectState("peek", "recording", "paused");
		return this.take();
	}

	/** Adds a marker at this moment. Players fire it when they pass it. */
	public mark(name: string): void {
		this.expectState("mark", "recording", "paused");
		checkText(name, MAX_NAME_BYTES, "Recorder", "name");
		// With keepLast the oldest markers belong to frames that are gone.
		const kept = this.duration - this.most / this.rate;
		while (this.markers.size() > 0 && this.markers[0].seconds < kept) this.markers.shift();
		if (this.markers.size() >= MAX_MARKERS) {
			fail("Recorder", `mark was called for marker ${MAX_MARKERS + 1}; expected at most ${MAX_MARKERS}`);
		}
		this.markers.push({ name, seconds: this.duration });
	}

	/** Adds a cut, as if the camera had jumped: players do not interpolate between the last frame and the next. */
	public cut(): void {
		this.expectState("cut", "recording", "paused");
		this.steps.cut();
	}

	/** Throws the recording away. The recorder can start again. */
	public discard(): void {
		this.expectState("discard", "recording", "paused");
		this.unbind();
		this.destroying?.Disconnect();
		this.reset();
		this.now.state = "idle";
		this.discarded.Fire();
	}

	/** Throws away the current recording, and disconnects all signals. */
	public destroy(): void {
		if (this.state === "destroyed") return;
		this.unbind();
		this.destroying?.Disconnect();
		this.reset();
		this.now.state = "destroyed";
		for (const signal of [this.started, this.paused, this.resumed, this.discarded]) signal.Destroy();
		this.stopped.Destroy();
		this.frames.Destroy();
	}

	private expectState(method: string, ...allowed: Array<RecorderState>): void {
		if (!allowed.includes(this.state)) {
			fail("Recorder", `${method} needs a recorder that is ${allowed.join(" or ")}; it is ${this.state}`);
		}
	}

	/** Ends the recording because its subject is destroyed: it would be seen at the origin. */
	private endWith(subject: Instance): void {
		if (this.state !== "recording" && this.state !== "paused") return;
		warn(`[dolly] Recorder: subject "${subject.Name}" was destroyed; the recording ended`);
		this.stop();
	}

	private reset(): void {
		this.markers = [];
		this.serverTimes = new ServerTimes();
		this.steps = new FixedStep(this.rate, "Recorder", this.most);
		this.handedOut = 0;
		this.source = undefined;
		this.hasStarted = false;
		this.isUnanswered = false;
		this.now.frameCount = 0;
		this.now.duration = 0;
	}

	/** Returns the recording so far, with its times on the server's clock if they are known. */
	private take(): Take {
		const take = this.steps.take(this.name, this.map);
		if (take.count === 0) return take;
		const last = frameBefore(this.duration, this.rate) / this.rate;
		const duration = takeDuration(take);
		const start = last - duration;
		const [serverStart, serverEnd] = this.serverTimes.span(start, last);
		const markers = this.markers
			.filter(({ seconds }) => seconds >= start - ON_FRAME / this.rate)
			.map(({ name, seconds }) => ({ name, seconds: math.clamp(seconds - start, 0, duration) }));
		return { ...take, markers, serverStart, serverEnd };
	}

	private bind(): void {
		this.isBound = true;
		this.isBeginning = true;
		if (!RunService.IsClient()) {
			// After physics, like PostSimulation, whose `deltaTimeSim` is shorter than the frame at low frame rates.
			this.simulation = RunService.Heartbeat.Connect((gap) => this.look(gap));
			return;
		}
		// After the default camera scripts, and after players, which are one later than these.
		const priority = Enum.RenderPriority.Camera.Value + 2;
		RunService.BindToRenderStep(this.bindingName, priority, (gap) => this.look(gap));
	}

	private unbind(): void {
		if (!this.isBound) return;
		this.isBound = false;
		if (this.simulation) this.simulation.Disconnect();
		else RunService.UnbindFromRenderStep(this.bindingName);
		this.simulation = undefined;
	}

	private look(gap: number): void {
		const source = this.subject ?? Workspace.CurrentCamera;
		const seen = this.seenAt(source);
		// A function may have done anything, also to this recorder.
		if (!this.isBound) return;
		this.holdForSignal();
		const [x, y, z, qx, qy, qz, qw] = cframeComponents(seen ?? CFrame.identity);
		const isSeen = seen !== undefined && qw === qw && math.abs(x) + math.abs(y) + math.abs(z) < FARTHEST;
		if (!this.hasStarted) {
			if (!isSeen) return;
			this.hasStarted = true;
			this.source = source;
		} else {
			// The engine's gaps are above 0. A sample at the time of the last one would add nothing.
			if (!(gap > 0)) return;
			this.now.duration += gap;
		}
		if (isSeen) {
			if (this.source !== source) {
				this.steps.cut();
				this.source = source;
			}
			const lens = this.kind === SubjectKind.Camera ? (source as Camera).FieldOfView : 0;
			this.steps.push(this.duration, x, y, z, qx, qy, qz, qw, lens);
		} else {
			this.steps.hold(this.duration);
			this.source = undefined;
		}
		this.serverTimes.read(this.duration, this.isBeginning, this.duration - this.most / this.rate);
		this.isBeginning = false;
		this.now.frameCount = this.steps.frameCount();
		this.handOut(math.max(this.rate, 1));
	}

	/** Returns the CFrame of `source` in the space of the frames, or undefined if it is unknown. */
	private seenAt(source: RecorderSubject | undefined): CFrame | undefined {
		if (source === undefined) return undefined;
		const cframe = typeIs(source, "function") ? this.ask(source) : cframeOf(source, this.kind);
		return cframe && this.relativeTo ? this.relativeTo.GetPivot().ToObjectSpace(cframe) : cframe;
	}

	/** Calls the recorded function. Warns if it returns no CFrame, once until it does again. */
	private ask(subject: () => CFrame): CFrame | undefined {
		const found = askSubject(subject);
		const isFound = !typeIs(found, "string");
		if (!isFound && !this.isUnanswered) warn(`[dolly] Recorder: ${found}; holding the last frame`);
		this.isUnanswered = !isFound;
		return isFound ? found : undefined;
	}

	/** Keeps frames that `frames` has not fired with, if it has a handler, even beyond `keepLast`. */
	private holdForSignal(): void {
		this.steps.holdFrames(this.frames.isHeard() ? this.handedOut : math.huge);
	}

	/** Fires `frames` with the finished frames, if there are at least `least`. */
	private handOut(least: number): void {
		const finished = this.steps.finishedCount();
		const first = this.handedOut;
		const isHeard = this.frames.isHeard();
		if (isHeard && finished - first < least) return;
		this.handedOut = finished;
		if (isHeard) this.frames.Fire(this.steps.copyFrames(first, finished - first), first);
	}
}
