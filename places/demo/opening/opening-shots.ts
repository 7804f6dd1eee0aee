import { createShot, Shot } from "../../../src";

/** Seconds of the walk that are shown live. The replay begins at the shot's marker. */
const LIVE_SECONDS = 4.6;

const at = (place: CFrame, x: number, y: number, z: number) =>
	CFrame.lookAt(place.mul(new Vector3(x, y, z)), place.Position);

/** Makes the live view: the camera descends and moves ahead of the figure, which will be hit at `place`. */
export function liveShot(place: CFrame): Shot {
	return createShot(
		[
			{ seconds: 0, cframe: at(place, -6.8, 5.2, 2.5), fieldOfView: 46 },
			{ seconds: 2.4, cframe: at(place, -5, 3.2, 6.8), fieldOfView: 42 },
			{ seconds: LIVE_SECONDS + 1, cframe: at(place, -4.2, 2.4, 12.2), fieldOfView: 42 },
		],
		{ name: "Live", markers: [{ name: "replay", seconds: LIVE_SECONDS }] },
	);
}

/** The start and end angles of the replay around the place, in degrees, and the number of keys between. */
const FIRST = 42;
const LAST = -132;
const KEYS = 8;

/** Makes the view of the replay: an arc around `place` that lasts `seconds`. */
export function orbitShot(place: CFrame, seconds: number): Shot {
	const keys = new Array<{ seconds: number; cframe: CFrame; fieldOfView: number }>();
	for (const key of $range(0, KEYS)) {
		const alpha = key / KEYS;
		const angle = math.rad(FIRST + (LAST - FIRST) * alpha);
		const distance = 10 - 2.6 * alpha;
		const cframe = at(place, math.sin(angle) * distance, 2.2 + 2 * alpha, 1.5 + 2 * alpha + math.cos(angle) * distance);
		keys.push({ seconds: seconds * alpha, cframe, fieldOfView: 44 });
	}
	return createShot(keys, { name: "Orbit" });
}
