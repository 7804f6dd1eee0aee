import { Players, Workspace } from "@rbxts/services";
import { receiveUploads, sendTake, TakeStore } from "../../src/camera";
import { createRemotes, MAX_SAVED_NAME } from "./remotes";
import { buildScene } from "./scene";

/** Seconds between two requests of one player, so that nobody spends the server's data store budget. */
const REQUEST_PAUSE = 1;

/** A player's takes share this beginning of their keys. */
function prefixOf(player: Player): string {
	return `${player.UserId}/`;
}

function isName(value: unknown): value is string {
	return (
		typeIs(value, "string") && value.size() > 0 && value.size() <= MAX_SAVED_NAME && utf8.len(value)[0] !== undefined
	);
}

/** Starts the demo's server: the scene, and a store of takes for each player. */
export function startServer(): void {
	buildScene(Workspace);
	const remotes = createRemotes();
	const store = new TakeStore("DollyDemo", { unpublished: "memory" });
	const lastRequest = new Map<Player, number>();

	function sendList(player: Player): void {
		const prefix = prefixOf(player);
		const names = store.list(prefix).map((key) => key.sub(prefix.size() + 1));
		remotes.requests.FireClient(player, "list", names, store.isInMemory);
	}

	function sendSaved(player: Player, name: string): void {
		const take = store.load(prefixOf(player) + name);
		if (take) sendTake(remotes.takes, player, take);
		else remotes.requests.FireClient(player, "problem", `there is no saved take "${name}"`);
	}

	receiveUploads(remotes.takes, (player, take) => {
		if (!isName(take.name)) return `a name of 1 to ${MAX_SAVED_NAME} characters is needed`;
		store.save(prefixOf(player) + take.name, take, { userIds: [player.UserId] });
		task.defer(() => {
			if (player.IsDescendantOf(Players)) sendList(player);
		});
		return undefined;
	});

	remotes.requests.OnServerEvent.Connect((player, request, name) => {
		const now = os.clock();
		if (now - (lastRequest.get(player) ?? -math.huge) < REQUEST_PAUSE) {
			remotes.requests.FireClient(player, "problem", "too many requests; wait a second");
			return;
		}
		lastRequest.set(player, now);
		const [ok, problem] = pcall(() => {
			if (request === "list") sendList(player);
			else if (request === "load" && isName(name)) sendSaved(player, name);
		});
		if (!ok) {
			warn(tostring(problem));
			remotes.requests.FireClient(player, "problem", "the store did not answer");
		}
	});
	Players.PlayerRemoving.Connect((player) => lastRequest.delete(player));
}
