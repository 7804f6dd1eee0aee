/**
 * Spectating: every player's camera goes to those who watch it, while it moves. `serveSpectators` runs on the server, the other two on each
 * client; all share one UnreliableRemoteEvent.
 */
import { CameraPlayer, LiveReceiver, LiveSender, relayLive } from "@rbxts/dolly/camera";

/** Server: players watch others of their own team. */
export function serveSpectators(remote: UnreliableRemoteEvent) {
	return relayLive(remote, { mayWatch: (watcher, sender) => watcher !== sender && watcher.Team === sender.Team });
}

/** Client: sends the local player's camera until the sender is destroyed. */
export function sendCamera(remote: UnreliableRemoteEvent) {
	const sender = new LiveSender(undefined, remote);
	sender.start();
	return sender;
}

/** Client: shows what another player sees, and gives the camera back when the player leaves or the returned function is called. */
export function spectate(remote: UnreliableRemoteEvent, watched: Player) {
	const receiver = new LiveReceiver(remote, watched);
	const view = new CameraPlayer(receiver, { blendIn: 0.3, blendOut: 0.3 });
	receiver.changed.Connect((state, reason) => print(state, reason));
	view.ended.Once(() => {
		view.destroy();
		receiver.destroy();
	});
	view.play();
	return () => view.skip();
}
