import { checkInstance } from "../check-instance";
import { fail } from "../../bytes/fail";
import type { Take } from "../../take/take";
import { Outgoing, SendOptions } from "./outgoing";

/** What is on its way over a remote: one connection hears the answers to all of it. */
interface Sends {
	connection: RBXScriptConnection;
	byPlayer: Map<Player, Array<Outgoing>>;
}

const sendsOf = new Map<RemoteEvent, Sends>();

function openSends(remote: RemoteEvent): Sends {
	const byPlayer = new Map<Player, Array<Outgoing>>();
	const connection = remote.OnServerEvent.Connect((player: Player, ...[kind, id, value]: Array<unknown>) => {
		for (const outgoing of byPlayer.get(player) ?? []) outgoing.hear(kind, id, value);
	});
	const sends = { connection, byPlayer };
	sendsOf.set(remote, sends);
	return sends;
}

/** Lets `outgoing` hear what `player` answers, until it is done; what was cut off is forgotten with it. */
function listen(remote: RemoteEvent, player: Player, outgoing: Outgoing): void {
	const { byPlayer } = sendsOf.get(remote) ?? openSends(remote);
	byPlayer.set(player, [...(byPlayer.get(player) ?? []), outgoing]);
}

function forgetDone(remote: RemoteEvent): void {
	const sends = sendsOf.get(remote);
	if (!sends) return;
	const { byPlayer, connection } = sends;
	for (const [player, outgoings] of byPlayer) {
		const open = outgoings.filter((outgoing) => !outgoing.isDone());
		if (open.isEmpty()) byPlayer.delete(player);
		else byPlayer.set(player, open);
	}
	if (!byPlayer.isEmpty()) return;
	connection.Disconnect();
	sendsOf.delete(remote);
}

/**
 * Sends a take from the server to one player's `receiveTakes` on the same remote, in chunks and no faster than they arrive,
 * and yields until the client has it.
 *
 * @returns false where the player left first, its client did not take it, or the remote is gone
 * @example
 * const take = store.load("harbour");
 * if (take) sendTake(remote, player, take);
 */
export function sendTake(remote: RemoteEvent, player: Player, take: Take, options: SendOptions = {}): boolean {
	checkInstance(remote, "RemoteEvent", "sendTake", "remote");
	checkInstance(player, "Player", "sendTake", "player");
	if (!game.GetService("RunService").IsServer())
		fail("sendTake", "takes are sent by the server; clients use uploadTake");
	const outgoing = new Outgoing("sendTake", take, options, (...message) => remote.FireClient(player, ...message));
	listen(remote, player, outgoing);
	let isGone = false;
	const lifetime = remote.Destroying.Once(() => (isGone = true));
	const [ok, outcome] = pcall(() => outgoing.run(() => isGone || !player.IsDescendantOf(game)));
	outgoing.stop();
	lifetime.Disconnect();
	forgetDone(remote);
	if (!ok) error(outcome, 0);
	return outcome === "kept";
}
