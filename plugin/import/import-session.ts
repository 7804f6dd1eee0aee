import { HttpService, RunService, ServerStorage, Workspace } from "@rbxts/services";
import { effect, source, untrack } from "@rbxts/vide";
import { withHistory } from "../history";
import type { LongWork } from "../long-work";
import { freeName, ensureSection, findSection } from "../place/dolly-folder";
import { insertScript } from "../place/insert-script";
import { readAssets, writeAssets } from "../publish/kept-assets";
import { findOwner, Owner } from "../publish/owner";
import { sentenceOf } from "../sentence";
import type { RememberedSettings } from "../settings";
import { ClipAsset, matchClips } from "../publish/publish-clips";
import { buildProducts, discardProducts, Products } from "./build";
import { ClipPreview } from "./clip-preview";
import { Contents, readContents } from "./contents";
import { ImportedModels, ModelRow } from "./imported-models";
import { clipNames, countKinds, Item, ItemKind, listItems } from "./items";
import { createKeptImport, IMPORT_ATTRIBUTE, importIdOf, ImportOptions, setWaiting } from "./kept-import";
import { Extent, measureMeshes, sizeOf } from "./measure";
import { PanelWork } from "./panel-work";
import { PictureModel } from "./picture-model";
import { clipPlayingCode, CodeLanguage } from "./playing-code";
import { importedModels, importOf } from "./rebuild";
import { ReportLine, reportLines } from "./report";
import { EXTENSIONS, SourceFile } from "./source-file";
import { CLIP_ATTRIBUTE, StudioUpload } from "./studio-upload";

/** Studs for one unit of a file: beyond these, sizes and places come to nothing or to infinity. */
const LEAST_SCALE = 1e-6;
const MOST_SCALE = 1e6;
/** Studs along the longest side: ten times the least that a part can be, below which shapes are lost. */
const SMALLEST = 0.01;

/** What the Import panel shows and what its buttons do. */
export class ImportSession {
	public readonly work = new PanelWork();
	public readonly models: ImportedModels;
	public readonly contents = source<Contents | undefined>(undefined);
	public readonly bytes = source(0);
	public readonly items = source<ReadonlyArray<Item>>([]);
	/** The ids of items that are left out. */
	public readonly leftOut = source<ReadonlySet<string>>(new Set<string>());
	public readonly scale = source(1);
	/** Whether the import takes the place of the one of its name. */
	public readonly replaces = source(false);
	/** What the last import or publishing could not carry over. */
	public readonly report = source<ReadonlyArray<ReportLine>>([]);
	/** What the picture shows; see `PictureModel`. */
	public readonly picture: PictureModel;
	/** The import that came of the contents, by its id, until the person goes on with something else. */
	public readonly done = source<string | undefined>(undefined);
	/** What came with it, in words. */
	public readonly outcome = source("");
	/** The import that is to be published once the person agrees. */
	public readonly asked = source<ModelRow | undefined>(undefined);
	/** Code to be copied, and the model that it plays. */
	public readonly code = source("");
	public readonly coded = source<ModelRow | undefined>(undefined);
	public readonly language = source<CodeLanguage>("luau");
	/** A published clip that plays on its model, and Studio's own upload window. */
	public readonly preview: ClipPreview;
	public readonly studioUpload: StudioUpload;

	/** Whether what came of the last import is in the place. */
	private stands = () => true;
	private files = new Array<SourceFile>();
	private extents: ReadonlyArray<Extent | undefined> = [];

	constructor(
		plugin: Plugin,
		private readonly settings: RememberedSettings,
	) {
		this.models = new ImportedModels(this.work);
		this.studioUpload = new StudioUpload(plugin);
		this.preview = new ClipPreview((problem) => this.work.complain(problem));
		this.picture = new PictureModel(() => {
			const contents = this.contents();
			const meshes = this.items().filter((item) => item.kind === "mesh" && this.isChosen(item));
			return contents?.scene && !meshes.isEmpty() ? { contents, meshes } : undefined;
		});
		effect(() => {
			this.models.rows();
			// Undone, or deleted: it can be imported again.
			if (untrack(this.done) !== undefined && !this.stands()) untrack(() => this.again());
		});
	}

	/** Asks for files and reads them. */
	public choose(): void {
		if (this.work.isBusy()) return;
		task.spawn(() => {
			const prompt = game.GetService("StudioService");
			const [ok, chosen] = pcall(() => prompt.PromptImportFilesAsync(EXTENSIONS) as Array<File> | undefined);
			if (!ok) this.work.complain(chosen);
			else if (chosen === undefined) {
				this.work.complain("A file is larger than the 100 MB that Studio hands to plugins.");
			} else if (!(chosen as Array<File>).isEmpty()) this.read(chosen as Array<File>);
		});
	}

	public isChosen(item: Item): boolean {
		return !this.leftOut().has(item.id);
	}

	public setChosen(item: Item, chosen: boolean): void {
		const ids = new Set<string>();
		for (const id of this.leftOut()) ids.add(id);
		if (chosen) ids.delete(item.id);
		else ids.add(item.id);
		this.leftOut(ids);
		this.work.clear();
	}

	/** Ticks or unticks everything, or all of a kind. */
	public setAllChosen(chosen: boolean, kind?: ItemKind): void {
		const ids = new Set<string>();
		for (const item of this.items()) {
			const isNow = kind === undefined || item.kind === kind ? chosen : this.isChosen(item);
			if (!isNow) ids.add(item.id);
		}
		this.leftOut(ids);
		this.work.clear();
	}

	/** Takes a unit's scale, or an axis: either way what was said about the last one is over. */
	public chooseScale(scale: number): void {
		this.tryScale(scale);
	}

	public chooseAxis(axis: "Y" | "Z"): void {
		this.settings.set("upAxis", axis);
		this.work.clear();
	}

	/** Goes back from what was imported to what to import of the same files. */
	public again(): void {
		this.done(undefined);
		this.report([]);
		this.work.clear();
		this.replaces(this.former() !== undefined);
	}

	/** The import that came of the contents, where it is in the place. */
	public doneRow(): ModelRow | undefined {
		const id = this.done();
		return id === undefined ? undefined : this.models.rows().find(({ kept }) => kept && importIdOf(kept) === id);
	}

	/** The size of what is chosen, in studs: width, height and depth; nothing where no mesh is. */
	public size(): Vector3 | undefined {
		const extents = new Array<Extent>();
		for (const item of this.items()) {
			const extent = item.kind === "mesh" && this.isChosen(item) ? this.extents[item.index] : undefined;
			if (extent) extents.push(extent);
		}
		return sizeOf(extents, this.settings.get("upAxis"), this.scale());
	}

	public setScale(text: string): void {
		const scale = tonumber(text);
		if (scale !== undefined && scale > 0 && scale < math.huge) this.tryScale(scale);
		else this.work.complain(`Scale is "${text}"; expected a number of studs above 0, for one unit of the file.`);
	}

	/** Chooses the scale by the height that it gives, in studs. */
	public setHeight(text: string): void {
		const height = tonumber(text);
		const now = this.size()?.Y ?? 0;
		if (height === undefined || !(height > 0) || height === math.huge) {
			this.work.complain(`Height is "${text}"; expected a number of studs above 0.`);
		} else if (now <= 0) this.work.complain("Everything ticked is flat and has no height. Set the scale instead.");
		else this.tryScale(this.scale() * (height / now));
	}

	private tryScale(scale: number): void {
		const problem = this.scaleProblem(scale);
		if (problem === undefined) {
			this.scale(scale);
			this.work.clear();
		} else this.work.complain(problem);
	}

	/** Why what is chosen cannot be imported at a scale; nothing where it can. What is too large, building refuses. */
	private scaleProblem(scale: number): string | undefined {
		if (!(scale >= LEAST_SCALE && scale <= MOST_SCALE)) {
			const reach = string.format("it goes from %f to %d", LEAST_SCALE, MOST_SCALE);
			return `A scale of ${string.format("%.3g", scale)} is out of reach: ${reach} studs for one unit of the file.`;
		}
		const now = this.size();
		if (!now) return undefined;
		const longest = (math.max(now.X, now.Y, now.Z) / this.scale()) * scale;
		if (longest >= SMALLEST) return undefined;
		return `It would be ${string.format("%.3g", longest)} studs long: too small. Choose a larger scale.`;
	}

	/** The import of the place that has the name of what is being imported, where it can be replaced. */
	public former(): ModelRow | undefined {
		const title = this.contents()?.title;
		if (title === undefined || this.models.others() > 0) return undefined;
		return this.models
			.rows()
			.find(({ name, model, kept }) => name === title && model !== undefined && kept !== undefined);
	}

	public owner(): Owner {
		return findOwner(this.settings.get("owner"));
	}

	/** Brings what is chosen into the place. */
	public start(): void {
		const contents = this.contents();
		if (!contents || this.work.isBusy()) return;
		const items = this.items().filter((item) => this.isChosen(item));
		if (items.isEmpty()) {
			this.work.complain("Nothing is ticked. Tick what to import.");
			return;
		}
		const problem = this.scaleProblem(this.scale());
		if (problem !== undefined) {
			this.work.complain(problem);
			return;
		}
		const options: ImportOptions = {
			scale: this.scale(),
			axes: this.settings.get("upAxis") === "Z" ? "zUp" : "yUp",
			chosen: items.map((item) => item.id),
		};
		const owner = this.owner();
		this.report([]);
		let cancelled = "Nothing was imported.";
		const onCancel = () => cancelled;
		this.work.run(onCancel, (work) => {
			const importEnd = this.settings.get("publishAtOnce") ? 0.5 : 1;
			const id = work.phase(0, importEnd, () => this.import(contents, items, options, work));
			if (!this.settings.get("publishAtOnce")) return;
			const row = this.models.rows().find(({ kept }) => kept && importIdOf(kept) === id);
			if (!row?.canPublish) return;
			// From here on the import stands, whatever becomes of the publishing.
			cancelled = `"${contents.title}" is in the place, and not published.`;
			work.phase(importEnd, 1, () => this.models.publishNow(row, owner, work));
			this.report(reportLines(work.report, contents.scene, this.modelsOf(id)));
		});
	}

	/** Uploads the import that was asked about. */
	public publish(): void {
		const row = this.asked();
		this.asked(undefined);
		if (!row) return;
		const owner = this.owner();
		this.report([]);
		this.work.run(
			() => "Nothing more was uploaded, and the import is as it was.",
			(work) => {
				this.models.publishNow(row, owner, work);
				const id = row.kept && importIdOf(row.kept);
				this.report(reportLines(work.report, undefined, id === undefined ? [] : this.modelsOf(id)));
			},
		);
	}

	/** Shows the code that plays an import's clips. */
	public showCode(row: ModelRow, language: CodeLanguage = "luau"): void {
		const { model, kept, clips } = row;
		if (!model || !kept || clips.isEmpty()) return;
		this.language(language);
		const [ok, code] = pcall(() => clipPlayingCode(model, kept, clips, language));
		this.coded(ok ? row : undefined);
		this.code(ok ? code : "");
		if (ok) this.work.clear();
		else this.work.complain(code);
	}

	/** Puts that code into the place as a LocalScript. If Studio refuses, the code stays in its box. */
	public addCode(): void {
		const model = this.coded()?.model;
		if (!model || this.code() === "") return;
		const [ok, result] = pcall(() => insertScript(`Play ${model.Name}`, this.code()));
		if (!ok) this.work.complain(result);
		else {
			const { Name } = result as LocalScript;
			this.work.say(`"${Name}" is in StarterPlayerScripts. It needs the toolkit, dolly, in ReplicatedStorage.`);
		}
	}

	/** Selects instances in Studio, those that are still there. */
	public select(targets: ReadonlyArray<Instance>): void {
		game.GetService("Selection").Set(targets.filter((target) => target.IsDescendantOf(game)));
	}

	/** Plays a published clip on its model, or stops it. */
	public togglePlaying({ model }: ModelRow, { name, id }: ClipAsset): void {
		if (!model || id === undefined) return;
		this.work.clear();
		if (this.preview.isPlaying(model, name)) this.preview.stop();
		else this.preview.play(model, name, id);
	}

	/** Opens Studio's own upload window for a clip. */
	public openUpload({ kept }: ModelRow, name: string): void {
		if (!kept) return;
		this.work.run(
			() => "Nothing was opened.",
			(work) => {
				this.studioUpload.open(kept, name, work);
				this.work.say(`Upload "${name}" in Studio's window. Then choose it here, or type its id.`, () =>
					this.studioUpload.isOpened(kept, name),
				);
			},
		);
	}

	/** Asks Studio which animation the clip became. */
	public chooseUpload(name: string): void {
		task.spawn(() => {
			const [ok, result] = pcall(() => this.studioUpload.choose(this.owner()));
			if (!ok) this.work.complain(result);
			else if (result !== undefined) this.handBack(name, result as number);
		});
	}

	/** The same by an id that the person typed. */
	public enterUpload(name: string, text: string): void {
		if (text === "") return;
		const [ok, result] = pcall(() => this.studioUpload.enter(text, this.owner()));
		if (ok) this.handBack(name, result);
		else this.work.complain(result);
	}

	private handBack(name: string, id: number): void {
		this.models.list();
		this.work.say(string.format('"%s" is published as %d.', name, id));
	}

	private modelsOf(id: string): Array<Model> {
		return importedModels().filter((model) => importOf(model) === id);
	}

	private read(chosen: Array<File>): void {
		this.contents(undefined);
		this.items([]);
		this.report([]);
		this.done(undefined);
		this.work.run(
			() => "Nothing was read.",
			(work) => {
				const files = new Array<SourceFile>();
				let size = 0;
				chosen.forEach((file, index) => {
					work.progress((index / chosen.size()) * 0.1, `Opening ${file.Name}`);
					const bytes = buffer.fromstring(file.GetBinaryContents());
					files.push({ name: file.Name, bytes });
					size += buffer.len(bytes);
				});
				const contents = work.phase(0.1, 1, () => readContents(files, work));
				this.extents = contents.scene ? measureMeshes(contents.scene, work) : [];
				// The main file first, as whoever plays the clips later expects it.
				this.files = files.sort((a, b) => a.name === contents.main && b.name !== contents.main);
				this.bytes(size);
				this.scale(contents.scale);
				this.items(listItems(contents, this.settings.get("rate")));
				this.leftOut(new Set<string>());
				this.contents(contents);
				this.replaces(this.former() !== undefined);
				this.work.say("");
			},
		);
	}

	/**
	 * Builds, keeps the source, and adds everything to the place in one step of its history; a model that others in the
	 * session would see as a checkerboard stays out. Gives the import's id. Yields.
	 */
	private import(contents: Contents, items: Array<Item>, options: ImportOptions, work: LongWork): string {
		const rate = this.settings.get("rate");
		const conversion = { scale: options.scale, axes: options.axes };
		const replaced = this.replaces() ? this.former() : undefined;
		const products = work.phase(0, 0.6, () => buildProducts(contents, items, conversion, rate, work));
		const model = products.imported?.model;
		let kept: Folder | undefined;
		let unkept: string | undefined;
		const isHeldBack = this.models.others() > 0 && model?.FindFirstChildWhichIsA("MeshPart", true) !== undefined;
		// What stays out replaces nothing, even if the others came only now.
		const former = isHeldBack ? undefined : replaced;
		const id = former?.kept ? importIdOf(former.kept)! : HttpService.GenerateGUID(false);
		const [ok, problem] = pcall(() => {
			const clips = contents.scene ? clipNames(contents.scene, items) : [];
			if (model && (model.FindFirstChildWhichIsA("MeshPart", true) || !clips.isEmpty())) {
				const name = former?.kept?.Name ?? freeName(findSection("Imports"), contents.title);
				kept = createKeptImport(name, id, this.files, options, clips, (alpha) =>
					work.progress(0.6 + alpha * 0.39, "Keeping the source in the place"),
				);
				if (former?.kept) writeAssets(kept, matchClips(readAssets(former.kept), products.clips));
				setWaiting(kept, isHeldBack);
			}
			work.progress(1, "Adding to the place");
			withHistory(`Import ${contents.title}`, () => {
				unkept = this.place(contents.title, id, products, kept, former, isHeldBack);
			});
		});
		if (!ok) {
			discardProducts(products);
			kept?.Destroy();
			error(problem, 0);
		}
		const sequences = products.clips.map(({ sequence }) => sequence);
		const roots = model && !isHeldBack ? [model, ...sequences] : sequences;
		this.report(reportLines(work.report, contents.scene, roots));
		if (isHeldBack) products.imported?.destroy();
		if (unkept !== undefined) this.models.holdUnkept(kept!, unkept);
		const name = model?.Name ?? contents.title;
		const [first] = products.takes;
		const holds = () => (model ?? sequences[0] ?? first)?.IsDescendantOf(game) === true;
		this.outcome(countKinds(items));
		this.stands = isHeldBack ? () => kept?.IsDescendantOf(game) === true : holds;
		if (isHeldBack) {
			this.work.say(`"${contents.title}" stays out of the place while others are in this session: publish it.`);
		} else if (unkept !== undefined) {
			this.work.complain(`"${name}" is in the place, but its files are not: press "Keep its files" below. ${unkept}`);
		} else this.work.say(`"${name}" is in the place.${RunService.IsEdit() ? " Ctrl+Z takes it back." : ""}`, holds);
		this.done(id);
		this.models.list();
		return id;
	}

	/** Adds everything to the place. Returns why it refused the import's files, if it did: the model is shown without. */
	private place(
		title: string,
		id: string,
		products: Products,
		kept: Folder | undefined,
		former: ModelRow | undefined,
		isHeldBack: boolean,
	): string | undefined {
		const model = products.imported?.model;
		let refusal: string | undefined;
		if (model && !isHeldBack) {
			// Only a name of its own leads code to it; the one that it replaces hands its name on.
			const isTaken = importedModels().some(({ Name, Parent }) => Name === title && Parent === Workspace);
			model.Name = isTaken ? freeName(Workspace, title) : title;
			if (kept) model.SetAttribute(IMPORT_ATTRIBUTE, id);
			// A client that streams gets the model whole: clips find all of its joints at once.
			if (!products.clips.isEmpty()) model.ModelStreamingMode = Enum.ModelStreamingMode.Atomic;
			if (former) this.takePlace(model, id, former);
			else model.Parent = Workspace;
			game.GetService("Selection").Set([model]);
		}
		if (kept) {
			const [ok, problem] = pcall(() => (kept.Parent = ensureSection("Imports")));
			// A model that stays out has nothing but its files.
			if (!ok && isHeldBack) error(problem, 0);
			if (!ok) refusal = sentenceOf(problem);
		}
		if (!products.clips.isEmpty()) {
			const folder = new Instance("Folder");
			folder.Name = freeName(ServerStorage, title);
			for (const { name, sequence } of products.clips) {
				if (kept) sequence.SetAttribute(IMPORT_ATTRIBUTE, id);
				if (kept) sequence.SetAttribute(CLIP_ATTRIBUTE, name);
				sequence.Parent = folder;
			}
			folder.Parent = ServerStorage;
		}
		for (const take of products.takes) {
			take.Name = freeName(findSection("Recordings"), take.Name);
			take.Parent = ensureSection("Recordings");
		}
		return refusal;
	}

	/** Puts a model, and copies of it, where the former models of the same import stood. */
	private takePlace(model: Model, id: string, { kept }: ModelRow): void {
		const olds = this.modelsOf(id);
		// They may have been deleted while this one was built.
		if (olds.isEmpty()) model.Parent = Workspace;
		olds.forEach((old, index) => {
			const heir = index === 0 ? model : model.Clone();
			const parent = old.Parent;
			heir.Name = old.Name;
			heir.PivotTo(old.GetPivot());
			// Not destroyed, so that undo can bring it back.
			old.Parent = undefined;
			heir.Parent = parent;
		});
		if (kept) kept.Parent = undefined;
	}
}
