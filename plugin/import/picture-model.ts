import { cleanup, effect, source } from "@rbxts/vide";
import type { ClipTrack, ImportedModel } from "../../src";
import { LongWork } from "../long-work";
import { buildChosenModel } from "./build";
import type { Contents } from "./contents";
import type { Item } from "./items";

/** The subject of a picture. */
interface Subject {
	contents: Contents;
	/** The ticked meshes. */
	meshes: Array<Item>;
}

/** Above this number of triangles, a picture is not built automatically: it would take as long as the import. */
const MOST_TRIANGLES = 300_000;

/** Returns the model's first clip, in the file's order. */
function firstClip({ clips, scene }: ImportedModel): string | undefined {
	for (const clip of scene.clips) for (const [name, other] of clips) if (other === clip) return name;
	return undefined;
}

/**
 * The model of a picture: the ticked items, built again in the background, at the file's own scale and axes. A change
 * leaves the outdated model until the next is built.
 */
export class PictureModel {
	public readonly model = source<Model | undefined>(undefined);
	/** The clip that can be played on it, and whether it plays. */
	public readonly clip = source<string | undefined>(undefined);
	public readonly isPlaying = source(false);
	/** Why there is no picture: nothing to show, too much to show, or an error of the engine. */
	public readonly problem = source("");

	private track?: ClipTrack;
	private built?: ImportedModel;
	private work?: LongWork;

	constructor(subject: () => Subject | undefined) {
		cleanup(() => {
			this.work?.cancel();
			this.show(undefined);
		});
		let drawn: Contents | undefined;
		effect(() => {
			const wanted = subject();
			this.work?.cancel();
			this.problem("");
			if (wanted?.contents !== drawn || !wanted) this.show(undefined);
			drawn = wanted?.contents;
			if (!wanted) return;
			const { scene } = wanted.contents;
			let triangles = 0;
			for (const { index } of wanted.meshes) triangles += scene!.meshes[index].triangleCount;
			if (triangles > MOST_TRIANGLES) this.problem("Too large for a picture");
			else this.work = this.draw(wanted);
		});
	}

	private draw({ contents, meshes }: Subject): LongWork {
		let built: ImportedModel | undefined;
		return new LongWork(
			(work) => {
				// Several ticks in a row build one picture.
				task.wait();
				work.pausePoint();
				built = buildChosenModel(contents, meshes, { scale: contents.scale, axes: "yUp" }, work);
			},
			{
				onProgress: () => {},
				onDone: () => this.show(built),
				onFail: () => this.problem("No picture: editable meshes cannot be made here"),
				onCancel: () => built?.destroy(),
			},
		);
	}

	/** Plays the first clip on the model, or stops it. */
	public togglePlaying(): void {
		const name = this.clip();
		const { track } = this;
		this.track = undefined;
		track?.stop(0);
		this.isPlaying(false);
		if (track || name === undefined) return;
		const [ok, playing] = pcall(() => this.built!.play(name, { loop: true, fade: 0 }));
		if (!ok) return;
		this.track = playing;
		this.isPlaying(true);
	}

	/** Shows a model, or none, and frees the previous one. */
	private show(built: ImportedModel | undefined): void {
		const former = this.built;
		this.built = built;
		this.track = undefined;
		this.isPlaying(false);
		this.clip(built && firstClip(built));
		this.model(built?.model);
		former?.destroy();
	}
}
