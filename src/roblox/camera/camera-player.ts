import { checkInstance } from "../check-instance";
import { checkType } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import {
	CAMERA_SAMPLE_SIZE,
	CameraPath,
	checkInterpolation,
	checkSample,
	PathInterpolation,
} from "../../motion/camera-path";
import { Timeline } from "../../motion/timeline";
import { DEFAULT_RATE } from "../../motion/rate";
import type { Take } from "../../take/take";
import { pathOf } from "../../take/take-path";
import { PlayerOptions, TimelinePlayer } from "../timeline-player";
import { CameraHolder, holdCamera, moveCamera, releaseCamera } from "./hold-camera";

const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

/**
 * How `CameraPlayer` plays.
 *
 * @example
 * const options: CameraPlayerOptions = { speed: 0.5, loop: true, interpolation: "linear" };
 * new CameraPlayer(take, options).play();
 */
export interface CameraPlayerOptions extends PlayerOptions {
	/** What is between the frames: a curve (`"smooth"`, the default), a straight line, or nothing. */
	interpolation?: PathInterpolation;
	/** The camera to move; otherwise whatever `Workspace.CurrentCamera` is at each moment. */
	camera?: Camera;
}

let players = 0;

/**
 * Plays a take or a path on the camera. While it plays or is paused the camera is Scriptable; at the end, and on `stop`, on
 * an error and on `destroy`, it gets back its CameraType, CFrame, Focus and FieldOfView. A camera has one player at a time:
 * another that starts on it stops the first. Only clients render: elsewhere `play` fails.
 *
 * @example
 * const player = new CameraPlayer(take, { speed: 0.5 });
 * player.play();
 * player.ended.Wait();
 */
export class CameraPlayer extends TimelinePlayer {
	/** What is between the frames. */
	public interpolation: PathInterpolation;

	private readonly path: CameraPath;
	private readonly camera?: Camera;
	private readonly bindingName: string;
	private readonly current = buffer.create(CAMERA_SAMPLE_SIZE);
	private readonly holder: CameraHolder;
	/** The camera that it moves, where there is one. */
	private held?: Camera;
	private isBound = false;

	constructor(source: Take | CameraPath, options: CameraPlayerOptions = {}) {
		const path = pathOf(source, "CameraPlayer");
		checkType(options, "table", "CameraPlayer", "options");
		const { speed = 1, loop = false, interpolation = "smooth", camera } = options;
		super("CameraPlayer", new Timeline(path.duration, path.markers), speed, loop);
		checkInterpolation(interpolation, "CameraPlayer");
		if (camera !== undefined) checkInstance(camera, "Camera", "CameraPlayer", "camera");
		this.path = path;
		this.interpolation = interpolation;
		this.camera = camera;
		this.holder = {
			lose: () => {
				this.held = undefined;
				this.end("replaced");
			},
		};
		players += 1;
		this.bindingName = `dolly-player-${players}`;
	}

	protected expectPlayable(): void {
		if (!RunService.IsClient()) fail("CameraPlayer", "it plays on clients only: servers render no camera");
	}

	protected frameRate(): number {
		return this.path.rate ?? DEFAULT_RATE;
	}

	protected sample(): void {
		const { path, timeline, current } = this;
		path.sample(timeline.position, current, this.interpolation);
		checkSample(current, path.name, timeline.position, "CameraPlayer");
	}

	protected apply(): void {
		const camera = this.camera ?? Workspace.CurrentCamera;
		let loser: CameraHolder | undefined;
		if (this.held !== camera) {
			if (this.held) releaseCamera(this.held, this.holder);
			this.held = camera;
			loser = camera && holdCamera(camera, this.holder);
		}
		if (camera) moveCamera(camera, this.current);
		// Last of all: whoever hears of it may do anything, to this player too.
		loser?.lose();
	}

	protected hold(): void {
		if (!this.isBound) {
			this.isBound = true;
			// After the default camera scripts, which are at the camera's own priority; recorders, one later, see what is played.
			const priority = Enum.RenderPriority.Camera.Value + 1;
			RunService.BindToRenderStep(this.bindingName, priority, (gap) => this.tick(gap));
		}
		this.apply();
	}

	protected showSought(): void {
		if (this.isBound) this.show();
	}

	protected release(): void {
		if (this.isBound) {
			this.isBound = false;
			RunService.UnbindFromRenderStep(this.bindingName);
		}
		const camera = this.held;
		this.held = undefined;
		if (camera) releaseCamera(camera, this.holder);
	}
}
