import type {
	ContextName,
	UserInput,
	HeadlessAssets,
	LayoutEntry,
	Modifiers,
	Session,
	SessionOptions,
} from "./session";

/** What the headless engine offers to specs beyond Roblox's own API. */
export interface Headless {
	/** Virtual seconds since the engine started. */
	now(this: void): number;
	/** Runs one frame that lasts `seconds`. */
	step(this: void, seconds: number): void;
	/** Runs frames of `frame` seconds (1/60, or what the function gives for each) until `seconds` have gone by. */
	advance(this: void, seconds: number, frame?: number | (() => number)): void;
	/** The spec's thread, and what it starts from now on, goes on in that context; without one where specs run. */
	enter(this: void, context?: ContextName): void;
	/** Pauses the playtest, so that nothing is simulated, or resumes it. */
	setPaused(this: void, isPaused: boolean): void;
	/** How many functions are bound to render steps. */
	countRenderSteps(this: void): number;
	serverTime: HeadlessServerTime;
	/** Whether the handlers of signals wait for the next resumption point (as at first) or run at once. */
	setSignals(this: void, behavior: "Deferred" | "Immediate"): void;
	/** Real seconds, for benches. */
	realClock(this: void): number;
	/** Seconds that the processor has worked for this process, whatever else the machine did. */
	processorClock(this: void): number;
	/** A file's bytes; paths are relative to the project. */
	readFile(this: void, path: string): buffer;
	writeFile(this: void, path: string, bytes: buffer): void;
	isFile(this: void, path: string): boolean;
	/** The root instances of an `.rbxm` file. */
	loadModel(this: void, bytes: buffer): Array<Instance>;
	/** The bytes of an `.rbxm` file that holds `instances`. */
	saveModel(this: void, instances: Array<Instance>): buffer;
	/** Adds what a place file holds to this DataModel, and gives the bytes of a place file that holds this DataModel. */
	loadPlace(this: void, bytes: buffer): void;
	savePlace(this: void): buffer;
	/** Another place; without an id one that was never published, where there are no data stores. */
	setPlaceId(this: void, id?: number): void;
	/** A script's source, which the scripts of a game can neither read nor write. */
	sourceOf(this: void, script: LuaSourceContainer): string;
	setSource(this: void, script: LuaSourceContainer, source: string): void;
	/** Runs a ModuleScript, as `require` does for plain Luau. */
	require(this: void, module: ModuleScript): unknown;
	/** A person at this DataModel's screen. */
	userInput: UserInput;
	pressKey(this: void, key: Enum.KeyCode["Name"], modifiers?: Modifiers): void;
	holdKey(this: void, key: Enum.KeyCode["Name"]): void;
	releaseKey(this: void, key: Enum.KeyCode["Name"]): void;
	/** Whether the device has a touch screen; it has none at first. */
	setTouch(this: void, has: boolean): void;
	/** How many actions are bound with ContextActionService. */
	countActions(this: void): number;
	/** Where everything below a ScreenGui or dock widget of that size stands, in drawing order. */
	layout(this: void, root: Instance, width: number, height: number): Array<LayoutEntry>;
	/** Opens another DataModel, with a clock of its own: a place in Studio, a playtest, a game. */
	open(this: void, options: SessionOptions): Session;
	/** Errors of threads that nobody waits for, warnings, and printed lines, since they were last taken. A spec that leaves one fails. */
	takeErrors(this: void): Array<string>;
	takeWarnings(this: void): Array<string>;
	takePrinted(this: void): Array<string>;
	/** Calls what is bound to close, as a server does that shuts down, and returns how many functions that were. */
	closeServer(this: void): number;
	dataStores: HeadlessDataStores;
	assets: HeadlessAssets;
	editableImages: HeadlessEditableImages;
	editableMemory: HeadlessEditableMemory;
	/** What the web answers to `HttpService:GetAsync`: a body, or nothing where there is no such page. Requests are not allowed without it. */
	web: { answer(this: void, handler?: (address: string) => string | undefined): void };
	editableMeshes: HeadlessEditableMeshes;
	players: HeadlessPlayers;
	remotes: HeadlessRemotes;
}

/** A data store request at the moment when it takes effect. */
export interface DataStoreRequest {
	method: "GetAsync" | "SetAsync" | "UpdateAsync" | "RemoveAsync" | "ListKeysAsync";
	store: string;
	key?: string;
	isWrite: boolean;
}

/**
 * `fail`: refused, or with a message of the spec's; `lose`: carried out, but the caller gets an error; `kill`: carried out, and
 * the caller's thread dies.
 */
export type DataStoreFate = "fail" | { error: string } | "lose" | "kill" | undefined;

export interface HeadlessDataStores {
	/** Empties every store, fills the budgets, and takes back latency and interception. */
	reset(this: void): void;
	/** Seconds that a request travels, or what gives them for each. */
	setLatency(this: void, seconds?: number | ((request: DataStoreRequest) => number)): void;
	/** Decides the fate of each request that reaches the store. */
	intercept(this: void, handler?: (request: DataStoreRequest) => DataStoreFate): void;
	/** Has `GetDataStore` fail with a message; without one it does not. */
	failOpening(this: void, message?: string): void;
	/** Leaves nothing of any budget; it comes back as time goes by. */
	spendBudgets(this: void): void;
	/** What every budget is said to be, whatever it is. */
	tellBudget(this: void, count?: number): void;
	/** The keys that hold a value, in order; a copy of a value; its characters of JSON. */
	keys(this: void, store: string): Array<string>;
	peek(this: void, store: string, key: string): unknown;
	size(this: void, store: string, key: string): number;
	/** Puts a value in place past all limits. */
	put(this: void, store: string, key: string, value: unknown): void;
}

/** What `Workspace:GetServerTimeNow()` says. */
export interface HeadlessServerTime {
	/** By how much this machine's idea of the server's time is off. */
	setOffset(this: void, seconds: number): void;
	/** How many seconds of the server's go by in one of this machine's; 1 at first. */
	setRate(this: void, seconds: number): void;
	/** Whether this machine is connected to a server; the call fails if not. */
	setConnected(this: void, isConnected: boolean): void;
}

export interface HeadlessEditableMeshes {
	/** How many are alive. */
	count(this: void): number;
	/** Whether meshes have batch methods, which older builds of the engine lack. */
	setBatches(this: void, has: boolean): void;
	/** Whether `BatchAdd` of faces makes ids as `AddTriangle` does; the pages do not say so, and by default it makes none. */
	setBatchesMakeIds(this: void, make: boolean): void;
}

/** The memory that editable meshes and images share, in bytes. */
export interface HeadlessEditableMemory {
	used(this: void): number;
	/** The most that was in use since it was last asked. */
	takePeak(this: void): number;
	/** How much a client has; without a number there is no limit, as on the server and in Studio. */
	setBudget(this: void, bytes?: number): void;
	/** Takes what no instance shows for garbage; until then it counts. */
	collect(this: void): void;
}

export interface HeadlessEditableImages {
	count(this: void): number;
	/** Whether the screen shows all that was written to the image: one image a frame is brought up to date. */
	isShown(this: void, image: EditableImage): boolean;
}

export interface HeadlessPlayers {
	/** Somebody new comes, or with a user id somebody who was here before. */
	join(this: void, name?: string, userId?: number): Player;
	leave(this: void, player: Player): void;
	/** Gives a player a new character; the local player's camera then follows it, whatever it did before. */
	spawn(this: void, player: Player, position?: Vector3): Model;
	/** Turns streaming on: hears where it is asked for, and says how many seconds that takes. Off without a handler. */
	setStreaming(this: void, handler?: (position: Vector3) => number): void;
	/** Makes a player `Players.LocalPlayer`, for whom `FireServer` speaks. */
	setLocal(this: void, player: Player | undefined): void;
}

export interface HeadlessRemotes {
	/** Fires `OnServerEvent` as `player`'s client would. */
	fireServer(this: void, player: Player, remote: BaseRemoteEvent, ...values: Array<unknown>): void;
	/** Hears what `player`'s client is sent. */
	onClientEvent(
		this: void,
		player: Player,
		remote: BaseRemoteEvent,
		handler: (...values: Array<unknown>) => void,
	): void;
}

/**
 * The headless engine, or undefined in Studio, where specs that need it are skipped:
 * `(headless ? it : itSKIP)("…", () => …)`.
 */
export const headless = (_G as { dollyHeadless?: Headless }).dollyHeadless;
