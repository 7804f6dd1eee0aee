import {
	decodeArchive,
	decodeRecording,
	encodeArchive,
	encodeRecording,
	smoothTake,
	takeFromPath,
	Job,
} from "../../src/camera";
import { decodeSnap13, encodeSnap13 } from "../../src/codecs";
import { takePath } from "../../src/take/take-path";
import { unpackedBytes } from "../../src/replay/recording";
import { floats } from "../buffers";
import { straightTake } from "./make-take";

/** The steps of a call. */
function stepsOf(call: (job: Job) => unknown): number {
	const job = new Job();
	call(job);
	return job.budget.steps;
}

export = () => {
	it("counts what frames cost, each codec its own, whatever it takes them by", () => {
		const take = straightTake(700, { rate: 60 });
		const packed = encodeRecording(take);
		const archive = encodeArchive([take]);
		const snap = encodeSnap13([take]);
		expect(stepsOf((job) => encodeRecording(take, { job }))).to.equal(700 * 16);
		expect(stepsOf((job) => decodeRecording(packed, { job }))).to.equal(700 * 16);
		expect(stepsOf((job) => takeFromPath(takePath(take), { job }))).to.equal(700);
		// An archive is looked through for frames, and between them for cuts; whoever writes one with a report looks for cuts too.
		expect(stepsOf((job) => decodeArchive(archive, 60, { job }))).to.equal(700 + 699);
		expect(stepsOf((job) => encodeSnap13([take], { job }))).to.equal(700 * 64 + 699);
		// Read in steps of 256 frames, and four boxes laid over seven columns of five numbers.
		expect(stepsOf((job) => smoothTake(straightTake(5), 1, { job }))).to.equal(256 + 7 * 4 * 5);
		// Read, put at a rate in steps of 256 frames, and looked through for cuts.
		expect(stepsOf((job) => decodeSnap13(snap, 60, { job }))).to.equal(700 * 16 + 3 * 256 * 16 + 699);
	});

	it("sets aside what frames and lenses take before it unpacks them", () => {
		const lenses = floats(50, 51, 52, 53, 54, 55, 56, 57, 58, 59);
		for (const [fieldOfView, size] of [
			[undefined, 18],
			[70, 18],
			[lenses, 22],
		] as Array<[number | buffer | undefined, number]>) {
			const packed = encodeRecording(straightTake(10, { fieldOfView }));
			const job = new Job();
			decodeRecording(packed, { job });
			expect(job.budget.bytes).to.equal(10 * size);
			expect(unpackedBytes(packed)).to.equal(10 * size);
		}
		const taking = new Job();
		takeFromPath(takePath(straightTake(10)), { job: taking });
		expect(taking.budget.bytes).to.equal(10 * 22);
		// What has no whole header says nothing of its frames.
		const packed = encodeRecording(straightTake(10));
		const start = (bytes: number) => buffer.fromstring(buffer.readstring(packed, 0, bytes));
		expect(unpackedBytes(start(24))).to.equal(180);
		expect(unpackedBytes(start(23))).to.equal(0);
		expect(unpackedBytes(buffer.create(30))).to.equal(0);
	});
};
