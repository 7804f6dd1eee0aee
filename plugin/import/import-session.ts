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

/** The min and max studs per unit of a file: beyond them, sizes and positions become zero or infinite. */
const LEAST_SCALE = 1e-6;
const MOST_SCALE = 1e6;
/** Studs along the longest side: ten times the min size of a part. Smaller models lose their shape. */
const SMALLEST = 0.01;

/** The state of the Import panel and the actions of its buttons. */
export class ImportSession {
	public readonly work = new PanelWork();
	public readonly models: ImportedModels;
	public readonly contents = source<Contents | undefined>(undefined);
	public readonly bytes = source(0);
	public readonly items = source<ReadonlyArray<Item>>([]);
	/** The ids of items that are left out. */
	public readonly leftOut = source<ReadonlySet<string>>(new Set<string>());
	public readonly scale = source(1);
	/** Whether the import replaces the one of the same name. */
	public readonly replaces = source(false);
	/** Problems of the last import or publishing. */
	public readonly report = source<ReadonlyArray<ReportLine>>([]);
	/** The model in the picture; see `PictureModel`. */
	public readonly picture: PictureModel;
	/** The id of the import made from the contents, until the user goes on with something else. */
	public readonly done = source<string | undefined>(undefined);
	/** Its contents in words. */
	public readonly outcome = source("");
	/** The import to be published once the user agrees. */
	public readonly asked = source<ModelRow | undefined>(undefined);
	/** The code in the box. */
	public readonly code = source("");
	public readonly coded = source<ModelRow | undefined>(undefined);
	public readonly language = source<CodeLanguage>("luau");
	/** A published clip that plays on its model, and Studio's own upload window. */
	public readonly preview: ClipPreview;
	public readonly studioUpload: StudioUpload;

	/** Returns whether the last import is in the place. */
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
			// After an undo or a deletion, it can be imported again.
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
				this.work.complain("A file is larger than 100 MB, the most that Studio lets plugins read.");
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

	/** Sets a unit's scale or an axis, and clears the message about the previous one. */
	public chooseScale(scale: number): void {
		this.tryScale(scale);
	}

	public chooseAxis(axis: "Y" | "Z"): void {
		this.settings.set("upAxis", axis);
		this.work.clear();
	}

	/** Goes back from the finished import to the options for the same files. */
	public again(): void {
		this.done(undefined);
		this.report([]);
		this.work.clear();
		this.replaces(this.former() !== undefined);
	}

	/** Returns the import made from the contents, if it is in the place. */
	public doneRow(): ModelRow | undefined {
		const id = this.done();
		return id === undefined ? undefined : this.models.rows().find(({ kept }) => kept && importIdOf(kept) === id);
	}

	/** Returns the size of the chosen items in studs: width, height and depth. Undefined if no mesh is chosen. */
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
		else this.work.complain(`Scale is "${text}"; expected a number above 0, in studs per unit of the file.`);
	}

	/** Sets the scale so that the model has a height, in studs. */
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

	/**
	 * Returns why the chosen items cannot be imported at a scale, if so. Does not check the max size, which building
	 * does.
	 */
	private scaleProblem(scale: number): string | undefined {
		if (!(scale >= LEAST_SCALE && scale <= MOST_SCALE)) {
			const expected = string.format("%f to %d", LEAST_SCALE, MOST_SCALE);
			return `Scale is ${string.format("%.3g", scale)}; expected ${expected} studs per unit of the file.`;
		}
		const now = this.size();
		if (!now) return undefined;
		const longest = (math.max(now.X, now.Y, now.Z) / this.scale()) * scale;
		if (longest >= SMALLEST) return undefined;
		return `It would be ${string.format("%.3g", longest)} studs long: too small. Choose a larger scale.`;
	}

	/** Returns the place's import of the same name, if it can be replaced. */
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

	/** Imports the chosen items into the place. */
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
			// From here on the import is in the place, even if publishing fails.
			cancelled = `"${contents.title}" is in the place, and not published.`;
			work.phase(importEnd, 1, () => this.models.publishNow(row, owner, work));
			this.report(reportLines(work.report, contents.scene, this.modelsOf(id)));
		});
	}

	/** Uploads the import that the user was asked about. */
	public publish(): void {
		const row = this.asked();
		this.asked(undefined);
		if (!row) return;
		const owner = this.owner();
		this.report([]);
		this.work.run(
			() => "Nothing more was uploaded, and the import is unchanged.",
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

	/** Adds the code to the place as a LocalScript. If Studio refuses, the code stays in its box. */
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

	/** Selects instances in Studio if they are still in the place. */
	public select(targets: ReadonlyArray<Instance>): void {
		game.GetService("Selection").Set(targets.filter((target) => target.IsDescendantOf(game)));
	}

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

	/** Asks Studio for the animation that the clip was uploaded as. */
	public chooseUpload(name: string): void {
		task.spawn(() => {
			const [ok, result] = pcall(() => this.studioUpload.choose(this.owner()));
			if (!ok) this.work.complain(result);
			else if (result !== undefined) this.handBack(name, result as number);
		});
	}

	/** Sets that animation by an id that the user typed. */
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
				// The main file first, as playback expects it.
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
	 * Builds the import, keeps its source, and adds everything to the place in one step of history. A model that others
	 * in the session would see as a checkerboard stays out. Returns the import's id. Yields.
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
		// A model that stays out replaces nothing, even if the others joined only now.
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
		} else this.work.say(`"${name}" is in the place.${RunService.IsEdit() ? " Ctrl+Z undoes it." : ""}`, holds);
		this.done(id);
		this.models.list();
		return id;
	}

	/**
	 * Adds everything to the place. If the place refuses the import's files, shows the model without them and returns
	 * the reason.
	 */
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
			// Code finds the model by name, which has to be unique. A replaced model passes its name on.
			const isTaken = importedModels().some(({ Name, Parent }) => Name === title && Parent === Workspace);
			model.Name = isTaken ? freeName(Workspace, title) : title;
			if (kept) model.SetAttribute(IMPORT_ATTRIBUTE, id);
			// With streaming, clients get the whole model at once, so that clips find all of its joints.
			if (!products.clips.isEmpty()) model.ModelStreamingMode = Enum.ModelStreamingMode.Atomic;
			if (former) this.takePlace(model, id, former);
			else model.Parent = Workspace;
			game.GetService("Selection").Set([model]);
		}
		if (kept) {
			const [ok, problem] = pcall(() => (kept.Parent = ensureSection("Imports")));
			// For a model that stays out, the files are all there is.
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

	/** Puts a model, and copies of it, in place of the previous models of the same import. */
	private takePlace(model: Model, id: string, { kept }: ModelRow): void {
		const olds = this.modelsOf(id);
		// They may have been deleted during the build.
		if (olds.isEmpty()) model.Parent = Workspace;
		olds.forEach((old, index) => {
			const heir = index === 0 ? model : model.Clone();
			const parent = old.Parent;
			heir.Name = old.Name;
			heir.PivotTo(old.GetPivot());
			// Not destroyed, so that undo can restore it.
			old.Parent = undefined;
			heir.Parent = parent;
		});
		if (kept) kept.Parent = undefined;
	}
}
