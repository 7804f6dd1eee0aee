/**
 * An instant replay: the last eight seconds of the camera, again in slow motion, whenever the game asks for it. Runs on each
 * client; memory does not grow however long the round lasts.
 */
import { CameraPlayer, Recorder } from "@rbxts/dolly/camera";

/** Watches the camera from now on, and gives the function that replays; it yields until the replay is over. */
export function watchForReplays(seconds = 8, speed = 0.5): () => void {
	const recorder = new Recorder({ keepLast: seconds });
	recorder.start();
	return () => {
		if (recorder.state !== "recording" || recorder.frameCount < 2) return;
		const player = new CameraPlayer(recorder.peek(), { speed, blendOut: 0.5 });
		recorder.pause();
		player.play();
		player.ended.Wait();
		player.destroy();
		recorder.resume();
	};
}
