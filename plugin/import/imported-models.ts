import { RunService, Workspace } from "@rbxts/services";
import { cleanup, effect, source, Source } from "@rbxts/vide";
import { withHistory } from "../history";
import type { LongWork } from "../long-work";
import { ensureSection } from "../place/dolly-folder";
import { refuse, sentenceOf } from "../sentence";
import { canPublish, Owner } from "../publish/owner";
import { PartToPublish, Published, publishParts } from "../publish/publish-parts";
import { ClipAsset, clipAssets, PublishedClips, publishClips } from "../publish/publish-clips";
import { watchCompany } from "./company";
import {
	clipsOf,
	IMPORT_ATTRIBUTE,
	importIdOf,
	isWaiting,
	keptImports,
	PART_ATTRIBUTE,
	setWaiting,
} from "./kept-import";
import { AssetCount, countAssets } from "./asset-counts";
import { isEmpty, lookOf } from "./look";
import { PanelWork } from "./panel-work";
import { countLost, importedModels, importOf, modelAround, rebuildModel, sourceOf } from "./rebuild";
import { lineOf } from "./report";
import { buildKeptClips, buildKeptModel, numberedParts, Templates } from "./templates";

/** An import of the place and its state. */
export interface ModelRow {
	/** Undefined if the model waits outside the place. */
	model?: Model;
	/** The folder of its source, or undefined if the place has none. */
	kept?: Folder;
	name: string;
	status: string;
	isProblem: boolean;
	/** Whether there is something to upload. */
	canPublish: boolean;
	/** Whether the place refused its files and can be asked again. */
	canKeep: boolean;
	/** Its clips, each with the id that it was published under. */
	clips: ReadonlyArray<ClipAsset>;
	/** Counts of its uploaded assets. */
	counts: ReadonlyArray<AssetCount>;
	/** Why Roblox refused its animations, if it did. */
	refused?: string;
}

const ALONE_STATUS = "Shown in this session only. Publish it for others and for the game.";
const SEEN_STATUS = "Others in this session see a checkerboard. Publish it.";
const HIDDEN_STATUS = "Not shown while others are in this session. Publish it.";
const WAITING_STATUS = "Not in the place while others are in this session. Publish it.";

/** Returns the status of an import whose files the place refused. */
function unkeptStatus(reason: string): string {
	return `Shown until the place is closed, because its files are not in the place. ${reason}`;
}

function counted(count: number, one: string): string {
	return `${count} ${count === 1 ? one : `${one}s`}`;
}

function animations(count: number): string {
	return count === 1 ? "animation" : "animations";
}

/** Counts an import's uploaded assets. Leaves out the meshes and images of a model that is not in the place. */
function countsOf(model: Model | undefined, clips: ReadonlyArray<ClipAsset>): Array<AssetCount> {
	const parts = model ? countAssets(model) : [];
	const done = clips.filter(({ id }) => id !== undefined).size();
	return [...parts, { kind: "Animation", done, total: clips.size() }];
}

/** The imports of the place. Shows the unpublished ones, publishes them, and reports the status of each. */
export class ImportedModels {
	public readonly rows = source<ReadonlyArray<ModelRow>>([]);
	/** The import that is being published, and its uploads so far. */
	public readonly tally = source<{ id: string; counts: ReadonlyArray<AssetCount> } | undefined>(undefined);
	/** Other people in the session. */
	public readonly others: Source<number>;

	private readonly templates = new Templates();
	private readonly problems = new Map<Instance, string>();
	/** The sources that the place refused, by the import's id. Their models are shown regardless. */
	private readonly unkept = new Map<string, { kept: Folder; reason: string }>();
	/** Why Roblox refused the clips of an import, by its id. */
	private readonly refused = new Map<string, string>();
	/** Added or changed models that have not been checked. */
	private readonly fresh = new Set<Model>();
	private isListing = false;
	/** Whether the place is loaded. */
	private isReady = false;

	constructor(private readonly work: PanelWork) {
		this.others = watchCompany();
		work.onIdle = () => this.catchUp();
		cleanup(() => this.templates.destroy());
		// Meshes are needed only if there is a screen: on clients, and in Run mode, which has no client.
		if (!RunService.IsClient() && !RunService.IsRunMode()) return;
		const history = game.GetService("ChangeHistoryService");
		const connections = [
			history.OnUndo.Connect(() => this.listSoon()),
			history.OnRedo.Connect(() => this.listSoon()),
			Workspace.DescendantAdded.Connect((instance) => this.notice(instance)),
			Workspace.DescendantRemoving.Connect((instance) => {
				if (importOf(instance) !== undefined) this.listSoon();
			}),
		];
		cleanup(() => connections.forEach((connection) => connection.Disconnect()));
		const begin = task.spawn(() => {
			if (!game.IsLoaded()) game.Loaded.Wait();
			this.isReady = true;
			this.lookAtAll();
		});
		cleanup(() => {
			if (coroutine.status(begin) !== "dead") task.cancel(begin);
		});
		effect(() => {
			this.others();
			// Models are shown or hidden when people join or leave.
			task.defer(() => this.lookAtAll());
		});
	}

	/** Uploads an import's meshes, images and clips as part of `work`, and puts its parts on the assets. Yields. */
	public publishNow(row: ModelRow, owner: Owner, work: LongWork): void {
		if (!canPublish()) refuse("A playtest cannot publish. Stop it first.");
		const kept = row.kept ?? sourceOf(row.model!);
		// Parts that show nothing are built first, which takes part of the progress.
		const isShown = row.model !== undefined && countLost(row.model)[0] === 0;
		const start = isShown ? 0 : 0.3;
		const clipStart = row.clips.isEmpty() ? 1 : 0.7;
		const built = row.model ? undefined : work.phase(0, start, () => work.own(() => buildKeptModel(kept, work)));
		const model = row.model ?? built?.model;
		if (!model) refuse(`The files of "${row.name}" hold no model.`);
		const made: { parts?: Published; clips?: PublishedClips } = {};
		const [ok, problem] = pcall(() => {
			const parts = work.phase(0, start, () => this.partsOf(model, kept, work));
			const tell = (kind: AssetCount["kind"]) => (done: number, total: number) =>
				this.tell(kept, row, kind, done, total);
			const published = work.phase(start, clipStart, () =>
				publishParts(parts, kept, owner, work, (kind, done, total) => tell(kind)(done, total)),
			);
			made.parts = published;
			made.clips = work.phase(clipStart, 1, () => this.uploadClips(row, kept, owner, work, tell("Animation")));
			// During an upload, the user may undo the import or delete its model.
			if (!kept.IsDescendantOf(game) || (row.model && !model.IsDescendantOf(game))) {
				refuse(`"${row.name}" is no longer in the place. If you restore it, its uploads are used.`);
			}
			withHistory(`Publish ${row.name}`, () => {
				published.apply();
				if (row.model) return;
				model.Name = row.name;
				model.SetAttribute(IMPORT_ATTRIBUTE, importIdOf(kept));
				model.Parent = Workspace;
				setWaiting(kept, false);
			});
		});
		this.tally(undefined);
		if (!ok) {
			made.parts?.discard();
			built?.destroy();
			this.list();
			error(problem, 0);
		}
		for (const { reason, names } of made.parts!.kept) work.warn(lineOf(`a part is unchanged: ${reason}`, names));
		this.work.say(this.summaryOf(row.name, made.parts!, made.clips!, owner));
		this.list();
	}

	/** Uploads an import's clips, if it has any. Yields. */
	private uploadClips(
		{ clips }: ModelRow,
		kept: Folder,
		owner: Owner,
		work: LongWork,
		tell: (done: number, total: number) => void,
	): PublishedClips {
		if (clips.isEmpty()) return { uploaded: 0, unchanged: 0 };
		const built = work.phase(0, 0.3, () => work.own(() => buildKeptClips(kept, work)));
		const [ok, result] = pcall(() => work.phase(0.3, 1, () => publishClips(built, kept, owner, work, tell)));
		for (const { sequence } of built) sequence.Destroy();
		if (!ok) error(result, 0);
		const published = result as PublishedClips;
		const id = importIdOf(kept)!;
		if (published.reason === undefined) this.refused.delete(id);
		else this.refused.set(id, published.reason);
		return published;
	}

	/** Shows how many assets of a kind are uploaded. */
	private tell(kept: Folder, row: ModelRow, kind: AssetCount["kind"], done: number, total: number): void {
		const counts = this.tally()?.counts ?? row.counts;
		const others = counts.map((count) => (count.kind === kind ? { kind, done, total } : count));
		this.tally({ id: importIdOf(kept)!, counts: others });
	}

	/** Holds a source that the place refused, until the user tries again. */
	public holdUnkept(kept: Folder, reason: string): void {
		this.unkept.set(importIdOf(kept)!, { kept, reason });
	}

	/** Tries again to put an import's source into the place. */
	public keep({ model, name }: ModelRow): void {
		const id = model && importOf(model);
		const unkept = id === undefined ? undefined : this.unkept.get(id);
		if (!unkept) return;
		const [ok, problem] = pcall(() =>
			withHistory(`Keep ${name}`, () => (unkept.kept.Parent = ensureSection("Imports"))),
		);
		if (ok) {
			this.unkept.delete(id!);
			this.work.say(`The files of "${name}" are in the place.`);
		} else {
			unkept.reason = sentenceOf(problem);
			this.work.complain(unkept.reason);
		}
		this.list();
	}

	/** Updates the list of the place's imports. */
	public list(): void {
		const rows = new Array<ModelRow>();
		const folders = keptImports();
		const others = this.others();
		for (const model of importedModels()) {
			const id = importOf(model)!;
			const kept = folders.find((folder) => importIdOf(folder) === id);
			const unkept = kept ? undefined : this.unkept.get(id);
			const [empty, editable] = countLost(model);
			const clips = kept ? clipAssets(kept, clipsOf(kept)) : [];
			const unpublished = clips.filter((clip) => clip.id === undefined).size();
			const isOpen = empty + editable > 0;
			const isBare = numberedParts(model).isEmpty();
			const problem = unkept ? unkeptStatus(unkept.reason) : this.problems.get(model);
			let status = unpublished > 0 ? `Published, but not its ${animations(unpublished)}.` : "Published";
			if (empty > 0) status = others > 0 ? HIDDEN_STATUS : "Not shown yet";
			else if (editable > 0) status = others > 0 ? SEEN_STATUS : ALONE_STATUS;
			else if (isBare && unpublished === clips.size()) status = "In the place";
			rows.push({
				model,
				kept,
				name: model.Name,
				status: problem ?? status,
				isProblem: problem !== undefined,
				canPublish: (isOpen || unpublished > 0) && kept !== undefined && canPublish(),
				canKeep: unkept !== undefined,
				clips,
				counts: countsOf(model, clips),
				refused: unpublished > 0 ? this.refused.get(id) : undefined,
			});
		}
		for (const kept of folders) {
			if (!isWaiting(kept)) continue;
			const problem = this.problems.get(kept);
			const clips = clipAssets(kept, clipsOf(kept));
			rows.push({
				kept,
				name: kept.Name,
				status: problem ?? WAITING_STATUS,
				isProblem: problem !== undefined,
				canPublish: canPublish(),
				canKeep: false,
				clips,
				counts: countsOf(undefined, clips),
			});
		}
		this.rows(rows);
		this.work.review();
	}

	private summaryOf(
		name: string,
		{ uploaded, versions, unchanged, kept }: Published,
		clips: PublishedClips,
		owner: Owner,
	) {
		const made = uploaded + clips.uploaded;
		const same = unchanged + clips.unchanged;
		let staying = 0;
		for (const { names } of kept) staying += names.size();
		const stays = staying === 0 ? "" : ` ${counted(staying, "part")} could not be published: see the report.`;
		const advice = `Roblox refused its animations: ${clips.reason}. Press "Upload…" below for Studio's own window.`;
		const refusal = clips.reason === undefined ? "" : ` ${advice}`;
		if (made + versions + same === 0 && refusal === "")
			return `All of "${name}" was published before: nothing was uploaded.`;
		const done = [
			[made, "uploaded"],
			[versions, "updated"],
			[same, "unchanged"],
		] as const;
		const counts = done.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
		const what = counts.isEmpty() ? "nothing was uploaded" : counts.join(", ");
		return `"${name}" is published: ${what}, owned by ${owner.text}.${stays}${refusal}`;
	}

	/** Returns the parts of a model and their contents. Empty parts get theirs from the source. Yields. */
	private partsOf(model: Model, kept: Folder, work: LongWork): Array<PartToPublish> {
		const parts = numberedParts(model);
		const isLost = parts.some(({ part }) => isEmpty(part.MeshContent));
		const sources = isLost ? work.own(() => this.templates.find(kept, work)) : undefined;
		const found = parts
			.map(({ number, part }) => ({ part, look: lookOf(part, sources?.get(number)) }))
			.filter(({ look }) => !isEmpty(look.mesh));
		if (found.isEmpty() && isLost) refuse(`The files of "${model.Name}" hold none of its meshes.`);
		return found;
	}

	private lookAtAll(): void {
		for (const model of importedModels()) this.fresh.add(model);
		this.catchUp();
	}

	/**
	 * Called for each instance added to Workspace. If it belongs to an import, it is checked once nothing else is
	 * running.
	 */
	private notice(instance: Instance): void {
		const isPart = instance.IsA("MeshPart") && instance.GetAttribute(PART_ATTRIBUTE) !== undefined;
		const model = isPart || instance.IsA("Model") ? modelAround(instance) : undefined;
		if (!model) return;
		this.fresh.add(model);
		this.listSoon();
	}

	/** Updates once per batch: a model streams in part by part. */
	private listSoon(): void {
		if (this.isListing) return;
		this.isListing = true;
		task.defer(() => {
			this.isListing = false;
			this.list();
			this.catchUp();
		});
	}

	/** Shows models that were added meanwhile, unless others would see a checkerboard. */
	private catchUp(): void {
		if (this.work.isBusy() || !this.isReady) return;
		const models = new Array<Model>();
		for (const model of this.fresh) {
			const [empty] = countLost(model);
			if (empty > 0 && model.IsDescendantOf(Workspace)) models.push(model);
			else this.fresh.delete(model);
		}
		const waiting = keptImports().filter((kept) => isWaiting(kept) && !this.problems.has(kept));
		this.list();
		if (this.others() > 0 || (models.isEmpty() && waiting.isEmpty())) return;
		this.fresh.clear();
		this.work.run(
			() => "Imported models are not shown.",
			(work) => this.showAll(models, waiting, work),
		);
	}

	private showAll(models: Array<Model>, waiting: Array<Folder>, work: LongWork): void {
		const count = models.size() + waiting.size();
		let done = 0;
		let failures = 0;
		const attempt = (about: Instance, body: () => void) => {
			this.problems.delete(about);
			const [ok, problem] = pcall(() => work.phase(done / count, (done + 1) / count, () => work.own(body)));
			done += 1;
			if (ok) return;
			if (work.isCancelled()) error(problem, 0);
			this.problems.set(about, sentenceOf(problem));
			failures += 1;
		};
		for (const model of models) attempt(model, () => rebuildModel(model, this.templates, work));
		for (const kept of waiting) attempt(kept, () => this.placeWaiting(kept, work));
		this.list();
		if (failures > 0) refuse(`${counted(failures, "imported model")} could not be rebuilt.`);
	}

	/** Adds a model to the place that stayed out because of other people. Yields. */
	private placeWaiting(kept: Folder, work: LongWork): void {
		const built = buildKeptModel(kept, work);
		if (!built) refuse(`The files of "${kept.Name}" hold no model.`);
		const { model } = built;
		model.Name = kept.Name;
		model.SetAttribute(IMPORT_ATTRIBUTE, importIdOf(kept));
		const [ok, problem] = pcall(() =>
			withHistory(`Place ${kept.Name}`, () => {
				model.Parent = Workspace;
				setWaiting(kept, false);
			}),
		);
		if (ok) return;
		built.destroy();
		error(problem, 0);
	}
}
