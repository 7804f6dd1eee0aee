import type {
	Headless,
	HeadlessDataStores,
	HeadlessEditableMemory,
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

export type MouseButton = "MouseButton1" | "MouseButton2" | "MouseButton3";

/** Modifiers that are held: Shift, Ctrl, Alt, and Meta, which is Cmd on a Mac. */
export interface Modifiers {
	ctrl?: boolean;
	shift?: boolean;
	alt?: boolean;
	meta?: boolean;
}

/**
 * A pointer that is aimed at an object. Places are in pixels from the object's top left corner, and its middle if left out. Each method
 * returns the pointer: `userInput.pointer(lane).at(20, 8).down().move(60).up()`.
 */
export interface Pointer {
	/** Moves there; fails if something else covers the object there. */
	at(x?: number, y?: number): Pointer;
	/** Moves there, on the object or off it, as a drag does. */
	move(x?: number, y?: number): Pointer;
	/** Presses a button, by default the left one, where the pointer is. */
	down(button?: MouseButton): Pointer;
	up(button?: MouseButton): Pointer;
	click(button?: MouseButton): Pointer;
	rightClick(): Pointer;
	/** Two clicks, a tenth of a second apart. */
	doubleClick(): Pointer;
	/** Turns the wheel: 1 is forward, -1 is backward. */
	wheel(direction: 1 | -1, times?: number): Pointer;
}

/** What a person does with the mouse and the keyboard. Nothing that is covered or hidden can be pressed. */
export interface UserInput {
	/** The mouse, aimed at an object, or at a whole dock widget or screen. */
	pointer(this: void, target: GuiObject | LayerCollector): Pointer;
	/** Takes the pointer off everything. */
	leave(this: void): void;
	/** Does something while modifiers are held. */
	holding(this: void, modifiers: Modifiers, work: () => void): void;
	/** Clicks on the main window: the plugin window that had the focus loses it. */
	focusMainWindow(this: void): void;
	/** Whether keys also reach what stands directly in the plugin window that has the focus; at first they do not. */
	setKeysReachFocus(this: void, reach: boolean): void;
	press(this: void, instance: GuiObject): void;
	/** Rests the pointer on it, or takes it away again. */
	hover(this: void, instance: GuiObject, isOver?: boolean): void;
	/** Presses at a fraction of the object's width, moves to the others in turn, and lets go. */
	drag(this: void, instance: GuiObject, fractions: Array<number>): void;
	/** Replaces a text box's text and leaves it with Enter, or by pressing elsewhere. */
	type(this: void, box: TextBox, text: string, byClick?: boolean): void;
	/** Presses over the world, where no GUI is, drags by so many pixels and lets go. */
	dragWorld(this: void, kind: "MouseButton2" | "Touch", x: number, y: number): void;
	/** Turns the wheel over the world. */
	wheelWorld(this: void, direction: 1 | -1): void;
	/** Pushes a thumbstick of the first gamepad, each axis from -1 to 1, and leaves it there. */
	pushStick(this: void, name: "Thumbstick1" | "Thumbstick2", x: number, y: number): void;
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
	kind: "Mesh" | "Image" | "Model" | "Animation";
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
	/** Whether CreateAssetAsync takes a KeyframeSequence as an animation; at first it refuses, because its page does not list that. */
	setAnimationUploads(this: void, mode: "works" | "refuses"): void;
	/** What GetAudioMetadataAsync says of a sound. */
	setAudio(this: void, id: number, metadata?: { Title: string; Artist: string; Duration: number }): void;
	/** Switches the Mesh / Image APIs on or off, or only these methods; without a value live games have them off. */
	setMeshApis(this: void, isOn?: boolean, methods?: Array<string>): void;
	/** How many more contents for the DataModel fit; without a number all do. */
	setContentBudget(this: void, contents?: number): void;
}

/** An item of a menu that is open; a separator's text is "-". */
export interface MenuItem {
	text: string;
	/** The action's id. */
	id?: string;
	/** A submenu's own items. */
	items?: Array<MenuItem>;
}

/** The context menu that a plugin shows. */
export interface OpenMenu {
	/** What it shows; nothing if none is open. */
	items(this: void): Array<MenuItem> | undefined;
	/** Chooses an item, by its text or its action's id, of the menu or of one below it. */
	choose(this: void, text: string): void;
	dismiss(this: void): void;
}

/** What a person does in the viewport, which is 1280 by 720 pixels at first. */
export interface ViewportUser {
	/**
	 * Presses a handle, drags it to each of the places in turn and lets go. Places are distances in studs, and of ArcHandles angles, or pairs of
	 * angle and radius. `meanwhile` is called before the handle is let go.
	 */
	dragHandle(
		this: void,
		handles: Handles | ArcHandles,
		side: Enum.NormalId["Name"] | Enum.Axis["Name"],
		places: Array<number | [angle: number, radius: number]>,
		meanwhile?: () => void,
	): void;
	hoverHandle(
		this: void,
		handles: Handles | ArcHandles,
		side: Enum.NormalId["Name"] | Enum.Axis["Name"],
		isOver?: boolean,
	): void;
	/** The mouse that an active plugin hears of. */
	move(this: void, x: number, y: number): void;
	down(this: void): void;
	up(this: void): void;
	resize(this: void, width: number, height: number): void;
}

/** Another DataModel, with a clock of its own. */
export interface Session {
	game: DataModel;
	userInput: UserInput;
	menu: OpenMenu;
	viewport: ViewportUser;
	studio: {
		/** What the person chooses in the next prompt for an asset; undefined is Cancel. */
		existingAsset?: number;
		/** Whether the person saves in the next prompt that saves the selection. */
		savesSelection?: boolean;
		saved: Array<{ name: string; instances: Array<Instance> }>;
		/** What was given to SaveSelectedToRoblox. */
		uploaded: Array<{ instances: Array<Instance> }>;
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
	editableMemory: HeadlessEditableMemory;
	players: HeadlessPlayers;
	dataStores: HeadlessDataStores;
	remotes: HeadlessRemotes;
	web: Headless["web"];
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
	/** Presses a key and lets it go: `pressKey("D", { ctrl: true })`. */
	pressKey(this: void, key: Enum.KeyCode["Name"], modifiers?: Modifiers): void;
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
	/** The bytes of an `.rbxm` file that holds instances of this DataModel. */
	saveModel(this: void, instances: Array<Instance>): buffer;
	/** Reads an `.rbxm` file, so that plugins can, too: SerializationService takes bytes that were read here. */
	expectModel(this: void, bytes: buffer): void;
	takeErrors(this: void): Array<string>;
	takeWarnings(this: void): Array<string>;
	takePrinted(this: void): Array<string>;
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
