import { Budget } from "../../src/bytes/budget";
import { budgetOf } from "../../src/bytes/job";
import { failureOf } from "../expect-failure";

export = () => {
	it("adds up bytes, and refuses what exceeds them", () => {
		const budget = new Budget({ maxBytes: 100 });
		budget.spendBytes(60, "gltf", "accessors[0]");
		budget.spendBytes(40, "gltf", "accessors[1]");
		expect(failureOf(() => budget.spendBytes(1, "gltf", "accessors[2]"))).to.equal(
			"[dolly] gltf: maxBytes (100) reached: 100 bytes used, 1 more needed at accessors[2]",
		);
		expect(failureOf(() => budget.spendBytes(0 / 0, "mdx", 12))).to.be.ok();
		expect(budget.bytes).to.equal(100);
	});

	it("adds up elements and steps alike", () => {
		const budget = new Budget({ maxElements: 3, maxSteps: 10 });
		budget.spendElements(3, "mdx");
		expect(failureOf(() => budget.spendElements(1, "mdx", 8))).to.equal(
			"[dolly] mdx: maxElements (3) reached: 3 elements used, 1 more needed at byte 8",
		);
		budget.step(10, "mdx");
		expect(failureOf(() => budget.step(1, "mdx"))).to.equal(
			"[dolly] mdx: maxSteps (10) reached: 10 steps used, 1 more needed",
		);
	});

	it("is in proportion to the input, unless the caller sets a limit", () => {
		const budget = new Budget();
		budget.admit(1000);
		const limit = 8 * 1024 * 1024 + 48 * 1000;
		budget.spendBytes(limit, "gltf");
		expect(failureOf(() => budget.spendBytes(1, "gltf", "images"))).to.equal(
			`[dolly] gltf: 1000 bytes of input may cost ${limit} bytes; pass a Job with maxBytes to allow more: ${limit} bytes used, 1 more needed at images`,
		);
		const raised = new Budget({ maxBytes: limit + 1 });
		raised.admit(1000);
		raised.spendBytes(limit + 1, "gltf");
		// A limit replaces its own rule only.
		expect(
			failureOf(() => raised.spendElements(20_251, "gltf")).match("20250 elements; pass a Job with maxElements")[0],
		).to.be.ok();
	});

	it("belongs to a Job", () => {
		expect(failureOf(() => budgetOf({ job: {} as never }, "readModel"))).to.equal(
			"[dolly] readModel: job is a table; expected a Job",
		);
		expect(budgetOf({}, "readModel").bytes).to.equal(0);
	});

	it("pauses at pause points, and after every 4096 steps", () => {
		let pauses = 0;
		const budget = new Budget({ pause: () => (pauses += 1) });
		budget.pausePoint();
		expect(pauses).to.equal(1);
		for (const _ of $range(1, 4095)) budget.step(1, "mdx");
		expect(pauses).to.equal(1);
		budget.step(1, "mdx");
		expect(pauses).to.equal(2);
	});

	it("ends where it is cancelled, also while it pauses", () => {
		const budget = new Budget();
		budget.cancel();
		expect(failureOf(() => budget.pausePoint())).to.equal("[dolly] cancelled");
		const other: Budget = new Budget({ pause: () => other.cancel() });
		expect(failureOf(() => other.progress(0.5, "Reading"))).to.equal("[dolly] cancelled");
	});

	it("ends where the pause throws", () => {
		const budget = new Budget({ pause: () => error("enough", 0) });
		expect(failureOf(() => budget.pausePoint())).to.equal("enough");
	});

	it("tells how far it is", () => {
		const told = new Array<string>();
		const budget = new Budget({ onProgress: (share, what) => told.push(`${share} ${what}`) });
		budget.progress(0.25, "Reading");
		expect(told.join()).to.equal("0.25 Reading");
	});

	it("puts what is odd into its report", () => {
		const budget = new Budget();
		budget.warn("weights did not sum to 1", "meshes[0]");
		budget.warn("keys were thinned", undefined, 12);
		budget.finish(undefined);
		expect(budget.report.lines.join("; ")).to.equal(
			"weights did not sum to 1: meshes[0]; keys were thinned (12 times)",
		);
	});
};
