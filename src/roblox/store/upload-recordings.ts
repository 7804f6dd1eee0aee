import { fail } from "../../bytes/fail";
import type { Recording } from "../../take/recording";
import { Outgoing, SendOptions } from "./outgoing";

/** Chunks that may be on their way at once: 128 KB. */
const WINDOW = 8;

/**
 * What `uploadRecordings` is told beside the recordings.
 *
 * @example
 * const options: UploadOptions = { rate: recorder.rate, name: "harbour", timeout: 30 };
 * uploadRecordings(remote, recorder.stop(), options);
 */
export interface UploadOptions extends SendOptions {
	/** Seconds after which an upload without an answer has failed: 120 unless told. */
	timeout?: number;
}

/**
 * Sends recordings from a client to the server's `RecordingReceiver` on the same remote, in chunks, and yields until
 * they are kept. Fails with the server's reason where it refuses them.
 *
 * @example
 * uploadRecordings(remote, recorder.stop(), { rate: 60, name: "harbour" });
 */
export function uploadRecordings(remote: RemoteEvent, recordings: Array<Recording>, options: UploadOptions): void {
	const timeout = options.timeout ?? 120;
	if (!(timeout > 0)) {
		fail("uploadRecordings", `timeout is ${timeout}`);
	}
	const outgoing = new Outgoing("uploadRecordings", recordings, options, (...message) => remote.FireServer(...message));
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
		fail("uploadRecordings", reason ?? `no answer within ${timeout} seconds`);
	}
}
