import { Workspace } from "@rbxts/services";
import { RecordingRemote, RecordingStore, serveRecordings } from "../../src/camera";
import { createRemote } from "./remotes";
import { buildPark } from "./park/build-park";

/** Starts the demo's server: the park, and a store of takes for each player. */
export function startServer(): void {
	buildPark(Workspace);
	const store = new RecordingStore("DollyDemo", { withoutDataStores: "memory" });
	const remote = new RecordingRemote(createRemote(store.isInMemory), { maxBytes: 1_000_000 });
	serveRecordings({ store, remote });
}
