import { CameraPlayer, EndReason } from "../../src/camera";

/** The calls that a handler may make, by name. */
const CALLS: { [name: string]: (player: CameraPlayer) => void } = {
	play: (player) => player.play(),
	pause: (player) => player.pause(),
	stop: (player) => player.stop(),
	seek: (player) => player.seek(99),
	skip: (player) => player.skip(),
	step: (player) => player.step(1),
	destroy: (player) => player.destroy(),
	badSpeed: (player) => (player.speed = 0 / 0),
};

/** The names of all calls, in order. */
export const CALL_NAMES = ["play", "pause", "stop", "seek", "skip", "step", "destroy", "badSpeed"];

/** What a player keeps to itself: `ended` fires later than a playing ends, and before the next begins. */
interface Inside {
	beginCall(method: string): void;
	untold: Array<EndReason>;
}

/** A player whose playings are counted: those that calls begin, and those whose end `ended` fires for. */
export class WatchedPlayer {
	public begun = 0;
	public readonly told = new Array<EndReason>();
	public isUnderWay = false;
	/** What calls failed with that must not. */
	public problem?: string;

	constructor(public readonly player: CameraPlayer) {
		player.ended.Connect((reason) => {
			if (!this.isUnderWay) this.problem = `${reason} without a playing`;
			this.isUnderWay = false;
			this.told.push(reason);
		});
	}

	/** Makes a call; it may fail with a message of ours, or with what the path fails with. */
	public call(name: string): void {
		const inside = this.player as unknown as Inside;
		const mayBegin = name === "play" || name === "step";
		// Whoever waits hears of the last playing first, and may begin one.
		if (mayBegin) pcall(() => inside.beginCall(name));
		const begins = mayBegin && !this.isUnderWay;
		if (begins) {
			this.begun += 1;
			this.isUnderWay = true;
		}
		const [ok, problem] = pcall(CALLS[name], this.player);
		if (ok) return;
		if (begins && inside.untold.isEmpty()) {
			this.begun -= 1;
			this.isUnderWay = false;
		}
		const message = tostring(problem);
		if (message !== "broken" && message.find("[dolly] ", 1, true)[0] !== 1) this.problem = message;
	}

	/** What does not fit together once everything is over, or an empty text. */
	public fault(): string {
		if (this.problem !== undefined) return this.problem;
		if (this.isUnderWay) return "a playing never ended";
		return this.told.size() === this.begun ? "" : `${this.begun} playings began, ${this.told.join(" ")} ended`;
	}
}
