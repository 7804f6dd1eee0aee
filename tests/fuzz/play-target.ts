import { decodeRecording, EndReason, encodeRecording, Follower, isRecording, ReplayPlayer } from "../../src/camera";
import { createTake, Job, Recording, Shot } from "../../src/camera";
import { Marker } from "../../src/motion/marker";
import { headless } from "../headless";
import { Seeded } from "../random";
import { randomReplay } from "../replay/random-replay";
import { patchSums } from "../take/packed/patch-sums";
import { randomTake, smoothFrames } from "../take/packed/random-take";
import { Target } from "./fuzz";

/** So many markers anywhere in `duration` seconds. */
function markersIn(duration: number, count: number, random: Seeded): Array<Marker> {
	const markers = new Array<Marker>();
	for (const index of $range(1, count)) markers.push({ name: `${index}`, seconds: random.unit() * duration });
	return markers;
}

/** A shot of so many keys at any distances, and as many markers. */
function manyKeys(count: number, random: Seeded): Shot {
	const keys = new Array<Shot["keys"][number]>();
	let seconds = 0;
	for (const _ of $range(1, count)) {
		const position: [number, number, number] = [random.unit() * 1e3, random.unit() * 1e3, random.unit() * 1e3];
		keys.push({ seconds, position, rotation: [0, 0, 0, 1], easing: random.int(0, 1) === 0 ? "smooth" : "linear" });
		seconds += 1e-3 + random.unit() * 2;
	}
	return { name: "many", map: "", keys, markers: markersIn(keys[count - 1].seconds, count, random) };
}

function recordingOf(random: Seeded): Recording {
	const kind = random.int(0, 3);
	if (kind === 0) return manyKeys(math.floor(2 ** (1 + random.unit() * 11)), random);
	if (kind === 1) return randomReplay(random.int(1, 40), random);
	if (kind === 2) return randomTake(random.int(1, 400), random);
	// Few frames and many markers: what loops it meets all of them again and again.
	const rate = 10 ** random.int(0, 3);
	const frames = smoothFrames(random.int(2, 5));
	return createTake({ rate, frames, markers: markersIn(1 / rate, random.int(0, 10_000), random) });
}

/** Plays a recording as a stranger's: looping, at any speed, through any frames. */
function play(recording: Recording, random: Seeded): string | undefined {
	const part = new Instance("Part");
	const loops = [false, true, "pingPong"] as const;
	const options = { loop: loops[random.int(0, 2)], speed: (random.unit() - 0.3) * 10 ** random.int(0, 4) };
	const player = isRecording(recording, "replay")
		? new ReplayPlayer(recording, options)
		: new Follower(recording, part, options);
	let ends = 0;
	let told = 0;
	player.ended.Connect((_: EndReason) => (ends += 1));
	player.marker.Connect(() => (told += 1));
	player.play();
	let most = 0;
	for (const _ of $range(1, 10)) {
		const before = told;
		headless!.step(random.unit() * 0.1);
		most = math.max(most, told - before);
		player.seek(random.unit() * player.duration);
	}
	const { X, Y, Z } = part.Position;
	player.destroy();
	headless!.step(1 / 60);
	part.Destroy();
	for (const problem of headless!.takeErrors()) if (problem.sub(1, 8) !== "[dolly] ") return problem;
	if (X + Y + Z - (X + Y + Z) !== 0) return "it was moved to where numbers end";
	if (most > 1000) return `a frame told of ${most} markers`;
	return ends === 0 ? "its end was never told" : undefined;
}

/** Takes, shots and replays of any kind, packed, damaged in one of two, unpacked and played. */
export function playTarget(): Target {
	return {
		name: "play",
		seeds: [],
		make: (random) => {
			const packed = encodeRecording(recordingOf(random));
			if (random.int(0, 1) === 0) {
				buffer.writeu8(packed, random.int(0, buffer.len(packed) - 1), random.int(0, 255));
				if (random.int(0, 3) > 0) patchSums(packed);
			}
			return packed;
		},
		read: (input, random, job: Job) => {
			const recording = decodeRecording(input, { job });
			// A shot without a duration stands still; nothing of it ends.
			if (isRecording(recording, "shot") && recording.keys.size() < 2) return undefined;
			return play(recording, random);
		},
	};
}
