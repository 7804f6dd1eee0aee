import { HttpService, RunService, ServerStorage, Workspace } from "@rbxts/services";
import { cleanup, source } from "@rbxts/vide";
import { Work } from "../../src";
import { freeName, ensureSection, findSection } from "../place/dolly-folder";
import { withHistory } from "../history";
import type { RememberedSettings } from "../settings";
import { Job } from "../job";
import { refuse } from "../refuse";
import { buildProducts, discardProducts, Products } from "./build";
import { Contents, readContents } from "./contents";
import { Item, listItems } from "./items";
import { createKeptImport, IMPORT_ATTRIBUTE, ImportOptions } from "./kept-import";
import { importedModels, rebuildModel } from "./rebuild";
import { EXTENSIONS, SourceFile } from "./source-file";

export type ImportState = "empty" | "reading" | "ready" | "importing";

/** An imported model of the place, and how it stands with its meshes. */
export interface ModelRow {
	name: string;
	status: string;
	isProblem: boolean;
}

/** What the Import panel shows and what its buttons do. */
export class ImportSession {
	public readonly state = source<ImportState>("empty");
	public readonly contents = source<Contents | undefined>(undefined);
	public readonly size = source(0);
	public readonly items = source<ReadonlyArray<Item>>([]);
	/** The ids of items that are left out. */
	public readonly leftOut = source<ReadonlySet<string>>(new Set<string>());
	public readonly scale = source(1);
	public readonly progress = source(0);
	public readonly step = source("");
	public readonly message = source("");
	public readonly isProblem = source(false);
	public readonly models = source<ReadonlyArray<ModelRow>>([]);

	private files = new Array<SourceFile>();
	private job?: Job;

	constructor(private readonly settings: RememberedSettings) {
		cleanup(() => this.job?.cancel());
		// Meshes are shown where a screen is; a playtest's server has none.
		if (RunService.IsClient()) this.rebuildAll();
	}

	/** Asks for files and reads them. */
	public choose(): void {
		if (this.isBusy()) return;
		task.spawn(() => {
			const prompt = game.GetService("StudioService");
			const [ok, chosen] = pcall(() => prompt.PromptImportFilesAsync(EXTENSIONS) as Array<File> | undefined);
			if (!ok) this.complain(tostring(chosen));
			else if (chosen === undefined) this.complain("A file is larger than the 100 MB that Studio hands to plugins.");
			else if (!(chosen as Array<File>).isEmpty()) this.read(chosen as Array<File>);
		});
	}

	public isBusy(): boolean {
		return this.state() === "reading" || this.state() === "importing";
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

	/** Brings what is chosen into the place. */
	public start(): void {
		const contents = this.contents();
		if (!contents || this.isBusy()) return;
		const items = this.items().filter((item) => this.isChosen(item));
		if (items.isEmpty()) {
			this.complain("Nothing is chosen.");
			return;
		}
		const options: ImportOptions = {
			scale: this.scale(),
			axes: this.settings.get("upAxis") === "Z" ? "zUp" : "yUp",
			chosen: items.map((item) => item.id),
		};
		this.run("importing", "Nothing was imported.", (work) => {
			this.import(contents, items, options, work);
			this.say(`"${contents.title}" is in the place.`);
		});
	}

	/** Stops reading or importing; the place stays as it was. */
	public cancel(): void {
		this.job?.cancel();
	}

	public setScale(text: string): void {
		const scale = tonumber(text);
		if (scale !== undefined && scale > 0 && scale < math.huge) this.scale(scale);
		else this.complain("The scale is a number above 0.");
	}

	private read(chosen: Array<File>): void {
		this.run("reading", "Nothing was read.", (work) => {
			const files = new Array<SourceFile>();
			let size = 0;
			chosen.forEach((file, index) => {
				work.progress((index / chosen.size()) * 0.1, `Opening ${file.Name}`);
				const bytes = buffer.fromstring(file.GetBinaryContents());
				files.push({ name: file.Name, bytes });
				size += buffer.len(bytes);
			});
			work.phase(0.1, 1);
			const contents = readContents(files, work);
			this.files = files;
			this.size(size);
			this.scale(math.round(contents.scale * 1000) / 1000);
			this.items(listItems(contents, this.settings.get("rate")));
			this.leftOut(new Set<string>());
			this.contents(contents);
			this.say("");
		});
	}

	/** Builds, keeps the source, and adds everything to the place in one step of its history. Yields. */
	private import(contents: Contents, items: Array<Item>, options: ImportOptions, work: Work): void {
		const rate = this.settings.get("rate");
		const conversion = { scale: options.scale, axes: options.axes };
		const products = buildProducts(contents, items, conversion, rate, work);
		let kept: ModuleScript | undefined;
		const id = HttpService.GenerateGUID(false);
		const [ok, problem] = pcall(() => {
			work.phase(0.6, 1);
			if (products.model?.FindFirstChildWhichIsA("MeshPart", true)) {
				const name = freeName(findSection("Imports"), contents.title);
				kept = createKeptImport(name, id, this.files, options, (share) =>
					work.progress(share * 0.98, "Keeping the source in the place"),
				);
			}
			work.progress(1, "Adding to the place");
			withHistory(`Import ${contents.title}`, () => this.place(contents.title, id, products, kept));
		});
		if (!ok) {
			discardProducts(products);
			kept?.Destroy();
			error(problem, 0);
		}
		this.listModels("shown");
	}

	private place(title: string, id: string, products: Products, kept: ModuleScript | undefined): void {
		const { model } = products;
		if (model) {
			model.Name = title;
			if (kept) model.SetAttribute(IMPORT_ATTRIBUTE, id);
			model.Parent = Workspace;
			game.GetService("Selection").Set([model]);
		}
		if (kept) kept.Parent = ensureSection("Imports");
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
	}

	/** Gives every imported model of the place its meshes back. */
	private rebuildAll(): void {
		const models = importedModels();
		if (models.isEmpty()) return;
		const problems = new Map<Model, string>();
		this.run("importing", "Imported models are not shown.", (work) => {
			models.forEach((model, index) => {
				work.phase(index / models.size(), (index + 1) / models.size());
				const [ok, problem] = pcall(() => rebuildModel(model, work));
				if (!ok) {
					if (work.isCancelled) error(problem, 0);
					problems.set(model, tostring(problem));
				}
			});
			this.listModels("rebuilt from the source in this place", problems);
			if (!problems.isEmpty()) refuse("import", `${problems.size()} imported models could not be rebuilt`);
			this.say("");
		});
	}

	private listModels(status: string, problems = new Map<Model, string>()): void {
		this.models(
			importedModels().map((model) => {
				const problem = problems.get(model);
				return { name: model.Name, status: problem ?? status, isProblem: problem !== undefined };
			}),
		);
	}

	/** Runs sliced work in `during`; afterwards the state is `ready` where there are contents, else `empty`. */
	private run(during: "reading" | "importing", onCancel: string, body: (work: Work) => void): void {
		this.state(during);
		this.progress(0);
		const settle = () => this.state(this.contents() ? "ready" : "empty");
		if (during === "reading") {
			this.contents(undefined);
			this.items([]);
		}
		this.job = new Job(body, {
			onProgress: (share, what) => {
				this.progress(share);
				this.step(what);
			},
			onDone: settle,
			onFail: (message) => {
				settle();
				this.complain(message);
			},
			onCancel: () => {
				settle();
				this.say(onCancel);
			},
		});
	}

	private say(message: string): void {
		this.isProblem(false);
		this.message(message);
	}

	private complain(message: string): void {
		this.isProblem(true);
		this.message(message);
	}
}
