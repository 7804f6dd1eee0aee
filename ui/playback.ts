import { RunService } from "@rbxts/services";
import { source, untrack } from "@rbxts/vide";
import { CameraPlayer, Take } from "../src/camera";

/**
 * A `CameraPlayer` whose state panels can show, because it is in sources. It keeps speed and loop for the next take.
 */
export class Playback {
	public readonly position = source(0);
	public readonly duration = source(0);
	public readonly isPlaying = source(false);
	/** Whether the player controls the camera, playing or paused. */
	public readonly isHolding = source(false);
	public readonly speed = source(1);
	public readonly loop = source(false);

	private player?: CameraPlayer;
	/** Whether it was playing when a drag of the scrub bar began. */
	private wasPlaying = false;
	private isScrubbing = false;
	private readonly following: RBXScriptConnection;

	constructor() {
		this.following = RunService.Heartbeat.Connect(() => this.follow());
	}

	/**
	 * Changes to another take, or none, at a time, and stops playback. With `holds`, the player keeps control of the
	 * camera, as for an edit of the same take.
	 */
	public load(take: Take | undefined, seconds = 0, holds = false): void {
		const wasHolding = untrack(this.isHolding);
		this.player?.destroy();
		this.player = take && new CameraPlayer(take, { speed: untrack(this.speed), loop: untrack(this.loop) });
		const { player } = this;
		player?.ended.Connect(() => {
			// A destroyed player fires this after the next one has taken the camera.
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

	/** Goes to a time and pauses there, with the camera. */
	public seek(seconds: number): void {
		const { player } = this;
		if (!player) return;
		if (!untrack(this.isHolding)) {
			// A step of zero frames takes the camera without playing.
			player.step(0);
			this.isHolding(true);
		}
		player.seek(seconds);
		this.follow();
	}

	/** Moves by a number of frames and pauses there, with the camera. */
	public step(frames: number): void {
		if (!this.player) return;
		this.player.step(frames);
		this.isHolding(true);
		this.follow();
	}

	/** Follows a drag of the scrub bar. Playback resumes when the drag ends. */
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

	/** Releases the camera and goes to the start. */
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
