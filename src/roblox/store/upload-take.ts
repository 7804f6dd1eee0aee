import { checkInstance } from "../check-instance";
import { fail } from "../../bytes/fail";
import type { Take } from "../../take/take";
import { Outgoing, SendOptions } from "./outgoing";

/** The upload that was asked for last over each remote, while it waits or is under way. */
const lastUploads = new Map<RemoteEvent, Outgoing>();

/** Waits for the uploads that were asked for before: a server takes one of a player at a time. */
function waitForTurn(remote: RemoteEvent, outgoing: Outgoing): void {
	const former = lastUploads.get(remote);
	lastUploads.set(remote, outgoing);
	while (former && !former.isDone() && !outgoing.isLate()) task.wait();
}

/**
 * Sends a take from a client to the server's `receiveUploads` on the same remote, in chunks, and yields until it is kept.
 * Uploads over one remote go one after another. Where the server has too much to do it is sent again, later. Fails with the
 * server's reason where it refuses it.
 *
 * @example
 * uploadTake(remote, recorder.stop());
 */
export function uploadTake(remote: RemoteEvent, take: Take, options: SendOptions = {}): void {
	checkInstance(remote, "RemoteEvent", "uploadTake", "remote");
	if (!game.GetService("RunService").IsClient())
		fail("uploadTake", "takes are uploaded by clients; servers use sendTake");
	const outgoing = new Outgoing("uploadTake", take, options, (...message) => remote.FireServer(...message));
	waitForTurn(remote, outgoing);
	const connection = remote.OnClientEvent.Connect((...[kind, id, value]: Array<unknown>) =>
		outgoing.hear(kind, id, value),
	);
	let isGone = false;
	const lifetime = remote.Destroying.Once(() => (isGone = true));
	const [ok, outcome] = pcall(() => outgoing.run(() => isGone));
	outgoing.stop();
	connection.Disconnect();
	lifetime.Disconnect();
	if (lastUploads.get(remote) === outgoing) lastUploads.delete(remote);
	if (!ok) error(outcome, 0);
	if (outcome === "gone") fail("uploadTake", "remote was destroyed");
	if (outcome !== "kept") fail("uploadTake", outgoing.reason);
}
