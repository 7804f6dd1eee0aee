import { checkOptional, checkSeconds, checkType } from "../../bytes/check-argument";
import { fail, problemOf } from "../../bytes/fail";
import { Report } from "../../bytes/report";
import { Ease, easedShare, smoothStep } from "../../motion/ease";
import { isFilm } from "../../replay/film";
import type { FlightSource } from "../../replay/flight-source";
import { checkInstance } from "../check-instance";
import { Outcome } from "../call-at-once";
import { onRendered, onSimulated } from "../clock";
import { FilmLayers } from "../film/film-layers";
import { PathPlayer, PathPlayerOptions } from "../path-player";
import { Cutscene } from "./cutscene/cutscene";
import { checkCutscene, CutsceneOptions } from "./cutscene/cutscene-options";
import {
	CameraHolder,
	drawOver,
	heldView,
	holdCamera,
	isHolding,
	loosenCamera,
	moveCamera,
	releaseCamera,
	showOwnView,
	View,
} from "./hold-camera";
import { prefetchPath } from "./prefetch-path";

const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

/**
 * Options of `CameraPlayer`.
 *
 * @example
 * const options: CameraPlayerOptions = { speed: 0.5, loop: true, interpolation: "linear" };
 * new CameraPlayer(take, options).play();
 */
export interface CameraPlayerOptions extends PathPlayerOptions {
	/** The camera to move. Defaults to `Workspace.CurrentCamera` at each moment. */
	camera?: Camera;
	/** Seconds of the blend from the camera's view to the path. Defaults to 0, a cut. */
	blendIn?: number;
	/** Seconds of the blend back to the game's own view at the end, but not after `stop`. Defaults to 0, a cut. */
	blendOut?: number;
	/**
	 * Whether it plays as a cutscene, or how: it hides GUIs, freezes the character, frames the picture with black bars
	 * and lets a key skip, until the playback ends. Defaults to false; true has the defaults of `CutsceneOptions`.
	 */
	cutscene?: CutsceneOptions | boolean;
	/**
	 * The easing of the blends, from a time alpha of 0 to 1 to a distance alpha of 0 to 1. Must not yield. Defaults to
	 * gentle at both ends.
	 */
	easing?: (share: number) => number;
	/**
	 * Returns the model that plays a film's rig clips for a target. If it returns undefined, the model at that path
	 * under Workspace plays them. Must not yield.
	 */
	resolveTarget?: (target: string) => Instance | undefined;
}

const OWN_OPTIONS = ["blendIn", "blendOut", "camera", "cutscene", "easing", "resolveTarget"];

let players = 0;

const CAMERA_PLAYER_DEFAULTS = {
	blendIn: 0,
	blendOut: 0,
	cutscene: false as CutsceneOptions | boolean,
	easing: smoothStep,
};

/**
 * Plays a take or a path on the camera. Clients only: elsewhere `play` fails.
 *
 * While it plays or is paused, the camera is Scriptable. However the playback ends, the camera gets back its CFrame and
 * Focus, and the CameraType and FieldOfView that the game or the engine wrote last, before the playback or during it. A
 * camera has one player at a time: starting another one on it stops the first. The music and the rig clips of a film
 * play along.
 *
 * @example
 * const player = new CameraPlayer(take, { speed: 0.5 });
 * player.play();
 * player.ended.Wait();
 */
export class CameraPlayer extends PathPlayer {
	/** The parts of a film's layers that could not be played, one line per kind. */
	public readonly report: Array<string>;

	private readonly camera?: Camera;
	private readonly lifetime?: RBXScriptConnection;
	private readonly ownViewName: string;
	private readonly holder: CameraHolder;
	/** The camera that it moves, if any. */
	private held?: Camera;
	/** Ends the calls of `advance` and `present`, while it plays or is paused. */
	private leaveClock?: () => void;

	private readonly blendIn: number;
	private readonly blendOut: number;
	private readonly easing: Ease;
	private readonly cutscene?: Cutscene;
	private readonly layers?: FilmLayers;
	private isPrefetching = false;
	/** Whether it blends in, for how long so far, and from which view once that is known. */
	private isBlendingIn = false;
	private blendElapsed = 0;
	private blendFrom?: View;
	/** The last view shown, while it blends back to the game's own view. */
	private leaving?: View;

	constructor(source: FlightSource, options: CameraPlayerOptions = {}) {
		super("CameraPlayer", source, options, OWN_OPTIONS);
		const { camera, blendIn, blendOut, cutscene, easing, resolveTarget } = { ...CAMERA_PLAYER_DEFAULTS, ...options };
		if (camera !== undefined) checkInstance(camera, "Camera", "CameraPlayer", "camera");
		checkSeconds(blendIn, "CameraPlayer", "blendIn");
		checkSeconds(blendOut, "CameraPlayer", "blendOut");
		checkType(easing, "function", "CameraPlayer", "easing");
		checkOptional(resolveTarget, "function", "CameraPlayer", "resolveTarget");
		const comforts = checkCutscene(cutscene, "CameraPlayer");
		this.cutscene = comforts && new Cutscene(comforts, () => this.skip());
		const notes = new Report();
		this.report = notes.lines;
		if (isFilm(source)) {
			const ask =
				resolveTarget && ((target: string) => this.ask(resolveTarget, target, undefined, undefined, undefined));
			this.layers = new FilmLayers(source, "CameraPlayer", notes, ask);
		}
		this.camera = camera;
		this.blendIn = blendIn;
		this.blendOut = blendOut;
		this.easing = easing;
		this.holder = {
			lose: (lost) => {
				// A handler in the game may have stopped this, or made it take the camera back.
				if (this.held !== lost || isHolding(lost, this.holder)) return;
				this.held = undefined;
				this.end("replaced");
			},
		};
		players += 1;
		this.ownViewName = `dolly-own-view-${players}`;
		this.lifetime = camera?.Destroying.Once(() => this.destroy());
	}

	/** Stops for good, and disconnects all signals after `ended` has fired. */
	public destroy(): void {
		this.lifetime?.Disconnect();
		super.destroy();
	}

	/**
	 * Asks the engine to stream in the surroundings of the path, from its start on, one place after another, in a
	 * thread of its own. The engine may ignore the requests. Without streaming, nothing happens.
	 *
	 * @example
	 * const player = new CameraPlayer(take);
	 * player.prefetch();
	 * task.delay(3, () => player.play());
	 */
	public prefetch(): void {
		this.expectAlive("prefetch");
		this.expectEnd("prefetch");
		const origin = this.relativeTo ? this.relativeTo.GetPivot() : CFrame.identity;
		if (this.isPrefetching) return;
		this.isPrefetching = true;
		task.spawn(() => {
			const [ok, problem] = pcall(prefetchPath, this.path, origin, () => !this.isGone());
			this.isPrefetching = false;
			if (!ok) fail("CameraPlayer", `prefetch cannot sample path "${this.path.name}": ${problemOf(problem)}`);
		});
	}

	protected expectPlayable(): void {
		if (!RunService.IsClient()) fail("CameraPlayer", "play needs a client; servers have no camera");
	}

	protected onAdvance(seconds: number): void {
		if (this.isWaiting()) return;
		this.blendElapsed += seconds;
		if (this.isBlendingIn && this.blendElapsed >= this.blendIn) this.endBlendIn();
	}

	protected apply(): void {
		if (this.isWaiting()) return;
		const { endings, holder } = this;
		// Before anything is taken from another owner: it may fail.
		const alpha = this.isBlendingIn ? this.ease(this.blendElapsed / this.blendIn) : 1;
		const { shownCFrame: cframe } = this;
		const camera = this.camera ?? Workspace.CurrentCamera;
		let loser: CameraHolder | undefined;
		if (this.held !== camera) {
			if (this.held) releaseCamera(this.held, holder);
			// The easing, or a handler that it ran, may have ended the playback.
			if (this.endings !== endings) return;
			this.held = camera;
			if (camera) {
				if (this.isBlendingIn) this.blendFrom ??= { cframe: camera.CFrame, fieldOfView: camera.FieldOfView };
				loser = holdCamera(camera, holder);
			}
		}
		if (!camera) return;
		this.move(camera, cframe, alpha);
		// Last of all: its handlers may do anything, also to this player.
		loser?.lose(camera);
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
			const { endings } = this;
			this.layers?.begin();
			// `resolveTarget`, or a handler that it ran, may have ended the playback.
			if (this.endings !== endings) return;
			this.cutscene?.begin();
			if (this.endings !== endings) return;
		}
		this.apply();
		this.showLayers();
	}

	protected showSought(): void {
		this.endLeaving();
		if (!this.leaveClock) return;
		this.show();
		this.attempt(CameraPlayer.showLayersOf);
	}

	protected advance(time: number, gap: number): void {
		if (!this.leaving) super.advance(time, gap);
		else if (this.isPlaying) this.blendElapsed += this.elapsedAt(time, gap);
		if (this.layers) this.attempt(CameraPlayer.showLayersOf);
	}

	protected present(): void {
		if (this.leaving) this.attempt(CameraPlayer.leaveOf);
		else super.present();
	}

	protected isEnding(): boolean {
		return this.leaving !== undefined;
	}

	/** Blends back to the game's own view, if `blendOut` asks for it. */
	protected reachEnd(): void {
		const { held } = this;
		if (this.blendOut === 0 || !held || this.leaving) {
			this.finish();
			return;
		}
		const { holder } = this;
		const from = heldView(held);
		this.leaving = from;
		this.blendElapsed = 0;
		this.endBlendIn();
		// Camera scripts continue from the view that they made last, not from the one drawn over it: it is put back
		// before they run.
		RunService.BindToRenderStep(this.ownViewName, Enum.RenderPriority.Camera.Value - 1, () => {
			if (this.held) showOwnView(this.held, holder);
		});
		loosenCamera(held, holder);
		// A handler that this ran may have ended the playback.
		if (this.leaving === from) drawOver(held, holder, from, 0);
	}

	protected release(): void {
		this.endBlendIn();
		this.endLeaving();
		this.leaveClock?.();
		this.leaveClock = undefined;
		const camera = this.held;
		this.held = undefined;
		this.layers?.end();
		const undoCutscene = this.cutscene?.end();
		if (camera) releaseCamera(camera, this.holder);
		undoCutscene?.();
	}

	private static leaveOf(this: void, player: CameraPlayer): void {
		if (player.leaving) player.leave(player.leaving);
	}

	private static showLayersOf(this: void, player: CameraPlayer): void {
		player.showLayers();
	}

	private static askEasing(this: void, easing: Ease, share: number): number {
		return easedShare(easing, share, "CameraPlayer");
	}

	/** Returns the distance alpha for a time alpha. */
	private ease(share: number): number {
		const [outcome, eased] = this.ask(CameraPlayer.askEasing, this.easing, share, undefined, undefined);
		if (outcome === Outcome.Failed) error(eased, 0);
		if (outcome === Outcome.Yielded)
			fail("CameraPlayer", `easing yielded at ${share}; expected a number without a wait`);
		return eased as number;
	}

	private move(camera: Camera, sampled: CFrame, alpha: number): void {
		let cframe = sampled;
		let { shownFieldOfView: fieldOfView } = this;
		if (this.blendFrom) {
			cframe = this.blendFrom.cframe.Lerp(cframe, alpha);
			const from = this.blendFrom.fieldOfView;
			if (fieldOfView > 0) fieldOfView = from + (fieldOfView - from) * alpha;
		}
		moveCamera(camera, this.holder, cframe, fieldOfView);
	}

	/** Shows a film's layers at its time, which stands still during the blend back. */
	private showLayers(): void {
		this.layers?.show(this.timeline.position, this.leaving ? 0 : this.timeRate());
	}

	/** Runs one frame of the blend back to the game's own view. */
	private leave(from: View): void {
		const camera = this.camera ?? Workspace.CurrentCamera;
		if (!this.held || camera !== this.held || this.blendElapsed >= this.blendOut) {
			this.finish();
			return;
		}
		const alpha = this.ease(this.blendElapsed / this.blendOut);
		drawOver(camera, this.holder, from, alpha);
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
