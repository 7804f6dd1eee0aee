import { RunService } from "@rbxts/services";
import { source, untrack } from "@rbxts/vide";
import { CameraPlayer, Take } from "../src/camera";

/** A `CameraPlayer` that panels can show: what it does is in sources. It keeps speed and loop from one take to the next. */
export class Playback {
	/** Seconds. */
	public readonly position = source(0);
	public readonly duration = source(0);
	public readonly isPlaying = source(false);
	/** Whether the camera is the player's, playing or paused. */
	public readonly isHolding = source(false);
	public readonly speed = source(1);
	public readonly loop = source(false);

	private player?: CameraPlayer;
	/** Whether it played when a drag of the scrub bar began. */
	private wasPlaying = false;
	private isScrubbing = false;
	private readonly following: RBXScriptConnection;

	constructor() {
		this.following = RunService.Heartbeat.Connect(() => this.follow());
	}

	/**
	 * Goes over to another take, or to none, at a time of it; whatever played stops. With `holds` the camera stays the player's
	 * where it was, as a change of the same take has it.
	 */
	public load(take: Take | undefined, seconds = 0, holds = false): void {
		const wasHolding = untrack(this.isHolding);
		this.player?.destroy();
		this.player = take && new CameraPlayer(take, { speed: untrack(this.speed), loop: untrack(this.loop) });
		const { player } = this;
		player?.ended.Connect(() => {
			// A player that was destroyed fires it after the next one has taken the camera.
			if (this.player === player) this.isHolding(false);
		});
		this.isScrubbing = false;
		this.isHolding(false);
		this.duration(this.player?.duration ?? 0);
		if (holds && wasHolding) this.seek(seconds);
		else this.player?.seek(seconds);
		this.follow();
	}

	/** Plays, or pauses. */
	public toggle(): void {
		const { player } = this;
		if (!player) return;
		if (player.isPlaying) {
			player.pause();
		} else {
			player.play();
			this.isHolding(true);
		}
		this.follow();
	}

	/** Goes to a time and stays there, with the camera. */
	public seek(seconds: number): void {
		const { player } = this;
		if (!player) return;
		if (!untrack(this.isHolding)) {
			// A step of no frames takes the camera without playing.
			player.step(0);
			this.isHolding(true);
		}
		player.seek(seconds);
		this.follow();
	}

	/** Goes so many frames on, or back, and stays there with the camera. */
	public step(frames: number): void {
		if (!this.player) return;
		this.player.step(frames);
		this.isHolding(true);
		this.follow();
	}

	/** Follows a drag of the scrub bar; what played goes on when it is let go. */
	public scrub(seconds: number): void {
		if (!this.player) return;
		if (!this.isScrubbing) {
			this.isScrubbing = true;
			this.wasPlaying = this.player.isPlaying;
			this.player.pause();
		}
		this.seek(seconds);
	}

	public endScrub(): void {
		if (this.isScrubbing && this.wasPlaying) this.player?.play();
		this.isScrubbing = false;
		this.follow();
	}

	/** Gives the camera back and goes to the start. */
	public stop(): void {
		this.player?.stop();
		this.follow();
	}

	public setSpeed(speed: number): void {
		this.speed(speed);
		if (this.player) this.player.speed = speed;
	}

	public setLoop(loop: boolean): void {
		this.loop(loop);
		if (this.player) this.player.loop = loop;
	}

	public destroy(): void {
		this.following.Disconnect();
		this.player?.destroy();
		this.player = undefined;
	}

	private follow(): void {
		this.position(this.player?.position ?? 0);
		this.isPlaying(this.player?.isPlaying ?? false);
	}
}
