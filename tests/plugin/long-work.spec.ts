import { LongWork } from "../../plugin/long-work";
import { convertScene, Job, readModel } from "../../src";
import { headless } from "../headless";
import { WHOLE_FILES } from "./import-files";

interface Watched {
	work: LongWork;
	alphas: Array<number>;
	steps: Array<string>;
	/** How it ended, or nothing while it runs. */
	outcome: () => string;
}

/** Runs a body and keeps what it says. */
function watch(body: (work: LongWork) => void): Watched {
	const alphas = new Array<number>();
	const steps = new Array<string>();
	let outcome = "";
	const work = new LongWork(body, {
		onProgress: (alpha, what) => {
			alphas.push(alpha);
			steps.push(what);
		},
		onDone: () => (outcome += "done"),
		onFail: (message) => (outcome += `failed: ${message}`),
		onCancel: () => (outcome += "cancelled"),
	});
	return { work, alphas, steps, outcome: () => outcome };
}

export = () => {
	const test = headless ? it : itSKIP;

	/** Spends the frame's share of time: the next pause yields. */
	function spendFrame(work: LongWork): void {
		task.wait(1 / 60);
		work.pausePoint();
	}

	describe("LongWork", () => {
		it("maps progress into phases, and those into the phase around them", () => {
			const { alphas, outcome } = watch((work) => {
				work.phase(0, 0.5, () => {
					work.progress(0.5, "a");
					work.phase(0.5, 1, () => work.progress(0.5, "b"));
				});
				work.progress(0.75, "c");
			});
			expect(alphas.join(" ")).to.equal("0.25 0.375 0.75");
			expect(outcome()).to.equal("done");
		});

		it("never goes back, and takes the end of a call for no more than that", () => {
			const scene = readModel(buffer.fromstring(WHOLE_FILES.glb[0].contents));
			const { alphas, steps } = watch((work) => {
				work.progress(0.25, "a");
				convertScene(scene, { job: work.job });
				work.progress(0, "b");
				work.phase(0.5, 1, () => work.progress(0, "c"));
			});
			expect(steps.join(" ")).to.equal("a b c");
			expect(alphas.join(" ")).to.equal("0.25 0.25 0.5");
		});

		it("goes on in the phase around a part that failed", () => {
			const { alphas, outcome } = watch((work) => {
				pcall(() => work.phase(0, 0.5, () => work.own(() => error("broken", 0))));
				work.progress(0.75, "a");
			});
			expect(alphas.join(" ")).to.equal("0.75");
			expect(outcome()).to.equal("done");
		});

		it("has a Job and a report of its own inside own", () => {
			const { work } = watch((within) => {
				const { job } = within;
				within.own(() => {
					expect(within.job).never.to.equal(job);
					within.job.report.push("of the part");
				});
				expect(within.job).to.equal(job);
				job.report.push("of the library");
				within.warn("of the plugin");
			});
			expect(work.report.join("; ")).to.equal("of the library; of the plugin");
		});

		it("says why it failed", () => {
			const { work, outcome } = watch(() => error("[dolly] import: broken", 0));
			expect(outcome()).to.equal("failed: [dolly] import: broken");
			expect(work.isRunning()).to.equal(false);
		});

		test("yields when the frame's time is spent, and ends at the next pause once it is cancelled", () => {
			let jobs = new Array<Job>();
			const { work, alphas, outcome } = watch((within) => {
				const { job } = within;
				within.own(() => {
					jobs = [job, within.job];
					spendFrame(within);
					within.progress(0.5, "a");
					task.wait(1);
					within.progress(1, "b");
				});
			});
			headless!.advance(0.5);
			expect(work.isRunning()).to.equal(true);
			work.cancel();
			headless!.advance(2);
			expect(outcome()).to.equal("cancelled");
			expect(work.isRunning()).to.equal(false);
			expect(alphas.join(" ")).to.equal("0.5");
			for (const job of jobs) expect(job.isCancelled).to.equal(true);
		});

		test("is cancelled even if its body got through", () => {
			const { work, outcome } = watch(() => task.wait(1));
			work.cancel();
			headless!.advance(2);
			expect(outcome()).to.equal("cancelled");
		});
	});
};
