import { Work, workOf } from "../../src/bytes/work";
import { failureOf } from "../expect-failure";

export = () => {
	it("adds up bytes, and refuses what exceeds them", () => {
		const work = new Work({ maxBytes: 100 });
		work.spendBytes(60, "gltf", "accessors[0]");
		work.spendBytes(40, "gltf", "accessors[1]");
		expect(failureOf(() => work.spendBytes(1, "gltf", "accessors[2]"))).to.equal(
			"[dolly] gltf: 1 bytes on top of 100 exceed maxBytes (100) at accessors[2]",
		);
		expect(failureOf(() => work.spendBytes(0 / 0, "mdx", 12))).to.be.ok();
		expect(work.bytes).to.equal(100);
	});

	it("adds up elements and steps alike", () => {
		const work = new Work({ maxElements: 3, maxSteps: 10 });
		work.spendElements(3, "mdx");
		expect(failureOf(() => work.spendElements(1, "mdx", 8))).to.equal(
			"[dolly] mdx: 1 things on top of 3 exceed maxElements (3) at byte 8",
		);
		work.step(10, "mdx");
		expect(failureOf(() => work.step(1, "mdx"))).to.equal("[dolly] mdx: 1 steps on top of 10 exceed maxSteps (10)");
	});

	it("refuses limits that are none", () => {
		expect(failureOf(() => new Work({ maxBytes: -1 }))).to.equal(
			"[dolly] Work: maxBytes is -1; it must be a number from 0 on",
		);
		expect(failureOf(() => new Work({ maxSteps: "many" as never }))).to.be.ok();
		expect(failureOf(() => new Work({ maxbytes: 5 } as never))).to.equal(
			'[dolly] Work: unknown option "maxbytes"; did you mean "maxBytes"?',
		);
		expect(failureOf(() => workOf({ work: {} as never }, "readModel"))).to.equal(
			"[dolly] readModel: work is a table; it must be a Work",
		);
	});

	it("pauses at pause points, and after every 4096 steps", () => {
		let pauses = 0;
		const work = new Work({ pause: () => (pauses += 1) });
		work.pausePoint();
		expect(pauses).to.equal(1);
		for (const _ of $range(1, 4095)) work.step(1, "mdx");
		expect(pauses).to.equal(1);
		work.step(1, "mdx");
		expect(pauses).to.equal(2);
	});

	it("ends where it is cancelled, also while it pauses", () => {
		const work = new Work();
		work.cancel();
		expect(failureOf(() => work.pausePoint())).to.equal("[dolly] cancelled");
		const other: Work = new Work({ pause: () => other.cancel() });
		expect(failureOf(() => other.progress(0.5, "Reading"))).to.equal("[dolly] cancelled");
	});

	it("ends where the pause throws", () => {
		const work = new Work({ pause: () => error("enough", 0) });
		expect(failureOf(() => work.pausePoint())).to.equal("enough");
	});

	it("tells how far it is", () => {
		const told = new Array<string>();
		const work = new Work({ onProgress: (share, what) => told.push(`${share} ${what}`) });
		work.progress(0.25, "Reading");
		expect(told.join()).to.equal("0.25 Reading");
	});

	it("puts what is odd into its report", () => {
		const work = new Work();
		work.warn("weights did not sum to 1", "meshes[0]");
		work.warn("keys were thinned", undefined, 12);
		expect(work.report.lines().join("; ")).to.equal(
			"weights did not sum to 1: meshes[0]; keys were thinned (12 times)",
		);
	});
};
