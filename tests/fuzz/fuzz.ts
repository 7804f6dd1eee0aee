//!native
//!optimize 2
import { Job } from "../../src/roblox/job";
import { mutate } from "../mutate";
import { Seeded } from "../random";

/**
 * No input may take longer, or make the heap grow by more, beside what its own bytes may cost: a damaged file must be refused
 * cheaply, and a large one in proportion.
 */
export const MAX_SECONDS = 1;
const SECONDS_A_BYTE = 1e-6;
export const MAX_BYTES = 64 * 2 ** 20;
const BYTES_A_BYTE = 48;

/** One reader under test. */
export interface Target {
	name: string;
	/** Valid inputs, which are damaged before they are read. */
	seeds: Array<buffer>;
	/** Makes an input that is whole in its bytes and damaged in its sense, instead of damaging a seed. */
	make?(this: void, random: Seeded): buffer;
	/** Reads an input; says what is wrong with a result that it accepted, such as a number that is not finite. */
	read(this: void, input: buffer, random: Seeded, job: Job): string | undefined;
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

/** One of the target's seeds, damaged, or what the target makes by itself. */
function inputOf({ seeds, make }: Target, random: Seeded): buffer {
	if (make) return make(random);
	const last = seeds.size() - 1;
	let input = seeds[random.int(0, last)];
	for (const _ of $range(1, random.int(1, 3))) input = mutate(input, seeds[random.int(0, last)], random);
	return input;
}

/**
 * Reads an input of the target and counts what came of it. The same seed gives the same input. What took too long by `clock`
 * is read again by `processorClock`, which does not count what else the machine did but costs more to look at. It may take
 * `patience` times as long where nothing is native.
 */
export function tryOne(
	target: Target,
	seed: number,
	clock: () => number,
	tally: Tally,
	processorClock = clock,
	patience = 1,
): Finding | undefined {
	const random = new Seeded(seed);
	const input = inputOf(target, random);
	const heap = gcinfo();
	// What is in use between two parts of the job, not only what is left at the end.
	let peak = heap;
	const job = () =>
		new Job({
			pause: () => {
				peak = math.max(peak, gcinfo());
			},
		});
	const started = clock();
	const [ok, outcome] = pcall(target.read, input, random, job());
	let seconds = clock() - started;
	const grown = (math.max(peak, gcinfo()) - heap) * 1024;
	const mostSeconds = patience * (MAX_SECONDS + SECONDS_A_BYTE * buffer.len(input));
	if (seconds > mostSeconds) {
		const restarted = processorClock();
		pcall(target.read, input, random, job());
		seconds = processorClock() - restarted;
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
	if (seconds > mostSeconds) {
		problem = string.format("took %.2f s", seconds);
	} else if (grown > MAX_BYTES + BYTES_A_BYTE * buffer.len(input)) {
		problem = string.format("made the heap grow by %.1f MB", grown / 2 ** 20);
	}
	return problem === undefined ? undefined : { target: target.name, seed, problem, input };
}
