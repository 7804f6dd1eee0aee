import { Players, Workspace } from "@rbxts/services";
import { receiveUploads, sendTake, TakeStore } from "../../src/camera";
import { createRemotes } from "./remotes";
import { buildScene } from "./scene";

/** What one player may keep: so many takes, each of up to so many bytes. */
const MAX_TAKES = 20;
const MAX_BYTES = 1_000_000;

/** Seconds from a player's request to the next: 30 a minute, where data stores allow 40 for each player. */
const REQUEST_SECONDS = 2;

function isName(value: unknown): value is string {
	return typeIs(value, "string") && value.size() > 0 && value.size() <= 255 && utf8.len(value)[0] !== undefined;
}

/** Starts the demo's server: the scene, and a store of takes for each player. */
export function startServer(): void {
	buildScene(Workspace);
	const remotes = createRemotes();
	const store = new TakeStore("DollyDemo", { unpublished: "memory" });
	const savedKeys = new Map<Player, Set<string>>();
	const nextRequest = new Map<Player, number>();

	/** The keys of a player's takes: asked of the store once, and then kept up to date here. */
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
		remotes.requests.FireClient(player, "list", names.sort(), store.isInMemory);
	}

	function sendSaved(player: Player, name: string): void {
		const key = store.keyOf(player.UserId, name);
		const take = keysOf(player).has(key) ? store.load(key) : undefined;
		if (take) sendTake(remotes.takes, player, take);
		else remotes.requests.FireClient(player, "problem", `there is no saved take "${name}"`);
	}

	receiveUploads(
		remotes.takes,
		(player, take) => {
			if (!isName(take.name)) return "a take needs a name";
			const keys = keysOf(player);
			const key = store.keyOf(player.UserId, take.name);
			if (!keys.has(key) && keys.size() >= MAX_TAKES) return `${MAX_TAKES} takes are saved, and more are not kept`;
			store.save(key, take, { userIds: [player.UserId] });
			keys.add(key);
			if (player.IsDescendantOf(Players)) sendList(player);
			return undefined;
		},
		{ maxBytes: MAX_BYTES },
	);

	remotes.requests.OnServerEvent.Connect((player, request, name) => {
		if (!player.IsDescendantOf(Players)) return;
		if (os.clock() < (nextRequest.get(player) ?? 0)) {
			remotes.requests.FireClient(player, "problem", "too many requests; wait a moment");
			return;
		}
		// One request of a player at a time.
		nextRequest.set(player, math.huge);
		const [ok, problem] = pcall(() => {
			if (request === "list") sendList(player);
			else if (request === "load" && isName(name)) sendSaved(player, name);
		});
		if (!ok) {
			warn(tostring(problem));
			remotes.requests.FireClient(player, "problem", "the store did not answer");
		}
		if (player.IsDescendantOf(Players)) nextRequest.set(player, os.clock() + REQUEST_SECONDS);
		else nextRequest.delete(player);
	});
	Players.PlayerRemoving.Connect((player) => {
		savedKeys.delete(player);
		nextRequest.delete(player);
	});
}
