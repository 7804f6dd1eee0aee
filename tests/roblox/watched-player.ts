import { CameraPlayer, EndReason } from "../../src/camera";
import { ClipPlayer } from "../../src/roblox/rig/clip-player";

/** The calls that a handler may make, by name. */
const CALLS: { [name: string]: (player: CameraPlayer | ClipPlayer) => void } = {
	play: (player) => player.play(),
	pause: (player) => player.pause(),
	stop: (player) => player.stop(),
	seek: (player) => player.seek(99),
	step: (player) => player.step(1),
	destroy: (player) => player.destroy(),
	badSpeed: (player) => (player.speed = 0 / 0),
};

/** The names of all calls, in order. */
export const CALL_NAMES = ["play", "pause", "stop", "seek", "step", "destroy", "badSpeed"];

/** A player whose playings are counted from outside: from the calls that begin one and the signals that end one. */
export class WatchedPlayer {
	/** Playings that began; those that `finished` or `stopped` ended, with how; those that `ended` told of. */
	public begun = 0;
	public readonly ends = new Array<EndReason>();
	public readonly told = new Array<EndReason>();
	public isUnderWay = false;
	/** What calls failed with that must not. */
	public problem?: string;

	constructor(public readonly player: CameraPlayer | ClipPlayer) {
		player.finished.Connect(() => this.end("finished"));
		player.stopped.Connect((reason) => this.end(reason));
		player.ended.Connect((reason) => this.told.push(reason));
	}

	/** Makes a call; it may fail with a message of ours, or with what the path fails with. */
	public call(name: string): void {
		const begins = (name === "play" || name === "step") && !this.isUnderWay;
		const ended = this.ends.size();
		if (begins) {
			this.begun += 1;
			this.isUnderWay = true;
		}
		const [ok, problem] = pcall(CALLS[name], this.player);
		if (ok) return;
		if (begins && this.ends.size() === ended) {
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
		if (this.ends.size() !== this.begun) return `${this.begun} playings began, ${this.ends.size()} ended`;
		const [ends, told] = [this.ends.join(" "), this.told.join(" ")];
		return ends === told ? "" : `playings ended with ${ends}, and ended told of ${told}`;
	}

	private end(reason: EndReason): void {
		if (!this.isUnderWay) this.problem = `${reason} without a playing`;
		this.isUnderWay = false;
		this.ends.push(reason);
	}
}
