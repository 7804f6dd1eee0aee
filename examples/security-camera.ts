/**
 * A security camera on a moving lift: its view is recorded in the lift's own space, so that it plays inside the lift
 * wherever that is. Runs on a client.
 */
import { CameraPlayer, Recorder } from "@rbxts/dolly/camera";

/**
 * Records the camera relative to the lift for `seconds`, then plays it on the lift in a loop. Yields while it records.
 */
export function patrol(lift: Model, seconds: number): CameraPlayer {
	const recorder = new Recorder({ relativeTo: lift, rate: 30 });
	recorder.start();
	task.wait(seconds);
	const player = new CameraPlayer(recorder.stop(), { relativeTo: lift, loop: true });
	recorder.destroy();
	player.play();
	return player;
}
