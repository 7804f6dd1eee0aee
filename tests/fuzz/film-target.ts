import { createFilm, createTake, decodeRecording, encodeRecording, fitKeys, isRecording, Shot } from "../../src/camera";
import { crc32 } from "../../src/bytes/crc32";
import { CAMERA_SAMPLE_SIZE } from "../../src/motion/camera-path";
import { pathOf } from "../../src/replay/flight-source";
import { Seeded } from "../random";
import { randomReplay } from "../replay/random-replay";
import { randomTake, smoothFrames } from "../take/packed/random-take";
import { Target } from "./fuzz";

/** Makes the checksum of a header right again, which ends where it says. */
function patchHeader(packed: buffer): void {
	if (buffer.len(packed) < 12) return;
	const header = buffer.readu32(packed, 8);
	if (header >= 4 && header <= buffer.len(packed)) {
		buffer.writeu32(packed, header - 4, crc32(packed, 0, header - 4));
	}
}

/** A shot of random keys: any easing, some alike, some with velocities and a zoom. */
function randomShot(random: Seeded): Shot {
	const shot = fitKeys(createTake({ rate: 60, frames: smoothFrames(random.int(30, 200)) }), {
		studs: 0.05,
		degrees: 0.25,
	});
	const easings = [
		"smooth",
		"linear",
		"stop",
		"hold",
		"inOutSine",
		"outBack",
		{ style: "inQuint", from: 0.2, to: 0.7 },
	] as const;
	return {
		...shot,
		keys: shot.keys.map((key) => ({
			...key,
			easing: easings[random.int(0, 6)],
			velocity: random.int(0, 1) === 0 ? undefined : key.velocity,
			fieldOfView: 30 + random.int(0, 60),
		})),
	};
}

/**
 * Damaged packed shots and films, with the checksum of their header made right in three of four. What is accepted comes back the same when it
 * is packed again, and every sample of it is finite.
 */
export function filmTarget(): Target {
	const random = new Seeded(7);
	const shots = [1, 2, 3].map(() => randomShot(random));
	const films = [
		createFilm(shots, { blend: 0.2, easing: "outBack" }),
		createFilm([randomTake(40, random), shots[0], randomTake(1, random)], { blend: [0.1] }),
		createFilm([randomReplay(12, random), shots[1]]),
		createFilm([shots[2]], {
			layers: [
				{ kind: "music", name: "Tidal", soundId: "rbxassetid://1", start: 0.5, duration: 9, offset: 2, volume: 1 },
				{ kind: "replay", recording: randomReplay(5, random), start: 0.2 },
				{
					kind: "rig",
					name: "Walk",
					target: "A.B",
					animationId: "rbxassetid://2",
					start: 0,
					duration: 1,
					speed: 2,
					loop: true,
				},
				{ kind: "music", name: "", soundId: "rbxassetid://3", start: 0 },
			],
		}),
	];
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	return {
		name: "film",
		seeds: [...shots, ...films].map((each) => encodeRecording(each)),
		read: (input, chance) => {
			if (chance.int(0, 3) > 0) patchHeader(input);
			const recording = decodeRecording(input);
			if (isRecording(recording, "take") || isRecording(recording, "replay")) return undefined;
			const packed = encodeRecording(recording);
			const again = encodeRecording(decodeRecording(packed));
			if (buffer.tostring(again) !== buffer.tostring(packed)) return "it differs when packed again";
			if (isRecording(recording, "film") && recording.items.some((item) => "subjects" in item.recording)) {
				return undefined; // its camera may be missing
			}
			const path = pathOf(recording, "fuzz");
			for (const _ of $range(1, 8)) {
				const seconds = chance.unit() * path.duration;
				path.sample(seconds, sample);
				for (const at of $range(0, CAMERA_SAMPLE_SIZE - 8, 8)) {
					const value = buffer.readf64(sample, at);
					if (value - value !== 0) return `a sample at ${seconds} seconds is not finite`;
				}
			}
			return undefined;
		},
	};
}
