/** A hand-held camera that keeps looking at a character, over any flight. Runs on a client. */
import { CameraPlayer, lookAt, shake, Take } from "@rbxts/dolly/camera";

/** Plays a flight that looks at `target`, with a slight delay and a slight shake. */
export function followByHand(flight: Take, target: BasePart): CameraPlayer {
	const player = new CameraPlayer(flight, {
		modifiers: [lookAt(target, { halfLife: 0.15 }), shake({ seed: 7, degrees: 0.5 })],
	});
	player.play();
	return player;
}
