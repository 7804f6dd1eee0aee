import { HttpService, ServerStorage, Workspace } from "@rbxts/services";
import { cleanup, effect, source } from "@rbxts/vide";
import type { ImportedModel } from "../../src";
import { withHistory } from "../history";
import type { LongWork } from "../long-work";
import { freeName, ensureSection, findSection } from "../place/dolly-folder";
import { insertScript } from "../place/insert-script";
import { readAssets, writeAssets } from "../publish/kept-assets";
import { findOwner, Owner } from "../publish/owner";
import { sentenceOf } from "../sentence";
import type { RememberedSettings } from "../settings";
import { buildChosenModel, buildProducts, discardProducts, Products } from "./build";
import { Contents, readContents } from "./contents";
import { ImportedModels, ModelRow } from "./imported-models";
import { clipNames, Item, listItems } from "./items";
import { createKeptImport, IMPORT_ATTRIBUTE, importIdOf, ImportOptions, setWaiting } from "./kept-import";
import { Extent, measureMeshes, sizeOf } from "./measure";
import { PanelWork } from "./panel-work";
import { importedModels, importOf } from "./rebuild";
import { ReportLine, reportLines } from "./report";
import { EXTENSIONS, SourceFile } from "./source-file";

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
	/** The model in the picture, in the file's own unit. */
	public readonly picture = source<Model | undefined>(undefined);
	/** The import that is to be published once the person agrees. */
	public readonly asked = source<ModelRow | undefined>(undefined);
	/** Code to be copied, and the model that it plays. */
	public readonly code = source("");
	public readonly coded = source<Model | undefined>(undefined);

	private files = new Array<SourceFile>();
	private extents: ReadonlyArray<Extent | undefined> = [];
	private pictured?: ImportedModel;
	/** What the picture was last drawn of, whatever came of it. */
	private drawn?: Contents;

	constructor(private readonly settings: RememberedSettings) {
		this.models = new ImportedModels(this.work);
		cleanup(() => this.showPicture(undefined));
		effect(() => {
			const isWanted = settings.get("showPicture") && this.contents() !== undefined && !this.work.isBusy();
			if (isWanted) task.defer(() => this.draw());
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
	}

	/** Ticks or unticks everything. */
	public setAllChosen(chosen: boolean): void {
		const ids = new Set<string>();
		if (!chosen) for (const { id } of this.items()) ids.add(id);
		this.leftOut(ids);
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
		else this.work.complain("The scale is a number above 0: studs for one unit of the file.");
	}

	/** Chooses the scale by the height that it gives, in studs. */
	public setHeight(text: string): void {
		const height = tonumber(text);
		const now = this.size()?.Y ?? 0;
		if (height === undefined || !(height > 0) || height === math.huge) {
			this.work.complain("The height is a number of studs above 0.");
		} else if (now <= 0) this.work.complain("What is chosen is flat: it has no height to go by.");
		else this.tryScale(this.scale() * (height / now));
	}

	private tryScale(scale: number): void {
		const problem = this.scaleProblem(scale);
		if (problem === undefined) this.scale(scale);
		else this.work.complain(problem);
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
			this.work.complain("Nothing is chosen.");
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
	public showCode(row: ModelRow): void {
		const [ok, code] = pcall(() => this.models.playingCode(row));
		this.coded(ok ? row.model : undefined);
		this.code(ok ? code : "");
		if (!ok) this.work.complain(code);
	}

	/** Puts that code into the place as a LocalScript. If Studio refuses, the code stays in its box. */
	public addCode(): void {
		const model = this.coded();
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

	public setPicture(isShown: boolean): void {
		this.settings.set("showPicture", isShown);
		if (isShown) return;
		this.showPicture(undefined);
		this.drawn = undefined;
	}

	/** Shows a model in the picture, or none, and frees the one before. */
	private showPicture(imported: ImportedModel | undefined): void {
		this.pictured?.destroy();
		this.pictured = imported;
		this.picture(imported?.model);
	}

	/** Builds the model for the picture; once a file, whatever its scale. */
	private draw(): void {
		const contents = this.contents();
		if (!contents?.scene || this.work.isBusy() || this.drawn === contents) return;
		this.drawn = contents;
		this.work.run(
			() => "The picture was not drawn.",
			(work) => {
				const meshes = this.items().filter(({ kind }) => kind === "mesh");
				const axes = this.settings.get("upAxis") === "Z" ? "zUp" : "yUp";
				const built = buildChosenModel(contents, meshes, { scale: contents.scale, axes }, work);
				if (this.contents() === contents) this.showPicture(built);
				else built?.destroy();
			},
		);
	}

	private modelsOf(id: string): Array<Model> {
		return importedModels().filter((model) => importOf(model) === id);
	}

	private read(chosen: Array<File>): void {
		this.contents(undefined);
		this.items([]);
		this.report([]);
		this.showPicture(undefined);
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
				this.scale(math.round(contents.scale * 1000) / 1000);
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
				if (former?.kept) writeAssets(kept, readAssets(former.kept));
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
		const roots = model && !isHeldBack ? [model, ...products.sequences] : products.sequences;
		this.report(reportLines(work.report, contents.scene, roots));
		if (isHeldBack) products.imported?.destroy();
		if (unkept !== undefined) this.models.holdUnkept(kept!, unkept);
		this.models.list();
		const name = model?.Name ?? contents.title;
		if (isHeldBack) {
			this.work.say(`"${contents.title}" stays out of the place while others are in this session: publish it.`);
		} else if (unkept !== undefined) {
			this.work.complain(`"${name}" is in the place, but its files are not: press "Keep its files" below. ${unkept}`);
		} else this.work.say(`"${name}" is in the place.`);
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
			if (!products.sequences.isEmpty()) model.ModelStreamingMode = Enum.ModelStreamingMode.Atomic;
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
		if (!products.sequences.isEmpty()) {
			const folder = new Instance("Folder");
			folder.Name = freeName(ServerStorage, title);
			for (const sequence of products.sequences) sequence.Parent = folder;
			folder.Parent = ServerStorage;
		}
		for (const take of products.takes) {
			take.Name = freeName(findSection("Takes"), take.Name);
			take.Parent = ensureSection("Takes");
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
