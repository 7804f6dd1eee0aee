/** The view behind a menu: the camera glides back and forth along a shot for as long as the menu is open. Runs on a client. */
import { CameraPlayer, createShot } from "@rbxts/dolly/camera";

/** Shows the view from one part to the other and back; call what it returns when the menu closes. */
export function playMenu(first: BasePart, last: BasePart, seconds: number): () => void {
	const shot = createShot([
		{ seconds: 0, cframe: first.CFrame },
		{ seconds, cframe: last.CFrame, easing: "inOutSine" },
	]);
	const player = new CameraPlayer(shot, { loop: "pingPong", blendOut: 1 });
	player.play();
	return () => {
		player.skip(); // the view blends back to the player's own
		player.ended.Once(() => player.destroy());
	};
}
