import { RunService, Workspace } from "@rbxts/services";
import { source, untrack } from "@rbxts/vide";
import { isRecording, Recording, ReplayPlayer, sampleCFrame, Take } from "../../src/camera";
import { lensAt } from "../../ui/take-speed";
import { durationOf } from "../recordings/recording-facts";

/** The max speed of J and L, in multiples of the usual speed. */
const FASTEST = 4;

/** How far past the last key the playhead can go, in seconds, to put the next key there. */
const BEYOND_KEYS = 3600;

/** The binding that shows the shot while the user looks through it, after all camera scripts. */
const BINDING = "DollyLookThrough";

/** Returns whether a recording holds a replay, whose subjects are shown. */
function holdsReplay(recording: Recording): boolean {
	if (isRecording(recording, "film")) return recording.items.some((item) => isRecording(item.recording, "replay"));
	return isRecording(recording, "replay");
}

/** The user's view before they looked through the shot. */
interface OwnView {
	readonly camera: Camera;
	readonly cframe: CFrame;
	readonly fieldOfView: number;
	readonly cameraType: Enum.CameraType;
}

/**
 * The playhead. It moves during playback and keeps its place on pause; it never rewinds by itself. The user keeps their
 * own view unless they look through the shot.
 */
export class Playback {
	public readonly position = source(0);
	public readonly duration = source(0);
	public readonly isPlaying = source(false);
	/** Playback speed, without its direction. */
	public readonly speed = source(1);
	/** 1 is forwards, -1 backwards; J and L double it. */
	public readonly shuttle = source(1);
	public readonly loop = source(false);
	public readonly looksThrough = source(false);

	private flight?: Take;
	private rate = 60;
	/** How far the playhead can go: past the end of a shot, to add another key. */
	private reach = BEYOND_KEYS;
	private stage?: ReplayPlayer;
	private ownView?: OwnView;
	private shown?: CFrame;
	private wasPlaying = false;
	private isScrubbing = false;
	private readonly ticking: RBXScriptConnection;

	constructor() {
		this.ticking = RunService.Heartbeat.Connect((delta) => this.advance(delta));
	}

	/**
	 * Shows another recording, whose camera motion is `flight`. The playhead keeps its place if it can. While a drag
	 * changes the recording, the subjects of its replays are shown unchanged.
	 */
	public load(recording: Recording | undefined, flight: Take | undefined, rate: number, isPassing = false): void {
		this.flight = flight;
		this.rate = rate;
		this.duration(recording ? durationOf(recording) : 0);
		const isFramed = recording && !isRecording(recording, "shot");
		this.reach = untrack(this.duration) + (isFramed ? 0 : BEYOND_KEYS);
		if (!isPassing) this.setStage(recording);
		if (!recording) {
			this.isPlaying(false);
			this.lookThrough(false);
		}
		this.moveTo(untrack(this.position));
	}

	public toggle(): void {
		if (untrack(this.isPlaying)) this.pause();
		else this.play(1);
	}

	/** Plays from the playhead, or from the other end if it is at the end. */
	public play(direction: 1 | -1): void {
		if (untrack(this.duration) <= 0) return;
		this.shuttle(direction);
		const position = untrack(this.position);
		if (direction > 0 && position >= untrack(this.duration) - 1e-6) this.moveTo(0);
		const isAtStart = position <= 1e-6;
		if (direction < 0 && (isAtStart || position > untrack(this.duration))) this.moveTo(untrack(this.duration));
		this.isPlaying(true);
	}

	/** Plays in a direction. Doubles the speed if it already does. */
	public drive(direction: 1 | -1): void {
		const current = untrack(this.shuttle);
		if (untrack(this.isPlaying) && math.sign(current) === direction) {
			this.shuttle(math.clamp(current * 2, -FASTEST, FASTEST));
		} else {
			this.play(direction);
		}
	}

	public pause(): void {
		this.isPlaying(false);
		this.shuttle(1);
	}

	/** Goes to a time. If it was playing, it plays on from there. */
	public seek(seconds: number): void {
		this.moveTo(seconds);
	}

	/** Moves by a number of frames and pauses. */
	public step(frames: number): void {
		this.pause();
		this.moveTo((math.round(untrack(this.position) * this.rate) + frames) / this.rate);
	}

	/** Follows a drag of the playhead. Playback resumes when the drag ends. */
	public scrub(seconds: number): void {
		if (!this.isScrubbing) {
			this.isScrubbing = true;
			this.wasPlaying = untrack(this.isPlaying);
			this.isPlaying(false);
		}
		this.moveTo(seconds);
	}

	public endScrub(): void {
		if (this.isScrubbing && this.wasPlaying) this.isPlaying(true);
		this.isScrubbing = false;
	}

	/** Looks through the shot, or gives the user their own view back. */
	public lookThrough(looks: boolean): void {
		if (looks === untrack(this.looksThrough)) return;
		this.looksThrough(looks);
		if (!looks) {
			this.leaveView(true);
			return;
		}
		const camera = Workspace.CurrentCamera;
		if (!camera) return;
		this.ownView = {
			camera,
			cframe: camera.CFrame,
			fieldOfView: camera.FieldOfView,
			cameraType: camera.CameraType,
		};
		// In play mode the game's scripts would move the camera. In edit mode the user keeps Studio's controls.
		if (!RunService.IsEdit()) camera.CameraType = Enum.CameraType.Scriptable;
		this.show();
		RunService.BindToRenderStep(BINDING, Enum.RenderPriority.Camera.Value + 1, () => this.follow());
	}

	/** Returns the recording's camera at a time. */
	public cameraAt(seconds: number): CFrame | undefined {
		return this.flight && sampleCFrame(this.flight, seconds);
	}

	/** Returns the vertical field of view in degrees; 0 if the recording does not set it. */
	public lensAt(seconds: number): number {
		return this.flight ? lensAt(this.flight, seconds) : 0;
	}

	public destroy(): void {
		this.ticking.Disconnect();
		this.lookThrough(false);
		this.stage?.destroy();
		this.stage = undefined;
	}

	private advance(delta: number): void {
		if (!untrack(this.isPlaying)) return;
		const duration = untrack(this.duration);
		let seconds = untrack(this.position) + delta * untrack(this.speed) * untrack(this.shuttle);
		if (seconds > duration || seconds < 0) {
			if (untrack(this.loop) && duration > 0) seconds %= duration;
			else {
				seconds = math.clamp(seconds, 0, duration);
				this.pause();
			}
		}
		this.moveTo(seconds);
	}

	private moveTo(seconds: number): void {
		const position = math.clamp(seconds, 0, this.reach);
		this.position(position);
		this.show();
		if (!this.stage) return;
		if (!this.stage.isPlaying) this.stage.step(0);
		this.stage.seek(position);
	}

	/** Shows copies of the subjects of a recording's replays. */
	private setStage(recording: Recording | undefined): void {
		this.stage?.destroy();
		this.stage = undefined;
		if (!recording || isRecording(recording, "take") || isRecording(recording, "shot")) return;
		if (holdsReplay(recording)) this.stage = new ReplayPlayer(recording, { camera: false });
	}

	/** Moves the camera to the shot if the user looks through it. */
	private show(): void {
		const cframe = this.ownView && this.cameraAt(untrack(this.position));
		if (!cframe || !this.ownView) return;
		const { camera } = this.ownView;
		const lens = this.lensAt(untrack(this.position));
		camera.CFrame = cframe;
		if (lens > 0) camera.FieldOfView = lens;
		this.shown = camera.CFrame;
	}

	/**
	 * Runs once per rendered frame. Shows the shot's camera during playback. If the user flies while it is paused,
	 * stops looking through the shot.
	 */
	private follow(): void {
		const { ownView } = this;
		if (!ownView) return;
		if (untrack(this.isPlaying) || this.isScrubbing) {
			this.show();
			return;
		}
		if (Workspace.CurrentCamera === ownView.camera && ownView.camera.CFrame === this.shown) return;
		this.looksThrough(false);
		this.leaveView(false);
	}

	private leaveView(restores: boolean): void {
		RunService.UnbindFromRenderStep(BINDING);
		const { ownView } = this;
		this.ownView = undefined;
		if (!ownView) return;
		if (!RunService.IsEdit()) ownView.camera.CameraType = ownView.cameraType;
		ownView.camera.FieldOfView = ownView.fieldOfView;
		if (restores) ownView.camera.CFrame = ownView.cframe;
	}
}
