import { encodeRecording, Take } from "../../../src/camera";
import { Outgoing } from "../../../src/roblox/store/outgoing";
import { headless } from "../../headless";
import type { Seeded } from "../../random";
import { anyValue } from "./abuse";

const CHUNK = 16384;

/** How an upload of `uploadAs` ended, and when. */
export interface UploadResult {
	outcome?: string;
	reason?: string;
	seconds: number;
}

/** Uploads a take as the client of any player, with the code that `RecordingRemote.send` runs for the local one. */
export function uploadAs(player: Player, remote: RemoteEvent, take: Take): UploadResult {
	const { fireServer, onClientEvent } = headless!.remotes;
	const outgoing = new Outgoing("RecordingRemote.send", take, {}, (...message) =>
		fireServer(player, remote, ...message),
	);
	onClientEvent(player, remote, (kind, id, value) => outgoing.hear(kind, id, value));
	const started = headless!.now();
	const result: UploadResult = { seconds: math.huge };
	task.spawn(() => {
		result.outcome = outgoing.run(() => false);
		result.reason = outgoing.reason;
		result.seconds = headless!.now() - started;
	});
	return result;
}

/** What a hostile client may use: its remote, the largest upload that is taken, a whole take that is, and numbers. */
export interface Target {
	takes: RemoteEvent;
	maxBytes: number;
	take: Take;
	random: Seeded;
}

/** Acts once a frame, up to three messages at 20 frames a second: as many as a server takes. */
export type Hostile = (frame: number) => void;

/** Makes a client of one player, or of those that it joins as. */
type MakeHostile = (player: Player, target: Target) => Hostile;

function fire(player: Player, remote: RemoteEvent, ...values: Array<unknown>): void {
	headless!.remotes.fireServer(player, remote, ...values);
}

/** Sends all of an upload but its last chunk and then nothing, and begins another when it is thrown out. */
const neverEnds: MakeHostile = (player, { takes, maxBytes }) => {
	const chunk = buffer.create(CHUNK);
	const total = maxBytes.idiv(CHUNK);
	let id = 0;
	let sent = math.huge;
	headless!.remotes.onClientEvent(player, takes, (kind) => {
		if (kind === "busy" || kind === "refused") sent = math.huge;
	});
	return (frame) => {
		if (sent === math.huge) {
			// Not at once where it is refused for asking too often.
			if (frame % 4 > 0) return;
			id += 1;
			sent = 0;
			fire(player, takes, "begin", id, maxBytes);
		}
		for (const _ of $range(1, 2)) {
			if (sent >= total) return;
			fire(player, takes, "chunk", id, sent, chunk);
			sent += 1;
		}
	};
};

/** Sends a chunk each second, so that its upload never looks idle. */
const drips: MakeHostile = (player, { takes, maxBytes }) => {
	const chunk = buffer.create(CHUNK);
	let sent = 0;
	return (frame) => {
		if (frame === 0) fire(player, takes, "begin", 1, maxBytes);
		if (frame % 20 !== 1) return;
		fire(player, takes, "chunk", 1, sent, chunk);
		sent += 1;
	};
};

/** Sends more messages than are taken, of any kind. */
const floods: MakeHostile =
	(player, { takes, random }) =>
	() => {
		for (const _ of $range(1, 4)) {
			const kind = ["begin", "chunk", "end", "cancel", "ack"][random.int(0, 4)];
			fire(player, takes, kind, random.int(0, 3), anyValue(random), anyValue(random), anyValue(random), "x");
			fire(player, takes, "ask", random.int(0, 3), anyValue(random), anyValue(random));
		}
	};

/** Uploads as much as it may, as fast as it may: takes that are whole, or damaged near their end. */
function uploads(isDamaged: boolean): MakeHostile {
	return (player, { takes, take }) => {
		const bytes = encodeRecording(take);
		const last = buffer.len(bytes) - 1;
		if (isDamaged) buffer.writeu8(bytes, last, buffer.readu8(bytes, last) ^ 1);
		const total = math.ceil(buffer.len(bytes) / CHUNK);
		let id = 0;
		let sent = total + 1;
		return () => {
			for (const _ of $range(1, 2)) {
				if (sent > total) {
					id += 1;
					sent = 0;
					fire(player, takes, "begin", id, buffer.len(bytes));
				} else if (sent === total) {
					fire(player, takes, "end", id);
					sent += 1;
				} else {
					const from = sent * CHUNK;
					const chunk = buffer.create(math.min(CHUNK, buffer.len(bytes) - from));
					buffer.copy(chunk, 0, bytes, from, buffer.len(chunk));
					fire(player, takes, "chunk", id, sent, chunk);
					sent += 1;
				}
			}
		};
	};
}

/** Asks 60 times a second for lists and for a take that it saved, and never answers when that is sent. */
const asks: MakeHostile = (player, target) => {
	let upload: UploadResult | undefined;
	return (frame) => {
		upload ??= uploadAs(player, target.takes, { ...target.take, name: "mine" });
		for (const kind of ["list", "load", "remove"]) {
			// What it removes is not what it asks for.
			const name = kind === "remove" || frame % 40 === 0 ? `${frame}` : "mine";
			fire(player, target.takes, "ask", frame, kind, name);
		}
	};
};

/** Fills what it can, leaves, and comes back. */
const comesBack: MakeHostile = (player, target) => {
	let now = player;
	let act = neverEnds(now, target);
	return (frame) => {
		if (frame % 20 === 19) {
			const { Name, UserId } = now;
			headless!.players.leave(now);
			now = headless!.players.join(Name, UserId);
			act = neverEnds(now, target);
		}
		act(frame % 20);
	};
};

export const HOSTILE_KINDS: Array<MakeHostile> = [
	neverEnds,
	drips,
	floods,
	uploads(false),
	uploads(true),
	asks,
	comesBack,
	neverEnds,
];
