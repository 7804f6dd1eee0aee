import type { Recording } from "../../replay/recording";
import { isTransferId, sizeProblem, TransferMessage } from "./chunks";
import { Incoming } from "./incoming";
import { forgetBytes } from "./recording-bytes";

/**
 * The max bytes of a recording, packed and unpacked, that a client accepts from its server, and of all unfinished ones.
 */
const MAX_BYTES = 100_000_000;

/** The max unfinished transfers of a client. Above it, the oldest is dropped. */
const MAX_TRANSFERS = 8;

/** The max seconds of a transfer. */
const TIMEOUT = 600;

/** Chunks per answer: half of what a sender sends without one. */
const CHUNKS_AN_ANSWER = 4;

/** The client's callbacks for recordings. */
interface Handlers {
	/** Sends an answer to the server. */
	answer(this: void, kind: TransferMessage, id: number, value?: unknown): void;
	/**
	 * Receives a complete recording, and the number of the request that it answers. To refuse it, returns a reason.
	 */
	take(this: void, recording: Recording, ask: number | undefined): string | undefined;
	/** Called if a recording that answers a request does not arrive. */
	fail(this: void, ask: number, reason: string): void;
}

/** Receives a server's recordings on a client. Drops a damaged one with a warning. */
export class DownloadReceiver {
	private readonly transfers = new Array<Incoming>();
	private isStopped = false;

	constructor(private readonly handlers: Handlers) {}

	/** Handles a message of the server. Every value may be of any type. */
	public hear([kind, id, first, second]: Array<unknown>): void {
		if (!isTransferId(id)) return;
		if (kind === "begin") {
			this.begin(id, first, second);
			return;
		}
		// A server's answers to uploads come over the same remote, with numbers of their own.
		const incoming = this.transfers.find((transfer) => transfer.id === id);
		if (!incoming) return;
		if (kind === "chunk") {
			const reason = incoming.add(first, second);
			if (reason !== undefined) this.giveUp(incoming, reason);
			else if (incoming.next % CHUNKS_AN_ANSWER === 0) this.handlers.answer("ack", id, incoming.next);
			this.makeRoom();
		} else if (kind === "end") {
			this.finish(incoming);
		} else if (kind === "cancel") {
			this.drop(incoming);
			if (incoming.ask !== undefined) this.handlers.fail(incoming.ask, "the server cancelled it");
		}
	}

	/** Refuses all unfinished recordings, and receives no more. */
	public stop(): void {
		this.isStopped = true;
		for (const incoming of this.transfers) {
			incoming.stop();
			this.handlers.answer("refused", incoming.id, "the client receives no more recordings");
		}
		this.transfers.clear();
	}

	/** Returns whether a recording that answers a request is arriving. */
	public isComing(ask: number): boolean {
		return this.transfers.some((transfer) => transfer.ask === ask);
	}

	private refuse(id: number, reason: string, ask: number | undefined): void {
		warn(`[dolly] RecordingRemote: ${reason}`);
		this.handlers.answer("refused", id, reason);
		if (ask !== undefined) this.handlers.fail(ask, reason);
	}

	private drop(incoming: Incoming): void {
		incoming.stop();
		this.transfers.remove(this.transfers.indexOf(incoming));
	}

	private giveUp(incoming: Incoming, reason: string): void {
		this.drop(incoming);
		this.refuse(incoming.id, reason, incoming.ask);
	}

	private finish(incoming: Incoming): void {
		this.drop(incoming);
		const recording = incoming.missing() ?? incoming.decode();
		if (typeIs(recording, "string")) {
			this.refuse(incoming.id, recording, incoming.ask);
			return;
		}
		forgetBytes(recording);
		if (this.isStopped) return;
		const reason = this.handlers.take(recording, incoming.ask);
		this.handlers.answer(reason === undefined ? "kept" : "refused", incoming.id, reason);
	}

	private begin(id: number, size: unknown, answered: unknown): void {
		const ask = isTransferId(answered) ? answered : undefined;
		const problem = sizeProblem(size, MAX_BYTES);
		if (problem !== undefined) {
			this.refuse(id, problem, ask);
			return;
		}
		const { transfers } = this;
		// A new start replaces the previous transfer.
		const previous = transfers.find((transfer) => transfer.id === id);
		if (previous) this.drop(previous);
		if (transfers.size() >= MAX_TRANSFERS) this.giveUp(transfers[0], "too many transfers at once");
		const late = () => this.giveUp(incoming, `not complete after ${TIMEOUT} seconds`);
		const incoming: Incoming = new Incoming(id, size as number, MAX_BYTES, TIMEOUT, late, ask);
		transfers.push(incoming);
	}

	/** Drops the oldest transfers, except the newest, if all together hold too much. */
	private makeRoom(): void {
		const { transfers } = this;
		let held = 0;
		for (const { bytes } of transfers) held += bytes;
		while (held > MAX_BYTES && transfers.size() > 1) {
			held -= transfers[0].bytes;
			this.giveUp(transfers[0], "too many bytes at once");
		}
	}
}
