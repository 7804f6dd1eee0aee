import { RecordingRemote, RecordingStore, serveRecordings } from "../../src/camera";
import { headless } from "../headless";
import { anyValue, fireAnything } from "../roblox/store/abuse";
import { uploadAs } from "../roblox/store/clients";
import { sampleTake } from "../roblox/store/sample-takes";
import { Target } from "./fuzz";

const LIMIT = 3;

/**
 * Requests and uploads of any kind, at any time, over a store of any latency: a player never keeps more than the limit says,
 * and what is listed in the end is what is stored.
 */
export function serveTarget(): Target {
	const { advance, dataStores, players, remotes, step, takeErrors, takeWarnings } = headless!;
	return {
		name: "serve",
		seeds: [buffer.create(0)],
		read: (_, random) => {
			dataStores.reset();
			takeErrors();
			takeWarnings();
			dataStores.setLatency(() => random.between(0, 0.8));
			const event = new Instance("RemoteEvent");
			const remote = new RecordingRemote(event, { timeout: 5, uploadsPerMinute: 600, messagesPerSecond: 600 });
			const store = new RecordingStore("FuzzServed");
			const server = serveRecordings({ store, remote, limits: { recordings: LIMIT, requestsPerMinute: 6000 } });
			const player = players.join();
			let most = 0;
			let listed: unknown;
			remotes.onClientEvent(player, event, (kind, id, ok, names) => {
				if (kind === "reply" && id === 9999 && ok === true) listed = names;
			});
			for (const _ of $range(1, random.int(5, 25))) {
				const name = `t${random.int(1, 6)}`;
				const what = random.int(0, 5);
				if (what < 2) uploadAs(player, event, { ...sampleTake(random.int(1, 9), 2), name });
				else if (what < 4) remotes.fireServer(player, event, "ask", random.int(1, 99), "remove", name);
				else if (what === 4)
					remotes.fireServer(player, event, "ask", anyValue(random), anyValue(random), anyValue(random));
				else fireAnything(player, event, 3, random);
				for (const _ of $range(1, random.int(1, 20))) step(1 / 20);
				const stored = dataStores
					.keys("FuzzServed")
					.filter((key) => key.sub(1, 2) === "h/")
					.size();
				most = math.max(most, stored);
			}
			advance(20, 1 / 4);
			dataStores.setLatency(0);
			remotes.fireServer(player, event, "ask", 9999, "list");
			advance(3, 1 / 4);
			const prefix = store.keyOf(player.UserId, "").size();
			const [keys] = store.list(store.keyOf(player.UserId, ""));
			const names = keys.map((key) => key.sub(prefix + 1)).sort();
			const { uploads, bytes } = remote.usage();
			server.destroy();
			remote.destroy();
			players.leave(player);
			event.Destroy();
			step(1 / 20);
			takeWarnings();
			const [failure] = takeErrors();
			if (failure !== undefined) return failure;
			if (most > LIMIT) return `${most} recordings were stored`;
			if (uploads > 0 || bytes > 0) return `${uploads} uploads and ${bytes} bytes are held`;
			const said = typeIs(listed, "table") ? (listed as Array<string>).join(" ") : tostring(listed);
			return said === names.join(" ") ? undefined : `listed are "${said}", stored are "${names.join(" ")}"`;
		},
	};
}
