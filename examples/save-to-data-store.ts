/** Camera takes that survive the server: what players upload is saved, listed, and sent back when they ask for it. */
import { receiveUploads, sendTake, TakeStore } from "@rbxts/dolly/camera";

/** Server: saves what comes over `remote`, and gives what a game needs to list a player's takes and to send them back. */
export function keepTakes(remote: RemoteEvent) {
	const store = new TakeStore("CameraTakes");
	const keyOf = (player: Player, name: string) => `${player.UserId}/${name}`;

	const receiver = receiveUploads(remote, (player, take) => {
		const [ok, problem] = pcall(() => store.save(keyOf(player, take.name), take, { userIds: [player.UserId] }));
		// The text that is returned refuses the upload and reaches the client.
		return ok ? undefined : tostring(problem);
	});

	return {
		names: (player: Player) => store.list(`${player.UserId}/`),
		send: (player: Player, name: string): boolean => {
			const take = store.load(keyOf(player, name));
			return take !== undefined && sendTake(remote, player, take);
		},
		stop: () => receiver.destroy(),
	};
}
