/**
 * A cutscene from Blender: animate a camera, export the scene as `.glb`, and play the flight here. `keepCutscene` turns it
 * into a take of 18 bytes a frame, which needs the exported file no more.
 */
import { CameraPlayer, readModel, Take, takeFromPath } from "@rbxts/dolly";

function cameraFlight(glb: buffer) {
	const { cameras } = readModel(glb);
	assert(cameras.size() > 0, "the file has no camera: tick Cameras in Blender's exporter");
	return cameras[0];
}

/** Plays the first camera of the file and yields until it is over. */
export function playCutscene(glb: buffer): void {
	const player = new CameraPlayer(cameraFlight(glb));
	player.play();
	player.ended.Wait();
	player.destroy();
}

/** The same flight as a take, for a `RecordingStore` or a module of the place. */
export function keepCutscene(glb: buffer, map: string): Take {
	return takeFromPath(cameraFlight(glb), { map, rate: 60 });
}
