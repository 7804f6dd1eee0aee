import { checkInstance } from "../check-instance";
import { checkType } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import type { Take } from "../../take/take";
import { Incoming, isTransferId, readAnnouncement } from "./chunks";
import { forgetArchive } from "./known-archive";

/** The largest archive that a client takes from its server. */
const MAX_BYTES = 100_000_000;

/** The most transfers that a client has unfinished at once; the oldest of more is given up. */
const MAX_TRANSFERS = 8;

/** Seconds that a transfer may take. */
const TIMEOUT = 600;

/**
 * Receives on a client what the server sends with `sendTake`. A take that arrives damaged is warned of and dropped.
 *
 * @param onTake gets each take when it is complete and checked
 * @returns what ends it
 * @example
 * const stop = receiveTakes(remote, (take) => new CameraPlayer(take).play());
 */
export function receiveTakes(remote: RemoteEvent, onTake: (take: Take) => void): () => void {
	checkInstance(remote, "RemoteEvent", "receiveTakes", "remote");
	checkType(onTake, "function", "receiveTakes", "onTake");
	if (!game.GetService("RunService").IsClient()) {
		fail("receiveTakes", "takes are received on clients; servers use receiveUploads");
	}
	const transfers = new Array<Incoming>();

	function drop(incoming: Incoming): void {
		incoming.stop();
		transfers.remove(transfers.indexOf(incoming));
	}

	function giveUp(incoming: Incoming, reason: string): void {
		drop(incoming);
		warn(`[dolly] receiveTakes: ${reason}`);
	}

	function begin(id: number, size: unknown, checksum: unknown, rate: unknown, name: unknown): void {
		const announcement = readAnnouncement(size, checksum, rate, name, MAX_BYTES);
		if (typeIs(announcement, "string")) {
			warn(`[dolly] receiveTakes: ${announcement}`);
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
			const take = incoming.finish();
			drop(incoming);
			if (typeIs(take, "string")) {
				warn(`[dolly] receiveTakes: ${take}`);
			} else {
				forgetArchive(take);
				onTake(take);
			}
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
