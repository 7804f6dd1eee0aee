import { RunService, Workspace } from "@rbxts/services";
import { cleanup, source, untrack } from "@rbxts/vide";
import { FRAME_SIZE } from "../../src/codecs";
import { Recorder, Recording, ReplayRecorder } from "../../src/camera";

/** The max frames per second of a replay. */
const MOST_REPLAY_RATE = 120;

/**
 * Seconds between two points of the live curves, and the max number of points. Beyond it, every second point is
 * dropped.
 */
const LIVE_STEP = 0.1;
const MOST_LIVE = 400;

/** The subjects and settings of a recording. */
export interface RecordingPlan {
	readonly name: string;
	readonly map: string;
	readonly rate: number;
	/** Recorded beside the camera, as a replay. If empty, the recording is a take. */
	readonly models: ReadonlyArray<Model | BasePart>;
}

/** A point of the live curves. */
export interface LivePoint {
	readonly seconds: number;
	readonly fieldOfView: number;
	readonly speed: number;
}

/** Returns whether a model moves by joints, as characters do. Others, such as cars, are recorded by their parts. */
function hasJoints(model: Model | BasePart): boolean {
	return (
		model.FindFirstChildWhichIsA("Humanoid", true) !== undefined ||
		model.FindFirstChildWhichIsA("AnimationController", true) !== undefined ||
		model.FindFirstChildWhichIsA("Bone", true) !== undefined
	);
}

/** Returns the number of frames of a replay. */
function framesOf(seconds: number, rate: number): number {
	return math.floor(seconds * rate + 1e-6) + 1;
}

function createReplayRecorder({ name, map, rate, models }: RecordingPlan): ReplayRecorder {
	const recorder = new ReplayRecorder({ name, map, rate: math.min(rate, MOST_REPLAY_RATE) });
	recorder.add(Workspace.CurrentCamera!);
	for (const model of models) {
		const parts = model.IsA("BasePart") ? "none" : hasJoints(model) ? "joints" : "moving";
		recorder.add(model, { parts });
	}
	return recorder;
}

/** A recording whose state panels can show, because it is in sources. */
export class RunningRecording {
	public readonly isRecording = source(false);
	public readonly isPaused = source(false);
	public readonly seconds = source(0);
	public readonly frames = source(0);
	/** Its name when it ends. */
	public readonly name = source("");
	public readonly isReplay = source(false);
	public readonly rate = source(60);
	/** The camera's motion so far. */
	public readonly live = source<ReadonlyArray<LivePoint>>([]);
	private recorder?: Recorder | ReplayRecorder;
	private liveStep = LIVE_STEP;
	private lastPlace?: Vector3;

	constructor() {
		const counting = RunService.Heartbeat.Connect(() => this.count());
		cleanup(() => {
			counting.Disconnect();
			this.recorder?.destroy();
		});
	}

	public start(plan: RecordingPlan): void {
		const { name, map, rate, models } = plan;
		this.recorder = models.isEmpty() ? new Recorder({ name, map, rate }) : createReplayRecorder(plan);
		this.recorder.start();
		this.name(name);
		this.rate(this.recorder.rate);
		this.isReplay(!models.isEmpty());
		this.seconds(0);
		this.frames(0);
		this.live([]);
		this.liveStep = LIVE_STEP;
		this.lastPlace = undefined;
		this.isPaused(false);
		this.isRecording(true);
	}

	public togglePause(): void {
		if (!this.recorder) return;
		if (untrack(this.isPaused)) this.recorder.resume();
		else this.recorder.pause();
		this.isPaused(!untrack(this.isPaused));
	}

	/** Stops and returns the recording. */
	public stop(): Recording {
		const recording = this.recorder!.stop() as Recording;
		const name = untrack(this.name);
		this.discard();
		return { ...recording, name };
	}

	/** Stops and discards the recording. */
	public discard(): void {
		this.recorder?.destroy();
		this.recorder = undefined;
		this.isRecording(false);
		this.isPaused(false);
	}

	/** Returns the size of the camera's frames so far, before they are packed. */
	public bytes(): number {
		return this.frames() * FRAME_SIZE;
	}

	private count(): void {
		const { recorder } = this;
		if (!recorder) return;
		untrack(() => {
			const { duration, rate } = recorder;
			this.seconds(duration);
			this.frames(this.isReplay() ? framesOf(duration, rate) : (recorder as Recorder).frameCount);
			if (!this.isPaused()) this.addLive(duration);
		});
	}

	private addLive(seconds: number): void {
		const camera = Workspace.CurrentCamera;
		const live = this.live();
		const last = live[live.size() - 1];
		if (!camera || (last && seconds - last.seconds < this.liveStep - 1e-6)) return;
		const place = camera.CFrame.Position;
		const passed = last ? seconds - last.seconds : 0;
		const speed = this.lastPlace && passed > 0 ? place.sub(this.lastPlace).Magnitude / passed : 0;
		this.lastPlace = place;
		const points = [...live, { seconds, fieldOfView: camera.FieldOfView, speed }];
		// The first point has no previous point.
		if (live.size() === 1) points[0] = { ...live[0], speed };
		if (points.size() <= MOST_LIVE) {
			this.live(points);
			return;
		}
		this.liveStep *= 2;
		this.live(points.filter((_, index) => index % 2 === 0));
	}
}
