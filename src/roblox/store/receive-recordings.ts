import { Incoming, isTransferId, readAnnouncement } from "./chunks";
import type { Take } from "./take";

/** The largest archive that a client takes from its server, and the most recordings in it. */
const MAX_BYTES = 100_000_000;
const MAX_RECORDINGS = 10_000;

/** The most transfers that a client has unfinished at once; the oldest of more is given up. */
const MAX_TRANSFERS = 8;

/** Seconds that a transfer may take. */
const TIMEOUT = 600;

/**
 * Receives on a client what the server sends with `sendRecordings`. A take that arrives damaged is warned of and dropped.
 *
 * @param onTake gets each take when it is complete and checked
 * @returns what ends it
 * @example
 * const stop = receiveRecordings(remote, (take) => takes.push(take));
 */
export function receiveRecordings(remote: RemoteEvent, onTake: (take: Take) => void): () => void {
	const transfers = new Array<Incoming>();

	function drop(incoming: Incoming): void {
		incoming.stop();
		transfers.remove(transfers.indexOf(incoming));
	}

	function giveUp(incoming: Incoming, reason: string): void {
		drop(incoming);
		warn(`[dolly] receiveRecordings: ${reason}`);
	}

	function begin(id: number, size: unknown, checksum: unknown, rate: unknown, name: unknown): void {
		const announcement = readAnnouncement(size, checksum, rate, name, MAX_BYTES);
		if (typeIs(announcement, "string")) {
			warn(`[dolly] receiveRecordings: ${announcement}`);
			return;
		}
		if (transfers.size() >= MAX_TRANSFERS) giveUp(transfers[0], "more transfers at once than are taken");
		const incoming: Incoming = new Incoming(id, announcement, TIMEOUT, () =>
			giveUp(incoming, `not complete after ${TIMEOUT} seconds`),
		);
		transfers.push(incoming);
	}

	const connection = remote.OnClientEvent.Connect((...message: Array<unknown>) => {
		const [kind, id, first, second, third, fourth] = message;
		if (!isTransferId(id)) return;
		if (kind === "begin") {
			begin(id, first, second, third, fourth);
			return;
		}
		// A server's answers to uploads come over the same remote, with numbers of their own.
		const incoming = transfers.find((transfer) => transfer.id === id);
		if (!incoming) return;
		if (kind === "chunk") {
			const reason = incoming.add(first, second);
			if (reason !== undefined) giveUp(incoming, reason);
		} else if (kind === "end") {
			const take = incoming.finish(MAX_RECORDINGS);
			drop(incoming);
			if (typeIs(take, "string")) warn(`[dolly] receiveRecordings: ${take}`);
			else onTake(take);
		} else if (kind === "cancel") {
			drop(incoming);
		}
	});

	return () => {
		connection.Disconnect();
		transfers.forEach((incoming) => incoming.stop());
		transfers.clear();
	};
}
