import type { CameraPath } from "../../../src/camera";
import { Job, takeFromPath } from "../../../src/camera";
import { writeCameraGlb } from "../../../src";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";

/** A minute of a path whose samples cost so many steps each. */
function pathOf(sampleSteps: number): CameraPath {
	return {
		name: "flight",
		duration: 60,
		sampleSteps,
		sample(seconds, target) {
			buffer.fill(target, 0, 0);
			buffer.writef64(target, 0, seconds);
			buffer.writef64(target, 48, 1);
		},
	};
}

export = () => {
	it("counts what samples cost", () => {
		for (const sampleSteps of [1, 5, 300]) {
			const [taking, writing] = [new Job({ pause: () => {} }), new Job({ pause: () => {} })];
			takeFromPath(pathOf(sampleSteps), { rate: 10, job: taking });
			// Finding cuts takes a step for each pair of frames.
			expect(taking.budget.steps).to.equal(601 * sampleSteps + 600);
			writeCameraGlb(pathOf(sampleSteps), { rate: 10, job: writing });
			expect(writing.budget.steps).to.equal(601 * sampleSteps);
		}
	});

	it("refuses what costs more than six million steps before it samples, unless a Job allows it", () => {
		let samples = 0;
		const path: CameraPath = {
			...pathOf(10_000),
			sample() {
				samples += 1;
			},
		};
		expect(failureOf(() => takeFromPath(path, { rate: 10 }))).to.equal(
			"[dolly] takeFromPath: maxSteps (6000000) reached: 0 steps used, 6010000 more needed",
		);
		expect(failureOf(() => writeCameraGlb(path, { rate: 10 }))).to.equal(
			"[dolly] writeCameraGlb: maxSteps (6000000) reached: 0 steps used, 6010000 more needed",
		);
		expect(samples).to.equal(0);
		const job = new Job({ maxSteps: 6_020_000, pause: () => {} });
		expect(takeFromPath(pathOf(10_000), { rate: 10, job }).count).to.equal(601);
		expect(takeFromPath(pathOf(9000), { rate: 10 }).count).to.equal(601);
	});

	it("refuses a path whose cost is no number", () => {
		for (const sampleSteps of [-1, 0 / 0, "1" as never]) {
			const problem = failureOf(() => takeFromPath(pathOf(sampleSteps)));
			expect(problem.find("path.sampleSteps is ", 1, true)[0]).to.be.ok();
		}
	});

	(headless ? it : itSKIP)("lets frames pass without a Job", () => {
		const session = headless!.open({ file: "dist/test.rbxl", context: "PlayServer", clockCost: 0.002 });
		const { ReplicatedStorage } = session.game as unknown as { ReplicatedStorage: Instance };
		const module = ReplicatedStorage.FindFirstChild("dolly")!.FindFirstChild("camera") as ModuleScript;
		const camera = session.require(module) as { takeFromPath: typeof takeFromPath };
		const before = session.now();
		let count = 0;
		session.run(() => (count = camera.takeFromPath(pathOf(100)).count));
		expect(count).to.equal(3601);
		expect(session.now() - before > 0.2).to.equal(true);
	});
};
