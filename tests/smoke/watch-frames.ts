import { RunService } from "@rbxts/services";

/** Measures frames from now on; what it gives ends that, and gives the longest in seconds. */
export function watchFrames(): () => number {
	let longest = 0;
	const connection = RunService.Heartbeat.Connect((delta) => (longest = math.max(longest, delta)));
	return () => {
		connection.Disconnect();
		return longest;
	};
}
