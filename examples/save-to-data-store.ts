/** Camera takes that survive the server: what players upload is saved, listed, and sent back when they ask for it. */
import { receiveUploads, sendTake, TakeStore, UploadReceiver } from "@rbxts/dolly/camera";

const Players = game.GetService("Players");

/** What one player may keep: so many takes, each of up to so many bytes (7 minutes at 60 frames a second). */
const MAX_TAKES = 20;
const MAX_BYTES = 500_000;

/** Seconds from a player's request to the next: 30 a minute, where data stores allow 40 for each player. */
const REQUEST_SECONDS = 2;

/**
 * Server: saves the takes that come over `takes`. Over `requests` a client asks with `"list"`, `"load" name` or `"remove"
 * name`, and hears `"list" names` whenever its list is new; a take that it asked for comes over `takes`.
 */
export function serveTakes(takes: RemoteEvent, requests: RemoteEvent): UploadReceiver {
	const store = new TakeStore("CameraTakes");
	const savedKeys = new Map<Player, Set<string>>();
	const nextRequest = new Map<Player, number>();

	/** The keys of a player's takes: asked of the data store once, and then kept up to date here. */
	function keysOf(player: Player): Set<string> {
		const known = savedKeys.get(player);
		if (known) return known;
		const listed = new Set(store.list(store.keyOf(player.UserId, "")));
		const keys = savedKeys.get(player) ?? listed;
		if (player.IsDescendantOf(Players)) savedKeys.set(player, keys);
		return keys;
	}

	function sendList(player: Player): void {
		const prefix = store.keyOf(player.UserId, "");
		const names = new Array<string>();
		for (const key of keysOf(player)) names.push(key.sub(prefix.size() + 1));
		requests.FireClient(player, "list", names.sort());
	}

	function answer(player: Player, kind: unknown, name: unknown): void {
		if (kind === "list") sendList(player);
		if (!typeIs(name, "string") || name.size() > 255 || utf8.len(name)[0] === undefined) return;
		const key = store.keyOf(player.UserId, name);
		if (!keysOf(player).has(key)) return;
		if (kind === "load") {
			const take = store.load(key);
			if (take) sendTake(takes, player, take);
		} else if (kind === "remove") {
			store.remove(key);
			keysOf(player).delete(key);
			sendList(player);
		}
	}

	requests.OnServerEvent.Connect((player, kind, name) => {
		// One request of a player at a time, and then a pause: what comes too soon is not answered.
		if (!player.IsDescendantOf(Players) || os.clock() < (nextRequest.get(player) ?? 0)) return;
		nextRequest.set(player, math.huge);
		const [ok, problem] = pcall(answer, player, kind, name);
		if (!ok) warn(problem);
		if (player.IsDescendantOf(Players)) nextRequest.set(player, os.clock() + REQUEST_SECONDS);
		else nextRequest.delete(player);
	});
	Players.PlayerRemoving.Connect((player) => {
		savedKeys.delete(player);
		nextRequest.delete(player);
	});

	return receiveUploads(
		takes,
		(player, take) => {
			const keys = keysOf(player);
			const key = store.keyOf(player.UserId, take.name);
			// The text that is returned refuses the upload and reaches the client.
			if (!keys.has(key) && keys.size() >= MAX_TAKES) return `${MAX_TAKES} takes are kept; remove one first`;
			store.save(key, take, { userIds: [player.UserId] });
			keys.add(key);
			if (player.IsDescendantOf(Players)) sendList(player);
			return undefined;
		},
		{ maxBytes: MAX_BYTES },
	);
}
