/** A camera that is held in a hand and keeps looking at a character, over any flight. Runs on a client. */
import { CameraPlayer, lookAt, shake, Take } from "@rbxts/dolly/camera";

/** Plays a flight that looks at `target` from wherever it is, a little late and not quite steady. */
export function followByHand(flight: Take, target: BasePart): CameraPlayer {
	const player = new CameraPlayer(flight, {
		modifiers: [lookAt(target, { halfLife: 0.15 }), shake({ seed: 7, degrees: 0.5 })],
	});
	player.play();
	return player;
}
