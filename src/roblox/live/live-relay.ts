import { checkKeys, checkOptional } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import {
	LiveKind,
	LIVE_HEAD,
	liveKind,
	livePacketUser,
	liveUser,
	MAX_LIVE_BYTES,
	packLiveNote,
} from "../../take/live/live-packet";
import { callAtOnce, Outcome } from "../call-at-once";
import { checkInstance } from "../check-instance";
import { TokenBucket } from "../store/token-bucket";

const Players = game.GetService("Players");
const RunService = game.GetService("RunService");

/**
 * Options of `relayLive`.
 *
 * @example
 * const options: RelayLiveOptions = { mayWatch: (watcher, sender) => watcher.Team === sender.Team };
 * relayLive(live, options);
 */
export interface RelayLiveOptions {
	/** Decides who may watch whom. Called once per second for each watcher. Must not yield. Defaults to everybody. */
	mayWatch?: (watcher: Player, sender: Player) => boolean;
}

const RELAY_LIVE_DEFAULTS = { mayWatch: (watcher: Player, sender: Player) => watcher !== sender };
const OPTIONS: Array<keyof RelayLiveOptions> = ["mayWatch"];

/** Packets per second that one player may send, and at once after a pause. A sender sends 30, plus its cuts. */
const PACKETS_PER_SECOND = 40;
const PACKETS_AT_ONCE = 40;

/** The same for requests to watch. A watcher sends one per second and sender. */
const REQUESTS_PER_SECOND = 10;
const REQUESTS_AT_ONCE = 20;

/** The max senders that one player watches at once. */
const MAX_WATCHED = 8;

/** Seconds after its last request for which a watcher receives packets. */
const WATCH_SECONDS = 3.5;

/** A player who has sent anything. */
interface Peer {
	readonly user: number;
	readonly packets: TokenBucket;
	readonly requests: TokenBucket;
	/** Who watches the player, and until when. */
	readonly watchers: Map<Player, number>;
	/** Whom the player watches. */
	readonly watched: Set<Player>;
}

/**
 * Relays live flights until you destroy it.
 *
 * @example
 * const relay: LiveRelay = relayLive(live);
 * relay.destroy();
 */
export class LiveRelay {
	private readonly mayWatch: (watcher: Player, sender: Player) => boolean;
	private readonly peers = new Map<Player, Peer>();
	private readonly connections: Array<RBXScriptConnection>;
	private hasWarned = false;

	/** @hidden `relayLive` makes them. */
	constructor(
		private readonly remote: UnreliableRemoteEvent,
		options: RelayLiveOptions,
	) {
		checkInstance(remote, "UnreliableRemoteEvent", "relayLive", "remote");
		checkKeys(options, OPTIONS, "relayLive", "options");
		checkOptional(options.mayWatch, "function", "relayLive", "mayWatch");
		if (!RunService.IsServer()) fail("relayLive", "expected a server; clients use LiveSender and LiveReceiver");
		this.mayWatch = options.mayWatch ?? RELAY_LIVE_DEFAULTS.mayWatch;
		this.connections = [
			remote.OnServerEvent.Connect((player: Player, packet: unknown) => this.hear(player, packet)),
			Players.PlayerRemoving.Connect((player) => this.forget(player)),
		];
	}

	/** Stops relaying. */
	public destroy(): void {
		for (const connection of this.connections) connection.Disconnect();
		this.peers.clear();
	}

	/** Handles a packet of a client, which may be anything. Silently drops invalid ones. */
	private hear(player: Player, packet: unknown): void {
		if (!typeIs(packet, "buffer")) return;
		const length = buffer.len(packet);
		if (length < LIVE_HEAD || length > MAX_LIVE_BYTES) return;
		const kind = liveKind(packet);
		const peer = this.peerOf(player);
		if (!peer) return;
		if (kind === LiveKind.Frames || kind === LiveKind.Stopped) {
			if (peer.packets.take() && livePacketUser(packet) === peer.user) this.relay(peer, packet);
		} else if (kind === LiveKind.Watch || kind === LiveKind.Leave) {
			if (length === LIVE_HEAD && peer.requests.take()) this.answer(player, peer, kind, livePacketUser(packet));
		}
	}

	private relay({ watchers }: Peer, packet: buffer): void {
		if (watchers.isEmpty()) return;
		const now = os.clock();
		for (const [watcher, expiry] of watchers) {
			if (now < expiry) this.remote.FireClient(watcher, packet);
		}
	}

	/** Starts or ends one player's watching of another. */
	private answer(watcher: Player, { watched }: Peer, kind: LiveKind, user: number): void {
		const sender = Players.GetPlayers().find(({ UserId }) => liveUser(UserId) === user);
		if (!sender) return;
		const isWanted = kind === LiveKind.Watch;
		const isAllowed = isWanted && this.isAllowed(watcher, sender);
		// A callback of the game may have done anything.
		const peer = this.peerOf(sender);
		if (!peer) return;
		if (isAllowed && (watched.has(sender) || this.countWatched(watcher, watched) < MAX_WATCHED)) {
			peer.watchers.set(watcher, os.clock() + WATCH_SECONDS);
			watched.add(sender);
			return;
		}
		peer.watchers.delete(watcher);
		watched.delete(sender);
		if (isWanted) this.remote.FireClient(watcher, packLiveNote(LiveKind.Refused, user, 0));
	}

	/** Counts the players that a player watches. Forgets those not requested for long. */
	private countWatched(watcher: Player, watched: Set<Player>): number {
		const now = os.clock();
		for (const sender of [...watched]) {
			const watchers = this.peers.get(sender)?.watchers;
			if ((watchers?.get(watcher) ?? 0) > now) continue;
			watchers?.delete(watcher);
			watched.delete(sender);
		}
		return watched.size();
	}

	private isAllowed(watcher: Player, sender: Player): boolean {
		const [outcome, result] = callAtOnce(this.mayWatch, watcher, sender, undefined, undefined);
		if (outcome === Outcome.Returned) return result === true;
		if (!this.hasWarned) {
			const problem =
				outcome === Outcome.Yielded ? "yielded; expected true or false without a wait" : `fails: ${result}`;
			warn(`[dolly] relayLive: mayWatch ${problem}; nobody watches until it returns true`);
		}
		this.hasWarned = true;
		return false;
	}

	/** Returns a player's state; none for a player who has left, whose last packets may arrive later. */
	private peerOf(player: Player): Peer | undefined {
		const known = this.peers.get(player);
		if (known) return known;
		if (player.Parent !== Players) return undefined;
		const peer: Peer = {
			user: liveUser(player.UserId),
			packets: new TokenBucket(PACKETS_AT_ONCE, PACKETS_PER_SECOND),
			requests: new TokenBucket(REQUESTS_AT_ONCE, REQUESTS_PER_SECOND),
			watchers: new Map(),
			watched: new Set(),
		};
		this.peers.set(player, peer);
		return peer;
	}

	private forget(player: Player): void {
		this.peers.delete(player);
		for (const [, { watchers, watched }] of this.peers) {
			watchers.delete(player);
			watched.delete(player);
		}
	}
}

/**
 * Relays the live flights of players to those who watch them. Server only. It checks the sender, the length and the
 * number of packets without decoding them. It sends only to players with a `LiveReceiver`.
 *
 * @example
 * relayLive(live, { mayWatch: (watcher, sender) => watcher.Team === sender.Team });
 */
export function relayLive(remote: UnreliableRemoteEvent, options: RelayLiveOptions = {}): LiveRelay {
	return new LiveRelay(remote, options);
}
