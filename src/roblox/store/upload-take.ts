import { checkInstance } from "../check-instance";
import { checkType, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import type { Take } from "../../take/take";
import { Outgoing, SendOptions } from "./outgoing";

/** Chunks that may be on their way at once: 128 KB. */
const WINDOW = 8;

/**
 * How `uploadTake` sends.
 *
 * @example
 * const options: UploadOptions = { timeout: 30, onProgress: (share) => print(share) };
 * uploadTake(remote, recorder.stop(), options);
 */
export interface UploadOptions extends SendOptions {
	/** Seconds after which an upload without an answer has failed: 120 unless told. */
	timeout?: number;
}

/**
 * Sends a take from a client to the server's `receiveUploads` on the same remote, in chunks, and yields until it is kept.
 * Fails with the server's reason where it refuses it.
 *
 * @example
 * uploadTake(remote, recorder.stop());
 */
export function uploadTake(remote: RemoteEvent, take: Take, options: UploadOptions = {}): void {
	checkInstance(remote, "RemoteEvent", "uploadTake", "remote");
	checkType(options, "table", "uploadTake", "options");
	const { timeout = 120 } = options;
	if (!typeIs(timeout, "number") || !(timeout > 0)) {
		fail("uploadTake", `timeout is ${describeValue(timeout)}; it must be a number of seconds above 0`);
	}
	if (!game.GetService("RunService").IsClient())
		fail("uploadTake", "takes are uploaded by clients; servers use sendTake");
	const outgoing = new Outgoing("uploadTake", take, options, (...message) => remote.FireServer(...message));
	let acknowledged = 0;
	let isKept = false;
	let reason: string | undefined;
	const connection = remote.OnClientEvent.Connect((kind: unknown, id: unknown, value: unknown) => {
		if (id !== outgoing.id) return;
		if (kind === "ack" && typeIs(value, "number")) acknowledged = value;
		else if (kind === "kept") isKept = true;
		else if (kind === "refused") reason = tostring(value);
	});
	const deadline = os.clock() + timeout;
	while (!isKept && reason === undefined && os.clock() < deadline) {
		if (outgoing.sent < acknowledged + WINDOW) outgoing.step();
		task.wait(outgoing.pause);
	}
	connection.Disconnect();
	if (!isKept) {
		if (reason === undefined) remote.FireServer("cancel", outgoing.id);
		fail("uploadTake", reason ?? `no answer within ${timeout} seconds`);
	}
}
