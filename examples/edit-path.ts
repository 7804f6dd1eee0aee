/** Bends a recorded flight: converts its frames to a few keys and moves one of them. Runs anywhere. */
import { fitKeys, moveKey, retimeKeys, sampleCFrame, Shot, Take } from "@rbxts/dolly/camera";

/**
 * Returns the flight as a shot that passes `height` studs higher at about `seconds`, and ends `delay` seconds later.
 */
export function liftPath(take: Take, seconds: number, height: number, delay: number): Shot {
	const shot = fitKeys(take, { studs: 0.1, degrees: 0.5, smooth: 0.1 });
	const key = shot.keys.find((each) => each.seconds >= seconds)!;
	const higher = sampleCFrame(shot, key.seconds).add(new Vector3(0, height, 0));
	const lifted = moveKey(shot, key, higher, { reach: 1 });
	const after = lifted.keys.find((each) => each.seconds > key.seconds)!;
	return retimeKeys(lifted, [after], delay, { ripple: true }); // moves all later keys, too
}
