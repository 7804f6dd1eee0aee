/** A ghost: the last lap of a car drives beside the next one. Runs on a client or on the server. */
import { Follower, Recorder } from "@rbxts/dolly/camera";

/** Call the function that this returns at the start of each lap: it ends the recording of the last one and sends its ghost. */
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
