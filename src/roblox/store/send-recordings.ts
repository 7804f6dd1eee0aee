import type { Recording } from "../../take/recording";
import { Outgoing, SendOptions } from "./outgoing";

/**
 * Sends recordings from the server to one player's `receiveRecordings` on the same remote, in chunks, and yields until
 * they have gone.
 *
 * @returns false where the player left first
 * @example
 * const take = store.load("harbour");
 * if (take) sendRecordings(remote, player, take.recordings, take);
 */
export function sendRecordings(
	remote: RemoteEvent,
	player: Player,
	recordings: Array<Recording>,
	options: SendOptions,
): boolean {
	const outgoing = new Outgoing("sendRecordings", recordings, options, (...message) =>
		remote.FireClient(player, ...message),
	);
	while (player.IsDescendantOf(game)) {
		outgoing.step();
		if (outgoing.isDone) return true;
		task.wait(outgoing.pause);
	}
	return false;
}
