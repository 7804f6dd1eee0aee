import { ReplicatedStorage } from "@rbxts/services";

/** The RemoteEvent for recordings and requests between client and server. */
const REMOTE = "DollyRecordings";

/** On the RemoteEvent: whether saved takes are lost when the server closes. */
export const IS_TEMPORARY = "IsTemporary";

/** Server: makes the RemoteEvent. */
export function createRemote(isTemporary: boolean): RemoteEvent {
	const remote = new Instance("RemoteEvent");
	remote.Name = REMOTE;
	remote.SetAttribute(IS_TEMPORARY, isTemporary);
	remote.Parent = ReplicatedStorage;
	return remote;
}

/** Client: waits for the RemoteEvent. */
export function awaitRemote(): RemoteEvent {
	return ReplicatedStorage.WaitForChild(REMOTE) as RemoteEvent;
}
