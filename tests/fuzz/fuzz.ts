//!native
//!optimize 2
import { mutate } from "../mutate";
import { Seeded } from "../random";

/** No input may take longer, or make the heap grow by more: a damaged file must be refused cheaply. */
export const MAX_SECONDS = 1;
export const MAX_BYTES = 64 * 2 ** 20;

/** How often an input that took too long is read again before it counts. */
const RETRIES = 3;

/** One reader under test. */
export interface Target {
	name: string;
	/** Valid inputs, which are damaged before they are read. */
	seeds: Array<buffer>;
	/** Reads an input; says what is wrong with a result that it accepted, such as a number that is not finite. */
	read(this: void, input: buffer, random: Seeded): string | undefined;
}

/** What became of one reader's inputs. */
export interface Tally {
	name: string;
	tried: number;
	refused: number;
	accepted: number;
	worstSeconds: number;
	worstBytes: number;
}

/** An input that a reader did not handle as it must. */
export interface Finding {
	target: string;
	seed: number;
	problem: string;
	input: buffer;
}

export function newTally(name: string): Tally {
	return { name, tried: 0, refused: 0, accepted: 0, worstSeconds: 0, worstBytes: 0 };
}

/** Damages one of the target's seeds, reads it, and counts what came of it. The same seed gives the same input. */
export function tryOne(target: Target, seed: number, clock: () => number, tally: Tally): Finding | undefined {
	const random = new Seeded(seed);
	const last = target.seeds.size() - 1;
	let input = target.seeds[random.int(0, last)];
	for (const _ of $range(1, random.int(1, 3))) {
		input = mutate(input, target.seeds[random.int(0, last)], random);
	}

	const heap = gcinfo();
	const started = clock();
	const [ok, outcome] = pcall(target.read, input, random);
	let seconds = clock() - started;
	const grown = (gcinfo() - heap) * 1024;
	// The clock also counts what else the machine did: an input is slow only if it is slow each time.
	for (const _ of $range(1, seconds > MAX_SECONDS ? RETRIES : 0)) {
		const restarted = clock();
		pcall(target.read, input, random);
		seconds = math.min(seconds, clock() - restarted);
	}

	tally.tried += 1;
	tally.worstSeconds = math.max(tally.worstSeconds, seconds);
	tally.worstBytes = math.max(tally.worstBytes, grown);

	let problem: string | undefined;
	if (ok) {
		tally.accepted += 1;
		problem = outcome as string | undefined;
	} else {
		tally.refused += 1;
		const message = tostring(outcome);
		if (message.sub(1, 8) !== "[dolly] ") {
			problem = `refused with ${message}`;
		}
	}
	if (seconds > MAX_SECONDS) {
		problem = string.format("took %.2f s", seconds);
	} else if (grown > MAX_BYTES) {
		problem = string.format("made the heap grow by %.1f MB", grown / 2 ** 20);
	}
	return problem === undefined ? undefined : { target: target.name, seed, problem, input };
}
