import { RunService, Workspace } from "@rbxts/services";
import { source, untrack } from "@rbxts/vide";
import { isRecording, Recording, ReplayPlayer, sampleCFrame, Take } from "../../src/camera";
import { lensAt } from "../../ui/take-speed";
import { durationOf } from "../recordings/recording-facts";

/** The fastest that J and L play, in times the usual speed. */
const FASTEST = 4;

/** How far behind the end of keys the playhead goes, to put the next one there: seconds. */
const BEYOND_KEYS = 3600;

/** The binding that shows the shot to whoever looks through it, after all cameras' scripts. */
const BINDING = "DollyLookThrough";

/** Whether a recording holds a replay, whose subjects are shown. */
function holdsReplay(recording: Recording): boolean {
	if (isRecording(recording, "film")) return recording.items.some((item) => isRecording(item.recording, "replay"));
	return isRecording(recording, "replay");
}

/** What a person's view was before they looked through the shot. */
interface OwnView {
	readonly camera: Camera;
	readonly cframe: CFrame;
	readonly fieldOfView: number;
	readonly cameraType: Enum.CameraType;
}

/**
 * The playhead. It moves while it plays and stays where it is when it pauses; nothing rewinds. The view stays the person's unless they
 * look through the shot.
 */
export class Playback {
	/** Seconds. */
	public readonly position = source(0);
	public readonly duration = source(0);
	public readonly isPlaying = source(false);
	/** Playback speed, without its direction. */
	public readonly speed = source(1);
	/** 1 forwards, -1 backwards, and doubled by J and L. */
	public readonly shuttle = source(1);
	public readonly loop = source(false);
	public readonly looksThrough = source(false);

	private flight?: Take;
	private rate = 60;
	/** How far the playhead goes: behind the end of a shot, another key can follow. */
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
	 * Shows another recording; `flight` is what its camera does. The playhead stays where it is if it can. While a drag changes it, the
	 * subjects of its replays stay on show as they were.
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

	/** Plays on from where it is, or from the other end if it is at the end. */
	public play(direction: 1 | -1): void {
		if (untrack(this.duration) <= 0) return;
		this.shuttle(direction);
		const position = untrack(this.position);
		if (direction > 0 && position >= untrack(this.duration) - 1e-6) this.moveTo(0);
		const isAtStart = position <= 1e-6;
		if (direction < 0 && (isAtStart || position > untrack(this.duration))) this.moveTo(untrack(this.duration));
		this.isPlaying(true);
	}

	/** Plays on or back; again, twice as fast. */
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

	/** Goes to a time. It plays on from there if it played. */
	public seek(seconds: number): void {
		this.moveTo(seconds);
	}

	/** Goes so many frames on or back, and stays there. */
	public step(frames: number): void {
		this.pause();
		this.moveTo((math.round(untrack(this.position) * this.rate) + frames) / this.rate);
	}

	/** Follows a drag of the playhead; what played goes on when it is let go. */
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

	/** Looks through the shot, or gives the person their view back. */
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
		// In play mode the game's scripts move it otherwise; in edit mode the person keeps Studio's own controls.
		if (!RunService.IsEdit()) camera.CameraType = Enum.CameraType.Scriptable;
		this.show();
		RunService.BindToRenderStep(BINDING, Enum.RenderPriority.Camera.Value + 1, () => this.follow());
	}

	/** Where the camera of the recording is at the playhead. */
	public cameraAt(seconds: number): CFrame | undefined {
		return this.flight && sampleCFrame(this.flight, seconds);
	}

	/** The vertical field of view in degrees there; 0 if the recording leaves it alone. */
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

	/** Puts the subjects of a recording's replays on show, as copies. */
	private setStage(recording: Recording | undefined): void {
		this.stage?.destroy();
		this.stage = undefined;
		if (!recording || isRecording(recording, "take") || isRecording(recording, "shot")) return;
		if (holdsReplay(recording)) this.stage = new ReplayPlayer(recording, { camera: false });
	}

	/** Moves the camera to the shot if somebody looks through it. */
	private show(): void {
		const cframe = this.ownView && this.cameraAt(untrack(this.position));
		if (!cframe || !this.ownView) return;
		const { camera } = this.ownView;
		const lens = this.lensAt(untrack(this.position));
		camera.CFrame = cframe;
		if (lens > 0) camera.FieldOfView = lens;
		this.shown = camera.CFrame;
	}

	/** Once a rendered frame: the shot's camera while it plays; who flies while it is paused looks through it no more. */
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
