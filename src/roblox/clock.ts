const RunService = game.GetService("RunService");

/** Hears that the clock shows `time`, `gap` seconds after what it showed before. */
export type Ticked = (time: number, gap: number) => void;

/** Listeners that may come and go while they are called. */
class Listeners {
	private list: ReadonlyArray<Ticked> = [];

	public add(listener: Ticked): void {
		this.list = [...this.list, listener];
	}

	public remove(listener: Ticked): void {
		this.list = this.list.filter((other) => other !== listener);
	}

	public isEmpty(): boolean {
		return this.list.isEmpty();
	}

	/** Calls each that is still there. One that fails does not keep the others from their frame. */
	public call(time: number, gap: number): void {
		for (const listener of this.list) {
			if (!this.list.includes(listener)) continue;
			const [ok, problem] = pcall(listener, time, gap);
			if (!ok) task.spawn(error, problem, 0);
		}
	}
}

const FRAME_BINDING = "dolly-clock";
const CAMERA_BINDING = "dolly-clock-camera";

/** Rigs, followers and replays; and cameras. */
const simulated = new Listeners();
const rendered = new Listeners();

/** The time of the frame in hand; what rigs show; what cameras show. */
let frame = 0;
let simulatedAt = 0;
let renderedAt = 0;
/** Whether the frame in hand has had its PreSimulation, and whether frames have none here. */
let isSimulated = true;
let isSilent = false;
let stop: (() => void) | undefined;

function simulate(): void {
	const gap = frame - simulatedAt;
	simulatedAt = frame;
	simulated.call(frame, gap);
}

/** A frame that took `gap` seconds begins (on servers: has ended). */
function beginFrame(gap: number): void {
	isSilent = !isSimulated;
	isSimulated = false;
	frame += gap;
	if (isSilent) simulate();
}

/** Cameras are drawn with what rigs were given before physics: with the time of the last simulation. */
function renderCameras(): void {
	const gap = simulatedAt - renderedAt;
	renderedAt = simulatedAt;
	rendered.call(simulatedAt, gap);
}

function start(): () => void {
	isSimulated = !isSilent;
	simulatedAt = frame;
	renderedAt = frame;
	const simulation = RunService.PreSimulation.Connect(() => {
		isSimulated = true;
		if (!isSilent) simulate();
	});
	if (!RunService.IsClient()) {
		const beat = RunService.Heartbeat.Connect(beginFrame);
		return () => {
			simulation.Disconnect();
			beat.Disconnect();
		};
	}
	RunService.BindToRenderStep(FRAME_BINDING, Enum.RenderPriority.First.Value, beginFrame);
	// After the default camera scripts, which are at the camera's own priority; recorders, one later, see what is played.
	RunService.BindToRenderStep(CAMERA_BINDING, Enum.RenderPriority.Camera.Value + 1, renderCameras);
	return () => {
		simulation.Disconnect();
		RunService.UnbindFromRenderStep(FRAME_BINDING);
		RunService.UnbindFromRenderStep(CAMERA_BINDING);
	};
}

function join(listeners: Listeners, listener: Ticked): () => void {
	stop ??= start();
	listeners.add(listener);
	return () => {
		listeners.remove(listener);
		if (!simulated.isEmpty() || !rendered.isEmpty()) return;
		stop?.();
		stop = undefined;
	};
}

/**
 * The time of the frame in hand. A player that begins now ignores ticks up to this time, so that all that begin in one frame stay
 * together, wherever in the frame they begin.
 */
export function frameTime(): number {
	return frame;
}

/**
 * Calls `listener` once per frame, before physics, until the returned function is called. The clock counts real frame time, never
 * `deltaTimeSim`, which is shorter than the frame at low frame rates. Where PreSimulation does not fire, as in edit mode, the start of the
 * frame stands in for it.
 */
export function onSimulated(listener: Ticked): () => void {
	return join(simulated, listener);
}

/** Calls `listener` at each render step, after the default camera scripts, with the time that rigs were last given. Clients only. */
export function onRendered(listener: Ticked): () => void {
	return join(rendered, listener);
}
