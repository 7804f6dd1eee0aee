import { pausePoint, whilePausing } from "../../src/bytes/pause";
import { readMdx } from "../../src/formats/mdx/read-mdx";
import { readMrn } from "../../src/formats/morpheme/mrn";
import { everyChunkFile } from "../formats/mdx/every-chunk";
import { exampleNetwork } from "../formats/morpheme/example-network";
import { failureOf } from "../expect-failure";

/** How often `body` pauses. */
function pausesOf(body: () => unknown): number {
	let pauses = 0;
	whilePausing(() => (pauses += 1), body);
	return pauses;
}

export = () => {
	it("pauses readers between their parts", () => {
		expect(pausesOf(() => readMdx(everyChunkFile())) >= 5).to.equal(true);
		expect(pausesOf(() => readMrn(exampleNetwork())) >= 2).to.equal(true);
		expect(pausesOf(() => pausePoint())).to.equal(1);
	});

	it("gives back what the body gives, and does nothing outside", () => {
		expect(
			whilePausing(
				() => undefined,
				() => 5,
			),
		).to.equal(5);
		pausePoint();
	});

	it("ends the work where the pause throws, and is over then", () => {
		const stop = () => error("enough", 0);
		expect(failureOf(() => whilePausing(stop, () => readMdx(everyChunkFile())))).to.equal("enough");
		readMdx(everyChunkFile());
	});

	it("may yield, and leaves other threads alone meanwhile", () => {
		let others = 0;
		let pauses = 0;
		let isDone = false;
		task.spawn(() => {
			whilePausing(
				() => {
					pauses += 1;
					task.wait();
				},
				() => {
					pausePoint();
					pausePoint();
				},
			);
			isDone = true;
		});
		for (const _ of $range(1, 5)) {
			pausePoint();
			others += 1;
			task.wait();
		}
		expect(isDone).to.equal(true);
		expect(pauses).to.equal(2);
		expect(others).to.equal(5);
	});

	it("goes on pausing two threads that pause by turns, whichever ends first", () => {
		const order = new Array<string>();
		const work = (name: string, parts: number) =>
			whilePausing(
				() => {
					order.push(name);
					coroutine.yield();
				},
				() => {
					for (const _ of $range(1, parts)) pausePoint();
				},
			);
		const short = coroutine.create(() => work("short", 1));
		const long = coroutine.create(() => work("long", 3));
		for (const _ of $range(1, 4)) {
			coroutine.resume(short);
			coroutine.resume(long);
		}
		expect(order.join(" ")).to.equal("short long long long");
		expect(coroutine.status(long)).to.equal("dead");
	});
};
