import { checkSeconds, checkType } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { CameraPath, SAMPLE_FIELD_OF_VIEW } from "../../motion/camera-path";
import { Ease, easedShare, smoothStep } from "../../motion/ease";
import type { Take } from "../../take/take";
import { checkInstance } from "../check-instance";
import { onRendered, onSimulated } from "../clock";
import { PathPlayer, PathPlayerOptions } from "../path-player";
import {
	CameraHolder,
	drawOver,
	holdCamera,
	loosenCamera,
	moveCamera,
	releaseCamera,
	showOwnView,
} from "./hold-camera";
import { prefetchPath } from "./prefetch-path";

const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

/**
 * How `CameraPlayer` plays.
 *
 * @example
 * const options: CameraPlayerOptions = { speed: 0.5, loop: true, interpolation: "linear" };
 * new CameraPlayer(take, options).play();
 */
export interface CameraPlayerOptions extends PathPlayerOptions {
	/** The camera to move; otherwise whatever `Workspace.CurrentCamera` is at each moment. */
	camera?: Camera;
	/** Seconds in which the camera comes from where it is to the path; at once unless given. */
	blendIn?: number;
	/** Seconds in which it goes back to the game's own view at the end; at once unless given. Not on `stop`. */
	blendOut?: number;
	/** How blends go: the share of the way for a share of the time, both 0 to 1. Gently at both ends unless given. */
	easing?: (share: number) => number;
}

let players = 0;

/** Where the camera was when something else began to move it. */
interface View {
	cframe: CFrame;
	fieldOfView: number;
}

function viewOf(camera: Camera): View {
	return { cframe: camera.CFrame, fieldOfView: camera.FieldOfView };
}

const CAMERA_PLAYER_DEFAULTS = { blendIn: 0, blendOut: 0, easing: smoothStep };

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
export class CameraPlayer extends PathPlayer {
	private readonly camera?: Camera;
	private readonly lifetime?: RBXScriptConnection;
	private readonly ownViewName: string;
	private readonly holder: CameraHolder;
	/** The camera that it moves, where there is one. */
	private held?: Camera;
	/** Ends the calls of `advance` and `present`, while it plays or is paused. */
	private leaveClock?: () => void;

	private readonly blendIn: number;
	private readonly blendOut: number;
	private readonly easing: Ease;
	private isPrefetching = false;
	/** Whether it is coming from where the camera was, for how long by now, and from where once that is known. */
	private isBlendingIn = false;
	private blendElapsed = 0;
	private blendFrom?: View;
	/** What was shown last, while it is going back to the game's own view. */
	private leaving?: View;

	constructor(source: Take | CameraPath, options: CameraPlayerOptions = {}) {
		super("CameraPlayer", source, options, ["blendIn", "blendOut", "camera", "easing"]);
		const { camera, blendIn, blendOut, easing } = { ...CAMERA_PLAYER_DEFAULTS, ...options };
		if (camera !== undefined) checkInstance(camera, "Camera", "CameraPlayer", "camera");
		checkSeconds(blendIn, "CameraPlayer", "blendIn");
		checkSeconds(blendOut, "CameraPlayer", "blendOut");
		checkType(easing, "function", "CameraPlayer", "easing");
		this.camera = camera;
		this.blendIn = blendIn;
		this.blendOut = blendOut;
		this.easing = easing;
		this.holder = {
			lose: () => {
				this.held = undefined;
				this.end("replaced");
			},
		};
		players += 1;
		this.ownViewName = `dolly-own-view-${players}`;
		this.lifetime = camera?.Destroying.Once(() => this.destroy());
	}

	/** Stops for good, and disconnects all signals once `ended` has told. */
	public destroy(): void {
		this.lifetime?.Disconnect();
		super.destroy();
	}

	/**
	 * Asks the engine to stream in what lies along the path, from its start on, one place after another, in a thread of its
	 * own. The engine promises nothing; where there is no streaming, nothing happens.
	 *
	 * @example
	 * const player = new CameraPlayer(take);
	 * player.prefetch();
	 * task.delay(3, () => player.play());
	 */
	public prefetch(): void {
		this.expectAlive("prefetch");
		const origin = this.relativeTo ? this.relativeTo.GetPivot() : CFrame.identity;
		if (this.isPrefetching) return;
		this.isPrefetching = true;
		task.spawn(() => {
			const [ok, problem] = pcall(prefetchPath, this.path, origin, () => !this.isGone());
			this.isPrefetching = false;
			if (!ok) fail("CameraPlayer", `prefetch cannot sample path "${this.path.name}": ${problem}`);
		});
	}

	protected expectPlayable(): void {
		if (!RunService.IsClient()) fail("CameraPlayer", "it plays on clients only: servers render no camera");
	}

	protected onAdvance(seconds: number): void {
		this.blendElapsed += seconds;
		if (this.isBlendingIn && this.blendElapsed >= this.blendIn) this.endBlendIn();
	}

	protected apply(): void {
		const camera = this.camera ?? Workspace.CurrentCamera;
		// Before anything is taken from anybody: it may fail.
		const share = this.isBlendingIn ? easedShare(this.easing, this.blendElapsed / this.blendIn, "CameraPlayer") : 1;
		const cframe = this.sampledCFrame();
		let loser: CameraHolder | undefined;
		if (this.held !== camera) {
			if (this.held) releaseCamera(this.held, this.holder);
			this.held = camera;
			if (camera && this.isBlendingIn && this.blendFrom === undefined) this.blendFrom = viewOf(camera);
			loser = camera && holdCamera(camera, this.holder);
		}
		if (camera) this.move(camera, cframe, share);
		// Last of all: whoever hears of it may do anything, to this player too.
		loser?.lose();
	}

	protected hold(): void {
		this.endLeaving();
		if (!this.leaveClock) {
			this.isBlendingIn = this.blendIn > 0;
			this.blendElapsed = 0;
			const stopTime = onSimulated((time, gap) => this.advance(time, gap));
			const stopView = onRendered(() => this.present());
			this.leaveClock = () => {
				stopTime();
				stopView();
			};
		}
		this.apply();
	}

	protected showSought(): void {
		this.endLeaving();
		if (this.leaveClock) this.show();
	}

	protected advance(time: number, gap: number): void {
		if (!this.leaving) super.advance(time, gap);
		else if (this.isPlaying) this.blendElapsed += this.elapsedAt(time, gap);
	}

	protected present(): void {
		if (this.leaving) this.attempt(CameraPlayer.leaveOf);
		else super.present();
	}

	protected isEnding(): boolean {
		return this.leaving !== undefined;
	}

	/** Goes back to the game's own view over some time, where that is wanted. */
	protected reachEnd(): void {
		const { held } = this;
		if (this.blendOut === 0 || !held || this.leaving) {
			this.finish();
			return;
		}
		const from = viewOf(held);
		this.leaving = from;
		this.blendElapsed = 0;
		this.endBlendIn();
		loosenCamera(held);
		drawOver(held, from.cframe, 0, from.fieldOfView);
		// Camera scripts go on from the view that they made last, not from what was drawn over it: it is put back before them.
		RunService.BindToRenderStep(this.ownViewName, Enum.RenderPriority.Camera.Value - 1, () => {
			if (this.held) showOwnView(this.held);
		});
	}

	protected release(): void {
		this.endBlendIn();
		this.endLeaving();
		this.leaveClock?.();
		this.leaveClock = undefined;
		const camera = this.held;
		this.held = undefined;
		if (camera) releaseCamera(camera, this.holder);
	}

	private static leaveOf(this: void, player: CameraPlayer): void {
		if (player.leaving) player.leave(player.leaving);
	}

	private move(camera: Camera, sampled: CFrame, share: number): void {
		let cframe = sampled;
		let fieldOfView = buffer.readf64(this.current, SAMPLE_FIELD_OF_VIEW);
		if (this.blendFrom) {
			cframe = this.blendFrom.cframe.Lerp(cframe, share);
			const from = this.blendFrom.fieldOfView;
			if (fieldOfView > 0) fieldOfView = from + (fieldOfView - from) * share;
		}
		moveCamera(camera, cframe, fieldOfView);
	}

	/** One frame of the way back to the game's own view. */
	private leave(from: View): void {
		const camera = this.camera ?? Workspace.CurrentCamera;
		if (!this.held || camera !== this.held || this.blendElapsed >= this.blendOut) {
			this.finish();
			return;
		}
		const share = easedShare(this.easing, this.blendElapsed / this.blendOut, "CameraPlayer");
		drawOver(this.held, from.cframe, share, from.fieldOfView);
	}

	private endBlendIn(): void {
		this.isBlendingIn = false;
		this.blendFrom = undefined;
	}

	private endLeaving(): void {
		if (!this.leaving) return;
		this.leaving = undefined;
		RunService.UnbindFromRenderStep(this.ownViewName);
	}
}
