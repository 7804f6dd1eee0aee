import { RunService, Workspace } from "@rbxts/services";
import { cleanup, effect, source, Source } from "@rbxts/vide";
import { withHistory } from "../history";
import type { LongWork } from "../long-work";
import { ensureSection } from "../place/dolly-folder";
import { refuse, sentenceOf } from "../sentence";
import { canPublish, Owner } from "../publish/owner";
import { PartToPublish, Published, publishParts } from "../publish/publish-parts";
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
import { isEmpty, lookOf } from "./look";
import { PanelWork } from "./panel-work";
import { clipPlayingCode } from "./playing-code";
import { countLost, importedModels, importOf, modelAround, rebuildModel, sourceOf } from "./rebuild";
import { lineOf } from "./report";
import { buildKeptModel, numberedParts, Templates } from "./templates";

/** An import of the place, and how it stands. */
export interface ModelRow {
	/** Nothing where the model waits outside of the place. */
	model?: Model;
	/** The folder of its source; nothing where the place does not have it. */
	kept?: Folder;
	name: string;
	status: string;
	isProblem: boolean;
	/** Whether there is something to upload. */
	canPublish: boolean;
	/** Whether the place refused its files, and can be asked again. */
	canKeep: boolean;
	clips: number;
}

const ALONE_STATUS = "Shown in this session only. Publish it for others and for the game.";
const SEEN_STATUS = "Others in this session see a checkerboard. Publish it.";
const HIDDEN_STATUS = "Not shown while others are in this session. Publish it.";
const WAITING_STATUS = "Not in the place while others are in this session. Publish it.";

/** How an import stands whose files the place refused. */
function unkeptStatus(reason: string): string {
	return `Shown until the place is closed, because its files are not in the place. ${reason}`;
}

function counted(count: number, one: string): string {
	return `${count} ${count === 1 ? one : `${one}s`}`;
}

/** The imports of the place: shows those that are not published, publishes them, and says how each stands. */
export class ImportedModels {
	public readonly rows = source<ReadonlyArray<ModelRow>>([]);
	/** Other people in the session. */
	public readonly others: Source<number>;

	private readonly templates = new Templates();
	private readonly problems = new Map<Instance, string>();
	/** The sources that the place refused, by the import's id. Their models are shown all the same. */
	private readonly unkept = new Map<string, { kept: Folder; reason: string }>();
	/** Models that came or changed and have not been looked at. */
	private readonly fresh = new Set<Model>();
	private isListing = false;
	/** Whether the place is loaded. */
	private isReady = false;

	constructor(private readonly work: PanelWork) {
		this.others = watchCompany();
		work.onIdle = () => this.catchUp();
		cleanup(() => this.templates.destroy());
		// Meshes are shown where a screen is; the server of a playtest has none, but Run has nothing else.
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
			// Whoever left or came changes what may be shown.
			task.defer(() => this.lookAtAll());
		});
	}

	/** Uploads an import's meshes and images, and puts its parts on them. */
	public publish(row: ModelRow, owner: Owner): void {
		this.work.run(
			() => "Nothing more was uploaded. The import is as it was.",
			(work) => this.publishNow(row, owner, work),
		);
	}

	/** The same, within work that runs. Yields. */
	public publishNow(row: ModelRow, owner: Owner, work: LongWork): void {
		if (!canPublish()) refuse("A playtest cannot publish: stop it first.");
		const kept = row.kept ?? sourceOf(row.model!);
		// Building what the place does not show comes first, and takes its part of the progress.
		const isShown = row.model !== undefined && countLost(row.model)[0] === 0;
		const start = isShown ? 0 : 0.3;
		const built = row.model ? undefined : work.phase(0, start, () => work.own(() => buildKeptModel(kept, work)));
		const model = row.model ?? built?.model;
		if (!model) refuse(`The source of "${row.name}" holds no model.`);
		const [ok, result] = pcall(() => {
			const parts = work.phase(0, start, () => this.partsOf(model, kept, work));
			return work.phase(start, 1, () => publishParts(parts, kept, owner, work));
		});
		if (!ok) {
			built?.destroy();
			error(result, 0);
		}
		const published = result as Published;
		// Uploads take a while, in which a person may undo the import or delete its model.
		if (!kept.IsDescendantOf(game) || (row.model && !model.IsDescendantOf(game))) {
			published.discard();
			built?.destroy();
			refuse(`"${row.name}" is no longer in the place; what was uploaded is used when it comes back.`);
		}
		const [isDone, problem] = pcall(() =>
			withHistory(`Publish ${row.name}`, () => {
				published.apply();
				if (row.model) return;
				model.Name = row.name;
				model.SetAttribute(IMPORT_ATTRIBUTE, importIdOf(kept));
				model.Parent = Workspace;
				setWaiting(kept, false);
			}),
		);
		if (!isDone) {
			published.discard();
			built?.destroy();
			error(problem, 0);
		}
		for (const { reason, names } of published.kept) work.warn(lineOf(`a part stays as it was: ${reason}`, names));
		this.work.say(this.summaryOf(row.name, published, owner));
		this.list();
	}

	/** Holds a source that the place refused, until the person asks again. */
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

	/** Luau that plays an import's clips, or nothing where it has none in the place. */
	public playingCode({ model, kept }: ModelRow): string {
		return model && kept ? clipPlayingCode(model, kept) : "";
	}

	/** Says anew how the place's imports stand. */
	public list(): void {
		const rows = new Array<ModelRow>();
		const folders = keptImports();
		const others = this.others();
		for (const model of importedModels()) {
			const id = importOf(model)!;
			const kept = folders.find((folder) => importIdOf(folder) === id);
			const unkept = kept ? undefined : this.unkept.get(id);
			const [empty, editable] = countLost(model);
			const isOpen = empty + editable > 0;
			const problem = unkept ? unkeptStatus(unkept.reason) : this.problems.get(model);
			let status = "Published";
			if (empty > 0) status = others > 0 ? HIDDEN_STATUS : "Not shown yet";
			else if (editable > 0) status = others > 0 ? SEEN_STATUS : ALONE_STATUS;
			else if (numberedParts(model).isEmpty()) status = "In the place";
			rows.push({
				model,
				kept,
				name: model.Name,
				status: problem ?? status,
				isProblem: problem !== undefined,
				canPublish: isOpen && kept !== undefined && canPublish(),
				canKeep: unkept !== undefined,
				clips: kept ? clipsOf(kept).size() : 0,
			});
		}
		for (const kept of folders) {
			if (!isWaiting(kept)) continue;
			const problem = this.problems.get(kept);
			rows.push({
				kept,
				name: kept.Name,
				status: problem ?? WAITING_STATUS,
				isProblem: problem !== undefined,
				canPublish: canPublish(),
				canKeep: false,
				clips: 0,
			});
		}
		this.rows(rows);
	}

	private summaryOf(name: string, { uploaded, versions, unchanged, kept }: Published, owner: Owner): string {
		if (uploaded + versions === 0 && unchanged === 0)
			return `All of "${name}" was published before: nothing was uploaded.`;
		let staying = 0;
		for (const { names } of kept) staying += names.size();
		const stays = staying === 0 ? "" : ` ${counted(staying, "part")} could not: see the report.`;
		return `"${name}" is published: ${counted(uploaded, "new asset")}, ${counted(versions, "new version")}, ${unchanged} unchanged, owned by ${owner.text}.${stays}`;
	}

	/** The parts of a model and what they are to show, from the source where they show nothing. Yields. */
	private partsOf(model: Model, kept: Folder, work: LongWork): Array<PartToPublish> {
		const parts = numberedParts(model);
		const isLost = parts.some(({ part }) => isEmpty(part.MeshContent));
		const sources = isLost ? work.own(() => this.templates.find(kept, work)) : undefined;
		const found = parts
			.map(({ number, part }) => ({ part, look: lookOf(part, sources?.get(number)) }))
			.filter(({ look }) => !isEmpty(look.mesh));
		if (found.isEmpty() && isLost) refuse(`The source of "${model.Name}" holds none of its meshes.`);
		return found;
	}

	private lookAtAll(): void {
		for (const model of importedModels()) this.fresh.add(model);
		this.catchUp();
	}

	/** Something came into Workspace: where it belongs to an import, that is looked at when nothing else is under way. */
	private notice(instance: Instance): void {
		const isPart = instance.IsA("MeshPart") && instance.GetAttribute(PART_ATTRIBUTE) !== undefined;
		const model = isPart || instance.IsA("Model") ? modelAround(instance) : undefined;
		if (!model) return;
		this.fresh.add(model);
		this.listSoon();
	}

	/** Once for all that happens in one go: a model streams in part by part. */
	private listSoon(): void {
		if (this.isListing) return;
		this.isListing = true;
		task.defer(() => {
			this.isListing = false;
			this.list();
			this.catchUp();
		});
	}

	/** Shows what came in the meantime, unless others would see a checkerboard. */
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

	/** Puts a model into the place that stayed out because of others. Yields. */
	private placeWaiting(kept: Folder, work: LongWork): void {
		const built = buildKeptModel(kept, work);
		if (!built) refuse(`The source of "${kept.Name}" holds no model.`);
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
