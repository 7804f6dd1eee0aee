/**
 * A spectator replay: every player's camera is recorded during a round and sent to the server, and players who are out
 * of the next round watch it. `serveReplays` runs on the server, the other two on each client; all share one
 * RemoteEvent.
 */
import { CameraPlayer, isRecording, Recorder, Recording, RecordingRemote } from "@rbxts/dolly/camera";

/** Server: keeps each player's last round. Returns a function that shows one to a spectator. */
export function serveReplays(remoteEvent: RemoteEvent) {
	const remote = new RecordingRemote(remoteEvent);
	const lastRound = new Map<Player, Recording>();
	remote.received.Connect((recording, player) => lastRound.set(player!, recording));
	game.GetService("Players").PlayerRemoving.Connect((player) => lastRound.delete(player));

	return (spectator: Player, watched: Player): boolean => {
		const recording = lastRound.get(watched);
		return recording !== undefined && remote.sendTo(spectator, recording)[0];
	};
}

/** Client: records until you call the returned function, which sends the recording. */
export function recordRound(remote: RecordingRemote, map: string) {
	const recorder = new Recorder({ map, rate: 30 });
	recorder.start();
	return () => {
		const take = recorder.stop();
		recorder.destroy();
		const [ok, reason] = remote.send(take);
		if (!ok) warn(reason);
	};
}

/** Client: plays each replay that the server sends, and releases the camera afterwards. */
export function watchReplays(remote: RecordingRemote) {
	return remote.received.Connect((take) => {
		if (isRecording(take, "replay")) return;
		const replay = new CameraPlayer(take);
		replay.ended.Once(() => replay.destroy());
		replay.play();
	});
}
