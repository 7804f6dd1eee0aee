import { checkInstance } from "../check-instance";
import { fail } from "../../bytes/fail";
import type { Take } from "../../take/take";
import { Outgoing, SendOptions } from "./outgoing";

/**
 * Sends a take from a client to the server's `receiveUploads` on the same remote, in chunks, and yields until it is kept.
 * Where the server has too much to do it is sent again, later. Fails with the server's reason where it refuses it.
 *
 * @example
 * uploadTake(remote, recorder.stop());
 */
export function uploadTake(remote: RemoteEvent, take: Take, options: SendOptions = {}): void {
	checkInstance(remote, "RemoteEvent", "uploadTake", "remote");
	if (!game.GetService("RunService").IsClient())
		fail("uploadTake", "takes are uploaded by clients; servers use sendTake");
	const outgoing = new Outgoing("uploadTake", take, options, (...message) => remote.FireServer(...message));
	const connection = remote.OnClientEvent.Connect((...[kind, id, value]: Array<unknown>) =>
		outgoing.hear(kind, id, value),
	);
	const [ok, outcome] = pcall(() => outgoing.run(() => false));
	connection.Disconnect();
	if (!ok) error(outcome, 0);
	if (outcome !== "kept") fail("uploadTake", outgoing.reason);
}
