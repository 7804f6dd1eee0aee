/** Moves the camera from where it is to a part, and back to the player. Runs on a client. */
import { CameraPlayer, createShot } from "@rbxts/dolly/camera";

/** Flies to `target` within `seconds`, rests there for two seconds, and returns to the game's own view. Yields. */
export function lookAt(target: BasePart, seconds: number): void {
	const camera = game.GetService("Workspace").CurrentCamera!;
	const view = target.CFrame.mul(CFrame.lookAt(new Vector3(0, 4, -12), Vector3.zero));
	const shot = createShot([
		{ seconds: 0, cframe: camera.CFrame, fieldOfView: camera.FieldOfView },
		{ seconds, cframe: view, fieldOfView: 40, easing: "inOutSine" },
		{ seconds: seconds + 2, cframe: view },
	]);
	const player = new CameraPlayer(shot, { blendOut: 1 });
	player.play();
	player.ended.Wait();
	player.destroy();
}
