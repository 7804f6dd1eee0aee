/**
 * A spectator replay: every player's camera is recorded during a round and sent to the server, and whoever is out of the
 * next round watches it. `serveReplays` runs on the server, the other two on each client; all share one RemoteEvent.
 */
import {
	pathFromRecordings,
	Player as CameraPlayer,
	receiveRecordings,
	Recorder,
	RecordingReceiver,
	sendRecordings,
	Take,
	uploadRecordings,
} from "@rbxts/dolly";

/** Server: keeps each player's last round, and gives the function that shows one to a spectator. */
export function serveReplays(remote: RemoteEvent) {
	const lastRound = new Map<Player, Take>();
	new RecordingReceiver(remote, (player, take) => {
		lastRound.set(player, take);
	});
	game.GetService("Players").PlayerRemoving.Connect((player) => lastRound.delete(player));

	return (spectator: Player, watched: Player): boolean => {
		const take = lastRound.get(watched);
		return take !== undefined && sendRecordings(remote, spectator, take.recordings, take);
	};
}

/** Client: records until the function that it gives is called, then sends what was recorded. */
export function recordRound(remote: RemoteEvent, map: string) {
	const recorder = new Recorder({ map, rate: 30 });
	recorder.start();
	return () => {
		const recordings = recorder.stop();
		recorder.destroy();
		uploadRecordings(remote, recordings, { rate: 30, name: map });
	};
}

/** Client: plays each replay that the server sends, and gives the camera back afterwards. */
export function watchReplays(remote: RemoteEvent) {
	return receiveRecordings(remote, (take) => {
		const replay = new CameraPlayer(pathFromRecordings(take.recordings, take.rate));
		replay.finished.Connect(() => replay.destroy());
		replay.play();
	});
}
