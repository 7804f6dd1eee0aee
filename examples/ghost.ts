/** A ghost: the previous lap of a car drives beside the next one. Runs on a client or on the server. */
import { Follower, Recorder } from "@rbxts/dolly/camera";

/**
 * Call the returned function at the start of each lap. It ends the recording of the previous lap and starts its ghost.
 */
export function raceAgainstYourself(car: Model, ghost: Model): () => void {
	const recorder = new Recorder({ subject: car, rate: 30 });
	let follower: Follower | undefined;
	return () => {
		follower?.destroy();
		if (recorder.state === "recording") {
			follower = new Follower(recorder.stop(), ghost);
			follower.play();
		}
		recorder.start();
	};
}
