import { Job } from "../../src";
import { MAX_BYTES, MAX_SECONDS } from "../fuzz/fuzz";
import { headless } from "../headless";
import { playShape, REPLAY_SHAPES } from "./replay-shapes";

/** The size at which shapes have up to a megabyte. */
const SIZE = 1600;

/** The shapes that are refused: when they are unpacked, or when they would be played. */
const REFUSED = new Map([
	["replay: subjects", "[dolly] ReplayPlayer: replay has 8000 subjects and joints; expected up to 4096"],
	[
		"replay: subjects × joints that they share",
		"[dolly] ReplayPlayer: replay has 320800 subjects and joints; expected up to 4096",
	],
	["replay: frames of equal rows", "[dolly] replay: "],
	["replay: subjects × frames", "[dolly] replay: "],
]);

export = () => {
	const itHeadless = headless ? it : itSKIP;
	beforeEach(() => headless?.enter("PlayClient"));

	for (const [name, build] of REPLAY_SHAPES) {
		itHeadless(`${name}: unpacked and played in a second and 64 MB, or refused`, () => {
			const { processorClock } = headless!;
			const source = build(SIZE);
			const heap = gcinfo();
			let peak = heap;
			const job = new Job({
				pause: () => {
					peak = math.max(peak, gcinfo());
				},
			});
			const started = processorClock();
			const [ok, failure] = pcall(playShape, source, job);
			const seconds = processorClock() - started;
			peak = math.max(peak, gcinfo());
			const refusal = REFUSED.get(name);
			expect(ok).to.equal(refusal === undefined);
			if (refusal !== undefined) expect(tostring(failure).sub(1, refusal.size())).to.equal(refusal);
			expect(seconds < MAX_SECONDS).to.equal(true);
			expect((peak - heap) * 1024 < MAX_BYTES).to.equal(true);
		});
	}
};
