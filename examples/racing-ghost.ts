/**
 * A racing ghost with turning wheels, and a leaderboard. The server records each lap of a car, keeps every driver's
 * best lap in a `RecordingStore`, and lets ghosts of the best laps race against drivers. Runs on the server.
 */
import { isRecording, RecordingStore, Replay, ReplayPlayer, ReplayRecorder } from "@rbxts/dolly/camera";

/** A line of the leaderboard. */
export interface Lap {
	driver: string;
	seconds: number;
	replay: Replay;
}

/** Returns a transparent copy of a car. */
function ghostOf(car: Model): Model {
	const ghost = car.Clone();
	for (const part of ghost.GetDescendants()) if (part.IsA("BasePart")) part.Transparency = 0.5;
	return ghost;
}

/** The laps of one track. */
export class Track {
	/** The best lap of each driver, fastest first. */
	public readonly laps = new Array<Lap>();

	constructor(
		private readonly store: RecordingStore,
		private readonly name: string,
	) {}

	/** Loads a driver's best lap from the store, if there is one. Yields. */
	public load(player: Player): void {
		const replay = this.store.load(this.store.keyOf(player.UserId, this.name));
		if (replay && isRecording(replay, "replay")) this.rank(player.Name, replay);
	}

	/** Records a lap. Call the returned function to end the lap; it saves the lap if it is the driver's best. */
	public startLap(player: Player, car: Model): () => Lap {
		const recorder = new ReplayRecorder({ map: this.name, name: player.Name });
		recorder.add(car, { name: "Car", parts: "moving" });
		recorder.start();
		return () => {
			const replay = recorder.stop();
			recorder.destroy();
			const lap = this.rank(player.Name, replay);
			if (lap.replay === replay) {
				this.store.save(this.store.keyOf(player.UserId, this.name), replay, { userIds: [player.UserId] });
			}
			return lap;
		};
	}

	/** Starts ghosts of the fastest laps. They disappear when they arrive. */
	public sendGhosts(car: Model, count: number): void {
		const look = ghostOf(car);
		for (const { replay } of this.laps.filter((_, place) => place < count)) {
			const ghost = new ReplayPlayer(replay, { resolve: () => look, hideOriginals: false });
			ghost.ended.Once(() => ghost.destroy());
			ghost.play();
		}
	}

	private rank(driver: string, replay: Replay): Lap {
		const lap: Lap = { driver, seconds: (replay.count - 1) / replay.rate, replay };
		const best = this.laps.find((other) => other.driver === driver);
		if (best && best.seconds <= lap.seconds) return best;
		if (best) this.laps.remove(this.laps.indexOf(best));
		this.laps.push(lap);
		this.laps.sort((a, b) => a.seconds < b.seconds);
		return lap;
	}
}
