import type {
	HeadlessDataStores,
	HeadlessEditableMeshes,
	HeadlessPlayers,
	HeadlessRemotes,
	HeadlessServerTime,
} from ".";

/** One GUI object as it stands on the screen. */
export interface LayoutEntry {
	instance: GuiObject;
	x: number;
	y: number;
	width: number;
	height: number;
	/** The part of the screen that it may show in. */
	clip: { x: number; y: number; width: number; height: number };
	parent?: LayoutEntry;
	depth: number;
	padding: { left: number; top: number; right: number; bottom: number };
	textWidth?: number;
	textHeight?: number;
	lines?: Array<string>;
	canvasWidth?: number;
	canvasHeight?: number;
}

/** What a person does with the mouse and the keyboard. Nothing that is covered or hidden can be pressed. */
export interface UserInput {
	press(this: void, instance: GuiObject): void;
	/** Rests the pointer on it, or takes it away again. */
	hover(this: void, instance: GuiObject, isOver?: boolean): void;
	/** Presses at a fraction of the object's width, moves to the others in turn, and lets go. */
	drag(this: void, instance: GuiObject, fractions: Array<number>): void;
	/** Replaces a text box's text and leaves it with Enter, or by pressing elsewhere. */
	type(this: void, box: TextBox, text: string, byClick?: boolean): void;
	layout(this: void, root: Instance): Array<LayoutEntry>;
}

/** What all DataModels of one Studio share: the settings of plugins, and which of their panels were open. */
export interface SharedStudio {
	settings: Map<string, string>;
	/** So many of the next reads and writes of settings fail without a word. */
	failReads: number;
	failWrites: number;
	/** The longest value written, in characters of JSON. */
	largest: number;
	/** Whether the person lets the plugin put scripts into a place: a refused attempt asks, as long as they have not answered. */
	scriptInjection: "unasked" | "allowed" | "denied";
	/** How often they were asked. */
	injectionPrompts: number;
}

/** A plugin as Studio and the person using it see it. */
export interface PluginControl {
	plugin: Plugin;
	state: {
		widgets: Map<string, DockWidgetPluginGui>;
		buttons: Map<string, PluginToolbarButton>;
		actions: Map<string, PluginAction>;
	};
	click(this: void, button: string): void;
	isActive(this: void, button: string): boolean;
	trigger(this: void, action: string): void;
	resize(this: void, widget: string, width: number, height: number): void;
	close(this: void, widget: string): void;
	unload(this: void): void;
}

/**
 * Where code runs, as RunService's page has it: what IsStudio, IsClient, IsServer, IsEdit, IsRunning and IsRunMode say there.
 * `BothSides` is none of these: its threads speak for a client and for its server, in specs of what goes between them.
 */
export type ContextName =
	| "LiveClient"
	| "LiveServer"
	| "Edit"
	| "CollaborativeEdit"
	| "Run"
	| "PlayClient"
	| "PlayServer"
	| "LuauExecution"
	| "BothSides";

export interface SessionOptions {
	/** The bytes of a place file, or its path. */
	place?: buffer;
	file?: string;
	/** In a playtest scripts run on the client or on the server by their class, whichever side is named here. */
	context?: ContextName | { client: boolean; server: boolean; studio: boolean; edit: boolean };
	/** When handlers of signals run; "Deferred" unless given. */
	signals?: "Deferred" | "Immediate";
	shared?: SharedStudio;
	/** The session in edit mode that started this playtest: plugins of both can talk. */
	startedBy?: Session;
	/** Whether the place is still loading: `game.IsLoaded()` is false until `finishLoading`. */
	loading?: boolean;
	/** Seconds by which `os.clock` moves on at each call within a frame; otherwise it stands still there. */
	clockCost?: number;
}

/** An upload at the moment when it would take effect. */
export interface AssetUpload {
	method: "CreateAssetAsync" | "CreateAssetVersionAsync";
	kind: "Mesh" | "Image" | "Model";
	/** The asset that gets a new version. */
	id?: number;
	name?: string;
}

/** What was uploaded with AssetService, for all DataModels together. */
export interface HeadlessAssets {
	describe(
		this: void,
		id: number,
	): { kind: string; name?: string; creator?: number; creatorType?: string; versions: number } | undefined;
	/** Whether meshes that are uploaded from now on lose their bones and weights. */
	setLosesSkins(this: void, loses: boolean): void;
	/** Decides the fate of each upload: it succeeds, or ends with a CreateAssetResult and a message. */
	intercept(
		this: void,
		handler?: (
			upload: AssetUpload,
		) => { result: "PermissionDenied" | "UploadFailed" | "Unknown"; message: string } | undefined,
	): void;
	/** Switches the Mesh / Image APIs on or off, or only these methods; without a value live games have them off. */
	setMeshApis(this: void, isOn?: boolean, methods?: Array<string>): void;
	/** How many more contents for the DataModel fit; without a number all do. */
	setContentBudget(this: void, contents?: number): void;
}

/** Another DataModel, with a clock of its own. */
export interface Session {
	game: DataModel;
	userInput: UserInput;
	studio: {
		setTheme(this: void, name: "Dark" | "Light"): void;
		/** What the person chooses in the next file prompt; undefined is Cancel. */
		files?: Array<{ name: string; contents: string }>;
		/** Who is logged in; nobody where it is undefined. */
		userId?: number;
		pathsOf(this: void, instance: Instance): Array<{ points: Array<Vector3>; loop: boolean; color: Color3 }>;
		textsOf(this: void, instance: Instance): Array<{ point: Vector3; text: string; color: Color3 }>;
		/** Why the place does not take what the plugin parents into it; nothing where it does. */
		refusal?: (instance: Instance) => string | undefined;
	};
	shared: SharedStudio;
	assets: HeadlessAssets;
	editableMeshes: HeadlessEditableMeshes;
	players: HeadlessPlayers;
	dataStores: HeadlessDataStores;
	remotes: HeadlessRemotes;
	now(this: void): number;
	step(this: void, seconds: number): void;
	advance(this: void, seconds: number, frame?: number | (() => number)): void;
	/** Ends a playtest: its plugins' connections drop. */
	close(this: void): void;
	run(this: void, work: () => void): void;
	/** Runs `work` at once with a plugin's rights. */
	runAsPlugin(this: void, work: () => void): void;
	runScript(this: void, script: Instance, plugin?: Plugin): void;
	require(this: void, module: ModuleScript): unknown;
	pressKey(this: void, key: Enum.KeyCode["Name"]): void;
	holdKey(this: void, key: Enum.KeyCode["Name"]): void;
	releaseKey(this: void, key: Enum.KeyCode["Name"]): void;
	/** A plugin object that belongs to no plugin file, and an instance of this DataModel. */
	newPlugin(this: void): PluginControl;
	create(this: void, className: keyof CreatableInstances): Instance;
	/** A script with that source, under no parent. */
	createScript<K extends "Script" | "LocalScript" | "ModuleScript">(
		this: void,
		className: K,
		source: string,
	): CreatableInstances[K];
	/** The root instances of a model file, under no parent. */
	loadModel(this: void, path: string): Array<Instance>;
	install(this: void, path: string): PluginControl;
	save(this: void): buffer;
	takeErrors(this: void): Array<string>;
	takeWarnings(this: void): Array<string>;
	/** Presses an adornment (or fires another of its mouse events); false where the mouse does not reach it. */
	press(this: void, adornment: HandleAdornment, event?: "MouseButton1Up" | "MouseEnter" | "MouseLeave"): boolean;
	fire(this: void, instance: Instance, event: string, ...values: Array<unknown>): void;
	setPlaceId(this: void, id: number): void;
	/** Who created the place; nobody at first. */
	setCreator(this: void, id: number, kind: "User" | "Group"): void;
	/** Ends the loading of a place that was opened with `loading`. */
	finishLoading(this: void): void;
	/** How many handlers are connected to what is in this DataModel and in Studio's settings, and how many functions are bound to render steps. */
	countConnections(this: void): number;
	countRenderSteps(this: void): number;
	setPaused(this: void, isPaused: boolean): void;
	serverTime: HeadlessServerTime;
}
