/** A speed ramp: a flight that slows down around its marker `hit` and speeds up again after it. */
import { retimeRecording, Take } from "@rbxts/dolly/camera";

/** Returns a take that passes the marker at a quarter of its speed. The speed changes gently on both sides. */
export function slowAtHit(take: Take): Take {
	const hit = take.markers.find(({ name }) => name === "hit")?.seconds;
	if (hit === undefined || hit === 0) return take;
	return retimeRecording(take, {
		speeds: [
			{ seconds: math.max(hit - 0.5, 0), speed: 1 },
			{ seconds: hit, speed: 0.25 },
			{ seconds: hit + 0.5, speed: 1 },
		],
	});
}
