import { describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import type { Take } from "../../take/take";
import { checkRemote, Outgoing, SendOptions } from "./outgoing";

/**
 * Sends a take from the server to one player's `receiveTakes` on the same remote, in chunks, and yields until it has gone.
 *
 * @returns false where the player left first
 * @example
 * const take = store.load("harbour");
 * if (take) sendTake(remote, player, take);
 */
export function sendTake(remote: RemoteEvent, player: Player, take: Take, options: SendOptions = {}): boolean {
	checkRemote(remote, "sendTake");
	if (!typeIs(player, "Instance") || !player.IsA("Player")) {
		fail("sendTake", `player is ${describeValue(player)}; it must be a Player`);
	}
	if (!game.GetService("RunService").IsServer())
		fail("sendTake", "takes are sent by the server; clients use uploadTake");
	const outgoing = new Outgoing("sendTake", take, options, (...message) => remote.FireClient(player, ...message));
	while (player.IsDescendantOf(game)) {
		outgoing.step();
		if (outgoing.isDone) return true;
		task.wait(outgoing.pause);
	}
	return false;
}
