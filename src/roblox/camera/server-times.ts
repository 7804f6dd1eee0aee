const Workspace = game.GetService("Workspace");

/** A time of a recording, and the server's clock at that time. */
interface Reading {
	readonly seconds: number;
	readonly server: number;
}

function readServer(): number {
	return Workspace.GetServerTimeNow();
}

/** The server's clock during a recording: unknown on a client that is not connected, where reading it fails. */
export class ServerTimes {
	/** A reading at the start of each stretch without a pause; undefined if one of them is unknown. */
	private begins?: Array<Reading> = [];
	/** The latest reading, as numbers: there is one per frame. */
	private latestSeconds = 0;
	private latestServer?: number;

	/**
	 * Reads the clock at `seconds` of the recording, where a stretch begins if `isBeginning`. Drops stretches that end
	 * before `kept`.
	 */
	public read(seconds: number, isBeginning: boolean, kept: number): void {
		const { begins } = this;
		if (!begins) return;
		const [ok, server] = pcall(readServer);
		if (ok) {
			this.latestSeconds = seconds;
			this.latestServer = server;
			if (isBeginning) begins.push({ seconds, server });
		} else if (isBeginning) {
			this.begins = undefined;
		}
		while (begins.size() > 1 && begins[1].seconds <= kept) begins.shift();
	}

	/** Returns the server's times at `first` and `last` seconds of the recording, or undefined if they are unknown. */
	public span(first: number, last: number): LuaTuple<[serverStart?: number, serverEnd?: number]> {
		const { begins, latestSeconds, latestServer } = this;
		if (!begins || latestServer === undefined) return $tuple(undefined, undefined);
		let begin = begins[0];
		for (const other of begins) if (other.seconds <= first) begin = other;
		// Clocks drift apart: the nearer of two readings is the better one. Before the last pause there is only one.
		const isLast = begin === begins[begins.size() - 1];
		const isNearer = math.abs(latestSeconds - first) < math.abs(begin.seconds - first);
		const near = isLast && isNearer ? { seconds: latestSeconds, server: latestServer } : begin;
		const start = near.server + (first - near.seconds);
		return $tuple(start, math.max(latestServer + (last - latestSeconds), start));
	}
}
