import { encodeRecording, ReplayPlayer } from "../../src";
import { Seeded } from "../random";
import { decodeReplay } from "../replay/decode-replay";
import { patchReplaySums } from "../replay/packed/patch-replay-sums";
import { randomReplay, replayDifference } from "../replay/random-replay";
import { Target } from "./fuzz";

/**
 * Damaged packed replays, with their checksums made right in three of four, so that what lies behind is met. What is accepted comes back the
 * same when it is packed again; one in eight is played.
 */
export function replayTarget(): Target {
	const random = new Seeded(33);
	const seeds = [0, 1, 2, 12, 256, 300].map((count) => encodeRecording(randomReplay(count, random)));
	return {
		name: "replay",
		seeds,
		read: (input, chance) => {
			const isPatched = chance.int(0, 3) > 0;
			if (isPatched) patchReplaySums(input);
			const replay = decodeReplay(input);
			const difference = replayDifference(decodeReplay(encodeRecording(replay)), replay);
			if (difference !== "") return `${difference} differs when packed again`;
			if (chance.int(0, 7) > 0) return undefined;
			const player = new ReplayPlayer(replay);
			player.play();
			for (const _ of $range(1, 4)) player.seek(chance.unit() * player.duration);
			player.destroy();
			return undefined;
		},
	};
}

/** Replays of any kind, packed and unpacked. */
export function replaysTarget(): Target {
	return {
		name: "replays",
		seeds: [buffer.create(0)],
		read: (_, random) => {
			const replay = randomReplay(random.int(0, 9) === 0 ? random.int(200, 600) : random.int(0, 40), random);
			const difference = replayDifference(decodeReplay(encodeRecording(replay)), replay);
			return difference === "" ? undefined : `${difference} differs`;
		},
	};
}
