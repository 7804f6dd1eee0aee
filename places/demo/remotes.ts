import { ReplicatedStorage } from "@rbxts/services";

/** Over this remote takes go between client and server, in chunks. */
const TAKES_REMOTE = "DollyTakes";

/** Over this one a client asks for the list of saved takes or for one of them, and the server answers. */
const REQUESTS_REMOTE = "DollyRequests";

export interface DemoRemotes {
	takes: RemoteEvent;
	requests: RemoteEvent;
}

/** Makes the remotes, on the server. */
export function createRemotes(): DemoRemotes {
	const takes = new Instance("RemoteEvent");
	takes.Name = TAKES_REMOTE;
	takes.Parent = ReplicatedStorage;
	const requests = new Instance("RemoteEvent");
	requests.Name = REQUESTS_REMOTE;
	requests.Parent = ReplicatedStorage;
	return { takes, requests };
}

/** Waits for the remotes, on a client. */
export function awaitRemotes(): DemoRemotes {
	return {
		takes: ReplicatedStorage.WaitForChild(TAKES_REMOTE) as RemoteEvent,
		requests: ReplicatedStorage.WaitForChild(REQUESTS_REMOTE) as RemoteEvent,
	};
}
