import { describeValue } from "../../bytes/check-argument";
import { fail, problemOf } from "../../bytes/fail";
import type { Report } from "../../bytes/report";
import { Film, layoutItems } from "../../replay/film";
import { Outcome } from "../call-at-once";
import { findTarget } from "./find-target";
import { ClipStage, PlayedClip } from "./played-clip";
import { PlayedMusic } from "./played-music";
import { RestRigs } from "./rest-rigs";

const RunService = game.GetService("RunService");

/** Asks the caller for the model of a target; it must not yield. */
type AskTarget = (target: string) => LuaTuple<[outcome: Outcome, found: unknown]>;

/** The music and the rig clips of a film during playback. Their state depends only on the time. */
export class FilmLayers {
	private played = new Array<PlayedMusic | PlayedClip>();
	private readonly filmEnd: number;
	/** The notes so far: a clip may be looked for more than once. */
	private readonly noted = new Set<string>();

	/**
	 * @param className the class name in messages
	 * @param notes the list for layers that could not be played
	 */
	constructor(
		private readonly film: Film,
		private readonly className: string,
		private readonly notes: Report,
		private readonly ask?: AskTarget,
	) {
		this.filmEnd = layoutItems(film.items).duration;
	}

	/** Makes the sounds and tracks. Nothing plays until the first `show`. */
	public begin(): void {
		this.end();
		const stage: ClipStage = {
			filmEnd: this.filmEnd,
			rigs: new RestRigs(),
			find: (target) => this.find(target),
			note: (problem, { name, target }) => this.note(problem, `${name} of ${target}`),
		};
		const played = new Array<PlayedMusic | PlayedClip>();
		this.played = played;
		for (const layer of this.film.layers ?? []) {
			// Servers have no sound.
			if (layer.kind === "replay" || (layer.kind === "music" && !RunService.IsClient())) continue;
			const each = layer.kind === "music" ? new PlayedMusic(layer, this.filmEnd) : new PlayedClip(layer, stage);
			played.push(each);
			each.begin();
			// A handler that this ran may have ended the playback.
			if (this.played !== played) {
				each.end();
				return;
			}
		}
	}

	/** Shows a time of the film, which moves by `rate` per second: 0 while paused, negative while it goes back. */
	public show(seconds: number, rate: number): void {
		const { played } = this;
		for (const each of played) {
			each.show(seconds, rate);
			if (this.played !== played) return;
		}
	}

	public end(): void {
		const { played } = this;
		this.played = [];
		for (const each of played) each.end();
	}

	private note(problem: string, place: string): void {
		const key = `${problem}: ${place}`;
		if (this.noted.has(key)) return;
		this.noted.add(key);
		this.notes.add(problem, place);
		this.notes.flush();
	}

	private find(target: string): Instance | undefined {
		return (this.ask && this.askFor(target, this.ask)) ?? findTarget(target);
	}

	private askFor(target: string, ask: AskTarget): Instance | undefined {
		const [outcome, found] = ask(target);
		const { className } = this;
		if (outcome === Outcome.Failed) fail(className, `resolveTarget failed for "${target}": ${problemOf(found)}`);
		if (outcome === Outcome.Yielded) {
			fail(className, `resolveTarget yielded for "${target}"; expected a Model without a wait`);
		}
		if (found !== undefined && !typeIs(found, "Instance")) {
			fail(className, `resolveTarget returned ${describeValue(found)} for "${target}"; expected a Model`);
		}
		return found;
	}
}
