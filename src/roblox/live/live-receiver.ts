import { fail } from "../../bytes/fail";
import type { CameraPath, LiveState } from "../../motion/camera-path";
import { LiveBuffer } from "../../take/live/live-buffer";
import { FRAME_NUMBERS, LIVE_RATE } from "../../take/live/live-frame";
import {
	LIVE_HEAD,
	LiveKind,
	liveKind,
	livePacketUser,
	liveUser,
	MAX_LIVE_BYTES,
	packLiveNote,
} from "../../take/live/live-packet";
import { checkInstance } from "../check-instance";
import { onSimulated } from "../clock";
import { Signal } from "../signal";

const Players = game.GetService("Players");
const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

/** Seconds between two requests to watch: the remote may lose any of them. */
const REQUEST_SECONDS = 1;

/** Seconds without a packet after which the view counts as stalled. */
const STALL_SECONDS = 1;

/** A larger difference, in seconds, between the server's clock and the shown frame is meaningless. */
const MAX_BEHIND = 60;

/**
 * Receives the stream of a player's `LiveSender`. It is a source for `CameraPlayer` and `Follower`, which show it 0.1
 * to 0.3 seconds after the fastest packets; the delay adapts by itself. Clients only.
 *
 * It has no end: players refuse `seek`, `step`, `loop` and any `speed` other than 1, and `position` counts the seconds
 * played. If the sender stops or packets are lost, it holds the last frame until the next packets. If the sender
 * leaves, the receiver and its players end.
 *
 * @example
 * const receiver = new LiveReceiver(live, player);
 * receiver.changed.Connect((state, reason) => print(state, reason));
 * new CameraPlayer(receiver).play();
 */
export class LiveReceiver implements CameraPath {
	/** Fires when `state` changes, with the reason in words. */
	public readonly changed = new Signal<[state: LiveState, reason: string]>();
	/** The state: "waiting" for the first packet, "live", "stalled" while no packets arrive, or "ended". */
	public readonly state: LiveState = "waiting";
	/** Whether frames are arriving. */
	public readonly isLive: boolean = false;
	/** The sender's name. */
	public readonly name: string;
	/** A live source has no end. */
	public readonly duration = math.huge;
	/** Frames per second. */
	public readonly rate = LIVE_RATE;

	private readonly user: number;
	private readonly held = new LiveBuffer();
	private readonly connections: Array<RBXScriptConnection>;
	private readonly leaveClock: () => void;
	/** Seconds since the start, counted by frames; the time of the last request, and of the last packet. */
	private clock = 0;
	private asked = 0;
	private heard = 0;

	constructor(
		private readonly remote: UnreliableRemoteEvent,
		sender: Player,
	) {
		checkInstance(remote, "UnreliableRemoteEvent", "LiveReceiver", "remote");
		checkInstance(sender, "Player", "LiveReceiver", "sender");
		if (!RunService.IsClient()) fail("LiveReceiver", "expected a client; run this in a LocalScript");
		if (sender.Parent !== Players)
			fail("LiveReceiver", `sender is ${sender.Name}, who has left; expected a Player in the game`);
		this.name = sender.Name;
		this.user = liveUser(sender.UserId);
		this.connections = [
			remote.OnClientEvent.Connect((packet: unknown) => this.hear(packet)),
			Players.PlayerRemoving.Connect((player) => {
				if (player === sender) this.end(`${this.name} has left`);
			}),
			remote.Destroying.Once(() => this.end("the remote was destroyed")),
		];
		this.leaveClock = onSimulated((_, gap) => this.tick(gap));
		this.remote.FireServer(packLiveNote(LiveKind.Watch, this.user, 0));
	}

	/** Writes the sample at the shown moment, whatever `seconds` is. Players call it. */
	public sample(_seconds: number, target: buffer): void {
		if (this.held.newest >= 0) this.held.sample(target);
	}

	/**
	 * Returns the seconds between the shown frame and the present, on the server's clock, or undefined if unknown.
	 *
	 * @example
	 * print(`${receiver.behind() ?? "?"} seconds behind`);
	 */
	public behind(): number | undefined {
		const { held } = this;
		if (held.newest < 0 || !held.isTimed) return undefined;
		const [ok, seconds] = pcall(() => Workspace.GetServerTimeNow());
		if (!ok) return undefined;
		const behind = ((seconds * LIVE_RATE - held.shown) % FRAME_NUMBERS) / LIVE_RATE;
		return behind < MAX_BEHIND ? behind : undefined;
	}

	/** Stops receiving, and ends its players. */
	public destroy(): void {
		// If the sender left, or may not be watched, the server sends nothing anyway.
		if (this.state !== "ended") this.remote.FireServer(packLiveNote(LiveKind.Leave, this.user, 0));
		this.end("it was destroyed");
		this.changed.Destroy();
	}

	/** Handles a packet from the server, of any sender and any kind. */
	private hear(packet: unknown): void {
		if (!typeIs(packet, "buffer")) return;
		const length = buffer.len(packet);
		if (length < LIVE_HEAD || length > MAX_LIVE_BYTES || livePacketUser(packet) !== this.user) return;
		const kind = liveKind(packet);
		if (kind === LiveKind.Frames) {
			if (!this.held.receive(packet, this.clock)) return;
			this.heard = this.clock;
			this.become("live", `${this.name} is sending`);
		} else if (kind === LiveKind.Stopped && this.held.isStream(packet)) {
			if (this.state === "live") this.become("stalled", `${this.name} has stopped sending`);
		} else if (kind === LiveKind.Refused) {
			this.end(`the server does not let you watch ${this.name}`);
		}
	}

	private tick(gap: number): void {
		this.clock += gap;
		this.held.advance(this.clock);
		if (this.clock - this.asked >= REQUEST_SECONDS) {
			this.asked = this.clock;
			this.remote.FireServer(packLiveNote(LiveKind.Watch, this.user, 0));
		}
		if (this.state === "live" && this.clock - this.heard >= STALL_SECONDS) {
			this.become("stalled", `no packets from ${this.name} for ${STALL_SECONDS} second`);
		}
	}

	private become(state: LiveState, reason: string): void {
		if (this.state === state || this.state === "ended") return;
		(this as { state: LiveState }).state = state;
		(this as { isLive: boolean }).isLive = state === "live";
		this.changed.Fire(state, reason);
	}

	private end(reason: string): void {
		if (this.state === "ended") return;
		for (const connection of this.connections) connection.Disconnect();
		this.leaveClock();
		this.become("ended", reason);
	}
}
