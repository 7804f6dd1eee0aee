const RunService = game.GetService("RunService");

/** Called when the clock shows `time`, `gap` seconds after the previous time. */
export type Ticked = (time: number, gap: number) => void;

interface Entry {
	readonly listener: Ticked;
	isGone: boolean;
}

/** The thread that calls listeners, while none of them is running. */
let idle: thread | undefined;
/** The next listener of that thread. Outside of its locals, which would keep the last listener alive. */
let nextEntry: Entry | undefined;
let nextTime = 0;
let nextGap = 0;

function callNext(): void {
	const own = idle;
	const { listener } = nextEntry!;
	idle = undefined;
	nextEntry = undefined;
	const [ok, problem] = pcall(listener, nextTime, nextGap);
	if (!ok) task.spawn(error, problem, 0);
	idle = own;
}

function callForever(): void {
	while (true) {
		callNext();
		coroutine.yield();
	}
}

/** Listeners that may be added and removed while they are called. */
class Listeners {
	private entries: ReadonlyArray<Entry> = [];

	/** Adds a listener and returns the function that removes it. */
	public add(listener: Ticked): () => void {
		const entry: Entry = { listener, isGone: false };
		this.entries = [...this.entries, entry];
		return () => {
			entry.isGone = true;
			this.entries = this.entries.filter((other) => other !== entry);
		};
	}

	public isEmpty(): boolean {
		return this.entries.isEmpty();
	}

	/**
	 * Calls each listener in a thread that is reused: one that fails or yields does not cost the others their frame.
	 */
	public call(time: number, gap: number): void {
		for (const entry of this.entries) {
			if (entry.isGone) continue;
			idle ??= coroutine.create(callForever);
			nextEntry = entry;
			nextTime = time;
			nextGap = gap;
			task.spawn(idle);
		}
	}
}

/**
 * Distinguishes two copies of this module, in a plugin and in the game beside it, which must not unbind each other: no
 * two tables have one address.
 */
const COPY = tostring({});
const FRAME_BINDING = `dolly-clock ${COPY}`;
const CAMERA_BINDING = `dolly-clock-camera ${COPY}`;

/** Listeners of rigs, followers and replays; and of cameras. */
const simulated = new Listeners();
const rendered = new Listeners();

/** The time of the current frame, and the time that rigs show. */
let frame = 0;
let simulatedAt = 0;
/**
 * Seconds not yet passed on to rigs and to cameras. Summed separately, because the difference of large times is
 * rounded.
 */
let simulatedGap = 0;
let renderedGap = 0;
/** Whether the current frame had its PreSimulation, and whether frames have none here. */
let isSimulated = true;
let isSilent = false;
let stop: (() => void) | undefined;

function simulate(): void {
	const gap = simulatedGap;
	simulatedGap = 0;
	renderedGap += gap;
	simulatedAt = frame;
	simulated.call(frame, gap);
}

/** Begins a frame, `gap` seconds after the previous one. */
function beginFrame(gap: number): void {
	isSilent = !isSimulated;
	isSimulated = false;
	frame += gap;
	simulatedGap += gap;
	if (isSilent) simulate();
}

/** Renders cameras at the time of the last simulation, which rigs show. */
function renderCameras(): void {
	const gap = renderedGap;
	renderedGap = 0;
	rendered.call(simulatedAt, gap);
}

/**
 * Starts the clock on a server. Servers learn the duration of a frame at its end, in Heartbeat. The next frame begins
 * with PreAnimation, so that players that start in any handler of Heartbeat, and in threads that resume after it, start
 * in the same frame.
 */
function startOnServer(): () => void {
	let gap = 0;
	let isBegun = true;
	const begin = () => {
		if (isBegun) return;
		isBegun = true;
		beginFrame(gap);
	};
	const animation = RunService.PreAnimation.Connect(begin);
	const beat = RunService.Heartbeat.Connect((seconds) => {
		// While the simulation is paused, only Heartbeat fires.
		begin();
		gap = seconds;
		isBegun = false;
	});
	return () => {
		animation.Disconnect();
		beat.Disconnect();
	};
}

function startOnClient(): () => void {
	// Before every binding that may start a player.
	RunService.BindToRenderStep(FRAME_BINDING, Enum.RenderPriority.First.Value - 1, beginFrame);
	// After the default camera scripts, which are at the camera's own priority. Recorders, one later, see the played
	// view.
	RunService.BindToRenderStep(CAMERA_BINDING, Enum.RenderPriority.Camera.Value + 1, renderCameras);
	return () => {
		RunService.UnbindFromRenderStep(FRAME_BINDING);
		RunService.UnbindFromRenderStep(CAMERA_BINDING);
	};
}

function start(): () => void {
	isSimulated = !isSilent;
	simulatedAt = frame;
	simulatedGap = 0;
	renderedGap = 0;
	const stopFrames = RunService.IsClient() ? startOnClient() : startOnServer();
	const simulation = RunService.PreSimulation.Connect(() => {
		isSimulated = true;
		if (!isSilent) simulate();
	});
	return () => {
		simulation.Disconnect();
		stopFrames();
	};
}

function join(listeners: Listeners, listener: Ticked): () => void {
	stop ??= start();
	const remove = listeners.add(listener);
	return () => {
		remove();
		if (!simulated.isEmpty() || !rendered.isEmpty()) return;
		stop?.();
		stop = undefined;
	};
}

/**
 * Returns the time of the current frame. A player that begins now ignores ticks up to this time, so that all that begin
 * in one frame stay together, wherever in the frame they begin.
 */
export function frameTime(): number {
	return frame;
}

/**
 * Calls `listener` once per frame, before physics, until the returned function is called. The clock counts real frame
 * time, never `deltaTimeSim`, which is shorter than the frame at low frame rates. If PreSimulation does not fire, as
 * while a playtest is paused, the start of the frame replaces it.
 */
export function onSimulated(listener: Ticked): () => void {
	return join(simulated, listener);
}

/**
 * Calls `listener` at each render step, after the default camera scripts, with the time that rigs show. Clients only.
 */
export function onRendered(listener: Ticked): () => void {
	return join(rendered, listener);
}
