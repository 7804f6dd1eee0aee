/**
 * Plays several clients' recordings of one match in sync. Each machine's clock runs a little differently, and the
 * server's clock lines them up. Runs on a client or on a server.
 */
import { Replay, ReplayPlayer, retimeRecording } from "@rbxts/dolly/camera";

/** Starts all replays at the first moment that all of them contain. Returns their players. */
export function playTogether(replays: ReadonlyArray<Replay>, resolve: (look: string) => Model | undefined) {
	const fitted = replays.map((replay) => retimeRecording(replay, { clock: "server" }));
	const start = math.max(...fitted.map(({ serverStart }) => serverStart!));
	return fitted.map((replay) => {
		const player = new ReplayPlayer(replay, { camera: false, resolve: ({ look = "" }) => resolve(look) });
		player.seek(start - replay.serverStart!);
		player.play();
		return player;
	});
}
