/**
 * An intro: the camera visits the parts of a folder while the map loads, then blends to the player's view. Runs on a
 * client.
 */
import { CameraPlayer, createShot } from "@rbxts/dolly/camera";

/** Plays the tour once. The parts are named `1`, `2`, `3` and have an attribute `Seconds`. Yields until it ends. */
export function playIntro(tour: Folder, onTitle: () => void): void {
	const shot = createShot(tour, { level: true, markers: [{ name: "title", seconds: 1 }] });
	const player = new CameraPlayer(shot, { blendOut: 1.5 });
	player.marker.Connect((name) => {
		if (name === "title") onTitle();
	});
	player.prefetch();
	player.play();
	player.ended.Wait();
	player.destroy();
}
