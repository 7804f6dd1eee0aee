import { Workspace } from "@rbxts/services";
import { CameraPlayer, lookAt, Modifier, Replay, ReplayPlayer, ReplayRecorder, Shot } from "../../../src";
import { liveShot, orbitShot } from "./opening-shots";
import type { Mishap } from "./mishap";

/** The length of the replay in seconds, and its speed. */
const KEEP_SECONDS = 2.4;
export const REPLAY_SPEED = 0.45;

/** The screen that stays while the others are hidden. */
export const OPENING_SCREEN = "DollyOpening";

/** Looks at the chest of the figure below `parent`. */
function lookAtChest(parent: Instance): Modifier {
	const chest = parent.FindFirstChild("Chest", true) as Bone;
	return lookAt(chest, { halfLife: 0.12 });
}

/** The first ten seconds: the figure walks, a ball hits it, and a replay circles it in slow motion. */
export class Opening {
	private readonly folder = new Instance("Folder");
	private readonly recorder = new ReplayRecorder({ keepLast: KEEP_SECONDS });
	private camera?: CameraPlayer;
	private replay?: ReplayPlayer;
	private isOver = false;

	/** Calls `onReplay` with the replay, and `onEnd` when it ends or the visitor skips the opening. */
	constructor(
		private readonly mishap: Mishap,
		private readonly onReplay: (replay: Replay) => void,
		private readonly onEnd: () => void,
	) {
		this.folder.Name = "OpeningReplay";
		this.folder.Parent = Workspace;
		this.recorder.add(mishap.walker.model);
		this.recorder.add(mishap.ball.model);
	}

	public play(): void {
		const { mishap } = this;
		mishap.throwBall();
		this.recorder.start();
		const live = this.show(liveShot(mishap.place), mishap.walker.model);
		live.marker.Once((_, __, isSkipped) => {
			if (!isSkipped) this.playAgain(this.recorder.stop());
		});
	}

	public destroy(): void {
		if (this.isOver) return;
		this.isOver = true;
		this.recorder.destroy();
		this.camera?.destroy();
		this.replay?.destroy();
		this.folder.Destroy();
		this.onEnd();
	}

	private playAgain(recorded: Replay): void {
		this.replay = new ReplayPlayer(recorded, { speed: REPLAY_SPEED, parent: this.folder });
		this.replay.play();
		this.onReplay(recorded);
		this.show(orbitShot(this.mishap.place, this.replay.duration / REPLAY_SPEED), this.folder);
	}

	/** Plays a shot that looks at the figure below `parent`. Space skips the opening. */
	private show(shot: Shot, parent: Instance): CameraPlayer {
		const player = new CameraPlayer(shot, {
			modifiers: [lookAtChest(parent)],
			cutscene: { letterbox: false, keep: [OPENING_SCREEN] },
		});
		// A player that takes over the camera ends the previous one.
		this.camera = player;
		player.ended.Once(() => {
			if (this.camera === player) this.destroy();
			else player.destroy();
		});
		player.play();
		return player;
	}
}
