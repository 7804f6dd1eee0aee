//!native
//!optimize 2
import { headless } from "../../headless";
import { Seeded } from "../../random";

/** Full cycles of the garbage collector that a measurement goes through. */
const CYCLES = 8;

/**
 * The kilobytes in use when what can go is gone. Only allocation drives the collector, and what is allocated meanwhile
 * counts until the next cycle: so it is the least of many readings.
 */
export function kilobytesInUse(): number {
	let least = math.huge;
	for (const _ of $range(1, CYCLES)) {
		const sentinel = setmetatable(new Map<object, boolean>(), { __mode: "k" });
		sentinel.set({}, true);
		while (next(sentinel)[0] !== undefined) {
			for (const _ of $range(1, 200)) table.create(64);
			least = math.min(least, gcinfo());
		}
	}
	return least;
}

/** Fires `count` chunks as `player`, `perFrame` a frame: in order, or in an order that `random` gives. */
export function floodChunks(
	player: Player,
	remote: RemoteEvent,
	id: number,
	count: number,
	perFrame: number,
	random?: Seeded,
): void {
	const chunk = buffer.create(16384);
	for (const index of $range(0, count - 1)) {
		const at = random ? random.int(0, count - 1) : index;
		headless!.remotes.fireServer(player, remote, "chunk", id, at, chunk);
		if (index % perFrame === perFrame - 1) headless!.step(1 / 60);
	}
	headless!.step(1 / 60);
}

/** Counts the chunks that arrive over `remote` and that somebody still holds. */
export function countHeldChunks(remote: RemoteEvent): () => number {
	const arrived = setmetatable(new Map<buffer, boolean>(), { __mode: "k" });
	remote.OnServerEvent.Connect((_: Player, ...values: Array<unknown>) => {
		const chunk = values[3];
		if (typeIs(chunk, "buffer")) arrived.set(chunk, true);
	});
	return () => arrived.size();
}

/** A value of any kind that a client could send. */
export function anyValue(random: Seeded): unknown {
	const values: Array<unknown> = [
		undefined,
		true,
		0,
		1,
		-1,
		0.5,
		0 / 0,
		math.huge,
		-math.huge,
		2 ** 31,
		1e300,
		"",
		"begin",
		"\xff\xfe",
		string.rep("x", 5000),
		buffer.create(0),
		buffer.create(16384),
		buffer.create(16385),
		{},
		[1, 2, 3],
		{ begin: { chunk: 1 } },
		game,
		Enum.KeyCode.A,
		Vector3.one,
	];
	return values[random.int(0, values.size() - 1)];
}

/** Fires messages of any shape as `player`: most begin as real ones do. */
export function fireAnything(player: Player, remote: RemoteEvent, count: number, random: Seeded): void {
	const kinds = ["begin", "chunk", "end", "cancel", "ack", "kept", "refused"];
	for (const index of $range(1, count)) {
		const isKnown = random.int(0, 9) > 0;
		const kind = isKnown ? kinds[random.int(0, kinds.size() - 1)] : anyValue(random);
		const id = isKnown ? random.int(1, 3) : anyValue(random);
		const values = new Array<defined>();
		for (const _ of $range(1, 4)) values.push(random.int(0, 2) > 0 ? random.int(0, 40000) : (anyValue(random) ?? "x"));
		headless!.remotes.fireServer(player, remote, kind, id, ...values);
		if (index % 5 === 0) headless!.step(1 / 10);
	}
	headless!.step(1 / 60);
}
