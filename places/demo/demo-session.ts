import { cleanup, source } from "@rbxts/vide";
import { Players, RunService, UserInputService, Workspace } from "@rbxts/services";
import { FRAME_SIZE } from "../../src/codecs";
import { isRecording, Recorder, RecordingRemote, ReplayPlayer, ReplayRecorder, Take, takeFromPath } from "../../src";
import { FlyCamera } from "../../ui/fly-camera";
import { drawPath } from "../../ui/path-drawing";
import { Playback } from "../../ui/playback";
import { theme } from "../../ui/theme";
import { KeyShot } from "./key-shot";
import { IS_TEMPORARY } from "./remotes";
import { Stage } from "./stage";

const RATE = 60;
const MAP = "Park";
/** The length of the replay of all players, and its speed. */
const REPLAY_SECONDS = 8;
const REPLAY_SPEED = 0.5;
/** The initial speed of the fly camera, in studs per second. */
const FLY_SPEED = 24;

/** The HUD's state and the actions of its buttons. */
export class DemoSession {
	public readonly stage = new Stage();
	public readonly playback = new Playback();
	public readonly isRecording = source(false);
	public readonly isFlying = source(false);
	public readonly isReplaying = source(false);
	/** The length of the running recording, or of the chosen take. */
	public readonly seconds = source(0);
	public readonly frames = source(0);
	public readonly takes = source<ReadonlyArray<Take>>([]);
	public readonly chosen = source<Take | undefined>(undefined);
	/** The names of this player's takes in the store. */
	public readonly saved = source<ReadonlyArray<string>>([]);
	/** Whether saved takes are lost when the server closes: an unpublished place has no data stores. */
	public readonly isTemporary = source(false);
	public readonly message = source("");
	public readonly isBusy = source(false);

	private readonly remote: RecordingRemote;
	private readonly recorder = new Recorder({ map: MAP, rate: RATE });
	private readonly replays = new ReplayRecorder({ map: MAP, keepLast: REPLAY_SECONDS });
	private readonly flySpeed = source(FLY_SPEED);
	private readonly fly = new FlyCamera(this.flySpeed, (speed) => this.setFlySpeed(speed));
	private replay?: ReplayPlayer;
	/** The shot that gets the next key. */
	private keyShot?: KeyShot;
	private made = { take: 0, shot: 0 };
	private erasePath?: () => void;

	/**
	 * @param paths the parent of drawn paths. It must be under a PlayerGui, because handles receive mouse input only
	 * there.
	 */
	constructor(
		remoteEvent: RemoteEvent,
		private readonly paths: Instance,
	) {
		this.remote = new RecordingRemote(remoteEvent);
		this.isTemporary(remoteEvent.GetAttribute(IS_TEMPORARY) === true);
		const counting = RunService.Heartbeat.Connect(() => {
			if (!this.isRecording()) return;
			this.seconds(this.recorder.duration);
			this.frames(this.recorder.frameCount);
		});
		const joining = this.recordEverybody();
		cleanup(() => {
			this.remote.destroy();
			counting.Disconnect();
			joining.Disconnect();
			this.fly.stop();
			this.recorder.destroy();
			this.replays.destroy();
			this.replay?.destroy();
			this.playback.destroy();
			this.erasePath?.();
		});
		task.spawn(() => this.list());
		task.spawn(() => this.open());
	}

	/** Returns the size of the frames in bytes. */
	public bytes(): number {
		return this.frames() * FRAME_SIZE;
	}

	/** Starts a recording, or stops it and keeps the take. */
	public toggleRecording(): void {
		if (!this.isRecording()) {
			this.stopWatching();
			this.recorder.start();
			this.isRecording(true);
			this.message("Recording your camera. Press R to stop.");
			return;
		}
		const take = this.recorder.stop();
		this.isRecording(false);
		if (take.count === 0) {
			this.message("Nothing was rendered, so there is no take.");
			return;
		}
		this.made.take += 1;
		this.add({ ...take, name: `Take ${this.made.take}` });
		this.message("Press P to play your take.");
	}

	/** Starts to fly the camera, or gives it back. */
	public toggleFlying(): void {
		if (this.isFlying()) {
			this.land();
			this.message("The camera is yours again.");
			return;
		}
		this.stopWatching();
		this.fly.start();
		this.isFlying(true);
		this.setFlySpeed(this.flySpeed());
	}

	/** Places a key of a shot at the camera. From the second key on, the shot can be played. */
	public placeKey(): void {
		this.stopWatching();
		if (!this.keyShot) {
			this.made.shot += 1;
			this.keyShot = new KeyShot(`Shot ${this.made.shot}`);
		}
		const count = this.keyShot.add();
		if (count === 1) {
			this.message("First key placed. Move the camera and press K again.");
			return;
		}
		this.add(takeFromPath(this.keyShot.toShot(), { map: MAP, rate: RATE }));
		this.message(`${count} keys, two seconds apart. Press K for more, P to play the shot.`);
	}

	/** Plays or pauses the chosen take. */
	public togglePlaying(): void {
		if (this.isRecording()) this.toggleRecording();
		if (!this.chosen()) {
			this.message("There is nothing to play yet. Press R to record a take, or K to place keys.");
			return;
		}
		this.land();
		this.leaveReplay();
		// The next key starts another shot.
		this.keyShot = undefined;
		this.playback.toggle();
	}

	/** Plays the last seconds again, with all players in them, or ends that. */
	public toggleReplay(): void {
		if (this.leaveReplay()) return;
		if (this.isRecording()) this.toggleRecording();
		this.stopWatching();
		this.land();
		const replay = new ReplayPlayer(this.replays.peek(), { speed: REPLAY_SPEED });
		this.replay = replay;
		this.isReplaying(true);
		// Otherwise the next replay would show this one.
		this.replays.pause();
		replay.ended.Once(() => {
			this.replay = undefined;
			this.isReplaying(false);
			if (this.replays.state === "paused") this.replays.resume();
			replay.destroy();
		});
		replay.play();
		this.message("The last seconds at half speed. Press L to leave.");
	}

	/** Throws the ball at the figure. */
	public throwBall(): void {
		this.message(this.stage.throwBall() ? "Here it comes." : "Wait until the figure walks again.");
	}

	/** Imports the duck. Yields. */
	public importDuck(): void {
		if (this.stage.hasDuck()) {
			this.message("The duck swims in the pond.");
			return;
		}
		const duck = this.stage.importDuck();
		if (!duck) return;
		this.replays.add(duck.model);
		this.message("Imported a duck from a compressed GLB. It swims in the pond.");
	}

	/** Plays the first ten seconds again. */
	public playOpening(): void {
		if (this.isRecording()) this.toggleRecording();
		this.stopWatching();
		this.land();
		this.stage.playOpening();
	}

	/** Chooses a take to play, and draws its path. */
	public choose(take: Take): void {
		this.erasePath?.();
		this.chosen(take);
		this.playback.load(take);
		this.frames(take.count);
		this.seconds((take.count - 1) / take.rate);
		this.erasePath = drawPath(take, this.paths, {
			color: theme().accent,
			onHandle: (second) => this.playback.seek(second),
		});
	}

	/** Sends the chosen take to the server, which saves it. Yields. */
	public save(): void {
		const take = this.chosen();
		if (!take || this.isBusy()) return;
		this.isBusy(true);
		this.message(`Saving "${take.name}"…`);
		const [ok, reason] = this.remote.send(take);
		this.isBusy(false);
		const limit = this.isTemporary() ? " until the server stops: this place was never published" : "";
		this.message(ok ? `Saved "${take.name}"${limit}.` : `Not saved: ${reason}.`);
		if (ok) this.list();
	}

	/** Loads a saved take from the server. Yields. */
	public load(name: string): void {
		if (this.isBusy()) return;
		this.isBusy(true);
		this.message(`Loading "${name}"…`);
		const [take, reason] = this.remote.load(name);
		this.isBusy(false);
		if (take && isRecording(take, "take")) this.add(take);
		this.message(take ? `Loaded "${take.name}".` : `Not loaded: ${reason}.`);
	}

	/** Imports the figure and plays the opening. Yields. */
	private open(): void {
		const [models, reason] = this.stage.open();
		if (!models) {
			this.message(`The figure could not be imported: ${reason}`);
			return;
		}
		for (const model of models) this.replays.add(model);
		this.message("Press F to fly, R to record, B to throw the ball, and L to see the last seconds again.");
		this.stage.playOpening();
	}

	/** Keeps the last seconds of the camera and of every player. */
	private recordEverybody(): RBXScriptConnection {
		this.replays.add(Workspace.CurrentCamera!);
		for (const player of Players.GetPlayers()) this.replays.add(player);
		this.replays.start();
		return Players.PlayerAdded.Connect((player) => this.replays.add(player));
	}

	private setFlySpeed(speed: number): void {
		this.flySpeed(speed);
		const how = UserInputService.TouchEnabled
			? "One finger looks, two fly ahead."
			: "W A S D, Q and E move, the right mouse button looks, the wheel sets the speed.";
		this.message(`Flying at ${speed} studs per second. ${how}`);
	}

	/** Gives the camera back to the player after a flight. */
	private land(): void {
		this.fly.stop();
		this.isFlying(false);
	}

	/** Gives the camera back after playback or a replay. */
	private stopWatching(): void {
		this.playback.stop();
		this.leaveReplay();
	}

	/** Ends the replay. Returns whether one was playing. */
	private leaveReplay(): boolean {
		const { replay } = this;
		replay?.destroy();
		return replay !== undefined;
	}

	/** Asks the server for the saved takes. Yields. */
	private list(): void {
		const [names] = this.remote.list();
		if (names) this.saved(names);
	}

	private add(take: Take): void {
		// A loaded take replaces the one of the same name in the list.
		this.takes([...this.takes().filter((other) => other.name !== take.name), take]);
		this.choose(take);
	}
}
