/** The view behind a menu: the camera glides back and forth along a shot while the menu is open. Runs on a client. */
import { CameraPlayer, createShot } from "@rbxts/dolly/camera";

/** Moves the view from one part to the other and back. Call the returned function when the menu closes. */
export function playMenu(first: BasePart, last: BasePart, seconds: number): () => void {
	const shot = createShot([
		{ seconds: 0, cframe: first.CFrame },
		{ seconds, cframe: last.CFrame, easing: "inOutSine" },
	]);
	const player = new CameraPlayer(shot, { loop: "pingPong", blendOut: 1 });
	player.play();
	return () => {
		player.skip(); // blends back to the player's own view
		player.ended.Once(() => player.destroy());
	};
}
