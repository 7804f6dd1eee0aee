import { cleanup, source } from "@rbxts/vide";
import { Players, RunService, Workspace } from "@rbxts/services";
import { FRAME_SIZE } from "../../src/codecs";
import { isRecording, Recorder, RecordingRemote, ReplayPlayer, ReplayRecorder, Take } from "../../src/camera";
import { drawPath } from "../../ui/path-drawing";
import { Playback } from "../../ui/playback";
import { theme } from "../../ui/theme";
import { IS_TEMPORARY } from "./remotes";

const RATE = 60;
const MAP = "Demo";
/** How much of everybody is kept for a replay, and how fast it is shown. */
const REPLAY_SECONDS = 8;
const REPLAY_SPEED = 0.5;

/** What the HUD shows and what its buttons do: recording, the takes of this session, playback, saving and loading. */
export class DemoSession {
	public readonly isRecording = source(false);
	/** What is being recorded, or of the chosen take. */
	public readonly seconds = source(0);
	public readonly frames = source(0);
	public readonly takes = source<ReadonlyArray<Take>>([]);
	public readonly chosen = source<Take | undefined>(undefined);
	/** The names of what the store holds for this player. */
	public readonly saved = source<ReadonlyArray<string>>([]);
	/** Whether what is saved is gone with the server: a place that was never published has no data stores. */
	public readonly isTemporary = source(false);
	public readonly message = source("Press R to record, again to stop; P plays. K shows the last seconds again.");
	public readonly isBusy = source(false);
	public readonly playback = new Playback();

	private readonly remote: RecordingRemote;
	private readonly recorder = new Recorder({ map: MAP, rate: RATE });
	private readonly replays = new ReplayRecorder({ map: MAP, keepLast: REPLAY_SECONDS });
	/** The replay that is being shown. */
	private readonly replay = source<ReplayPlayer | undefined>(undefined);
	private made = 0;
	private erasePath?: () => void;

	/** @param paths where paths are drawn, somewhere under a PlayerGui: elsewhere handles do not feel the mouse */
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
			this.recorder.destroy();
			this.replays.destroy();
			this.replay()?.destroy();
			this.playback.destroy();
			this.erasePath?.();
		});
		task.spawn(() => this.list());
	}

	/** How many bytes the frames take. */
	public bytes(): number {
		return this.frames() * FRAME_SIZE;
	}

	/** Starts to record, or ends it and keeps the take. */
	public toggleRecording(): void {
		if (this.isRecording()) {
			const take = this.recorder.stop();
			this.isRecording(false);
			if (take.count === 0) {
				this.message("Nothing was rendered, so there is no take.");
				return;
			}
			this.made += 1;
			this.add({ ...take, name: `Take ${this.made}` });
			this.message("Press P to play it.");
		} else {
			this.playback.stop();
			this.recorder.start();
			this.isRecording(true);
			this.message("Recording. Press R to stop.");
		}
	}

	/** Whether the last seconds are being shown again. */
	public isReplaying(): boolean {
		return this.replay() !== undefined;
	}

	/** Shows the last seconds again, with everybody in them, or ends that. */
	public toggleReplay(): void {
		const shown = this.replay();
		if (shown) {
			shown.destroy();
			return;
		}
		if (this.isRecording()) this.toggleRecording();
		this.playback.stop();
		const replay = new ReplayPlayer(this.replays.peek(), { speed: REPLAY_SPEED });
		this.replay(replay);
		replay.ended.Once(() => {
			this.replay(undefined);
			replay.destroy();
		});
		replay.play();
		this.message("The last seconds, in slow motion. Press K to leave.");
	}

	/** Plays or pauses the chosen take. */
	public togglePlaying(): void {
		if (this.isRecording()) this.toggleRecording();
		if (this.chosen()) this.playback.toggle();
		else this.message("There is no take yet: press R to record one.");
	}

	/** Makes a take the one that plays and whose path is drawn. */
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

	/** Sends the chosen take to the server, which keeps it. Yields. */
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

	/** Keeps the last seconds of the camera and of every player. */
	private recordEverybody(): RBXScriptConnection {
		this.replays.add(Workspace.CurrentCamera!);
		for (const player of Players.GetPlayers()) this.replays.add(player);
		this.replays.start();
		return Players.PlayerAdded.Connect((player) => this.replays.add(player));
	}

	/** Asks the server what it keeps. Yields. */
	private list(): void {
		const [names] = this.remote.list();
		if (names) this.saved(names);
	}

	private add(take: Take): void {
		// A saved take that is loaded again takes the place of the one in the list.
		this.takes([...this.takes().filter((other) => other.name !== take.name), take]);
		this.choose(take);
	}
}
