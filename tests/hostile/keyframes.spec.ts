import { buildKeyframeSequence, Job } from "../../src";
import { Allocations } from "../allocations";
import { breathe } from "../breathe";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { needs } from "../needs";
import { RATE, zigzag } from "./zigzag";

/** A Job that has read a file of so many bytes. */
function workFor(fileBytes: number): Job {
	const job = new Job();
	job.budget.admit(fileBytes);
	return job;
}

/** A pose for each joint of each keyframe, and the keyframes. */
const thingsOf = (jointCount: number, seconds: number) => (seconds * RATE + 1) * (jointCount + 1);

export = () => {
	const itHeadless = headless ? it : itSKIP;
	const itOnServers = needs("a server", it, itSKIP);
	let allocations: Allocations | undefined;
	afterAll(() => (allocations = undefined));

	itHeadless("makes keyframes of what real files hold", () => {
		for (const [jointCount, seconds, fileBytes] of [
			// A propeller: a short loop that goes on.
			[1, 147, 1000],
			// Four bytes a key, as they are packed tightly.
			[60, 30, 60 * 900 * 4],
		]) {
			const clip = zigzag(jointCount, seconds);
			const job = workFor(fileBytes);
			const { sequence, keyCount } = buildKeyframeSequence(clip, { job });
			expect(keyCount).to.equal((seconds * RATE + 1) * jointCount);
			expect(job.budget.elements).to.equal(thingsOf(jointCount, seconds));
			// What was sampled is dropped, so that the next clip may cost as much.
			expect(job.budget.bytes).to.equal(0);
			sequence.Destroy();
			breathe();
		}
	});

	itHeadless("refuses what a small file cannot ask for, before anything is made", () => {
		const clip = zigzag(32, 50);
		for (const fileBytes of [1000, 10_000, 100_000]) {
			let failure = "";
			allocations ??= new Allocations();
			const allocated = allocations.of(() => {
				failure = failureOf(() => buildKeyframeSequence(clip, { job: workFor(fileBytes) }));
			});
			expect(failure).to.equal(
				`[dolly] buildKeyframeSequence: ${fileBytes} bytes of input may cost ${20_000 + fileBytes / 4} elements` +
					`; pass a Job with maxElements to allow more: 0 elements used, ${thingsOf(32, 50)} more needed`,
			);
			expect(allocated > 0 && allocated < 16 * 2 ** 20).to.equal(true);
			breathe();
		}
	});

	itHeadless("charges about what samples and keys take", () => {
		for (const [jointCount, seconds] of [
			[1, 600],
			[8, 120],
			[60, 30],
		]) {
			const clip = zigzag(jointCount, seconds);
			let charged = 0;
			allocations ??= new Allocations();
			const allocated = allocations.of(() => {
				const job = new Job({ maxElements: 100, pause: () => (charged = math.max(charged, job.budget.bytes)) });
				expect(() => buildKeyframeSequence(clip, { job })).to.throw();
				expect(job.budget.bytes).to.equal(0);
			});
			expect(allocated > 0 && allocated < charged * 1.25).to.equal(true);
			breathe();
		}
	});

	it("needs fewer than 200,000 poses and keyframes for 200 joints that move for 30 seconds", () => {
		const few = new Job({ maxElements: 1 });
		few.budget.pause = breathe;
		expect(failureOf(() => buildKeyframeSequence(zigzag(200, 30), { job: few }))).to.equal(
			"[dolly] buildKeyframeSequence: maxElements (1) reached: 0 elements used, 181101 more needed",
		);
	});

	// Without a Job nothing pauses: interpreted, as on a client, this takes longer than the engine lets a thread go on.
	itOnServers("makes 30,000 poses and keyframes at most where no Job says otherwise", () => {
		const hour = zigzag(1, 600);
		breathe();
		expect(failureOf(() => buildKeyframeSequence(hour))).to.equal(
			"[dolly] buildKeyframeSequence: maxElements (30000) reached: 0 elements used, 36002 more needed",
		);
	});

	it("refuses options that there are none of", () => {
		const clip = zigzag(1, 1);
		expect(failureOf(() => buildKeyframeSequence(clip, { tolerance: { degree: 1 } as never }))).to.equal(
			'[dolly] buildKeyframeSequence: unknown option "degree" in tolerance; did you mean "degrees"?',
		);
		expect(failureOf(() => buildKeyframeSequence(clip, { fps: 60 } as never))).to.equal(
			'[dolly] buildKeyframeSequence: unknown option "fps"; expected one of rate, tolerance, job',
		);
	});

	it("samples 8 MB at most where no Job says otherwise", () => {
		const clip = zigzag(100, 600);
		expect(failureOf(() => buildKeyframeSequence(clip))).to.equal(
			`[dolly] buildKeyframeSequence: maxBytes (8388608) reached: 0 bytes used, ${18_001 * (100 * 56 + 64)} more needed`,
		);
	});
};
