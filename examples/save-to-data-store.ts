/** Server: saves players' recordings, and lists, loads and removes them when their clients ask. */
import { RecordingRemote, RecordingStore, serveRecordings } from "@rbxts/dolly/camera";

export function keepRecordings(remoteEvent: RemoteEvent) {
	const store = new RecordingStore("Recordings");
	const remote = new RecordingRemote(remoteEvent, { maxBytes: 500_000 }); // 7 minutes at 60 frames per second
	const server = serveRecordings({
		store,
		remote,
		limits: { recordings: 20 },
		onSaved: (take, player) => print(`${player.Name} saved ${take.name}`),
	});
	return { remote, server };
}
