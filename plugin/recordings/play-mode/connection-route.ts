import { decodeRecording, Recording } from "../../../src/camera";

import { MOST_BYTES } from "./waiting-recording";

/**
 * Sends takes from play mode through Studio's connection between the plugin's instances: `take <id> <bytes>`, then the
 * packed take in pieces. The answer is `kept <id>` once the take has been read. Messages arrive in order, but the
 * connection can drop at any time.
 */
const PIECE = 60_000;

/** Seconds to wait for the answer. */
const PATIENCE = 5;

const { Edit, Test } = Enum.PluginConnectionTargetType;

/** Returns Studio's service, or undefined in versions that lack it. */
function findService(): PluginConnectionService | undefined {
	const [ok, service] = pcall(() => game.GetService("PluginConnectionService"));
	return ok ? service : undefined;
}

/** Sends takes from a playtest to the edit session that started it. */
export class RecordingSender {
	private readonly kept = new Set<string>();
	private readonly bound = new Map<PluginConnection, RBXScriptConnection>();

	/** Sends a take and returns whether the edit session confirms it within five seconds. Yields. */
	public send(id: string, packed: buffer): boolean {
		const service = findService();
		if (!service?.CanHaveConnectionType(Edit)) return false;
		const [connection] = service.GetPluginConnectionsOfType(Edit) as Array<PluginConnection>;
		if (!connection) return false;
		this.listen(connection);
		connection.SendMessage(`take ${id} ${buffer.len(packed)}`);
		for (const from of $range(0, buffer.len(packed) - 1, PIECE)) {
			const piece = buffer.create(math.min(PIECE, buffer.len(packed) - from));
			buffer.copy(piece, 0, packed, from, buffer.len(piece));
			connection.SendMessage(piece);
		}
		const started = os.clock();
		while (connection.Connected && !this.kept.has(id) && os.clock() - started < PATIENCE) task.wait();
		return this.kept.has(id);
	}

	public destroy(): void {
		for (const [, binding] of this.bound) binding.Disconnect();
	}

	private listen(connection: PluginConnection): void {
		if (this.bound.has(connection)) return;
		const binding = connection.BindToMessage((message: unknown) => {
			const [id] = typeIs(message, "string") ? message.match("^kept (%S+)$") : [];
			if (typeIs(id, "string")) this.kept.add(id);
		});
		this.bound.set(connection, binding);
	}
}

/** A take that is being received. */
interface Arriving {
	id: string;
	bytes: buffer;
	at: number;
}

/** Reads the messages of one playtest. They can be anything. */
function createReceiver(connection: PluginConnection, onTake: (id: string, take: Recording) => void) {
	let arriving: Arriving | undefined;

	function begin(message: string): void {
		const [id, size] = message.match("^take ([%w-]+) (%d+)$");
		const bytes = tonumber(size);
		arriving = undefined;
		if (!typeIs(id, "string") || id.size() > 64 || bytes === undefined || bytes < 1 || bytes > MOST_BYTES) return;
		arriving = { id, bytes: buffer.create(bytes), at: 0 };
	}

	function add(piece: buffer): void {
		if (!arriving) return;
		const { id, bytes, at } = arriving;
		const finish = at + buffer.len(piece);
		if (finish > buffer.len(bytes)) {
			arriving = undefined;
			return;
		}
		buffer.copy(bytes, at, piece);
		arriving.at = finish;
		if (finish < buffer.len(bytes)) return;
		arriving = undefined;
		// An unreadable take gets no answer. It arrives through the settings, or is reported there.
		const [ok, take] = pcall(() => decodeRecording(bytes));
		if (!ok) return;
		onTake(id, take as Recording);
		connection.SendMessage(`kept ${id}`);
	}

	return (message: unknown) => {
		if (typeIs(message, "string")) begin(message);
		else if (typeIs(message, "buffer")) add(message);
	};
}

/** Receives takes from all playtests of this edit session. Returns a function that stops it. */
export function receiveFromPlaytests(onTake: (id: string, take: Recording) => void): () => void {
	const service = findService();
	if (!service?.CanHaveConnectionType(Test)) return () => {};
	const bindings = new Array<RBXScriptConnection>();
	const known = new Set<PluginConnection>();
	const follow = (connection: PluginConnection) => {
		if (connection.Type !== Test || known.has(connection)) return;
		known.add(connection);
		bindings.push(connection.BindToMessage(createReceiver(connection, onTake)));
	};
	bindings.push(service.Connected.Connect(follow));
	// Some may exist already.
	for (const connection of service.GetPluginConnectionsOfType(Test) as Array<PluginConnection>) follow(connection);
	return () => bindings.forEach((binding) => binding.Disconnect());
}
