/**
 * A spectator replay: every player's camera is recorded during a round and sent to the server, and whoever is out of the
 * next round watches it. `serveReplays` runs on the server, the other two on each client; all share one RemoteEvent.
 */
import { CameraPlayer, receiveTakes, receiveUploads, Recorder, sendTake, Take, uploadTake } from "@rbxts/dolly/camera";

/** Server: keeps each player's last round, and gives the function that shows one to a spectator. */
export function serveReplays(remote: RemoteEvent) {
	const lastRound = new Map<Player, Take>();
	receiveUploads(remote, (player, take) => {
		lastRound.set(player, take);
	});
	game.GetService("Players").PlayerRemoving.Connect((player) => lastRound.delete(player));

	return (spectator: Player, watched: Player): boolean => {
		const take = lastRound.get(watched);
		return take !== undefined && sendTake(remote, spectator, take);
	};
}

/** Client: records until the function that it gives is called, then sends what was recorded. */
export function recordRound(remote: RemoteEvent, map: string) {
	const recorder = new Recorder({ map, rate: 30 });
	recorder.start();
	return () => {
		const take = recorder.stop();
		recorder.destroy();
		uploadTake(remote, take);
	};
}

/** Client: plays each replay that the server sends, and gives the camera back afterwards. */
export function watchReplays(remote: RemoteEvent) {
	return receiveTakes(remote, (take) => {
		const replay = new CameraPlayer(take);
		replay.ended.Once(() => replay.destroy());
		replay.play();
	});
}
