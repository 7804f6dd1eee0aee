import { checkKeys } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { FRAME_NUMBERS, LIVE_RATE } from "../../take/live/live-frame";
import { LivePacker } from "../../take/live/live-packer";
import { LiveKind, liveUser, MAX_LIVE_STUDS, packLiveNote } from "../../take/live/live-packet";
import { cframeComponents } from "../camera/cframe";
import { askSubject, cframeOf, kindOf, RecorderSubject, SubjectKind } from "../camera/recorded-subject";
import { checkInstance } from "../check-instance";

const Players = game.GetService("Players");
const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

/**
 * Options of `LiveSender`.
 *
 * @example
 * const options: LiveSenderOptions = { relativeTo: game.Workspace.WaitForChild("Ship") as Model };
 * new LiveSender(undefined, live, options).start();
 */
export interface LiveSenderOptions {
	/** Sends frames in the space of this part or Model, by its pivot. Defaults to the world. */
	relativeTo?: PVInstance;
}

const OPTIONS: Array<keyof LiveSenderOptions> = ["relativeTo"];

let senders = 0;
/** Watchers distinguish the streams of one player by this number, modulo 4. */
let streams = 0;

/** Returns the number of the current frame on the server's clock, or undefined on a client that is not connected. */
function serverFrame(): number | undefined {
	const [ok, seconds] = pcall(() => Workspace.GetServerTimeNow());
	return ok ? math.floor(seconds * LIVE_RATE) % FRAME_NUMBERS : undefined;
}

/**
 * Sends the local player's camera, or anything else that moves, to its watchers: 60 frames per second in 30 packets,
 * about 1.1 KB per second. Needs `relayLive` on the server. A jump or a replaced current camera becomes a cut. Clients
 * only.
 *
 * @example
 * const sender = new LiveSender(undefined, live);
 * sender.start();
 */
export class LiveSender {
	/** Whether it is sending. */
	public readonly isSending: boolean = false;

	private readonly kind: SubjectKind;
	private readonly relativeTo?: PVInstance;
	private readonly bindingName: string;
	private packer?: LivePacker;
	private stream = 0;
	private seconds = 0;
	/** The subject of the last sample: the current camera may be another by now. */
	private source?: RecorderSubject;
	private destroying?: RBXScriptConnection;
	private isUnanswered = false;
	private isDestroyed = false;

	/** @param subject what to send. Defaults to `Workspace.CurrentCamera` at each moment */
	constructor(
		private readonly subject: RecorderSubject | undefined,
		private readonly remote: UnreliableRemoteEvent,
		options: LiveSenderOptions = {},
	) {
		this.kind = subject === undefined ? SubjectKind.Camera : kindOf(subject, "LiveSender");
		checkInstance(remote, "UnreliableRemoteEvent", "LiveSender", "remote");
		checkKeys(options, OPTIONS, "LiveSender", "options");
		const { relativeTo } = options;
		if (relativeTo !== undefined) checkInstance(relativeTo, "PVInstance", "LiveSender", "relativeTo");
		this.relativeTo = relativeTo;
		senders += 1;
		this.bindingName = `dolly-live-${senders}`;
	}

	/** Starts sending with the next rendered frame. Does nothing if it is sending. */
	public start(): void {
		if (this.isDestroyed) fail("LiveSender", "start needs a sender that is not destroyed");
		const player = Players.LocalPlayer;
		if (!RunService.IsClient() || player === undefined) {
			fail("LiveSender", "expected a client; run this in a LocalScript");
		}
		if (this.isSending) return;
		streams += 1;
		this.stream = streams % 4;
		const frame = serverFrame();
		this.packer = new LivePacker(liveUser(player.UserId), this.stream, frame ?? 0, frame !== undefined, (packet) =>
			this.remote.FireServer(packet),
		);
		this.seconds = 0;
		this.source = undefined;
		(this as { isSending: boolean }).isSending = true;
		const { subject } = this;
		if (typeIs(subject, "Instance")) this.destroying = subject.Destroying.Once(() => this.stop());
		// At the recorders' priority: after camera scripts and players.
		const priority = Enum.RenderPriority.Camera.Value + 2;
		RunService.BindToRenderStep(this.bindingName, priority, (gap) => this.look(gap));
	}

	/** Adds a cut: watchers do not interpolate between the last frame and the next. */
	public cut(): void {
		this.packer?.cut();
	}

	/** Stops sending. Watchers hold the last frame until `start`. */
	public stop(): void {
		if (!this.isSending) return;
		(this as { isSending: boolean }).isSending = false;
		RunService.UnbindFromRenderStep(this.bindingName);
		this.destroying?.Disconnect();
		this.packer = undefined;
		const player = Players.LocalPlayer;
		if (player) this.remote.FireServer(packLiveNote(LiveKind.Stopped, liveUser(player.UserId), this.stream));
	}

	/** Stops for good. */
	public destroy(): void {
		this.stop();
		this.isDestroyed = true;
	}

	private look(gap: number): void {
		const source = this.subject ?? Workspace.CurrentCamera;
		const seen = this.seenAt(source);
		const { packer } = this;
		// A function may have done anything, also to this sender.
		if (!packer) return;
		this.seconds += gap;
		if (!seen || !source) return;
		const [x, y, z, qx, qy, qz, qw] = cframeComponents(seen);
		// Written so that NaN fails too. The last frame is held.
		if (!(math.max(math.abs(x), math.abs(y), math.abs(z)) < MAX_LIVE_STUDS && qw === qw)) return;
		if (this.source !== undefined && this.source !== source) packer.cut();
		this.source = source;
		const lens = this.kind === SubjectKind.Camera ? (source as Camera).FieldOfView : 0;
		packer.see(this.seconds, x, y, z, qx, qy, qz, qw, lens);
	}

	private seenAt(source: RecorderSubject | undefined): CFrame | undefined {
		if (source === undefined) return undefined;
		const found = typeIs(source, "function") ? askSubject(source) : cframeOf(source, this.kind);
		const isFound = !typeIs(found, "string");
		if (!isFound && !this.isUnanswered) warn(`[dolly] LiveSender: ${found}; holding the last frame`);
		this.isUnanswered = !isFound;
		if (!isFound) return undefined;
		return this.relativeTo ? this.relativeTo.GetPivot().ToObjectSpace(found) : found;
	}
}
