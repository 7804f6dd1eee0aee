import { fail } from "../../bytes/fail";
import { CAMERA_SAMPLE_SIZE, CameraPath, PathInterpolation } from "../../motion/camera-path";
import { DEFAULT_RATE } from "../../take/rate";
import type { Take } from "../../take/take";
import { pathOf } from "../../take/take-path";
import { Signal } from "../signal";
import { CameraHold } from "./camera-hold";

const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

/**
 * How `CameraPlayer` plays.
 *
 * @example
 * const options: CameraPlayerOptions = { speed: 0.5, loop: true, interpolation: "linear" };
 * new CameraPlayer(path, options).play();
 */
export interface CameraPlayerOptions {
	/** How fast: 1 as it was recorded, 2 twice as fast, negative backwards. 1 unless told otherwise. */
	speed?: number;
	/** Whether to start again at the end. */
	loop?: boolean;
	/** What is between the frames: a curve (`"smooth"`, the default), a straight line, or nothing. */
	interpolation?: PathInterpolation;
	/** The camera to move; otherwise whatever `Workspace.CurrentCamera` is at each moment. */
	camera?: Camera;
}

/**
 * Why a `CameraPlayer` gave the camera back before its end.
 *
 * @example
 * new CameraPlayer(path).stopped.Connect((reason: StopReason) => {
 * 	if (reason === "replaced") print("another player has the camera now");
 * });
 */
export type StopReason = "stop" | "replaced" | "error" | "destroy";

const INTERPOLATIONS: Array<PathInterpolation> = ["smooth", "linear", "step"];

let players = 0;

/**
 * Plays a path on the camera. While it plays or is paused the camera is Scriptable; at the end, and on `stop`, on an
 * error and on `destroy`, it gets back its CameraType, CFrame, Focus and FieldOfView. A camera has one player at a time:
 * another that starts on it stops the first. Only clients render: elsewhere `play` fails.
 *
 * @example
 * const player = new CameraPlayer(take, { speed: 0.5 });
 * player.finished.Once(() => print("done"));
 * player.play();
 */
export class CameraPlayer {
	/** Fires when the end is reached (backwards: the start), after the camera was given back. Not while looping. */
	public readonly finished = new Signal();
	/** Fires when playing starts again at the other end, with how often it did since the last rendered frame. */
	public readonly looped = new Signal<[laps: number]>();
	/** Fires when playing ends early, with the reason, after the camera was given back. */
	public readonly stopped = new Signal<[reason: StopReason]>();

	/** How fast it plays; below 0 backwards. May be changed while it does. */
	public speed: number;
	/** Whether to start again at the end. */
	public loop: boolean;
	/** What is between the frames. */
	public interpolation: PathInterpolation;
	/** Seconds from the path's start. */
	public position = 0;
	/** Seconds that the path lasts. */
	public readonly duration: number;
	/** Whether time is going: false while paused. */
	public isPlaying = false;

	private readonly path: CameraPath;
	private readonly camera?: Camera;
	private readonly sample = buffer.create(CAMERA_SAMPLE_SIZE);
	private readonly bindingName: string;
	private hold?: CameraHold;
	private isBound = false;
	/** Whether the next rendered frame shows `position` as it is, because no time has gone by yet. */
	private isFresh = false;
	private isDestroyed = false;

	constructor(source: Take | CameraPath, options: CameraPlayerOptions = {}) {
		const { speed = 1, loop = false, interpolation = "smooth", camera } = options;
		const path = pathOf(source, "CameraPlayer");
		if (!typeIs(speed, "number") || speed - speed !== 0) fail("CameraPlayer", `speed is ${speed}, not a finite number`);
		if (!typeIs(loop, "boolean")) fail("CameraPlayer", `loop is ${loop}, not true or false`);
		if (!INTERPOLATIONS.includes(interpolation)) {
			fail("CameraPlayer", `interpolation is ${interpolation}, not one of ${INTERPOLATIONS.join(", ")}`);
		}
		if (camera !== undefined && !(typeIs(camera, "Instance") && camera.IsA("Camera"))) {
			fail("CameraPlayer", `camera is a ${typeOf(camera)}, not a Camera`);
		}
		this.path = path;
		this.duration = path.duration;
		this.speed = speed;
		this.loop = loop;
		this.interpolation = interpolation;
		this.camera = camera;
		players += 1;
		this.bindingName = `dolly-player-${players}`;
	}

	/** Plays from `position` on; from the other end where there is nothing left to play. */
	public play(): void {
		this.expectAlive("play");
		if (this.isPlaying) return;
		if (this.speed >= 0 && this.position >= this.duration) this.position = 0;
		else if (this.speed < 0 && this.position <= 0) this.position = this.duration;
		this.isPlaying = true;
		this.isFresh = true;
		this.take();
	}

	/** Stays where it is, with the camera, until `play` or `stop`. */
	public pause(): void {
		this.expectAlive("pause");
		this.isPlaying = false;
	}

	/** Goes to `seconds` from the start, held at both ends; the camera follows at once where the player has it. */
	public seek(seconds: number): void {
		this.expectAlive("seek");
		if (!typeIs(seconds, "number") || seconds !== seconds)
			fail("CameraPlayer", `seek to ${seconds}, which is not a number`);
		this.position = math.clamp(seconds, 0, this.duration);
		this.isFresh = true;
		if (this.isBound) this.show();
	}

	/** Takes the camera, pauses, and goes `frames` further, or back where negative, onto the path's frames. */
	public step(frames: number): void {
		this.expectAlive("step");
		if (!typeIs(frames, "number") || frames % 1 !== 0)
			fail("CameraPlayer", `step by ${frames}, which is not a whole number`);
		this.isPlaying = false;
		const rate = this.path.rate ?? DEFAULT_RATE;
		this.take();
		this.seek((math.round(this.position * rate) + frames) / rate);
	}

	/** Gives the camera back and goes to the start. */
	public stop(): void {
		this.end("stop");
	}

	/** Gives the camera back for good, and disconnects all signals. */
	public destroy(): void {
		if (this.isDestroyed) return;
		this.end("destroy");
		this.isDestroyed = true;
		this.finished.Destroy();
		this.looped.Destroy();
		this.stopped.Destroy();
	}

	private expectAlive(method: string): void {
		if (this.isDestroyed) fail("CameraPlayer", `${method} needs a player that is not destroyed`);
	}

	private take(): void {
		if (!this.isBound) {
			if (!RunService.IsClient()) {
				this.isPlaying = false;
				fail("CameraPlayer", "it plays on clients only: servers render no camera");
			}
			this.isBound = true;
			// At the camera's own priority: a recorder, one later, sees what is played.
			RunService.BindToRenderStep(this.bindingName, Enum.RenderPriority.Camera.Value, (gap) => this.render(gap));
		}
		this.show();
	}

	private release(): void {
		this.isPlaying = false;
		if (this.isBound) {
			this.isBound = false;
			RunService.UnbindFromRenderStep(this.bindingName);
		}
		this.hold?.release();
		this.hold = undefined;
	}

	private end(reason: StopReason): void {
		const wasActive = this.isBound;
		this.release();
		this.position = 0;
		if (wasActive) this.stopped.Fire(reason);
	}

	private render(gap: number): void {
		if (this.isPlaying && !this.isFresh && this.advance(gap)) {
			this.release();
			this.finished.Fire();
			return;
		}
		this.isFresh = false;
		this.show();
	}

	/** Moves on by `gap` seconds of real time; true where that is the end. */
	private advance(gap: number): boolean {
		const { duration } = this;
		const moved = this.position + gap * this.speed;
		if (moved !== moved) {
			this.end("error");
			fail("CameraPlayer", `speed is ${this.speed}, not a finite number`);
		}
		const isBeyond = this.speed < 0 ? moved <= 0 : this.speed > 0 && moved >= duration;
		if (isBeyond && !this.loop) {
			this.position = math.clamp(moved, 0, duration);
			return true;
		}
		if (duration > 0 && (moved < 0 || moved > duration)) {
			this.position = moved % duration;
			this.looped.Fire(math.abs(math.floor(moved / duration)));
		} else {
			this.position = math.clamp(moved, 0, duration);
		}
		return false;
	}

	/** Puts the camera where the path is at `position`. */
	private show(): void {
		const camera = this.camera ?? Workspace.CurrentCamera;
		if (this.hold?.camera !== camera) {
			this.hold?.release();
			this.hold = camera === undefined ? undefined : new CameraHold(camera, () => this.end("replaced"));
		}
		const { sample } = this;
		const [isSampled, problem] = pcall(samplePath, this.path, this.position, sample, this.interpolation);
		if (!isSampled) {
			this.end("error");
			error(problem, 0);
		}
		this.hold?.show(sample);
	}
}

function samplePath(path: CameraPath, seconds: number, target: buffer, interpolation: PathInterpolation): void {
	path.sample(seconds, target, interpolation);
}
