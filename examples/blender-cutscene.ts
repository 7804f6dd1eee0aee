/**
 * A cutscene from Blender: animate a camera, export the scene as `.glb`, and play the flight here. `keepCutscene`
 * converts it to a take of 18 bytes per frame, which no longer needs the exported file.
 */
import { CameraPlayer, readModel, Take, takeFromPath } from "@rbxts/dolly";

function cameraFlight(glb: buffer) {
	const { cameras } = readModel(glb);
	assert(cameras.size() > 0, "the file has no camera: tick Cameras in Blender's exporter");
	return cameras[0];
}

/** Plays the first camera of the file. Yields until it ends. */
export function playCutscene(glb: buffer): void {
	const player = new CameraPlayer(cameraFlight(glb));
	player.play();
	player.ended.Wait();
	player.destroy();
}

/** Returns the same flight as a take, for a `RecordingStore` or a module of the place. */
export function keepCutscene(glb: buffer, map: string): Take {
	return takeFromPath(cameraFlight(glb), { map, rate: 60 });
}
