import { checkInstance } from "../check-instance";
import { fail } from "../../bytes/fail";
import type { Take } from "../../take/take";
import { Outgoing, SendOptions } from "./outgoing";

/**
 * Sends a take from the server to one player's `receiveTakes` on the same remote, in chunks, and yields until it has gone.
 *
 * @returns false where the player left first
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
	while (player.IsDescendantOf(game)) {
		outgoing.step();
		if (outgoing.isDone) return true;
		task.wait(outgoing.pause);
	}
	return false;
}
