import { importModel, Job, readModel } from "../../src";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { fromBase64 } from "../oracle-data";
import { importFixtures } from "./model/import-fixtures";
import { surfaceCase } from "./mesh/surface-cases";

/** What a job fires while a call runs. */
function watch(job: Job): Array<[alpha: number, what: string]> {
	const fired = new Array<[number, string]>();
	job.progress.Connect((alpha, what) => fired.push([alpha, what]));
	return fired;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	it("fires progress that never goes back, says what is being done, and ends with 1", () => {
		const calls = new Array<number>();
		const job = new Job({ onProgress: (alpha) => calls.push(alpha) });
		const fired = watch(job);
		importModel(fromBase64(importFixtures().find(({ name }) => name === "two skins")!.glb), { job }).destroy();
		let last = 0;
		for (const [alpha, what] of fired) {
			expect(alpha >= last && alpha <= 1).to.equal(true);
			expect(what !== "").to.equal(true);
			last = alpha;
		}
		expect(fired.size() > 4).to.equal(true);
		expect(fired[fired.size() - 1].join(" ")).to.equal("1 Done");
		expect(calls.join()).to.equal(fired.map(([alpha]) => alpha).join());
	});

	itHeadless("moves while images are decoded", () => {
		const found = surfaceCase("images above what the engine takes");
		const job = new Job();
		const fired = watch(job);
		importModel(fromBase64(found.glb), { job }).destroy();
		const decoding = new Set<number>();
		for (const [alpha, what] of fired) if (what.sub(1, 8) === "Decoding") decoding.add(alpha);
		expect(decoding.size() > 10).to.equal(true);
	});

	it("has one report, which the scene and the model share", () => {
		const job = new Job();
		const imported = importModel(fromBase64(importFixtures()[0].glb), { job });
		expect(imported.report).to.equal(job.report);
		expect(imported.scene.report).to.equal(job.report);
		imported.destroy();
	});

	it("lets a file cost more than its size allows", () => {
		const glb = fromBase64(importFixtures()[0].glb);
		const used = new Job();
		readModel(glb, { job: used });
		const { elements } = used.budget;
		expect(
			failureOf(() => readModel(glb, { job: new Job({ maxElements: elements - 1 }) })).match("maxElements")[0],
		).to.be.ok();
		expect(readModel(glb, { job: new Job({ maxElements: elements }) }).nodes.size() > 0).to.equal(true);
	});

	it("is cancelled for good", () => {
		const job = new Job();
		job.cancel();
		expect(job.isCancelled).to.equal(true);
		const glb = fromBase64(importFixtures()[0].glb);
		expect(failureOf(() => importModel(glb, { job }))).to.equal("[dolly] cancelled");
	});

	it("refuses limits and options that it cannot use", () => {
		expect(failureOf(() => new Job({ maxBytes: -1 }))).to.equal(
			"[dolly] Job: maxBytes is -1; expected a number, 0 or more",
		);
		expect(failureOf(() => new Job({ maxSteps: "many" as never })).match("^%[dolly%] Job: maxSteps is ")[0]).to.be.ok();
		expect(failureOf(() => new Job({ maxbytes: 5 } as never))).to.equal(
			'[dolly] Job: unknown option "maxbytes"; did you mean "maxBytes"?',
		);
	});
};
