/**
 * A racing ghost with a leaderboard: the server records each lap of a car at 30 frames a second, keeps every driver's best in
 * a `RecordingStore`, and drives ghosts of the best laps against whoever races. Runs on the server.
 */
import { Follower, isTake, Recorder, RecordingStore, Take } from "@rbxts/dolly/camera";

/** One line of the leaderboard. */
export interface Lap {
	driver: string;
	seconds: number;
	take: Take;
}

/** The laps of one track. */
export class Track {
	/** The best lap of each driver, the fastest first. */
	public readonly laps = new Array<Lap>();

	constructor(
		private readonly store: RecordingStore,
		private readonly name: string,
	) {}

	/** A driver's best lap out of the store, where there is one. Yields. */
	public load(player: Player): void {
		const take = this.store.load(this.store.keyOf(player.UserId, this.name));
		if (take && isTake(take)) this.rank(player.Name, take);
	}

	/** Records a lap; the function that it gives ends the lap, and keeps it where it is the driver's best. */
	public startLap(player: Player, car: Model): () => Lap {
		const recorder = new Recorder({ subject: car, rate: 30, map: this.name, name: player.Name });
		recorder.start();
		return () => {
			const take = recorder.stop();
			recorder.destroy();
			const lap = this.rank(player.Name, take);
			if (lap.take === take) {
				this.store.save(this.store.keyOf(player.UserId, this.name), take, { userIds: [player.UserId] });
			}
			return lap;
		};
	}

	/** Drives ghosts of the fastest laps, copies of `car` that nothing touches; they go when they have arrived. */
	public sendGhosts(car: Model, count: number): void {
		for (const { take } of this.laps.filter((_, place) => place < count)) {
			const ghost = car.Clone();
			for (const part of ghost.GetDescendants()) {
				if (!part.IsA("BasePart")) continue;
				part.Anchored = true;
				part.CanCollide = false;
				part.Transparency = 0.5;
			}
			ghost.Parent = game.Workspace;
			const follower = new Follower(take, ghost);
			follower.ended.Once(() => ghost.Destroy());
			follower.play();
		}
	}

	private rank(driver: string, take: Take): Lap {
		const lap: Lap = { driver, seconds: (take.count - 1) / take.rate, take };
		const best = this.laps.find((other) => other.driver === driver);
		if (best && best.seconds <= lap.seconds) return best;
		if (best) this.laps.remove(this.laps.indexOf(best));
		this.laps.push(lap);
		this.laps.sort((a, b) => a.seconds < b.seconds);
		return lap;
	}
}
