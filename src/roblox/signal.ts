import { checkType } from "../bytes/check-argument";

/**
 * A handler connected to a `Signal`.
 *
 * @example
 * const connection: Connection = recorder.discarded.Connect(() => print("thrown away"));
 * if (connection.Connected) connection.Disconnect();
 */
export class Connection {
	/** Whether the handler is still connected. */
	public Connected = true;

	constructor(private readonly remove: (connection: Connection) => void) {}

	/** Disconnects the handler: it is not called again, not even by a signal that is firing. */
	public Disconnect(): void {
		if (!this.Connected) return;
		this.Connected = false;
		this.remove(this);
	}
}

interface Listener<T extends Array<unknown>> {
	connection: Connection;
	handler: (...values: T) => void;
}

/**
 * An event, like the engine's own signals. Handlers run in threads of their own, in the order of their connection,
 * before `Fire` returns: one that fails or yields does not delay the others.
 *
 * @example
 * const stopped: Signal<[take: Take]> = recorder.stopped;
 * const connection = stopped.Connect(({ count }) => print(`${count} frames`));
 * connection.Disconnect();
 */
export class Signal<T extends Array<unknown> = []> {
	private listeners = new Array<Listener<T>>();

	/** Calls `handler` each time the signal fires. */
	public Connect(handler: (...values: T) => void): Connection {
		checkType(handler, "function", "Signal.Connect", "handler");
		const connection = new Connection((ended) => {
			this.listeners = this.listeners.filter((listener) => listener.connection !== ended);
		});
		// A new array each time, so that a signal that is firing keeps the listeners that it started with.
		this.listeners = [...this.listeners, { connection, handler }];
		return connection;
	}

	/** Calls `handler` only the next time the signal fires. */
	public Once(handler: (...values: T) => void): Connection {
		checkType(handler, "function", "Signal.Once", "handler");
		const connection = this.Connect((...values) => {
			connection.Disconnect();
			handler(...values);
		});
		return connection;
	}

	/** Waits until the signal fires and returns its values. */
	public Wait(): LuaTuple<T> {
		const thread = coroutine.running();
		this.Once((...values) => {
			// A cancelled thread must not be resumed.
			if (coroutine.status(thread) === "suspended") task.spawn(thread, ...values);
		});
		return coroutine.yield() as LuaTuple<T>;
	}

	/** Returns whether any handler is connected. */
	public isHeard(): boolean {
		return !this.listeners.isEmpty();
	}

	/** Calls every handler with `values`. */
	public Fire(...values: T): void {
		for (const { connection, handler } of this.listeners) {
			if (connection.Connected) task.spawn(handler, ...values);
		}
	}

	/** Disconnects every handler. */
	public Destroy(): void {
		for (const { connection } of this.listeners) connection.Connected = false;
		this.listeners = [];
	}
}
