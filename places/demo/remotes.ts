import { ReplicatedStorage } from "@rbxts/services";

/** Over this remote recordings go between client and server, in chunks. */
export const RECORDINGS_REMOTE = "DollyRecordings";

/** Over this one a client asks for the list of saved takes or for one of them, and the server answers. */
export const TAKES_REMOTE = "DollyTakes";

/** The longest name under which a take is saved: a data store's key holds a player's id too. */
export const MAX_SAVED_NAME = 24;

/** Makes the remotes, on the server. */
export function createRemotes() {
	const recordings = new Instance("RemoteEvent");
	recordings.Name = RECORDINGS_REMOTE;
	recordings.Parent = ReplicatedStorage;
	const takes = new Instance("RemoteEvent");
	takes.Name = TAKES_REMOTE;
	takes.Parent = ReplicatedStorage;
	return { recordings, takes };
}

/** Waits for the remotes, on a client. */
export function awaitRemotes() {
	return {
		recordings: ReplicatedStorage.WaitForChild(RECORDINGS_REMOTE) as RemoteEvent,
		takes: ReplicatedStorage.WaitForChild(TAKES_REMOTE) as RemoteEvent,
	};
}
