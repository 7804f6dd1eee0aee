import { RunService } from "@rbxts/services";
import { cleanup, source, untrack } from "@rbxts/vide";
import { FRAME_SIZE } from "../../src/codecs";
import { Recorder, RecorderOptions, Take } from "../../src/camera";

/** A recording of the camera that panels can show: what it does is in sources. */
export class Recording {
	public readonly isRecording = source(false);
	public readonly isPaused = source(false);
	public readonly seconds = source(0);
	public readonly frames = source(0);
	private recorder?: Recorder;

	constructor() {
		const counting = RunService.Heartbeat.Connect(() => this.count());
		cleanup(() => {
			counting.Disconnect();
			this.recorder?.destroy();
		});
	}

	public start(options: RecorderOptions): void {
		this.recorder = new Recorder(options);
		this.recorder.start();
		this.isRecording(true);
		this.isPaused(false);
	}

	public togglePause(): void {
		if (!this.recorder) return;
		if (this.isPaused()) this.recorder.resume();
		else this.recorder.pause();
		this.isPaused(!this.isPaused());
	}

	/** Ends it and gives what was recorded. */
	public stop(): Take {
		const take = this.recorder!.stop();
		this.discard();
		return take;
	}

	/** Ends it and throws away what was recorded. */
	public discard(): void {
		this.recorder?.destroy();
		this.recorder = undefined;
		this.isRecording(false);
		this.isPaused(false);
	}

	/** Of the frames so far, before they are packed. */
	public bytes(): number {
		return this.frames() * FRAME_SIZE;
	}

	private count(): void {
		if (!this.recorder) return;
		untrack(() => {
			this.seconds(this.recorder!.duration);
			this.frames(this.recorder!.frameCount);
		});
	}
}
