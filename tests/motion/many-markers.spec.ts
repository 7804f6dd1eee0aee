import { Marker } from "../../src/motion/marker";
import { LoopMode, Timeline, TimelineEvent } from "../../src/motion/timeline";

/** Two frames at rate 1000. */
const SHORT = 0.001;

/** So many markers over `seconds`. */
function markers(count: number, seconds: number): Array<Marker> {
	const list = new Array<Marker>();
	for (const index of $range(0, count - 1)) list.push({ name: `${index}`, seconds: (seconds * index) / (count - 1) });
	return list;
}

function countEvents(timeline: Timeline): LuaTuple<[markers: number, loops: number]> {
	let [met, loops] = [0, 0];
	let event = timeline.nextEvent();
	while (event !== TimelineEvent.None) {
		if (event === TimelineEvent.Marker) met += 1;
		else loops += 1;
		event = timeline.nextEvent();
	}
	return $tuple(met, loops);
}

export = () => {
	for (const loop of [true, "pingPong"] as Array<LoopMode>) {
		it(`meets a thousand markers in a step at most, and its laps all the same: ${loop}`, () => {
			const timeline = new Timeline(SHORT, markers(49_000, SHORT));
			for (const step of [1 / 60, -1 / 60, 1]) {
				timeline.advance(step, loop);
				const [met, loops] = countEvents(timeline);
				expect(met).to.equal(1000);
				expect(loops).to.equal(1);
				expect(timeline.laps >= 16).to.equal(true);
			}
		});
	}

	it("meets all markers where there are fewer", () => {
		const timeline = new Timeline(1, markers(1000, 0.9));
		timeline.advance(0.95, false);
		const [met] = countEvents(timeline);
		expect(met).to.equal(1000);
	});

	it("meets the next markers in the next step", () => {
		const timeline = new Timeline(10, markers(4000, 10));
		let all = 0;
		for (const _ of $range(1, 10)) {
			timeline.advance(1, false);
			const [met] = countEvents(timeline);
			all += met;
		}
		expect(all).to.equal(4000);
	});

	it("meets all markers on the way to a time", () => {
		const timeline = new Timeline(1, markers(5000, 1));
		timeline.travel(1);
		const [met] = countEvents(timeline);
		expect(met).to.equal(5000);
	});
};
