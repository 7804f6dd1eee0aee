import type { Hands, LayoutEntry, Session, SessionOptions } from "./session";

/** What the headless engine offers to specs beyond Roblox's own API. */
export interface Headless {
	/** Virtual seconds since the engine started. */
	now(this: void): number;
	/** Runs one frame that lasts `seconds`. */
	step(this: void, seconds: number): void;
	/** Runs frames of `frame` seconds (1/60, or what the function gives for each) until `seconds` have gone by. */
	advance(this: void, seconds: number, frame?: number | (() => number)): void;
	/** Real seconds, for benches. */
	realClock(this: void): number;
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
	/** Runs a ModuleScript, as `require` does for plain Luau. */
	require(this: void, module: ModuleScript): unknown;
	/** A person at this DataModel's screen. */
	hands: Hands;
	/** Where everything below a ScreenGui or dock widget of that size stands, in drawing order. */
	layout(this: void, root: Instance, width: number, height: number): Array<LayoutEntry>;
	/** Opens another DataModel, with a clock of its own: a place in Studio, a playtest, a game. */
	open(this: void, options: SessionOptions): Session;
	/** Errors of threads that nobody waits for, and warnings, since they were last taken. */
	takeErrors(this: void): Array<string>;
	takeWarnings(this: void): Array<string>;
}

/**
 * The headless engine, or undefined in Studio, where specs that need it are skipped:
 * `(headless ? it : itSKIP)("…", () => …)`.
 */
export const headless = (_G as { dollyHeadless?: Headless }).dollyHeadless;
