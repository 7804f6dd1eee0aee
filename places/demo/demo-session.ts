import { cleanup, source } from "@rbxts/vide";
import { RunService } from "@rbxts/services";
import { FRAME_SIZE } from "../../src/codecs";
import { isReplay, Recorder, RecordingRemote, Take } from "../../src/camera";
import { drawPath } from "../../ui/path-drawing";
import { Playback } from "../../ui/playback";
import { theme } from "../../ui/theme";
import { IS_TEMPORARY } from "./remotes";

const RATE = 60;
const MAP = "Demo";

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
	public readonly message = source("Press R to record, again to stop; P plays.");
	public readonly isBusy = source(false);
	public readonly playback = new Playback();

	private readonly remote: RecordingRemote;
	private readonly recorder = new Recorder({ map: MAP, rate: RATE });
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
		cleanup(() => {
			this.remote.destroy();
			counting.Disconnect();
			this.recorder.destroy();
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
		if (take && !isReplay(take)) this.add(take);
		this.message(take ? `Loaded "${take.name}".` : `Not loaded: ${reason}.`);
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
