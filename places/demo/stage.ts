import { Workspace } from "@rbxts/services";
import { cleanup, source } from "@rbxts/vide";
import { canImport, encodeRecording, Replay } from "../../src";
import { Duck } from "./duck";
import { Mishap } from "./opening/mishap";
import { Opening } from "./opening/opening";

/** The events in the park, and the film that opens the demo. Everything here exists on this client only. */
export class Stage {
	/** The playing part of the opening: live, or its replay. */
	public readonly opening = source<"live" | "replay" | undefined>(undefined);
	/** The size of the opening's replay in bytes. */
	public readonly replayBytes = source(0);
	public readonly hasDuck = source(false);

	private mishap?: Mishap;
	private film?: Opening;
	private duck?: Duck;
	private isOver = false;

	constructor() {
		cleanup(() => {
			this.isOver = true;
			this.film?.destroy();
			this.duck?.destroy();
			this.mishap?.destroy();
		});
	}

	/** Imports the figure. Returns the models that move, or the reason if models cannot be imported here. Yields. */
	public open(): LuaTuple<[models?: ReadonlyArray<Model>, reason?: string]> {
		const [can, reason] = canImport();
		if (!can) return $tuple(undefined, reason);
		const mishap = new Mishap();
		if (this.isOver) mishap.destroy();
		else this.mishap = mishap;
		return $tuple([mishap.walker.model, mishap.ball.model]);
	}

	/** Plays the first ten seconds. */
	public playOpening(): void {
		const { mishap } = this;
		if (!mishap?.isReady() || this.film) return;
		this.film = new Opening(
			mishap,
			(replay) => this.showReplay(replay),
			() => {
				this.film = undefined;
				this.opening(undefined);
			},
		);
		this.opening("live");
		this.film.play();
	}

	/** Throws the ball at the figure. Returns false if something else is in progress. */
	public throwBall(): boolean {
		const { mishap } = this;
		if (!mishap?.isReady() || this.film) return false;
		mishap.throwBall();
		return true;
	}

	/** Imports the duck and returns it. Returns undefined if there is one already. Yields. */
	public importDuck(): Duck | undefined {
		if (this.hasDuck()) return undefined;
		this.hasDuck(true);
		const duck = new Duck(Workspace);
		if (this.isOver) duck.destroy();
		else this.duck = duck;
		return duck;
	}

	private showReplay(replay: Replay): void {
		this.opening("replay");
		this.replayBytes(buffer.len(encodeRecording(replay)));
	}
}
