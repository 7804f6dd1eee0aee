/** Records the camera and plays it back. Runs on a client. */
import { CameraPlayer, Recorder, Take } from "@rbxts/dolly/camera";

/** Records for `seconds`, plays the take once, and returns it. Yields. */
export function recordAndReplay(seconds: number): Take {
	const recorder = new Recorder({ rate: 30 });
	recorder.start();
	task.wait(seconds);
	const take = recorder.stop();
	recorder.destroy();

	const player = new CameraPlayer(take, { blendIn: 0.5, blendOut: 0.5 });
	player.play();
	player.ended.Wait();
	player.destroy();
	return take;
}
