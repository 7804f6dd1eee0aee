import { checkInstance } from "../check-instance";
import { checkType } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import type { Take } from "../../take/take";
import { isTransferId, sizeProblem, TransferMessage } from "./chunks";
import { Incoming } from "./incoming";
import { forgetBytes } from "./take-bytes";

/** The most bytes of a take, packed and unpacked, that a client takes from its server, and of all that have not come whole. */
const MAX_BYTES = 100_000_000;

/** The most transfers that a client has unfinished at once; the oldest of more is given up. */
const MAX_TRANSFERS = 8;

/** Seconds that a transfer may take. */
const TIMEOUT = 600;

/** Chunks for which one answer goes back: half of what a sender sends without one. */
const CHUNKS_AN_ANSWER = 4;

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
	let isStopped = false;

	function answer(kind: TransferMessage, id: number, value?: unknown): void {
		remote.FireServer(kind, id, value);
	}

	function refuse(id: number, reason: string): void {
		warn(`[dolly] receiveTakes: ${reason}`);
		answer("refused", id, reason);
	}

	function drop(incoming: Incoming): void {
		incoming.stop();
		transfers.remove(transfers.indexOf(incoming));
	}

	function giveUp(incoming: Incoming, reason: string): void {
		drop(incoming);
		refuse(incoming.id, reason);
	}

	function finish(incoming: Incoming): void {
		drop(incoming);
		const take = incoming.missing() ?? incoming.decode();
		if (typeIs(take, "string")) {
			refuse(incoming.id, take);
			return;
		}
		forgetBytes(take);
		if (isStopped) return;
		answer("kept", incoming.id);
		onTake(take);
	}

	function begin(id: number, size: unknown): void {
		const problem = sizeProblem(size, MAX_BYTES);
		if (problem !== undefined) {
			refuse(id, problem);
			return;
		}
		// Whoever begins anew has no use for what came before.
		const former = transfers.find((transfer) => transfer.id === id);
		if (former) drop(former);
		if (transfers.size() >= MAX_TRANSFERS) giveUp(transfers[0], "more transfers at once than are taken");
		const incoming: Incoming = new Incoming(id, size as number, MAX_BYTES, TIMEOUT, () =>
			giveUp(incoming, `not complete after ${TIMEOUT} seconds`),
		);
		transfers.push(incoming);
	}

	/** Gives up the oldest transfers but one where all together hold too much. */
	function makeRoom(): void {
		let held = 0;
		for (const { bytes } of transfers) held += bytes;
		while (held > MAX_BYTES && transfers.size() > 1) {
			held -= transfers[0].bytes;
			giveUp(transfers[0], "more bytes at once than are taken");
		}
	}

	const connection = remote.OnClientEvent.Connect((...message: Array<unknown>) => {
		const [kind, id, first, second] = message;
		if (!isTransferId(id)) return;
		if (kind === "begin") {
			begin(id, first);
			return;
		}
		// A server's answers to uploads come over the same remote, with numbers of their own.
		const incoming = transfers.find((transfer) => transfer.id === id);
		if (!incoming) return;
		if (kind === "chunk") {
			const reason = incoming.add(first, second);
			if (reason !== undefined) giveUp(incoming, reason);
			else if (incoming.next % CHUNKS_AN_ANSWER === 0) answer("ack", id, incoming.next);
			makeRoom();
		} else if (kind === "end") {
			finish(incoming);
		} else if (kind === "cancel") {
			drop(incoming);
		}
	});

	return () => {
		isStopped = true;
		connection.Disconnect();
		for (const incoming of transfers) {
			incoming.stop();
			answer("refused", incoming.id, "the client receives no more takes");
		}
		transfers.clear();
	};
}
