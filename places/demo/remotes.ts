import { ReplicatedStorage } from "@rbxts/services";

/** Recordings and requests go between client and server over this. */
const REMOTE = "DollyRecordings";

/** Says on the RemoteEvent that what is saved is gone with the server. */
export const IS_TEMPORARY = "IsTemporary";

/** Makes the RemoteEvent, on the server. */
export function createRemote(isTemporary: boolean): RemoteEvent {
	const remote = new Instance("RemoteEvent");
	remote.Name = REMOTE;
	remote.SetAttribute(IS_TEMPORARY, isTemporary);
	remote.Parent = ReplicatedStorage;
	return remote;
}

/** Waits for the RemoteEvent, on a client. */
export function awaitRemote(): RemoteEvent {
	return ReplicatedStorage.WaitForChild(REMOTE) as RemoteEvent;
}
